"""The activate action, and what a station gives: base, bonus, all or nothing."""
from libc.stdint cimport uint64_t
from solsearch._ext.bits cimport bit, lowest, without_lowest
from solsearch._ext.game cimport step_t
from solsearch._ext.laststar_rules.board cimport NO_CELL
from solsearch._ext.laststar_rules.rules cimport FOUNDRY, NODE, STATION_TYPES, TOWER, Rules
from solsearch._ext.laststar_rules.state cimport START, State, owner_of, station_at, take_sundiver
from solsearch._ext.laststar_rules.steps cimport ACTIVATE, step_of


cdef inline bint can_take(const State* s, int seat, int kind, int amount) noexcept nogil:
    """All or nothing: a foundry needs the energy and the sundivers in reserve, a tower the energy."""
    if kind == NODE:
        return True
    if s.seat[seat].energy < amount:
        return False
    return kind == TOWER or s.seat[seat].reserve >= amount


cdef inline void take_reward(State* s, int seat, int kind, int amount) noexcept nogil:
    """A node gives energy; a foundry turns energy into sundivers for the hold, a tower into momentum."""
    if kind == NODE:
        s.seat[seat].energy += amount
    else:
        s.seat[seat].energy -= amount
        if kind == FOUNDRY:
            s.seat[seat].reserve -= amount
            s.seat[seat].hold += amount
        else:
            s.seat[seat].momentum += amount


cdef inline int add_of_type(const Rules* r, const State* s, int seat, uint64_t cells, int kind, step_t* out) noexcept nogil:
    """Those of the cells, all with stations of one type, whose base the seat can take."""
    cdef int cell
    cdef int count = 0
    while cells:
        cell = lowest(cells)
        cells = without_lowest(cells)
        if can_take(s, seat, kind, r.base[r.board.ring_of[cell]]):
            out[count] = step_of(ACTIVATE, cell, 0, 0)
            count += 1
    return count


cdef inline int add_activations(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """Anyone's stations where the turn seat has a sundiver, each once; after the first, of its type alone."""
    cdef uint64_t manned = s.occupied[s.turn] & ~s.activated
    cdef int kind
    cdef int count = 0
    for kind in range(STATION_TYPES):
        if s.phase == START or kind == s.station_type:
            count += add_of_type(r, s, s.turn, manned & s.stations[kind], kind, out + count)
    return count


cdef inline bint can_activate_more(const Rules* r, const State* s) noexcept nogil:
    cdef uint64_t cells = s.occupied[s.turn] & ~s.activated & s.stations[s.station_type]
    while cells:
        if can_take(s, s.turn, s.station_type, r.base[r.board.ring_of[lowest(cells)]]):
            return True
        cells = without_lowest(cells)
    return False


cdef inline void activate(const Rules* r, State* s, int cell) noexcept nogil:
    """The base for the turn seat; its sundiver returns to the hold; cards are owed."""
    cdef int kind = station_at(s, cell)
    cdef int ring = r.board.ring_of[cell]
    take_reward(s, s.turn, kind, r.base[ring])
    take_sundiver(r, s, s.turn, cell)
    s.seat[s.turn].hold += 1
    s.owed += r.cards[ring]
    s.station_type = kind
    s.activated |= bit(cell)
    s.pending = cell


cdef inline int bonus_of(const Rules* r, const State* s) noexcept nogil:
    """The bonus of the pending station."""
    return r.bonus[r.board.ring_of[s.pending]]


cdef inline bint can_take_bonus(const Rules* r, const State* s, int seat) noexcept nogil:
    return bonus_of(r, s) > 0 and can_take(s, seat, station_at(s, s.pending), bonus_of(r, s))


cdef inline void take_bonus(const Rules* r, State* s, int seat) noexcept nogil:
    take_reward(s, seat, station_at(s, s.pending), bonus_of(r, s))
