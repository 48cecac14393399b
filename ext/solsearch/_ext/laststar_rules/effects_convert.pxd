"""Effects played with a conversion: cascade, invade, motivate."""
from libc.stdint cimport uint64_t
from solsearch._ext.bits cimport lowest, without_lowest
from solsearch._ext.game cimport step_t
from solsearch._ext.laststar_rules.activating cimport base_at, can_take, take_reward
from solsearch._ext.laststar_rules.basics cimport numbers, take_sundiver
from solsearch._ext.laststar_rules.board cimport MAX_CELLS, NO_CELL
from solsearch._ext.laststar_rules.converting cimport add_conversions, can_build
from solsearch._ext.laststar_rules.rules cimport THEN_END_ACTION, THEN_OWN_BONUS, Rules, Then
from solsearch._ext.laststar_rules.state cimport State, all_stations, build_station, owner_of, raze_station, station_at
from solsearch._ext.laststar_rules.steps cimport BUILD_GATE, BUILD_TOWER, CHOOSE_CELL, first_of, kind_of, step_of, third_of

cdef enum:
    MOST_CONVERSIONS = 1024


# -- cascade: a second conversion --------------------------------------------------------------------------------------------

cdef inline bint can_convert(const Rules* r, const State* s) noexcept nogil:
    cdef step_t conversions[MOST_CONVERSIONS]
    return add_conversions(r, s, conversions) > 0


# -- invade: sundivers on another's station make it yours --------------------------------------------------------------------

cdef inline int invaders_needed(const Rules* r, const State* s, int cell) noexcept nogil:
    return numbers(r, s).by_type[station_at(s, cell)]


cdef inline int add_invasions(const Rules* r, const State* s, step_t* out) noexcept nogil:
    cdef uint64_t cells = s.occupied[s.turn] & all_stations(s) & ~s.owned[s.turn]
    cdef int cell
    cdef int count = 0
    while cells:
        cell = lowest(cells)
        cells = without_lowest(cells)
        if s.sundivers[s.turn][cell] >= invaders_needed(r, s, cell) and can_build(r, s, station_at(s, cell)):
            out[count] = step_of(CHOOSE_CELL, cell, 0, 0)
            count += 1
    return count


cdef inline bint can_invade(const Rules* r, const State* s) noexcept nogil:
    cdef step_t invasions[MAX_CELLS]
    return add_invasions(r, s, invasions) > 0


cdef inline Then invade(const Rules* r, State* s, step_t choice) noexcept nogil:
    """The old piece and as many sundivers as were given up, or what there is, come back to its owner."""
    cdef int cell = first_of(choice)
    cdef int needed = invaders_needed(r, s, cell)
    cdef int kind = station_at(s, cell)
    cdef int owner = owner_of(s, cell)
    cdef int back = min(needed, s.seat[owner].reserve)
    cdef int _i
    for _i in range(needed):
        take_sundiver(r, s, s.turn, cell)
    s.seat[s.turn].reserve += needed
    raze_station(s, owner, kind, cell)
    s.seat[owner].reserve -= back
    s.seat[owner].hold += back
    build_station(s, s.turn, kind, cell)
    s.owed += r.cards[r.board.ring_of[cell]]
    return THEN_END_ACTION


# -- motivate: the station just converted activates --------------------------------------------------------------------------

cdef inline void remember_station(const Rules* r, State* s, step_t step) noexcept nogil:
    """While the card is held, a station just converted stays pending."""
    if kind_of(step) != BUILD_GATE:
        s.pending = third_of(step) if kind_of(step) == BUILD_TOWER else first_of(step)


cdef inline bint can_motivate(const Rules* r, const State* s) noexcept nogil:
    return s.pending != NO_CELL and can_take(r, s, s.turn, station_at(s, s.pending), base_at(r, s, s.pending))


cdef inline Then motivate(const Rules* r, State* s) noexcept nogil:
    """The base of the pending station, and its bonus; no sundiver, no cards."""
    take_reward(r, s, s.turn, station_at(s, s.pending), base_at(r, s, s.pending))
    return THEN_OWN_BONUS
