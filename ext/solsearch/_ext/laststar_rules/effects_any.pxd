"""Effects played at any time of the action: accelerate, chain, hatch, procreate, tribute."""
from libc.stdint cimport uint64_t
from solsearch._ext.bits cimport bit, has, lowest, size, without_lowest
from solsearch._ext.game cimport step_t
from solsearch._ext.laststar_rules.board cimport NO_CELL
from solsearch._ext.laststar_rules.effects cimport ACCELERATE, CHAIN, HATCH, PROCREATE, TRIBUTE
from solsearch._ext.laststar_rules.moving cimport flight_targets
from solsearch._ext.laststar_rules.rules cimport Rules
from solsearch._ext.laststar_rules.state cimport State, all_gates, put_sundiver, take_sundiver
from solsearch._ext.laststar_rules.steps cimport CHOOSE_CELL, CHOOSE_CELL_SEAT, CHOOSE_NUMBER, step_of

cdef enum:
    HATCHED = 2         # sundivers that come in for one


cdef inline bint can_play_at_any_time(const Rules* r, const State* s, int effect) noexcept nogil:
    cdef step_t steps[512]
    if effect == ACCELERATE:
        return True
    if effect == CHAIN:
        return add_chain_ends(r, s, steps) > 0
    if effect == HATCH:
        return add_hatches(r, s, steps) > 0
    if effect == PROCREATE:
        return breeding_cells(r, s) != 0 and size(breeding_cells(r, s)) <= s.seat[s.turn].reserve
    return add_tributes(r, s, steps) > 0


cdef inline uint64_t everyones_cells(const State* s) noexcept nogil:
    return s.occupied[0] | s.occupied[1] | s.occupied[2] | s.occupied[3] | s.occupied[4]


# -- accelerate: all motherships advance -----------------------------------------------------------------------------------------

cdef inline int add_distances(const Rules* r, step_t* out) noexcept nogil:
    cdef int i
    for i in range(1, r.board.eyes):
        out[i - 1] = step_of(CHOOSE_NUMBER, i, 0, 0)
    return r.board.eyes - 1


cdef inline void accelerate(const Rules* r, State* s, int distance) noexcept nogil:
    cdef int seat
    for seat in range(r.players):
        s.seat[seat].eye = (s.seat[seat].eye - 1 + distance) % r.board.eyes + 1


# -- chain: a simple path of occupied cells; momentum for each, every other one recalled -----------------------------------------------

cdef inline uint64_t linked(const Rules* r, uint64_t gates, uint64_t cells, int cell) noexcept nogil:
    """Those of the cells that the cell touches, across barriers only by a gate."""
    return flight_targets(&r.board, gates, cell) & cells


cdef inline int add_chain_ends(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """Both ends of every connected set of occupied cells that is a simple path of two or more."""
    cdef uint64_t gates = all_gates(s)
    cdef uint64_t occupied = everyones_cells(s)
    cdef uint64_t left = occupied
    cdef uint64_t found, edge, ends, touching
    cdef bint simple
    cdef int cell, links
    cdef int count = 0
    while left:
        found = left & (~left + 1)
        edge = found
        ends = 0
        simple = True
        while edge:
            cell = lowest(edge)
            edge = without_lowest(edge)
            touching = linked(r, gates, occupied, cell)
            links = size(touching)
            if links == 1:
                ends |= bit(cell)
            elif links != 2:
                simple = False
            edge |= touching & ~found
            found |= touching
        left &= ~found
        if simple and ends:     # no ends: a cycle
            out[count] = step_of(CHOOSE_CELL, lowest(ends), 0, 0)
            out[count + 1] = step_of(CHOOSE_CELL, lowest(without_lowest(ends)), 0, 0)
            count += 2
    return count


cdef inline void begin_chain(const Rules* r, State* s, int end) noexcept nogil:
    """`crossed` holds the cells still to be taken, `followed` the next, `named` whether its sundiver is not recalled."""
    cdef uint64_t gates = all_gates(s)
    cdef uint64_t occupied = everyones_cells(s)
    cdef uint64_t edge = bit(end)
    s.crossed = edge
    while edge:
        edge = linked(r, gates, occupied, lowest(edge)) & ~s.crossed
        s.crossed |= edge
    s.followed = end
    s.named = 0


cdef inline int add_links(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """Whose sundiver is taken in the next cell of the chain."""
    cdef int seat
    cdef int count = 0
    for seat in range(r.players):
        if s.sundivers[seat][s.followed]:
            out[count] = step_of(CHOOSE_NUMBER, seat, 0, 0)
            count += 1
    return count


cdef inline void take_link(const Rules* r, State* s, int seat) noexcept nogil:
    """The owner gains a momentum; the 1st, 3rd, ... are recalled. Then the next cell, NO_CELL after the last."""
    cdef uint64_t following
    s.seat[seat].momentum += 1
    if s.named == 0:
        take_sundiver(r, s, seat, s.followed)
        s.seat[seat].hold += 1
    s.named ^= 1
    s.crossed &= ~bit(s.followed)
    following = linked(r, all_gates(s), s.crossed, s.followed)
    s.followed = lowest(following) if following else NO_CELL


# -- hatch: two of yours for one of another's --------------------------------------------------------------------------------------------

cdef inline int add_hatches(const Rules* r, const State* s, step_t* out) noexcept nogil:
    cdef uint64_t cells = s.occupied[s.turn]
    cdef int cell, seat
    cdef int count = 0
    if not s.seat[s.turn].reserve:
        return 0
    while cells:
        cell = lowest(cells)
        cells = without_lowest(cells)
        if s.sundivers[s.turn][cell] + HATCHED > r.cell_limit:
            continue
        for seat in range(r.players):
            if seat != s.turn and s.sundivers[seat][cell]:
                out[count] = step_of(CHOOSE_CELL_SEAT, cell, seat, 0)
                count += 1
    return count


cdef inline void hatch(const Rules* r, State* s, int cell, int seat) noexcept nogil:
    cdef int i
    take_sundiver(r, s, seat, cell)
    s.seat[seat].hold += 1
    for i in range(min(HATCHED, s.seat[s.turn].reserve)):
        s.seat[s.turn].reserve -= 1
        put_sundiver(r, s, s.turn, cell)


# -- procreate: one more where two or more are ----------------------------------------------------------------------------------------------

cdef inline uint64_t breeding_cells(const Rules* r, const State* s) noexcept nogil:
    """Cells with two or more of yours and room for another."""
    cdef uint64_t cells = s.occupied[s.turn] & ~s.full[s.turn]
    cdef uint64_t found = 0
    while cells:
        if s.sundivers[s.turn][lowest(cells)] >= 2:
            found |= bit(lowest(cells))
        cells = without_lowest(cells)
    return found


cdef inline void procreate(const Rules* r, State* s) noexcept nogil:
    cdef uint64_t cells = breeding_cells(r, s)
    while cells:
        s.seat[s.turn].reserve -= 1
        put_sundiver(r, s, s.turn, lowest(cells))
        cells = without_lowest(cells)


# -- tribute: energy from those on one of your stations ---------------------------------------------------------------------------------------

cdef inline int add_tributes(const Rules* r, const State* s, step_t* out) noexcept nogil:
    cdef uint64_t others = 0
    cdef uint64_t cells
    cdef int seat
    cdef int count = 0
    for seat in range(r.players):
        if seat != s.turn:
            others |= s.occupied[seat]
    cells = s.owned[s.turn] & others
    while cells:
        out[count] = step_of(CHOOSE_CELL, lowest(cells), 0, 0)
        count += 1
        cells = without_lowest(cells)
    return count


cdef inline void take_tribute(const Rules* r, State* s, int cell) noexcept nogil:
    cdef int seat, paid
    for seat in range(r.players):
        if seat != s.turn:
            paid = min(<int>s.sundivers[seat][cell], <int>s.seat[seat].energy)
            s.seat[seat].energy -= paid
            s.seat[s.turn].energy += paid
