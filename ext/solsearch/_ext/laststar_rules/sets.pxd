"""Declared sets (prototype): to activate, a seat first declares a set of stations of one type, and then activates all of them.

From each station the activator takes any number up to its reward, then another owner any number up to a share. If two or more
of the set are the activator's own, all of those but the deepest give more. The course of it is in set_action.pxd.
"""
from libc.stdint cimport uint64_t
from solsearch._ext.bits cimport bit, has, lowest, without_lowest
from solsearch._ext.game cimport step_t
from solsearch._ext.laststar_rules.board cimport RINGS
from solsearch._ext.laststar_rules.moving cimport add_entries, add_steps_from
from solsearch._ext.laststar_rules.pieces cimport FOUNDRY, NODE, TOWER
from solsearch._ext.laststar_rules.rules cimport Rules
from solsearch._ext.laststar_rules.state cimport State, all_stations, gain_energy, gain_momentum, station_at
from solsearch._ext.laststar_rules.steps cimport ACTIVATE, DECLARE, TAKE, add_each, step_of


# -- the set ---------------------------------------------------------------------------------------------------------------

cdef inline uint64_t declarable(const State* s) noexcept nogil:
    """Stations where the turn seat has a sundiver, anyone's; after the first, of its type alone. What can be taken there does
    not matter."""
    cdef uint64_t stations = all_stations(s) if s.station_type == 0 else s.stations[s.station_type - 1]
    return s.occupied[s.turn] & stations & ~s.to_come


cdef inline int add_declarations(const State* s, step_t* out) noexcept nogil:
    return add_each(DECLARE, declarable(s), out)


cdef inline int add_activations_of_set(const State* s, step_t* out) noexcept nogil:
    return add_each(ACTIVATE, s.to_come, out)


cdef inline uint64_t deepest_own(const Rules* r, const State* s) noexcept nogil:
    """The deepest of the turn seat's own stations in the set; several if they are equally deep."""
    cdef uint64_t own = s.to_come & s.owned[s.turn]
    cdef int ring = RINGS - 1
    while ring > 0 and not own & r.board.ring[ring]:
        ring -= 1
    return own & r.board.ring[ring]


# -- what a station gives ----------------------------------------------------------------------------------------------------

cdef inline int share_of(const Rules* r, const State* s, int seat, int cell) noexcept nogil:
    """The most that a station gives: to who activates it base and bonus of an own one, the base of another's; to that owner the
    bonus."""
    cdef int ring = r.board.ring_of[cell]
    if seat != s.turn:
        return r.bonus[ring]
    return r.base[ring] + r.bonus[ring] if has(s.owned[seat], cell) else r.base[ring]


cdef inline int most_to_take(const Rules* r, const State* s, int seat) noexcept nogil:
    """From the pending station: each one costs an energy, unless the station gives more, or gives energy itself; a foundry's
    sundivers come from the seat's reserve."""
    cdef int kind = station_at(s, s.pending)
    cdef int most = share_of(r, s, seat, s.pending)
    if kind != NODE and not has(s.marks, s.pending):
        most = min(most, <int>s.seat[seat].energy)
    if kind == FOUNDRY:
        most = min(most, <int>s.seat[seat].reserve)
    return most


cdef inline int add_takes(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """Any number up to the most."""
    cdef int most = most_to_take(r, s, s.actor)
    cdef int amount
    for amount in range(most + 1):
        out[amount] = step_of(TAKE, amount, 0, 0)
    return most + 1


cdef inline void take(const Rules* r, State* s, int seat, int amount) noexcept nogil:
    cdef int kind = station_at(s, s.pending)
    if kind == NODE:
        gain_energy(s, seat, amount)
        return
    if not has(s.marks, s.pending):
        s.seat[seat].energy -= amount
    if kind == TOWER:
        gain_momentum(s, seat, amount)
        return
    s.seat[seat].reserve -= amount
    s.seat[seat].hold += amount


# -- the points of a node ------------------------------------------------------------------------------------------------------

cdef inline uint64_t free_to_leave(const State* s) noexcept nogil:
    """Cells of the turn seat from which one may fly: on each station still to be activated one has to stay."""
    cdef uint64_t cells = s.to_come
    cdef uint64_t bound = 0
    while cells:
        if s.sundivers[s.turn][lowest(cells)] == 1:
            bound |= bit(lowest(cells))
        cells = without_lowest(cells)
    return s.occupied[s.turn] & ~bound


cdef inline int add_spendings(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """What the points buy: the steps of a move."""
    cdef int count
    if s.points <= 0:
        return 0
    count = add_entries(r, s, out)
    return count + add_steps_from(r, s, free_to_leave(s), out + count)
