"""Effects played with an activation: augment, blight, duplicate, festival, metamorphosis, pulse, sacrifice, squeeze, synchronize.

duplicate, festival, pulse and synchronize only change what activating.pxd does: `can_take` and `take_reward`, `activate`,
`manned_cells`. What follows a squeeze's cards is in turn.pxd: `after_squeeze`.
"""
from libc.stdint cimport uint64_t
from solsearch._ext.bits cimport has, lowest, without_lowest
from solsearch._ext.game cimport step_t
from solsearch._ext.laststar_rules.activating cimport base_at, can_activate_more, can_take, manned_cells, take_reward
from solsearch._ext.laststar_rules.board cimport INNER_ORBIT, NO_CELL, OUTER_ORBIT
from solsearch._ext.laststar_rules.effects cimport (
    AUGMENT, BLIGHT, DUPLICATE, FESTIVAL, METAMORPHOSIS, PULSE, SACRIFICE, SQUEEZE, SYNCHRONIZE,
)
from solsearch._ext.laststar_rules.rules cimport FOUNDRY, STATION_TYPES, Rules
from solsearch._ext.laststar_rules.state cimport (
    ACTIVATING, AFTER_BASE, START, State, build_station, raze_station, station_at, take_sundiver,
)
from solsearch._ext.laststar_rules.steps cimport CHOOSE_CELL, CHOOSE_CELL_SEAT, CHOOSE_TYPE, step_of

cdef enum:
    BLIGHTED = 3            # sundivers that a blight puts into another's hold
    SACRIFICE_MOMENTUM = 2  # for each sundiver vaporized


cdef inline bint can_play_in_activate(const Rules* r, const State* s, int effect) noexcept nogil:
    """Each needs a use at that moment."""
    cdef step_t steps[256]
    if effect == AUGMENT:
        return s.phase == AFTER_BASE and augment_reward(r, s) > 0 and can_take(
            s, s.turn, station_at(s, s.pending), augment_reward(r, s))
    if effect == SQUEEZE:
        return s.phase == AFTER_BASE and has(s.owned[s.turn], s.pending) and can_take(
            s, s.turn, station_at(s, s.pending), base_at(r, s, s.pending))
    if effect == METAMORPHOSIS:
        return s.phase == ACTIVATING and s.pending != NO_CELL and add_other_types(s, steps) > 0
    if effect == SYNCHRONIZE:
        return (s.phase == START or s.phase == ACTIVATING) and can_activate_more(r, s)
    if s.phase != START:
        return False
    if effect == BLIGHT:
        return add_blights(r, s, steps) > 0
    if effect == SACRIFICE:
        return add_sacrifices(r, s, steps) > 0
    if effect == DUPLICATE:
        return can_duplicate(r, s)
    if effect == PULSE:
        return can_pulse(r, s)
    return can_activate_more(r, s)      # festival


# -- augment: every sundiver still in the cell adds to the base --------------------------------------------------------------

cdef inline int augment_reward(const Rules* r, const State* s) noexcept nogil:
    cdef int extra = 0
    cdef int seat
    for seat in range(r.players):
        extra += s.sundivers[seat][s.pending]
    return extra * r.augment[r.board.ring_of[s.pending]]


cdef inline void augment(const Rules* r, State* s) noexcept nogil:
    take_reward(s, s.turn, station_at(s, s.pending), augment_reward(r, s))


# -- blight: sundivers into another's hold, to be launched from there ----------------------------------------------------------

cdef inline int add_blights(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """A sundiver of yours around another player's eye, and which player."""
    cdef uint64_t cells
    cdef int seat
    cdef int count = 0
    if s.seat[s.turn].reserve < BLIGHTED:
        return 0
    for seat in range(r.players):
        if seat != s.turn:
            cells = r.board.around_eye[s.seat[seat].eye] & s.occupied[s.turn]
            while cells:
                out[count] = step_of(CHOOSE_CELL_SEAT, lowest(cells), seat, 0)
                count += 1
                cells = without_lowest(cells)
    return count


cdef inline void blight(const Rules* r, State* s, int cell, int seat) noexcept nogil:
    take_sundiver(r, s, s.turn, cell)
    s.seat[s.turn].hold += 1
    s.seat[s.turn].reserve -= BLIGHTED
    s.seat[seat].guests[s.turn] += BLIGHTED


# -- duplicate, pulse: is there a use? --------------------------------------------------------------------------------------------

cdef inline bint can_duplicate(const Rules* r, const State* s) noexcept nogil:
    """A foundry whose doubled base can be taken."""
    cdef uint64_t cells = manned_cells(r, s) & s.stations[<int>FOUNDRY]
    cdef int base
    while cells:
        base = base_at(r, s, lowest(cells))
        if s.seat[s.turn].energy >= base and s.seat[s.turn].reserve >= 2 * base:
            return True
        cells = without_lowest(cells)
    return False


cdef inline bint can_pulse(const Rules* r, const State* s) noexcept nogil:
    """An own station in A or B whose base can be taken."""
    cdef uint64_t cells = s.owned[s.turn] & (r.board.ring[<int>OUTER_ORBIT] | r.board.ring[<int>INNER_ORBIT])
    while cells:
        if can_take(s, s.turn, station_at(s, lowest(cells)), base_at(r, s, lowest(cells))):
            return True
        cells = without_lowest(cells)
    return False


# -- metamorphosis: the own station just activated becomes another type --------------------------------------------------------------

cdef inline int add_other_types(const State* s, step_t* out) noexcept nogil:
    cdef int kind
    cdef int count = 0
    if not has(s.owned[s.turn], s.pending):
        return 0
    for kind in range(STATION_TYPES):
        if kind != station_at(s, s.pending) and s.seat[s.turn].pieces[kind]:
            out[count] = step_of(CHOOSE_TYPE, kind, 0, 0)
            count += 1
    return count


cdef inline void metamorphose(State* s, int kind) noexcept nogil:
    cdef int cell = s.pending
    raze_station(s, s.turn, station_at(s, cell), cell)
    build_station(s, s.turn, kind, cell)
    s.pending = NO_CELL


# -- sacrifice: all sundivers on a foundry are vaporized --------------------------------------------------------------------------------

cdef inline int add_sacrifices(const Rules* r, const State* s, step_t* out) noexcept nogil:
    cdef uint64_t cells = s.stations[<int>FOUNDRY] & (
        s.occupied[0] | s.occupied[1] | s.occupied[2] | s.occupied[3] | s.occupied[4])
    cdef int count = 0
    while cells:
        out[count] = step_of(CHOOSE_CELL, lowest(cells), 0, 0)
        count += 1
        cells = without_lowest(cells)
    return count


cdef inline void sacrifice(const Rules* r, State* s, int cell) noexcept nogil:
    cdef int seat
    for seat in range(r.players):
        s.seat[seat].momentum += SACRIFICE_MOMENTUM * s.sundivers[seat][cell]
        while s.sundivers[seat][cell]:
            take_sundiver(r, s, seat, cell)
    s.owed += r.cards[r.board.ring_of[cell]]
