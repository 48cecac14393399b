"""Effects played at any time of the action: accelerate, chain, exterminate, hatch, procreate, swap, tribute."""
from libc.stdint cimport uint64_t
from solsearch._ext.bits cimport bit, has, lowest, size, without_lowest
from solsearch._ext.game cimport MAX_SEATS, step_t
from solsearch._ext.laststar_rules.activating cimport base_at, can_activate_more, can_take
from solsearch._ext.laststar_rules.basics cimport numbers, put_sundiver, reinforce, take_sundiver
from solsearch._ext.laststar_rules.board cimport MAX_CELLS, NO_CELL
from solsearch._ext.laststar_rules.events cimport may_scour
from solsearch._ext.laststar_rules.moving cimport flight_targets
from solsearch._ext.laststar_rules.rules cimport FEEDERS, THEN_ASK, THEN_GO_BACK, Rules, Then
from solsearch._ext.laststar_rules.state cimport (
    ACTIVATING, State, all_gates, all_stations, all_sundivers, gain_energy, gain_momentum, station_at,
)
from solsearch._ext.laststar_rules.steps cimport (
    CHOOSE_CELL, CHOOSE_CELL_SEAT, CHOOSE_CELLS, CHOOSE_NUMBER, CHOOSE_SWAP, add_cells, first_of, second_of, step_of, third_of,
)


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


# -- chain with branches: a path between two loose ends of what hangs together without a loop --------------------------------

cdef inline uint64_t connected(const Rules* r, const State* s, int cell) noexcept nogil:
    """The occupied cells that hang together with this one; none if they have a loop."""
    cdef uint64_t gates = all_gates(s)
    cdef uint64_t occupied = all_sundivers(s)
    cdef uint64_t found = bit(cell)
    cdef uint64_t edge = found
    cdef uint64_t touching
    cdef int links = 0
    while edge:
        cell = lowest(edge)
        edge = without_lowest(edge)
        touching = linked(r, gates, occupied, cell)
        links += size(touching)
        edge |= touching & ~found
        found |= touching
    return found if links == 2 * (size(found) - 1) else 0


cdef inline uint64_t loose_ends(const Rules* r, const State* s, uint64_t cells) noexcept nogil:
    """Those that touch one other."""
    cdef uint64_t gates = all_gates(s)
    cdef uint64_t ends = 0
    cdef uint64_t left = cells
    while left:
        if size(linked(r, gates, cells, lowest(left))) == 1:
            ends |= bit(lowest(left))
        left = without_lowest(left)
    return ends


cdef inline int add_paths(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """The first and the last cell of each."""
    cdef uint64_t occupied = all_sundivers(s)
    cdef uint64_t firsts = occupied
    cdef uint64_t found, lasts
    cdef int count = 0
    while firsts:
        found = connected(r, s, lowest(firsts))
        lasts = loose_ends(r, s, found)
        if has(lasts, lowest(firsts)):
            lasts &= ~bit(lowest(firsts))
            while lasts:
                out[count] = step_of(CHOOSE_CELLS, lowest(firsts), lowest(lasts), 0)
                count += 1
                lasts = without_lowest(lasts)
        firsts = without_lowest(firsts)
    return count


cdef inline bint can_chain_with_branches(const Rules* r, const State* s) noexcept nogil:
    """Without a loop any two cells that touch are part of such a path."""
    cdef uint64_t left = all_sundivers(s)
    while left:
        if without_lowest(connected(r, s, lowest(left))):
            return True
        left = without_lowest(left)
    return False


cdef inline void begin_path(const Rules* r, State* s, int first, int last) noexcept nogil:
    """Mark its cells: what is left when all other loose ends are cut off, again and again."""
    cdef uint64_t ends
    s.marks = connected(r, s, first)
    while True:
        ends = loose_ends(r, s, s.marks) & ~(bit(first) | bit(last))
        if not ends:
            break
        s.marks &= ~ends
    s.followed = first
    s.remembered = 1    # the 2nd, 4th, ... are recalled


cdef inline int add_path_choices(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """First the ends of a path, then whose sundiver is taken in each cell."""
    return add_paths(r, s, out) if s.followed == NO_CELL else add_links(r, s, out)


cdef inline Then choose_in_path(const Rules* r, State* s, step_t choice) noexcept nogil:
    if s.followed == NO_CELL:
        begin_path(r, s, first_of(choice), second_of(choice))
    else:
        take_link(r, s, first_of(choice))
    return THEN_GO_BACK if s.followed == NO_CELL else THEN_ASK


# -- exterminate: others' sundivers leave the cells where you outnumber each of them -----------------------------------------

cdef inline bint outnumbers(const Rules* r, const State* s, int cell) noexcept nogil:
    """The turn seat each other player there, of whom there is one."""
    cdef bint others = False
    cdef int seat
    for seat in range(r.players):
        if seat != s.turn and s.sundivers[seat][cell]:
            if s.sundivers[seat][cell] >= s.sundivers[s.turn][cell]:
                return False
            others = True
    return others


cdef inline bint can_exterminate(const Rules* r, const State* s) noexcept nogil:
    cdef uint64_t cells = s.occupied[s.turn]
    while cells:
        if outnumbers(r, s, lowest(cells)):
            return True
        cells = without_lowest(cells)
    return False


cdef inline Then exterminate(const Rules* r, State* s) noexcept nogil:
    cdef uint64_t cells = s.occupied[s.turn]
    cdef int cell, seat
    while cells:
        cell = lowest(cells)
        cells = without_lowest(cells)
        if not outnumbers(r, s, cell):
            continue
        for seat in range(r.players):
            while seat != s.turn and s.sundivers[seat][cell]:
                take_sundiver(r, s, seat, cell)
                s.seat[seat].hold += 1
                gain_momentum(s, s.turn, numbers(r, s).momentum)
    return THEN_GO_BACK


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
    reinforce(r, s, breeding_cells(r, s))
    return THEN_GO_BACK


# -- swap: two sundivers of different owners change places -------------------------------------------------------------------

cdef inline bint may_swap(const Rules* r, const State* s, int cell, int seat, int other_cell, int other) noexcept nogil:
    """Both have room where they go."""
    return not has(s.full[seat], other_cell) and not has(s.full[other], cell)


cdef inline int add_swaps(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """The one of the lower cell first."""
    cdef uint64_t cells = all_sundivers(s)
    cdef uint64_t others
    cdef int cell, other_cell, seat, other
    cdef int count = 0
    while cells:
        cell = lowest(cells)
        cells = without_lowest(cells)
        for seat in range(r.players):
            others = cells if has(s.occupied[seat], cell) else 0
            while others:
                other_cell = lowest(others)
                others = without_lowest(others)
                for other in range(r.players):
                    if other != seat and has(s.occupied[other], other_cell) and may_swap(r, s, cell, seat, other_cell, other):
                        out[count] = step_of(CHOOSE_SWAP, cell, other_cell, 8 * seat + other)
                        count += 1
    return count


cdef inline bint can_swap(const Rules* r, const State* s) noexcept nogil:
    """Whether add_swaps would find any."""
    cdef uint64_t cells, others
    cdef int seat, other
    for seat in range(r.players):
        for other in range(seat + 1, r.players):
            cells = s.occupied[seat]
            while cells:
                others = s.occupied[other] & ~bit(lowest(cells)) & ~s.full[seat]
                if others and not has(s.full[other], lowest(cells)):
                    return True
                cells = without_lowest(cells)
    return False


cdef inline Then swap(const Rules* r, State* s, step_t choice) noexcept nogil:
    cdef int cell = first_of(choice)
    cdef int other_cell = second_of(choice)
    cdef int seat = third_of(choice) // 8
    cdef int other = third_of(choice) % 8
    take_sundiver(r, s, seat, cell)
    take_sundiver(r, s, other, other_cell)
    put_sundiver(r, s, seat, other_cell)
    put_sundiver(r, s, other, cell)
    return THEN_GO_BACK


cdef inline uint64_t worth_a_sundiver(const Rules* r, const State* s) noexcept nogil:
    """Cells in which a sundiver of the turn seat, which has none there, would give the activation another step."""
    cdef uint64_t cells = ~s.occupied[s.turn] & all_stations(s) & ~s.activated
    cdef uint64_t found = 0
    cdef int cell, kind
    while cells:
        cell = lowest(cells)
        cells = without_lowest(cells)
        kind = station_at(s, cell)
        if (s.station_type == 0 or s.station_type == 1 + kind) and can_take(r, s, s.turn, kind, base_at(r, s, cell)):
            found |= bit(cell)
    if r.scour_activates and r.event == FEEDERS and may_scour(r, s):
        for cell in range(r.board.cells):
            if s.feeders[cell]:
                found |= bit(cell)
    return found & ~s.occupied[s.turn]


cdef inline bint swap_mans_station(const Rules* r, const State* s) noexcept nogil:
    """While activating: could a swap bring one of the turn seat's to a further station?"""
    cdef uint64_t wanted, cells
    cdef int other
    if s.phase != ACTIVATING:
        return False
    wanted = worth_a_sundiver(r, s)
    while wanted:
        for other in range(r.players):
            if other != s.turn and has(s.occupied[other], lowest(wanted)):
                cells = s.occupied[s.turn] & ~s.full[other]
                if cells:
                    return True
        wanted = without_lowest(wanted)
    return False


# -- tribute: energy from those on one of your stations ----------------------------------------------------------------------

cdef inline int add_tributes(const Rules* r, const State* s, step_t* out) noexcept nogil:
    cdef uint64_t others = 0
    cdef int seat
    for seat in range(r.players):
        if seat != s.turn:
            others |= s.occupied[seat]
    return add_cells(s.owned[s.turn] & others, out)


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
