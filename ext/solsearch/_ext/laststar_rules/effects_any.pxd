"""Effects played at any time of the action: accelerate, chain, hatch, procreate, tribute."""
from libc.stdint cimport uint64_t
from solsearch._ext.bits cimport bit, has, lowest, size, without_lowest
from solsearch._ext.game cimport MAX_SEATS, step_t
from solsearch._ext.laststar_rules.activating cimport can_activate_more
from solsearch._ext.laststar_rules.basics cimport numbers, put_sundiver, take_sundiver
from solsearch._ext.laststar_rules.board cimport MAX_CELLS, NO_CELL
from solsearch._ext.laststar_rules.moving cimport flight_targets
from solsearch._ext.laststar_rules.rules cimport THEN_ASK, THEN_GO_BACK, Rules, Then
from solsearch._ext.laststar_rules.state cimport ACTIVATING, State, all_gates, all_sundivers, gain_energy, gain_momentum
from solsearch._ext.laststar_rules.steps cimport CHOOSE_CELL, CHOOSE_CELL_SEAT, CHOOSE_NUMBER, first_of, second_of, step_of


# -- accelerate: all motherships advance -------------------------------------------------------------------------------------

cdef inline int add_distances(const Rules* r, const State* s, step_t* out) noexcept nogil:
    cdef int i
    for i in range(1, r.board.eyes):
        out[i - 1] = step_of(CHOOSE_NUMBER, i, 0, 0)
    return r.board.eyes - 1


cdef inline Then accelerate(const Rules* r, State* s, step_t distance) noexcept nogil:
    cdef int seat
    for seat in range(r.players):
        s.seat[seat].eye = (s.seat[seat].eye - 1 + first_of(distance)) % r.board.eyes + 1
    return THEN_GO_BACK


# -- chain: a simple path of occupied cells; momentum for each, every other one recalled -------------------------------------

cdef inline uint64_t linked(const Rules* r, uint64_t gates, uint64_t cells, int cell) noexcept nogil:
    """Those of the cells that the cell touches, across barriers only by a gate."""
    return flight_targets(&r.board, gates, cell) & cells


cdef inline int add_chain_ends(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """Both ends of every connected set of occupied cells that is a simple path of two or more."""
    cdef uint64_t gates = all_gates(s)
    cdef uint64_t occupied = all_sundivers(s)
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


cdef inline bint can_chain(const Rules* r, const State* s) noexcept nogil:
    cdef step_t ends[MAX_CELLS]
    return add_chain_ends(r, s, ends) > 0


cdef inline void begin_chain(const Rules* r, State* s, int end) noexcept nogil:
    """Mark all its cells; the end is the first to be taken."""
    cdef uint64_t gates = all_gates(s)
    cdef uint64_t occupied = all_sundivers(s)
    cdef uint64_t edge = bit(end)
    s.marks = edge
    while edge:
        edge = linked(r, gates, occupied, lowest(edge)) & ~s.marks
        s.marks |= edge
    s.followed = end
    s.remembered = 0


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
    gain_momentum(s, seat, numbers(r, s).momentum)
    if s.remembered == 0:
        take_sundiver(r, s, seat, s.followed)
        s.seat[seat].hold += 1
    s.remembered ^= 1
    s.marks &= ~bit(s.followed)
    following = linked(r, all_gates(s), s.marks, s.followed)
    s.followed = lowest(following) if following else NO_CELL


cdef inline int add_chain_choices(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """First an end of the chain, then whose sundiver is taken in each cell."""
    return add_chain_ends(r, s, out) if s.followed == NO_CELL else add_links(r, s, out)


cdef inline Then choose_in_chain(const Rules* r, State* s, step_t choice) noexcept nogil:
    if s.followed == NO_CELL:
        begin_chain(r, s, first_of(choice))
    else:
        take_link(r, s, first_of(choice))
    return THEN_GO_BACK if s.followed == NO_CELL else THEN_ASK


cdef inline const char* chain_fault(const Rules* r, const State* s) noexcept nogil:
    if s.followed == NO_CELL:
        if not s.marks and not s.remembered:
            return NULL
        return b"links of no chain"
    if s.remembered > 1 or not has(s.marks, s.followed) or s.marks & ~all_sundivers(s):
        return b"a link of the chain without a sundiver"
    return NULL


# -- hatch: some of yours for one of another's -------------------------------------------------------------------------------

cdef inline int add_hatches(const Rules* r, const State* s, step_t* out) noexcept nogil:
    cdef uint64_t cells = s.occupied[s.turn]
    cdef int cell, seat
    cdef int count = 0
    if not s.seat[s.turn].reserve:
        return 0
    while cells:
        cell = lowest(cells)
        cells = without_lowest(cells)
        if s.sundivers[s.turn][cell] + numbers(r, s).sundivers > r.cell_limit:
            continue
        for seat in range(r.players):
            if seat != s.turn and s.sundivers[seat][cell]:
                out[count] = step_of(CHOOSE_CELL_SEAT, cell, seat, 0)
                count += 1
    return count


cdef inline bint can_hatch(const Rules* r, const State* s) noexcept nogil:
    cdef step_t hatches[MAX_CELLS * MAX_SEATS]
    return add_hatches(r, s, hatches) > 0


cdef inline Then hatch(const Rules* r, State* s, step_t choice) noexcept nogil:
    cdef int cell = first_of(choice)
    cdef int seat = second_of(choice)
    cdef int _i
    take_sundiver(r, s, seat, cell)
    s.seat[seat].hold += 1
    for _i in range(min(numbers(r, s).sundivers, <int>s.seat[s.turn].reserve)):
        s.seat[s.turn].reserve -= 1
        put_sundiver(r, s, s.turn, cell)
    return THEN_GO_BACK


# -- procreate: one more where a few are -------------------------------------------------------------------------------------

cdef inline uint64_t breeding_cells(const Rules* r, const State* s) noexcept nogil:
    """Cells with enough of yours and room for another."""
    cdef uint64_t cells = s.occupied[s.turn] & ~s.full[s.turn]
    cdef uint64_t found = 0
    while cells:
        if s.sundivers[s.turn][lowest(cells)] >= numbers(r, s).sundivers:
            found |= bit(lowest(cells))
        cells = without_lowest(cells)
    return found


cdef inline bint can_procreate(const Rules* r, const State* s) noexcept nogil:
    cdef uint64_t cells = breeding_cells(r, s)
    return cells != 0 and size(cells) <= s.seat[s.turn].reserve


cdef inline Then procreate(const Rules* r, State* s) noexcept nogil:
    cdef uint64_t cells = breeding_cells(r, s)
    while cells:
        s.seat[s.turn].reserve -= 1
        put_sundiver(r, s, s.turn, lowest(cells))
        cells = without_lowest(cells)
    return THEN_GO_BACK


# -- tribute: energy from those on one of your stations ----------------------------------------------------------------------

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


cdef inline bint can_take_tribute(const Rules* r, const State* s) noexcept nogil:
    cdef step_t tributes[MAX_CELLS]
    return add_tributes(r, s, tributes) > 0


cdef inline int tribute_of(const Rules* r, const State* s, int seat, int cell) noexcept nogil:
    """What a seat gives for its sundivers on the station in a cell, as far as it has it."""
    return 0 if seat == s.turn else min(numbers(r, s).energy * s.sundivers[seat][cell], <int>s.seat[seat].energy)


cdef inline Then take_tribute(const Rules* r, State* s, step_t choice) noexcept nogil:
    cdef int seat, paid
    for seat in range(r.players):
        paid = tribute_of(r, s, seat, first_of(choice))
        s.seat[seat].energy -= paid
        gain_energy(s, s.turn, paid)
    return THEN_GO_BACK


cdef inline bint tribute_pays_for_station(const Rules* r, const State* s) noexcept nogil:
    """While activating: would the richest tribute pay for a further station?"""
    cdef State richer
    cdef step_t tributes[MAX_CELLS]
    cdef int most = 0
    cdef int count, i, seat, total
    if s.phase != ACTIVATING:
        return False
    count = add_tributes(r, s, tributes)
    for i in range(count):
        total = 0
        for seat in range(r.players):
            total += tribute_of(r, s, seat, first_of(tributes[i]))
        most = max(most, total)
    if not most:
        return False
    richer = s[0]
    gain_energy(&richer, s.turn, most)
    return can_activate_more(r, &richer)
