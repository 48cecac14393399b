"""Effects played within a move: catapult, ceremony, cluster, fuel, hyperdrive, juggernaut, passage, portal, puncture,
teleport, transcend. Each stays in force until the move ends.

ceremony, portal and transcend only change what moving.pxd does, and are there: `launch`, `add_launches` and `reach`, `fly`.
"""
from libc.stdint cimport uint64_t
from solsearch._ext.bits cimport bit, has, lowest, without_lowest
from solsearch._ext.game cimport step_t
from solsearch._ext.laststar_rules.board cimport CORE, NO_CELL, RINGS
from solsearch._ext.laststar_rules.effects cimport (
    CATAPULT, CEREMONY, CLUSTER, FUEL, HYPERDRIVE, JUGGERNAUT, PASSAGE, PORTAL, PUNCTURE, TELEPORT, TRANSCEND,
)
from solsearch._ext.laststar_rules.moving cimport (
    add_entries, add_move_steps, flight_targets, fly, has_move_step, hurl, launch, pay_toll,
)
from solsearch._ext.laststar_rules.rules cimport GATE, Rules
from solsearch._ext.laststar_rules.state cimport (
    START, State, all_gates, all_stations, build_gate, gain_cube, put_sundiver, remove_station, station_at, take_sundiver,
)
from solsearch._ext.laststar_rules.steps cimport (
    BURN_FUEL, CLUSTER_FLY, CLUSTER_HURL, FLY, FLY_CHOSEN, FLY_FREE, FLY_SPENT, HURL, HURL_CHOSEN, HURL_SPENT, HURL_STATION,
    MOVE_STATION, PUNCTURE_TO, TELEPORT_TO, step_of,
)

cdef enum:
    CLUSTER_FLIGHTS = 2     # together, in one action
    FUEL_CUBES = 3          # that may be burnt
    FUEL_POINTS = 3         # for each
    TELEPORT_POINTS = 3
    HYPERDRIVE_POINTS = 3   # spent for each energy


# -- when they may be played, and what changes at once ---------------------------------------------------------------------

cdef inline bint can_play_in_move(const Rules* r, const State* s, int effect) noexcept nogil:
    cdef int seat = s.turn
    if effect == CATAPULT:
        return True
    if effect == CEREMONY:
        return s.seat[seat].hold > 0
    if effect == FUEL:
        return s.seat[seat].energy >= 1
    if effect == HYPERDRIVE:
        return s.phase == START
    if effect == JUGGERNAUT:
        return s.owned[seat] != 0 and s.points >= 1
    if effect == PUNCTURE:
        return s.seat[seat].pieces[<int>GATE] > 0 and s.points >= 1
    if effect == TELEPORT:
        return s.points >= TELEPORT_POINTS
    return s.points >= 1    # cluster, passage, portal, transcend


cdef inline void begin_move_effect(State* s, int effect) noexcept nogil:
    if effect == CEREMONY:
        s.seat[s.turn].energy += s.named    # launches before the card
        s.named = 0
    elif effect == CLUSTER:
        s.uses = CLUSTER_FLIGHTS
    elif effect == FUEL:
        s.uses = FUEL_CUBES
    elif effect == HYPERDRIVE:
        s.points *= 2
        s.named = s.points      # to know at the end how many were spent
        s.uses = 1              # the one sundiver is still to be chosen
    elif effect == JUGGERNAUT or effect == PASSAGE or effect == PUNCTURE:
        s.uses = 1


# -- catapult: each sundiver may cross one gate for 0 points ----------------------------------------------------------------

cdef inline int add_catapult_moves(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """Where sundivers that have crossed free and others stand together, both are offered."""
    cdef int seat = s.turn
    cdef uint64_t gates = all_gates(s)
    cdef uint64_t cells = s.occupied[seat]
    cdef uint64_t targets
    cdef int cell, target
    cdef bint ready, spent
    cdef int count = 0
    if s.points > 0:
        count = add_entries(r, s, out)
    while cells:
        cell = lowest(cells)
        cells = without_lowest(cells)
        spent = s.spent[cell] > 0
        ready = s.sundivers[seat][cell] > s.spent[cell]
        targets = flight_targets(&r.board, gates, cell) & ~s.full[seat]
        while targets:
            target = lowest(targets)
            targets = without_lowest(targets)
            if s.points > 0:
                out[count] = step_of(FLY, cell, target, 0)
                count += 1
                if ready and spent:
                    out[count] = step_of(FLY_SPENT, cell, target, 0)
                    count += 1
            if ready and r.board.border_between[cell][target] >= 0:
                out[count] = step_of(FLY_FREE, cell, target, 0)
                count += 1
        if s.points > 0 and r.board.ring_of[cell] == CORE:
            out[count] = step_of(HURL, cell, 0, 0)
            count += 1
            if ready and spent:
                out[count] = step_of(HURL_SPENT, cell, 0, 0)
                count += 1
    return count


cdef inline void fly_under_catapult(const Rules* r, State* s, int kind, int start, int end) noexcept nogil:
    """Without a suffix one flies that has its free gate left, if there is one."""
    cdef bint ready = s.sundivers[s.turn][start] > s.spent[start]
    if kind == FLY_SPENT or not ready:
        s.spent[start] -= 1
        s.spent[end] += 1
    elif kind == FLY_FREE:
        s.spent[end] += 1
        s.points += 1
    fly(r, s, start, end)


cdef inline void hurl_under_catapult(const Rules* r, State* s, int kind, int cell) noexcept nogil:
    if kind == HURL_SPENT or s.sundivers[s.turn][cell] <= s.spent[cell]:
        s.spent[cell] -= 1
    hurl(r, s, cell)


# -- cluster: twice, all sundivers of a cell fly together for one point --------------------------------------------------------

cdef inline int add_cluster_moves(const Rules* r, const State* s, step_t* out) noexcept nogil:
    cdef int seat = s.turn
    cdef uint64_t gates = all_gates(s)
    cdef uint64_t cells = s.occupied[seat]
    cdef uint64_t targets
    cdef int cell, target
    cdef int count = 0
    if s.points <= 0 or not s.uses:
        return 0
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
    cdef int i
    for i in range(together):
        fly(r, s, start, end)
    s.points += together - 1
    s.uses -= 1


cdef inline void hurl_cluster(const Rules* r, State* s, int cell) noexcept nogil:
    cdef int together = s.sundivers[s.turn][cell]
    cdef int i
    for i in range(together):
        hurl(r, s, cell)
    s.points += together - 1
    s.uses -= 1


# -- fuel: up to three times 1 energy for 3 points -------------------------------------------------------------------------------

cdef inline void burn_fuel(State* s) noexcept nogil:
    s.seat[s.turn].energy -= 1
    s.points += FUEL_POINTS
    s.uses -= 1


# -- hyperdrive: points double, one sundiver alone moves --------------------------------------------------------------------------

cdef inline int add_hyperdrive_moves(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """Any first step; after it only the sundiver that made it. If that was hurled, nothing."""
    cdef uint64_t targets
    cdef int count = 0
    if s.uses:
        return add_move_steps(r, s, out)
    if s.followed == NO_CELL or s.points <= 0:
        return 0
    targets = flight_targets(&r.board, all_gates(s), s.followed) & ~s.full[s.turn]
    while targets:
        out[count] = step_of(FLY, s.followed, lowest(targets), 0)
        count += 1
        targets = without_lowest(targets)
    if r.board.ring_of[s.followed] == CORE:
        out[count] = step_of(HURL, s.followed, 0, 0)
        count += 1
    return count


cdef inline void follow_hyperdrive(State* s, int cell) noexcept nogil:
    """The one sundiver is now there; NO_CELL: hurled."""
    s.uses = 0
    s.followed = cell


cdef inline void end_hyperdrive(State* s) noexcept nogil:
    s.seat[s.turn].energy += (s.named - s.points) // HYPERDRIVE_POINTS


# -- juggernaut: one station flies like a sundiver -----------------------------------------------------------------------------------

cdef inline bint can_come_to_rest(const Rules* r, const State* s, int cell, uint64_t stations, int points) noexcept nogil:
    """From a cell with a station: can it reach a cell without one, or the heart, with these points?"""
    cdef uint64_t gates = all_gates(s)
    cdef uint64_t reached = bit(cell)
    cdef uint64_t edge = bit(cell)
    cdef uint64_t cells
    while points > 0:
        points -= 1
        if edge & r.board.ring[<int>CORE]:
            return True
        cells = edge
        edge = 0
        while cells:
            edge |= flight_targets(&r.board, gates, lowest(cells))
            cells = without_lowest(cells)
        if edge & ~stations:
            return True
        edge &= ~reached
        reached |= edge
    return False


cdef inline int add_flights_of_station(const Rules* r, const State* s, int cell, step_t* out) noexcept nogil:
    cdef uint64_t stations = all_stations(s) & ~bit(cell) if not s.named else all_stations(s)
    cdef uint64_t targets = flight_targets(&r.board, all_gates(s), cell)
    cdef int target
    cdef int count = 0
    while targets:
        target = lowest(targets)
        targets = without_lowest(targets)
        if not has(stations, target) or can_come_to_rest(r, s, target, stations, s.points - 1):
            out[count] = step_of(MOVE_STATION, cell, target, 0)
            count += 1
    if r.board.ring_of[cell] == CORE:
        out[count] = step_of(HURL_STATION, cell, 0, 0)
        count += 1
    return count


cdef inline int add_juggernaut_moves(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """Flights of the station (of any, until one has moved), and of sundivers, unless it hovers over another station."""
    cdef uint64_t cells
    cdef int count = 0
    if not s.named:
        count = add_move_steps(r, s, out)
    if s.points <= 0:
        return count
    if s.uses:
        cells = s.owned[s.turn]
        while cells:
            count += add_flights_of_station(r, s, lowest(cells), out + count)
            cells = without_lowest(cells)
    elif s.followed != NO_CELL:
        count += add_flights_of_station(r, s, s.followed, out + count)
    return count


cdef inline int lift_station(State* s, int cell) noexcept nogil:
    """Off the board for its flight; returns its type. `named` is 1 + the type while it hovers over another station."""
    cdef int kind = s.named - 1
    if not s.named:
        kind = station_at(s, cell)
        remove_station(s, s.turn, kind, cell)
    s.named = 0
    return kind


cdef inline void move_station(const Rules* r, State* s, int start, int end) noexcept nogil:
    cdef int border = r.board.border_between[start][end]
    cdef int kind = lift_station(s, start)
    if border >= 0:
        pay_toll(s, border)
    if has(all_stations(s), end):
        s.named = 1 + kind
    else:
        s.stations[kind] |= bit(end)
        s.owned[s.turn] |= bit(end)
    gain_cube(s, end)
    s.points -= 1
    s.uses = 0
    s.followed = end


cdef inline void hurl_station(const Rules* r, State* s, int cell) noexcept nogil:
    """It leaves the game; momentum and a card as for a sundiver."""
    lift_station(s, cell)
    s.seat[s.turn].momentum += r.hurl_momentum
    s.owed += 1
    s.hurled = 1
    s.points -= 1
    s.uses = 0
    s.followed = NO_CELL


# -- passage: 1 momentum for each different gate that the chosen sundiver crosses -------------------------------------------------------

cdef inline int add_passage_moves(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """Any flight may choose its sundiver; after that the chosen one and others in its cell are told apart."""
    cdef int seat = s.turn
    cdef uint64_t gates = all_gates(s)
    cdef uint64_t cells = s.occupied[seat]
    cdef uint64_t targets
    cdef int cell, target, others
    cdef bint chosen
    cdef int count
    if s.points <= 0:
        return 0
    count = add_entries(r, s, out)
    while cells:
        cell = lowest(cells)
        cells = without_lowest(cells)
        chosen = s.followed == cell
        others = s.sundivers[seat][cell] - chosen
        targets = flight_targets(&r.board, gates, cell) & ~s.full[seat]
        while targets:
            target = lowest(targets)
            targets = without_lowest(targets)
            if others:
                out[count] = step_of(FLY, cell, target, 0)
                count += 1
            if chosen or s.uses:
                out[count] = step_of(FLY_CHOSEN, cell, target, 0)
                count += 1
        if r.board.ring_of[cell] == CORE:
            if others:
                out[count] = step_of(HURL, cell, 0, 0)
                count += 1
            if chosen:
                out[count] = step_of(HURL_CHOSEN, cell, 0, 0)
                count += 1
    return count


cdef inline void fly_chosen(const Rules* r, State* s, int start, int end) noexcept nogil:
    cdef int border = r.board.border_between[start][end]
    fly(r, s, start, end)
    s.uses = 0
    s.followed = end
    if border >= 0 and not has(s.crossed, border):
        s.crossed |= bit(border)
        s.seat[s.turn].momentum += 1


cdef inline void hurl_chosen(const Rules* r, State* s, int cell) noexcept nogil:
    hurl(r, s, cell)
    s.followed = NO_CELL
    s.crossed = 0


# -- puncture: once, through a barrier, leaving a gate ------------------------------------------------------------------------------------

cdef inline int add_punctures(const Rules* r, const State* s, step_t* out) noexcept nogil:
    cdef uint64_t gates = all_gates(s)
    cdef uint64_t cells = s.occupied[s.turn]
    cdef uint64_t borders
    cdef int cell, border
    cdef int count = 0
    if s.points <= 0 or not s.uses or not s.seat[s.turn].pieces[<int>GATE]:
        return 0
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


# -- teleport: 3 points to any cell ----------------------------------------------------------------------------------------------------------

cdef inline int add_teleports(const Rules* r, const State* s, step_t* out) noexcept nogil:
    cdef uint64_t cells = s.occupied[s.turn]
    cdef uint64_t targets
    cdef int cell
    cdef int count = 0
    if s.points < TELEPORT_POINTS:
        return 0
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
    s.points -= TELEPORT_POINTS


# -- all of them -------------------------------------------------------------------------------------------------------------------------------

cdef inline int add_moves(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """The steps of a move, whichever effect is in force."""
    cdef int count
    if s.effect == 0:
        return add_move_steps(r, s, out)
    if s.effect == CATAPULT:
        return add_catapult_moves(r, s, out)
    if s.effect == HYPERDRIVE:
        return add_hyperdrive_moves(r, s, out)
    if s.effect == JUGGERNAUT:
        return add_juggernaut_moves(r, s, out)
    if s.effect == PASSAGE:
        return add_passage_moves(r, s, out)
    count = add_move_steps(r, s, out)
    if s.effect == CLUSTER:
        count += add_cluster_moves(r, s, out + count)
    elif s.effect == PUNCTURE:
        count += add_punctures(r, s, out + count)
    elif s.effect == TELEPORT:
        count += add_teleports(r, s, out + count)
    elif s.effect == FUEL and s.uses and s.seat[s.turn].energy > 0:
        out[count] = step_of(BURN_FUEL, 0, 0, 0)
        count += 1
    return count


cdef inline bint can_move_on(const Rules* r, const State* s) noexcept nogil:
    """Is there any step of a move?"""
    cdef step_t steps[2048]
    if s.effect == 0:
        return has_move_step(r, s)
    return add_moves(r, s, steps) > 0
