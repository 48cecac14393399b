"""Effects played within a move, in force until it ends: ceremony, cluster, fuel, gallop, portal, puncture, teleport,
transcend.

Those that follow single pieces (catapult, hyperdrive, juggernaut, passage) are in effects_follow.pxd.
"""
from libc.stdint cimport uint64_t
from solsearch._ext.bits cimport bit, has, lowest, without_lowest
from solsearch._ext.game cimport step_t
from solsearch._ext.laststar_rules.basics cimport numbers, put_sundiver, take_sundiver
from solsearch._ext.laststar_rules.board cimport CORE, NO_CELL
from solsearch._ext.laststar_rules.moving cimport add_move_steps, flight_targets, fly, hurl, take_move_step
from solsearch._ext.laststar_rules.openings cimport cells_reached
from solsearch._ext.laststar_rules.pieces cimport GATE
from solsearch._ext.laststar_rules.rules cimport THEN_MOVE, Rules, Then
from solsearch._ext.laststar_rules.state cimport State, all_gates, build_gate, gain_cube, gain_energy, gate_owner
from solsearch._ext.laststar_rules.steps cimport (
    BURN_FUEL, CLUSTER_FLY, CLUSTER_FLY_ON, CLUSTER_HURL, CLUSTER_HURL_ON, PUNCTURE_TO, TELEPORT_TO, first_of, kind_of,
    second_of, step_of,
)


cdef inline bint has_points(const Rules* r, const State* s) noexcept nogil:
    """There is a point to spend under it: enough of a use for cluster, passage, portal and transcend."""
    return s.points >= 1


# -- ceremony: energy for launches into some rings, also for those before the card was played --------------------------------

cdef inline bint can_hold_ceremony(const Rules* r, const State* s) noexcept nogil:
    return s.seat[s.turn].hold > 0


cdef inline Then begin_ceremony(const Rules* r, State* s) noexcept nogil:
    gain_energy(s, s.turn, numbers(r, s).energy * s.remembered)
    s.remembered = 0
    return THEN_MOVE


cdef inline void celebrate_launch(const Rules* r, State* s, int cell) noexcept nogil:
    if numbers(r, s).by_ring[r.board.ring_of[cell]]:
        gain_energy(s, s.turn, numbers(r, s).energy)


cdef inline void remember_launch(const Rules* r, State* s, int cell) noexcept nogil:
    if numbers(r, s).by_ring[r.board.ring_of[cell]]:
        s.remembered += 1


# -- cluster: some times, all sundivers of a cell fly together for one point -------------------------------------------------

cdef inline int add_cluster_moves(const Rules* r, const State* s, step_t* out) noexcept nogil:
    cdef int seat = s.turn
    cdef uint64_t gates = all_gates(s)
    cdef uint64_t cells = s.occupied[seat]
    cdef uint64_t targets
    cdef int cell, target
    cdef int count = add_move_steps(r, s, out)
    if s.points <= 0 or not s.uses:
        return count
    while cells:
        cell = lowest(cells)
        cells = without_lowest(cells)
        targets = flight_targets(&r.board, gates, cell)
        while targets:
            target = lowest(targets)
            targets = without_lowest(targets)
            if s.sundivers[seat][cell] + s.sundivers[seat][target] <= r.cell_limit:
                out[count] = step_of(CLUSTER_FLY, cell, target, 0)
                count += 1
        if r.board.ring_of[cell] == CORE:
            out[count] = step_of(CLUSTER_HURL, cell, 0, 0)
            count += 1
    return count


cdef inline void fly_cluster(const Rules* r, State* s, int start, int end) noexcept nogil:
    cdef int together = s.sundivers[s.turn][start]
    cdef int _i
    for _i in range(together):
        fly(r, s, start, end)
    s.points += together - 1
    s.uses -= 1


cdef inline void hurl_cluster(const Rules* r, State* s, int cell) noexcept nogil:
    cdef int together = s.sundivers[s.turn][cell]
    cdef int _i
    for _i in range(together):
        hurl(r, s, cell)
    s.points += together - 1
    s.uses -= 1


cdef inline void take_cluster_step(const Rules* r, State* s, step_t step) noexcept nogil:
    if kind_of(step) == CLUSTER_FLY:
        fly_cluster(r, s, first_of(step), second_of(step))
    elif kind_of(step) == CLUSTER_HURL:
        hurl_cluster(r, s, first_of(step))
    else:
        take_move_step(r, s, step)


# -- cluster, going on: each flight over any number of borders, a point for each ---------------------------------------------
# The group is all that stood where its flight began: `followed` is its cell, `remembered` how many they are.

cdef inline int add_flights_of_group(const Rules* r, const State* s, int cell, int together, int by_air, int to_heart,
                                     step_t* out) noexcept nogil:
    """Over one border, where there is room for all of them."""
    cdef uint64_t targets = flight_targets(&r.board, all_gates(s), cell)
    cdef int target
    cdef int count = 0
    while targets:
        target = lowest(targets)
        targets = without_lowest(targets)
        if together + s.sundivers[s.turn][target] <= r.cell_limit:
            out[count] = step_of(by_air, cell, target, 0)
            count += 1
    if r.board.ring_of[cell] == CORE:
        out[count] = step_of(to_heart, cell, 0, 0)
        count += 1
    return count


cdef inline int add_group_moves(const Rules* r, const State* s, step_t* out) noexcept nogil:
    cdef uint64_t cells = s.occupied[s.turn]
    cdef int cell
    cdef int count = add_move_steps(r, s, out)
    if s.points <= 0:
        return count
    if s.followed != NO_CELL:
        count += add_flights_of_group(
            r, s, s.followed, s.remembered, CLUSTER_FLY_ON, CLUSTER_HURL_ON, out + count)
    while cells and s.uses:
        cell = lowest(cells)
        cells = without_lowest(cells)
        count += add_flights_of_group(
            r, s, cell, s.sundivers[s.turn][cell], CLUSTER_FLY, CLUSTER_HURL, out + count)
    return count


cdef inline void take_group_step(const Rules* r, State* s, step_t step) noexcept nogil:
    """Any step that does not go on with the flight ends it."""
    cdef int kind = kind_of(step)
    cdef bint goes_on = kind == CLUSTER_FLY_ON or kind == CLUSTER_HURL_ON
    cdef int together = s.remembered if goes_on else s.sundivers[s.turn][first_of(step)]
    cdef int _i
    s.followed = NO_CELL
    s.remembered = 0
    if not goes_on and kind != CLUSTER_FLY and kind != CLUSTER_HURL:
        take_move_step(r, s, step)
        return
    for _i in range(together):
        if kind == CLUSTER_HURL or kind == CLUSTER_HURL_ON:
            hurl(r, s, first_of(step))
        else:
            fly(r, s, first_of(step), second_of(step))
    s.points += together - 1
    s.uses -= not goes_on
    if kind == CLUSTER_FLY or kind == CLUSTER_FLY_ON:
        s.followed = second_of(step)
        s.remembered = together


cdef inline const char* group_fault(const Rules* r, const State* s) noexcept nogil:
    if s.marks or (s.followed == NO_CELL) != (s.remembered == 0):
        return b"a group flies nowhere"
    if s.followed != NO_CELL and (s.remembered > s.sundivers[s.turn][s.followed] or s.uses >= numbers(r, s).uses):
        return b"a group flies that is not there"
    return NULL


# -- fuel: some times, 1 energy becomes points -------------------------------------------------------------------------------

cdef inline bint has_fuel(const Rules* r, const State* s) noexcept nogil:
    return s.seat[s.turn].energy >= 1


cdef inline int add_fuel_moves(const Rules* r, const State* s, step_t* out) noexcept nogil:
    cdef int count = add_move_steps(r, s, out)
    if s.uses and has_fuel(r, s):
        out[count] = step_of(BURN_FUEL, 0, 0, 0)
        count += 1
    return count


cdef inline void take_fuel_step(const Rules* r, State* s, step_t step) noexcept nogil:
    if kind_of(step) == BURN_FUEL:
        s.seat[s.turn].energy -= 1
        s.points += numbers(r, s).points
        s.uses -= 1
    else:
        take_move_step(r, s, step)


# -- gallop: no tolls; who owns a gate that you cross pays you, once for each gate -------------------------------------------

cdef inline void collect_toll(const Rules* r, State* s, int border) noexcept nogil:
    cdef int owner = gate_owner(s, border)
    cdef int paid
    if owner == s.turn or has(s.marks, border):
        return
    s.marks |= bit(border)
    paid = min(numbers(r, s).energy, <int>s.seat[owner].energy)
    s.seat[owner].energy -= paid
    gain_energy(s, s.turn, paid)


cdef inline const char* gallop_fault(const Rules* r, const State* s) noexcept nogil:
    if s.remembered or s.followed != NO_CELL or s.marks & ~(all_gates(s) & ~s.gates[s.turn]):
        return b"no such gate was crossed"
    return NULL


# -- portal: launches around any eye; cells around eyes are adjacent ---------------------------------------------------------

cdef inline uint64_t around_all_eyes(const Rules* r, const State* s) noexcept nogil:
    cdef uint64_t cells = 0
    cdef int seat
    for seat in range(r.players):
        cells |= r.board.around_eye[s.seat[seat].eye]
    return cells


cdef inline uint64_t portal_launch_cells(const Rules* r, const State* s, int holder) noexcept nogil:
    return around_all_eyes(r, s)


cdef inline uint64_t reach_by_portal(const Rules* r, const State* s, int cell) noexcept nogil:
    cdef uint64_t around = around_all_eyes(r, s)
    return around & ~bit(cell) if has(around, cell) else 0


# -- puncture: once, through a barrier, leaving a gate -----------------------------------------------------------------------

cdef inline bint can_puncture(const Rules* r, const State* s) noexcept nogil:
    return s.seat[s.turn].pieces[<int>GATE] > 0 and s.points >= 1


cdef inline int add_punctures(const Rules* r, const State* s, step_t* out) noexcept nogil:
    cdef uint64_t gates = all_gates(s)
    cdef uint64_t cells = s.occupied[s.turn]
    cdef uint64_t borders
    cdef int cell, border
    cdef int count = add_move_steps(r, s, out)
    if s.points <= 0 or not s.uses or not s.seat[s.turn].pieces[<int>GATE]:
        return count
    while cells:
        cell = lowest(cells)
        cells = without_lowest(cells)
        borders = r.board.borders_at[cell] & ~gates
        while borders:
            border = lowest(borders)
            borders = without_lowest(borders)
            out[count] = step_of(
                PUNCTURE_TO, cell, r.board.border_outer[border] + r.board.border_inner[border] - cell, 0)
            count += 1
    return count


cdef inline void puncture(const Rules* r, State* s, int start, int end) noexcept nogil:
    """The sundiver goes to the reserve; the gate counts its deeper end for the cards."""
    cdef int border = r.board.border_between[start][end]
    take_sundiver(r, s, s.turn, start)
    s.seat[s.turn].reserve += 1
    gain_cube(s, end)
    build_gate(s, s.turn, border)
    s.owed += r.cards[r.board.ring_of[r.board.border_inner[border]]]
    s.points -= 1
    s.uses -= 1


cdef inline void take_puncture_step(const Rules* r, State* s, step_t step) noexcept nogil:
    if kind_of(step) == PUNCTURE_TO:
        puncture(r, s, first_of(step), second_of(step))
    else:
        take_move_step(r, s, step)


# -- teleport: points for a jump to any cell ---------------------------------------------------------------------------------

cdef inline bint can_teleport(const Rules* r, const State* s) noexcept nogil:
    return s.points >= numbers(r, s).points


cdef inline int add_teleports(const Rules* r, const State* s, step_t* out) noexcept nogil:
    cdef uint64_t cells = s.occupied[s.turn]
    cdef uint64_t targets
    cdef int cell
    cdef int count = add_move_steps(r, s, out)
    if not can_teleport(r, s):
        return count
    while cells:
        cell = lowest(cells)
        cells = without_lowest(cells)
        targets = (bit(r.board.cells) - 1) & ~s.full[s.turn] & ~bit(cell)
        while targets:
            out[count] = step_of(TELEPORT_TO, cell, lowest(targets), 0)
            count += 1
            targets = without_lowest(targets)
    return count


cdef inline void teleport(const Rules* r, State* s, int start, int end) noexcept nogil:
    take_sundiver(r, s, s.turn, start)
    put_sundiver(r, s, s.turn, end)
    gain_cube(s, end)
    s.points -= numbers(r, s).points


cdef inline void take_teleport_step(const Rules* r, State* s, step_t step) noexcept nogil:
    if kind_of(step) == TELEPORT_TO:
        teleport(r, s, first_of(step), second_of(step))
    else:
        take_move_step(r, s, step)


# -- teleport by gates: once, and only into rings that gates lead to ---------------------------------------------------------

cdef inline int add_gated_teleports(const Rules* r, const State* s, step_t* out) noexcept nogil:
    cdef uint64_t reached = cells_reached(r, s)
    cdef int listed = add_teleports(r, s, out) if s.uses else add_move_steps(r, s, out)
    cdef int count = 0
    cdef int i
    for i in range(listed):
        if kind_of(out[i]) != TELEPORT_TO or has(reached, second_of(out[i])):
            out[count] = out[i]
            count += 1
    return count


cdef inline void take_gated_teleport_step(const Rules* r, State* s, step_t step) noexcept nogil:
    s.uses -= kind_of(step) == TELEPORT_TO
    take_teleport_step(r, s, step)


# -- transcend: barriers do not hold, and there are no tolls -----------------------------------------------------------------

cdef inline uint64_t reach_across_barriers(const Rules* r, const State* s, int cell) noexcept nogil:
    return r.board.inward[cell] | r.board.outward[cell]
