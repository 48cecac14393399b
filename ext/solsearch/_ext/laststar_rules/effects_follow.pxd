"""Effects played within a move that follow single pieces until it ends: catapult, hyperdrive, juggernaut, passage."""
from libc.stdint cimport uint64_t
from libc.string cimport memset
from solsearch._ext.bits cimport bit, has, lowest, size, without_lowest
from solsearch._ext.game cimport step_t
from solsearch._ext.laststar_rules.basics cimport most_movement, numbers
from solsearch._ext.laststar_rules.board cimport CORE, NO_CELL
from solsearch._ext.laststar_rules.events cimport eat_stations
from solsearch._ext.laststar_rules.moving cimport (
    add_entries, add_move_steps, flight_targets, fly, hurl, pay_toll, reward_hurl, take_move_step,
)
from solsearch._ext.laststar_rules.pieces cimport STATION_TYPES
from solsearch._ext.laststar_rules.rules cimport THEN_MOVE, Rules, Then
from solsearch._ext.laststar_rules.state cimport (
    State, all_gates, all_stations, gain_cube, gain_energy, gain_momentum, remove_station, station_at,
)
from solsearch._ext.laststar_rules.steps cimport (
    FLY, FLY_CHOSEN, FLY_FREE, FLY_SPENT, HURL, HURL_CHOSEN, HURL_SPENT, HURL_STATION, MOVE_STATION, first_of, kind_of,
    second_of, step_of,
)


# -- catapult: each sundiver may cross one gate for 0 points -----------------------------------------------------------------

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


cdef inline void take_catapult_step(const Rules* r, State* s, step_t step) noexcept nogil:
    cdef int kind = kind_of(step)
    if kind == FLY or kind == FLY_FREE or kind == FLY_SPENT:
        fly_under_catapult(r, s, kind, first_of(step), second_of(step))
    elif kind == HURL or kind == HURL_SPENT:
        hurl_under_catapult(r, s, kind, first_of(step))
    else:
        take_move_step(r, s, step)


cdef inline void end_catapult(const Rules* r, State* s) noexcept nogil:
    memset(s.spent, 0, sizeof(s.spent))


# -- hyperdrive: points are multiplied, one sundiver alone moves -------------------------------------------------------------

cdef inline Then begin_hyperdrive(const Rules* r, State* s) noexcept nogil:
    s.points *= numbers(r, s).factor
    s.remembered = s.points
    return THEN_MOVE


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


cdef inline void take_hyperdrive_step(const Rules* r, State* s, step_t step) noexcept nogil:
    take_move_step(r, s, step)
    s.uses = 0
    s.followed = NO_CELL if kind_of(step) == HURL else second_of(step) if kind_of(step) == FLY else first_of(step)


cdef inline void end_hyperdrive(const Rules* r, State* s) noexcept nogil:
    """Energy for the points spent."""
    gain_energy(s, s.turn, (s.remembered - s.points) // max(1, numbers(r, s).points))


cdef inline const char* hyperdrive_fault(const Rules* r, const State* s) noexcept nogil:
    if s.marks or s.points > s.remembered or s.remembered > numbers(r, s).factor * most_movement(r):
        return b"more points than hyperdrive gives"
    if s.uses and (s.followed != NO_CELL or s.points != s.remembered):
        return b"a sundiver flies that is still to be chosen"
    if s.followed != NO_CELL and not has(s.occupied[s.turn], s.followed):
        return b"no sundiver of the seat flies there"
    return NULL


# -- juggernaut: one station flies like a sundiver ---------------------------------------------------------------------------

cdef inline bint can_move_station(const Rules* r, const State* s) noexcept nogil:
    return s.owned[s.turn] != 0 and s.points >= 1


cdef inline bint hovers(const Rules* r, const State* s) noexcept nogil:
    """Is the station over another one? It must come to rest before anything else happens."""
    return s.remembered != 0


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
    cdef uint64_t stations = all_stations(s) if hovers(r, s) else all_stations(s) & ~bit(cell)
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
    if not hovers(r, s):
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


cdef inline int lift_station(const Rules* r, State* s, int cell) noexcept nogil:
    """Off the board for its flight; returns its type. While it hovers it is off the board already."""
    cdef int kind = s.remembered - 1
    if not hovers(r, s):
        kind = station_at(s, cell)
        remove_station(s, s.turn, kind, cell)
    s.remembered = 0
    return kind


cdef inline void move_station(const Rules* r, State* s, int start, int end) noexcept nogil:
    cdef int border = r.board.border_between[start][end]
    cdef int kind = lift_station(r, s, start)
    if border >= 0:
        pay_toll(r, s, border)
    if has(all_stations(s), end):
        s.remembered = 1 + kind
    else:
        s.stations[kind] |= bit(end)
        s.owned[s.turn] |= bit(end)
    gain_cube(s, end)
    s.points -= 1
    s.uses = 0
    s.followed = end


cdef inline void hurl_station(const Rules* r, State* s, int cell) noexcept nogil:
    """It leaves the game; momentum and a card as for a sundiver, or for the sundivers that it was built of."""
    cdef int kind = lift_station(r, s, cell)
    cdef int _i
    for _i in range(numbers(r, s).by_type[kind]):
        reward_hurl(r, s)
    s.points -= 1
    s.uses = 0
    s.followed = NO_CELL


cdef inline void fly_station(const Rules* r, State* s, step_t step) noexcept nogil:
    """Over another station it flies on by itself where there is one way only."""
    cdef step_t ways[64]
    while True:
        if kind_of(step) == HURL_STATION:
            hurl_station(r, s, first_of(step))
            return
        move_station(r, s, first_of(step), second_of(step))
        if not hovers(r, s):
            break
        if add_flights_of_station(r, s, s.followed, ways) != 1:
            return
        step = ways[0]
    eat_stations(r, s)
    if not has(s.owned[s.turn], s.followed):    # feeders ate it
        s.followed = NO_CELL


cdef inline void take_juggernaut_step(const Rules* r, State* s, step_t step) noexcept nogil:
    if kind_of(step) == MOVE_STATION or kind_of(step) == HURL_STATION:
        fly_station(r, s, step)
    else:
        take_move_step(r, s, step)


cdef inline const char* juggernaut_fault(const Rules* r, const State* s) noexcept nogil:
    cdef int kind = s.remembered - 1
    if s.marks or (s.uses and s.followed != NO_CELL):
        return b"a station flies that is still to be chosen"
    if not hovers(r, s):
        if s.followed == NO_CELL or has(s.owned[s.turn], s.followed):
            return NULL
        return b"no station of the seat flies there"
    if kind >= STATION_TYPES:
        return b"no such station hovers"
    if s.uses or s.followed == NO_CELL or not has(all_stations(s), s.followed):
        return b"a station hovers nowhere"
    if s.seat[s.turn].pieces[kind] + size(s.owned[s.turn] & s.stations[kind]) >= r.pieces[kind]:
        return b"more stations of a type than a player has, one hovering"
    return NULL


# -- passage: momentum for each different gate that the chosen sundiver crosses ----------------------------------------------

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
    if border >= 0 and not has(s.marks, border):
        s.marks |= bit(border)
        gain_momentum(s, s.turn, numbers(r, s).momentum)


cdef inline void hurl_chosen(const Rules* r, State* s, int cell) noexcept nogil:
    hurl(r, s, cell)
    s.followed = NO_CELL
    s.marks = 0


cdef inline void take_passage_step(const Rules* r, State* s, step_t step) noexcept nogil:
    if kind_of(step) == FLY_CHOSEN:
        fly_chosen(r, s, first_of(step), second_of(step))
    elif kind_of(step) == HURL_CHOSEN:
        hurl_chosen(r, s, first_of(step))
    else:
        take_move_step(r, s, step)


cdef inline const char* passage_fault(const Rules* r, const State* s) noexcept nogil:
    if s.remembered or s.marks & ~(bit(r.board.borders) - 1):
        return b"no such gate was crossed"
    if s.followed == NO_CELL:
        if not s.marks:
            return NULL
        return b"gates crossed by no sundiver"
    if s.uses or not has(s.occupied[s.turn], s.followed):
        return b"no sundiver of the seat flies there"
    return NULL
