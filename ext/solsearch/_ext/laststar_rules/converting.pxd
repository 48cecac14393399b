"""The convert action: the four patterns of sundivers and what they become; and, in some rulesets, the way back."""
from libc.stdint cimport uint64_t
from solsearch._ext.bits cimport has, lowest, without_lowest
from solsearch._ext.game cimport step_t
from solsearch._ext.laststar_rules.basics cimport in_force, put_sundiver, take_sundiver
from solsearch._ext.laststar_rules.board cimport CONVECTIVE, CORE, INNER_ORBIT, RADIATIVE
from solsearch._ext.laststar_rules.pieces cimport FOUNDRY, GATE, NODE, TOWER
from solsearch._ext.laststar_rules.rules cimport Rules
from solsearch._ext.laststar_rules.state cimport (
    State, all_gates, all_stations, build_gate, build_station, raze_gate, raze_station,
)
from solsearch._ext.laststar_rules.steps cimport (
    BACK_FOUNDRY, BACK_GATE, BACK_NODE, BACK_TOWER, BUILD_FOUNDRY, BUILD_GATE, BUILD_NODE, BUILD_TOWER, first_of, kind_of,
    second_of, step_of, third_of,
)


cdef inline int add_gates(const Rules* r, const State* s, uint64_t own, step_t* out) noexcept nogil:
    """Gate: sundivers in X and in Y, touching and one ring in, give a gate from Y to a touching Z one ring further in."""
    cdef uint64_t gates = all_gates(s)
    cdef uint64_t lower = own & (r.board.ring[<int>INNER_ORBIT] | r.board.ring[<int>CONVECTIVE] | r.board.ring[<int>RADIATIVE])
    cdef uint64_t upper, ends
    cdef int y, z
    cdef int count = 0
    while lower:
        y = lowest(lower)
        lower = without_lowest(lower)
        upper = r.board.outward[y] & own
        while upper:
            ends = r.board.inward[y]
            while ends:
                z = lowest(ends)
                ends = without_lowest(ends)
                if not has(gates, r.board.border_between[y][z]):
                    out[count] = step_of(BUILD_GATE, lowest(upper), y, z)
                    count += 1
            upper = without_lowest(upper)
    return count


cdef inline int add_nodes(const Rules* r, const State* s, uint64_t own, uint64_t free, step_t* out) noexcept nogil:
    """Node: sundivers in k-1 and k+1 of a ring give a node in k."""
    cdef uint64_t cells = own
    cdef int gap
    cdef int count = 0
    while cells:
        gap = r.board.next_in_ring[lowest(cells)]
        cells = without_lowest(cells)
        if has(free, gap) and has(own, r.board.next_in_ring[gap]):
            out[count] = step_of(BUILD_NODE, gap, 0, 0)
            count += 1
    return count


cdef inline int add_foundries(const Rules* r, const State* s, uint64_t own, uint64_t free, step_t* out) noexcept nogil:
    """Foundry: sundivers in two neighbouring cells of a ring give a foundry in either of them."""
    cdef uint64_t cells = own
    cdef int cell, neighbour
    cdef int count = 0
    while cells:
        cell = lowest(cells)
        cells = without_lowest(cells)
        neighbour = r.board.next_in_ring[cell]
        if has(own, neighbour):
            if has(free, cell):
                out[count] = step_of(BUILD_FOUNDRY, cell, neighbour, 0)
                count += 1
            if has(free, neighbour):
                out[count] = step_of(BUILD_FOUNDRY, neighbour, cell, 0)
                count += 1
    return count


cdef inline int add_towers(const Rules* r, const State* s, uint64_t own, uint64_t free, step_t* out) noexcept nogil:
    """Tower: sundivers in X, Y, Z, each touching the one before and one ring further in, give a tower in Z."""
    cdef uint64_t bottoms = own & free & (
        r.board.ring[<int>CONVECTIVE] | r.board.ring[<int>RADIATIVE] | r.board.ring[<int>CORE])
    cdef uint64_t middles, tops
    cdef int y, z
    cdef int count = 0
    while bottoms:
        z = lowest(bottoms)
        bottoms = without_lowest(bottoms)
        middles = r.board.outward[z] & own
        while middles:
            y = lowest(middles)
            middles = without_lowest(middles)
            tops = r.board.outward[y] & own
            while tops:
                out[count] = step_of(BUILD_TOWER, lowest(tops), y, z)
                count += 1
                tops = without_lowest(tops)
    return count


cdef inline bint can_build(const Rules* r, const State* s, int piece) noexcept nogil:
    """A piece of that kind in reserve; scenarios forbid some."""
    return s.seat[s.turn].pieces[piece] > 0 and not r.banned[piece]


cdef inline int add_conversions(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """Every pattern of the turn seat whose piece is in its reserve; one station to a cell, one gate to a border."""
    cdef uint64_t own = s.occupied[s.turn]
    cdef uint64_t free = ~all_stations(s)
    cdef int count = 0
    if not without_lowest(own):     # no pattern with fewer than two cells
        return 0
    if can_build(r, s, GATE):
        count += add_gates(r, s, own, out)
    if can_build(r, s, NODE):
        count += add_nodes(r, s, own, free, out + count)
    if can_build(r, s, FOUNDRY):
        count += add_foundries(r, s, own, free, out + count)
    if can_build(r, s, TOWER):
        count += add_towers(r, s, own, free, out + count)
    return count


cdef inline void give_up(const Rules* r, State* s, int cell) noexcept nogil:
    """A sundiver of the pattern goes to the reserve, or to the hold if an effect says so."""
    take_sundiver(r, s, s.turn, cell)
    if s.effect and in_force(r, s).function.recalls_converted:
        s.seat[s.turn].hold += 1
    else:
        s.seat[s.turn].reserve += 1


cdef inline void convert(const Rules* r, State* s, step_t step) noexcept nogil:
    cdef int kind = kind_of(step)
    cdef int a = first_of(step)
    cdef int b = second_of(step)
    cdef int c = third_of(step)
    if kind == BUILD_GATE:
        give_up(r, s, a)
        give_up(r, s, b)
        build_gate(s, s.turn, r.board.border_between[b][c])
        s.owed += r.cards[r.board.ring_of[c]]   # a gate counts its deeper end
    elif kind == BUILD_NODE:
        give_up(r, s, r.board.before_in_ring[a])
        give_up(r, s, r.board.next_in_ring[a])
        build_station(s, s.turn, NODE, a)
        s.owed += r.cards[r.board.ring_of[a]]
    elif kind == BUILD_FOUNDRY:
        give_up(r, s, a)
        give_up(r, s, b)
        build_station(s, s.turn, FOUNDRY, a)
        s.owed += r.cards[r.board.ring_of[a]]
    else:
        give_up(r, s, a)
        give_up(r, s, b)
        give_up(r, s, c)
        build_station(s, s.turn, TOWER, c)
        s.owed += r.cards[r.board.ring_of[c]]


# == back ====================================================================================================================

cdef enum:
    PATTERN = 2         # sundivers of a pattern
    TOWER_PATTERN = 3   # of a tower's


cdef inline int add_gates_back(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """A gate becomes sundivers in its outer cell and in a touching cell above that."""
    cdef uint64_t borders = s.gates[s.turn]
    cdef uint64_t above
    cdef int outer, inner
    cdef int count = 0
    while borders:
        outer = r.board.border_outer[lowest(borders)]
        inner = r.board.border_inner[lowest(borders)]
        borders = without_lowest(borders)
        above = r.board.outward[outer]
        while above:
            out[count] = step_of(BACK_GATE, lowest(above), outer, inner)
            count += 1
            above = without_lowest(above)
    return count


cdef inline int add_towers_back(const Rules* r, const State* s, uint64_t cells, step_t* out) noexcept nogil:
    """A tower becomes sundivers in its cell and in two above it, each touching the one below."""
    cdef uint64_t middles, tops
    cdef int z, y
    cdef int count = 0
    while cells:
        z = lowest(cells)
        cells = without_lowest(cells)
        middles = r.board.outward[z]
        while middles:
            y = lowest(middles)
            middles = without_lowest(middles)
            tops = r.board.outward[y]
            while tops:
                out[count] = step_of(BACK_TOWER, lowest(tops), y, z)
                count += 1
                tops = without_lowest(tops)
    return count


cdef inline int add_conversions_back(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """Own structures back into a pattern that would build them, all of whose sundivers are in the reserve."""
    cdef uint64_t cells
    cdef int cell
    cdef int count = 0
    if s.seat[s.turn].reserve < PATTERN:
        return 0
    count = add_gates_back(r, s, out)
    cells = s.owned[s.turn] & s.stations[<int>NODE]
    while cells:
        out[count] = step_of(BACK_NODE, lowest(cells), 0, 0)
        count += 1
        cells = without_lowest(cells)
    cells = s.owned[s.turn] & s.stations[<int>FOUNDRY]
    while cells:
        cell = lowest(cells)
        cells = without_lowest(cells)
        out[count] = step_of(BACK_FOUNDRY, cell, r.board.before_in_ring[cell], 0)
        out[count + 1] = step_of(BACK_FOUNDRY, cell, r.board.next_in_ring[cell], 0)
        count += 2
    if s.seat[s.turn].reserve >= TOWER_PATTERN:
        count += add_towers_back(r, s, s.owned[s.turn] & s.stations[<int>TOWER], out + count)
    return count


cdef inline void call_up(const Rules* r, State* s, int cell) noexcept nogil:
    """A sundiver of the pattern comes from the reserve."""
    s.seat[s.turn].reserve -= 1
    put_sundiver(r, s, s.turn, cell)


cdef inline void convert_back(const Rules* r, State* s, step_t step) noexcept nogil:
    """The structure goes to the reserve; the cards are those of building it."""
    cdef int kind = kind_of(step)
    cdef int a = first_of(step)
    cdef int b = second_of(step)
    cdef int c = third_of(step)
    if kind == BACK_GATE:
        raze_gate(s, s.turn, r.board.border_between[b][c])
        call_up(r, s, a)
        call_up(r, s, b)
        s.owed += r.cards[r.board.ring_of[c]]
    elif kind == BACK_NODE:
        raze_station(s, s.turn, NODE, a)
        call_up(r, s, r.board.before_in_ring[a])
        call_up(r, s, r.board.next_in_ring[a])
        s.owed += r.cards[r.board.ring_of[a]]
    elif kind == BACK_FOUNDRY:
        raze_station(s, s.turn, FOUNDRY, a)
        call_up(r, s, a)
        call_up(r, s, b)
        s.owed += r.cards[r.board.ring_of[a]]
    else:
        raze_station(s, s.turn, TOWER, c)
        call_up(r, s, a)
        call_up(r, s, b)
        call_up(r, s, c)
        s.owed += r.cards[r.board.ring_of[c]]
