"""The activate action, and what a station gives: base, bonus, all or nothing."""
from libc.stdint cimport uint64_t
from solsearch._ext.bits cimport bit, lowest, without_lowest
from solsearch._ext.game cimport step_t
from solsearch._ext.laststar_rules.basics cimport in_force, take_sundiver
from solsearch._ext.laststar_rules.pieces cimport NODE, STATION_TYPES, TOWER
from solsearch._ext.laststar_rules.rules cimport Rules
from solsearch._ext.laststar_rules.state cimport State, gain_energy, gain_momentum, station_at
from solsearch._ext.laststar_rules.steps cimport ACTIVATE, step_of


# -- rewards ---------------------------------------------------------------------------------------------------------------

cdef inline int base_at(const Rules* r, const State* s, int cell) noexcept nogil:
    """The base of a station there. Feeders lower it, but not below 0."""
    cdef int base = r.base[r.board.ring_of[cell]] - s.feeders[cell]
    return base if base > 0 else 0


cdef inline int bonus_at(const Rules* r, const State* s, int cell) noexcept nogil:
    """The bonus of a station there. Feeders lower it once the base is 0."""
    cdef int ring = r.board.ring_of[cell]
    cdef int beyond = s.feeders[cell] - r.base[ring]
    return r.bonus[ring] - beyond if beyond > 0 else r.bonus[ring]


cdef inline int built_for(const Rules* r, const State* s, int seat, int amount) noexcept nogil:
    """The sundivers that a foundry builds for a seat and this much energy."""
    if s.effect and seat == s.turn and in_force(r, s).function.built != NULL:
        return in_force(r, s).function.built(r, s, amount)
    return amount


cdef inline bint can_take(const Rules* r, const State* s, int seat, int kind, int amount) noexcept nogil:
    """All or nothing: a foundry needs the energy and the sundivers in reserve, a tower the energy."""
    if kind == NODE:
        return True
    if s.seat[seat].energy < amount:
        return False
    if kind == TOWER:
        return True
    return s.seat[seat].reserve >= built_for(r, s, seat, amount)


cdef inline void take_reward(const Rules* r, State* s, int seat, int kind, int amount) noexcept nogil:
    """A node gives energy; a foundry turns energy into sundivers for the hold, a tower into momentum."""
    if kind == NODE:
        gain_energy(s, seat, amount)
        return
    s.seat[seat].energy -= amount
    if kind == TOWER:
        gain_momentum(s, seat, amount)
        return
    amount = built_for(r, s, seat, amount)
    s.seat[seat].reserve -= amount
    s.seat[seat].hold += amount


# -- which stations --------------------------------------------------------------------------------------------------------

cdef inline int add_of_type(const Rules* r, const State* s, int seat, uint64_t cells, int kind, step_t* out) noexcept nogil:
    """Those of the cells, all with stations of one type, whose base the seat can take."""
    cdef int cell
    cdef int count = 0
    while cells:
        cell = lowest(cells)
        cells = without_lowest(cells)
        if can_take(r, s, seat, kind, base_at(r, s, cell)):
            out[count] = step_of(ACTIVATE, cell, 0, 0)
            count += 1
    return count


cdef inline uint64_t manned_cells(const Rules* r, const State* s) noexcept nogil:
    """Where the turn seat can activate: where it has a sundiver, each station once."""
    if s.effect and in_force(r, s).function.manned != NULL:
        return in_force(r, s).function.manned(r, s, s.turn) & ~s.activated
    return s.occupied[s.turn] & ~s.activated


cdef inline int add_activations(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """Anyone's stations; after the first, of its type alone."""
    cdef uint64_t cells = manned_cells(r, s)
    cdef int kind
    cdef int count = 0
    for kind in range(STATION_TYPES):
        if s.station_type == 0 or s.station_type == 1 + kind:
            count += add_of_type(r, s, s.turn, cells & s.stations[kind], kind, out + count)
    return count


cdef inline bint can_activate_more(const Rules* r, const State* s) noexcept nogil:
    """Whether add_activations would find any."""
    cdef uint64_t cells
    cdef int kind
    for kind in range(STATION_TYPES):
        if s.station_type == 0 or s.station_type == 1 + kind:
            cells = manned_cells(r, s) & s.stations[kind]
            while cells:
                if can_take(r, s, s.turn, kind, base_at(r, s, lowest(cells))):
                    return True
                cells = without_lowest(cells)
    return False


# -- one activation --------------------------------------------------------------------------------------------------------

cdef inline void activate(const Rules* r, State* s, int cell) noexcept nogil:
    """The base for the turn seat; its sundiver returns to the hold; cards are owed."""
    cdef int kind = station_at(s, cell)
    take_reward(r, s, s.turn, kind, base_at(r, s, cell))
    if s.effect and in_force(r, s).function.activated != NULL:
        in_force(r, s).function.activated(r, s, cell)
    if not (s.effect and in_force(r, s).function.unmanned):
        take_sundiver(r, s, s.turn, cell)
        s.seat[s.turn].hold += 1
    s.owed += r.cards[r.board.ring_of[cell]]
    if not (s.effect and in_force(r, s).function.any_type):
        s.station_type = 1 + kind
    s.activated |= bit(cell)
    s.pending = cell


cdef inline int bonus_offered(const Rules* r, const State* s) noexcept nogil:
    """The bonus of the pending station."""
    cdef int bonus = bonus_at(r, s, s.pending)
    if s.effect and in_force(r, s).function.bonus != NULL:
        return in_force(r, s).function.bonus(r, s, bonus)
    return bonus


cdef inline bint can_take_bonus(const Rules* r, const State* s, int seat) noexcept nogil:
    return bonus_offered(r, s) > 0 and can_take(r, s, seat, station_at(s, s.pending), bonus_offered(r, s))


cdef inline void take_bonus(const Rules* r, State* s, int seat) noexcept nogil:
    take_reward(r, s, seat, station_at(s, s.pending), bonus_offered(r, s))
