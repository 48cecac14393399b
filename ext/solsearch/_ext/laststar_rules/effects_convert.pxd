"""Effects played with a conversion: cascade, invade, motivate.

cascade is a second conversion whose sundivers go to the hold: converting.pxd, `give_up`.
"""
from libc.stdint cimport uint64_t
from solsearch._ext.bits cimport lowest, without_lowest
from solsearch._ext.game cimport step_t
from solsearch._ext.laststar_rules.activating cimport base_at, can_take, take_reward
from solsearch._ext.laststar_rules.board cimport NO_CELL
from solsearch._ext.laststar_rules.converting cimport add_conversions, can_build
from solsearch._ext.laststar_rules.effects cimport CASCADE, INVADE, MOTIVATE
from solsearch._ext.laststar_rules.rules cimport TOWER, Rules
from solsearch._ext.laststar_rules.state cimport (
    CONVERTING, START, State, all_stations, build_station, owner_of, raze_station, station_at, take_sundiver,
)
from solsearch._ext.laststar_rules.steps cimport CHOOSE_CELL, step_of

cdef enum:
    MOST_CONVERSIONS = 1024


cdef inline bint can_play_in_convert(const Rules* r, const State* s, int effect) noexcept nogil:
    cdef step_t steps[MOST_CONVERSIONS]
    if effect == INVADE:
        return s.phase == START and add_invasions(r, s, steps) > 0
    if s.phase != CONVERTING:
        return False
    if effect == CASCADE:
        return add_conversions(r, s, steps) > 0
    return s.pending != NO_CELL and can_take(s, s.turn, station_at(s, s.pending), base_at(r, s, s.pending))


# -- invade: sundivers on another's station make it yours ---------------------------------------------------------------------

cdef inline int invaders_needed(const State* s, int cell) noexcept nogil:
    return 3 if station_at(s, cell) == TOWER else 2


cdef inline int add_invasions(const Rules* r, const State* s, step_t* out) noexcept nogil:
    cdef uint64_t cells = s.occupied[s.turn] & all_stations(s) & ~s.owned[s.turn]
    cdef int cell
    cdef int count = 0
    while cells:
        cell = lowest(cells)
        cells = without_lowest(cells)
        if s.sundivers[s.turn][cell] >= invaders_needed(s, cell) and can_build(r, s, station_at(s, cell)):
            out[count] = step_of(CHOOSE_CELL, cell, 0, 0)
            count += 1
    return count


cdef inline void invade(const Rules* r, State* s, int cell) noexcept nogil:
    """The old piece and as many sundivers as were given up, or what there is, come back to its owner."""
    cdef int needed = invaders_needed(s, cell)
    cdef int kind = station_at(s, cell)
    cdef int owner = owner_of(s, cell)
    cdef int back = min(needed, s.seat[owner].reserve)
    cdef int i
    for i in range(needed):
        take_sundiver(r, s, s.turn, cell)
    s.seat[s.turn].reserve += needed
    raze_station(s, owner, kind, cell)
    s.seat[owner].reserve -= back
    s.seat[owner].hold += back
    build_station(s, s.turn, kind, cell)
    s.owed += r.cards[r.board.ring_of[cell]]


# -- motivate: the station just converted activates ---------------------------------------------------------------------------

cdef inline void motivate(const Rules* r, State* s) noexcept nogil:
    """The base of the pending station; no sundiver, no cards."""
    take_reward(s, s.turn, station_at(s, s.pending), base_at(r, s, s.pending))
