"""Trigger events: what a trigger flare brings about. Choices go in turn order from the seat whose turn it is.

Identical sundivers that choose among cells do so in ascending order of the cells (`least`), so that each distribution is
one sequence of steps. Who has one way only is not asked; that, and whose turn to choose it is, is in triggering.pxd.
"""
from libc.stdint cimport uint64_t
from solsearch._ext.bits cimport bit, has, lowest, without_lowest
from solsearch._ext.game cimport step_t
from solsearch._ext.laststar_rules.basics cimport in_force, put_sundiver, take_sundiver
from solsearch._ext.laststar_rules.board cimport CONVECTIVE, CORE, NO_CELL, RADIATIVE, RINGS
from solsearch._ext.laststar_rules.rules cimport FEEDERS, IMPLODE, Rules
from solsearch._ext.laststar_rules.state cimport (
    SCOURED, State, all_stations, all_sundivers, gain_momentum, owner_of, remove_station, station_at,
)
from solsearch._ext.laststar_rules.steps cimport (
    CHOOSE_CELL, CHOOSE_CELLS, CHOOSE_HOLD, CHOOSE_HOLD_TO, CHOOSE_LOST, CHOOSE_LOST_TO, SCOUR, add_cells, first_of, kind_of,
    second_of, step_of,
)


cdef inline uint64_t solar_layers(const Rules* r) noexcept nogil:
    return r.board.ring[<int>CONVECTIVE] | r.board.ring[<int>RADIATIVE] | r.board.ring[<int>CORE]


# -- attrition: each player gives one sundiver back to the reserve ---------------------------------------------------------

cdef inline int add_attrition(const Rules* r, const State* s, step_t* out) noexcept nogil:
    cdef int seat = s.actor
    cdef int holder
    cdef int count = 0
    if s.seat[seat].hold:
        out[count] = step_of(CHOOSE_HOLD, 0, 0, 0)
        count += 1
    for holder in range(r.players):
        if s.seat[holder].guests[seat]:
            out[count] = step_of(CHOOSE_HOLD, 1 + holder, 0, 0)
            count += 1
    if s.seat[seat].lost:
        out[count] = step_of(CHOOSE_LOST, 0, 0, 0)
        count += 1
    return count + add_cells(s.occupied[seat], out + count)


cdef inline void take_from_hold(State* s, int seat, int origin) noexcept nogil:
    if origin == 0:
        s.seat[seat].hold -= 1
    else:
        s.seat[origin - 1].guests[seat] -= 1


cdef inline void suffer_attrition(const Rules* r, State* s, step_t step) noexcept nogil:
    if kind_of(step) == CHOOSE_HOLD:
        take_from_hold(s, s.actor, first_of(step))
    elif kind_of(step) == CHOOSE_LOST:
        s.seat[s.actor].lost -= 1
    else:
        take_sundiver(r, s, s.actor, first_of(step))
    s.seat[s.actor].reserve += 1


# -- implode, explode: every sundiver one ring in or out -------------------------------------------------------------------
# A player's sundivers move ring by ring, for implode from the innermost, so that those that have moved and those that have yet
# to move never meet. `moving` are the cells that have yet to.

cdef inline int next_to_move(const Rules* r, const State* s) noexcept nogil:
    """The cell that moves now: innermost first when imploding, outermost first when exploding."""
    cdef int ring, offset
    cdef uint64_t cells
    for offset in range(RINGS):
        ring = RINGS - 1 - offset if r.event == IMPLODE else offset
        cells = s.to_come & r.board.ring[ring]
        if cells:
            return lowest(cells)
    return NO_CELL


cdef inline uint64_t pushed_to(const Rules* r, int cell) noexcept nogil:
    """The touching cells one ring in or out; none from E inward and from A outward."""
    return r.board.inward[cell] if r.event == IMPLODE else r.board.outward[cell]


cdef inline int add_pushes(const Rules* r, const State* s, step_t* out) noexcept nogil:
    cdef int cell = next_to_move(r, s)
    cdef uint64_t targets
    cdef int count = 0
    if cell == NO_CELL:
        return 0
    targets = pushed_to(r, cell)
    if not targets:
        targets = bit(cell)     # out of the rings: into the heart, or lost
    while targets:
        if lowest(targets) >= s.least:
            out[count] = step_of(CHOOSE_CELLS, cell, lowest(targets), 0)
            count += 1
        targets = without_lowest(targets)
    return count


cdef inline void push(const Rules* r, State* s, int cell, int target) noexcept nogil:
    """One sundiver. Imploding from E it is hurled: momentum for its owner, a card for the seat whose turn it is. Where the
    event interrupts a draw the card belongs to that; where it follows a flare, to a draw of its own."""
    take_sundiver(r, s, s.actor, cell)
    s.least = target
    if target != cell:
        put_sundiver(r, s, s.actor, target)
    elif r.event == IMPLODE:
        gain_momentum(s, s.actor, r.hurl_momentum)
        s.owed += not r.marked_flares
        s.added += 1
    else:
        s.seat[s.actor].lost += 1
    if not has(s.occupied[s.actor], cell):
        s.to_come &= ~bit(cell)
        s.least = 0


cdef inline void recall_excess(const Rules* r, State* s) noexcept nogil:
    """Of more than the limit in a cell the excess goes to the hold."""
    cdef uint64_t cells = s.full[s.actor]
    cdef int cell
    while cells:
        cell = lowest(cells)
        cells = without_lowest(cells)
        while s.sundivers[s.actor][cell] > r.cell_limit:
            take_sundiver(r, s, s.actor, cell)
            s.seat[s.actor].hold += 1


# -- sunworm: sundivers off stations go to the reserve ---------------------------------------------------------------------

cdef inline void swallow(const Rules* r, State* s) noexcept nogil:
    cdef uint64_t cells
    cdef int seat
    for seat in range(r.players):
        cells = s.occupied[seat] & ~all_stations(s)
        while cells:
            while has(s.occupied[seat], lowest(cells)):
                take_sundiver(r, s, seat, lowest(cells))
                s.seat[seat].reserve += 1
            cells = without_lowest(cells)


# -- warp: each player places one sundiver anywhere ------------------------------------------------------------------------

cdef inline int add_warps_to(int kind, int origin, uint64_t targets, step_t* out) noexcept nogil:
    cdef int count = 0
    while targets:
        if kind == CHOOSE_CELLS:
            out[count] = step_of(kind, origin, lowest(targets), 0)
        else:
            out[count] = step_of(kind, lowest(targets), origin, 0)
        count += 1
        targets = without_lowest(targets)
    return count


cdef inline int add_warps(const Rules* r, const State* s, step_t* out) noexcept nogil:
    cdef int seat = s.actor
    cdef uint64_t targets = (bit(r.board.cells) - 1) & ~s.full[seat]
    cdef uint64_t cells = s.occupied[seat]
    cdef int holder
    cdef int count = 0
    if s.seat[seat].hold:
        count += add_warps_to(CHOOSE_HOLD_TO, 0, targets, out + count)
    for holder in range(r.players):
        if s.seat[holder].guests[seat]:
            count += add_warps_to(CHOOSE_HOLD_TO, 1 + holder, targets, out + count)
    if s.seat[seat].lost:
        count += add_warps_to(CHOOSE_LOST_TO, 0, targets, out + count)
    while cells:
        count += add_warps_to(CHOOSE_CELLS, lowest(cells), targets & ~bit(lowest(cells)), out + count)
        cells = without_lowest(cells)
    return count


cdef inline void warp(const Rules* r, State* s, step_t step) noexcept nogil:
    if kind_of(step) == CHOOSE_CELLS:
        take_sundiver(r, s, s.actor, first_of(step))
        put_sundiver(r, s, s.actor, second_of(step))
        return
    if kind_of(step) == CHOOSE_HOLD_TO:
        take_from_hold(s, s.actor, second_of(step))
    else:
        s.seat[s.actor].lost -= 1
    put_sundiver(r, s, s.actor, first_of(step))


# -- singularity: all holds empty into the core ----------------------------------------------------------------------------

cdef inline int in_holds(const Rules* r, const State* s, int seat) noexcept nogil:
    cdef int total = s.seat[seat].hold
    cdef int holder
    for holder in range(r.players):
        total += s.seat[holder].guests[seat]
    return total


cdef inline int add_falls(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """Cells of E with room, such that the cells from there on have room for all that are left."""
    cdef int left = in_holds(r, s, s.actor)
    cdef uint64_t cells = r.board.ring[<int>CORE] & ~s.full[s.actor]
    cdef uint64_t rest = cells
    cdef int room = 0
    cdef int count = 0
    if not left:
        return 0
    while rest:
        if lowest(rest) >= s.least:
            room += r.cell_limit - s.sundivers[s.actor][lowest(rest)]
        rest = without_lowest(rest)
    while cells:
        if lowest(cells) >= s.least:
            if room >= left:
                out[count] = step_of(CHOOSE_CELL, lowest(cells), 0, 0)
                count += 1
            room -= r.cell_limit - s.sundivers[s.actor][lowest(cells)]
        cells = without_lowest(cells)
    return count


cdef inline void fall(const Rules* r, State* s, int cell) noexcept nogil:
    cdef int holder = 0
    if s.seat[s.actor].hold:
        s.seat[s.actor].hold -= 1
    else:
        while not s.seat[holder].guests[s.actor]:
            holder += 1
        s.seat[holder].guests[s.actor] -= 1
    put_sundiver(r, s, s.actor, cell)
    s.least = cell


# -- energy garden: cubes on empty cells, none beside another --------------------------------------------------------------

cdef inline uint64_t empty_cells(const Rules* r, const State* s) noexcept nogil:
    return solar_layers(r) & ~(all_sundivers(s) | all_stations(s) | s.cubes)


cdef inline int add_first_cubes(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """The first cube, where the seat whose turn it is likes."""
    return add_cells(empty_cells(r, s), out)


cdef inline void plant(const Rules* r, State* s, int first) noexcept nogil:
    """The rest follow from C1 on in numeric order."""
    cdef uint64_t cells
    cdef int cell
    s.cubes |= bit(first)
    cells = empty_cells(r, s)
    while cells:
        cell = lowest(cells)
        cells = without_lowest(cells)
        if not has(s.cubes, r.board.next_in_ring[cell]) and not has(s.cubes, r.board.before_in_ring[cell]):
            s.cubes |= bit(cell)


cdef inline void plant_as_planned(const Rules* r, State* s) noexcept nogil:
    """Where nobody chooses: every other cell of each ring from its first on, so that no two cubes touch; occupied or not."""
    cdef uint64_t cells = solar_layers(r)
    cdef int cell, ring, number
    while cells:
        cell = lowest(cells)
        cells = without_lowest(cells)
        ring = r.board.ring_of[cell]
        number = cell - lowest(r.board.ring[ring])
        if number % 2 == 0 and not (number and r.board.next_in_ring[cell] == lowest(r.board.ring[ring])):
            s.cubes |= bit(cell)


# -- feeders: they crawl to stations, lower their rewards, and eat them ----------------------------------------------------

cdef inline void eat_stations(const Rules* r, State* s) noexcept nogil:
    """A station with as many feeders as its base and bonus leaves the game."""
    cdef uint64_t cells = all_stations(s)
    cdef int cell, ring
    if r.event != FEEDERS:
        return
    while cells:
        cell = lowest(cells)
        cells = without_lowest(cells)
        ring = r.board.ring_of[cell]
        if s.feeders[cell] >= r.base[ring] + r.bonus[ring]:
            remove_station(s, owner_of(s, cell), station_at(s, cell), cell)


cdef inline void enter_feeders(const Rules* r, State* s) noexcept nogil:
    """One each into E1, E2, E3 and so on; after the last cell of E into E1 again."""
    cdef int first = lowest(r.board.ring[<int>CORE])
    cdef int cell = first
    cdef int _i
    for _i in range(r.feeders_per_trigger):
        s.feeders[cell] += 1
        cell = r.board.next_in_ring[cell]
    eat_stations(r, s)


cdef inline int feeder_goes_to(const Rules* r, const State* s, int cell) noexcept nogil:
    """One cell towards the nearest station of its ring, clockwise if equally far; without one up a ring; A is the end."""
    cdef uint64_t stations = all_stations(s) & r.board.ring[r.board.ring_of[cell]]
    cdef int clockwise = cell
    cdef int counter = cell
    if has(stations, cell):
        return cell
    if not stations:
        return lowest(r.board.outward[cell]) if r.board.outward[cell] else cell
    while True:
        clockwise = r.board.before_in_ring[clockwise]
        if has(stations, clockwise):
            return r.board.before_in_ring[cell]
        counter = r.board.next_in_ring[counter]
        if has(stations, counter):
            return r.board.next_in_ring[cell]


cdef inline void move_feeders(const Rules* r, State* s) noexcept nogil:
    """All at once, after a flare, or after the last of every few."""
    cdef int arrived[64]
    cdef int cell
    if r.event != FEEDERS or (r.spiral - s.spiral) % r.flares_per_feeder_move:
        return
    for cell in range(64):
        arrived[cell] = 0
    for cell in range(r.board.cells):
        if s.feeders[cell]:
            arrived[feeder_goes_to(r, s, cell)] += s.feeders[cell]
    for cell in range(r.board.cells):
        s.feeders[cell] = arrived[cell]
    eat_stations(r, s)


cdef inline bint may_scour(const Rules* r, const State* s) noexcept nogil:
    """Where it is an activation: not beside stations, unless an effect mixes all types; nor where sundivers do not matter."""
    if s.effect and in_force(r, s).function.unmanned:
        return False
    return s.station_type == 0 or s.station_type == SCOURED


cdef inline int add_scours(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """Scour, an action of its own or an activation of its own type: a sundiver of yours in a feeder's cell is recalled and the
    feeder removed."""
    cdef uint64_t cells = s.occupied[s.turn]
    cdef int count = 0
    if r.event != FEEDERS or not may_scour(r, s):
        return 0
    while cells:
        if s.feeders[lowest(cells)]:
            out[count] = step_of(SCOUR, lowest(cells), 0, 0)
            count += 1
        cells = without_lowest(cells)
    return count


cdef inline bint can_scour(const Rules* r, const State* s) noexcept nogil:
    cdef step_t steps[64]
    return add_scours(r, s, steps) > 0


cdef inline void scour(const Rules* r, State* s, int cell) noexcept nogil:
    if r.scour_activates and not (s.effect and in_force(r, s).function.any_type):
        s.station_type = SCOURED
    take_sundiver(r, s, s.turn, cell)
    s.seat[s.turn].hold += 1
    s.feeders[cell] -= 1
