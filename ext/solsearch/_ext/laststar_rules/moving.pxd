"""The move action: launch, fly, hurl; gates and tolls; the limit of sundivers in a cell."""
from libc.stdint cimport uint64_t
from solsearch._ext.bits cimport bit, has, lowest, without_lowest
from solsearch._ext.game cimport step_t
from solsearch._ext.laststar_rules.basics cimport held, held_effect, in_force, put_sundiver, take_sundiver
from solsearch._ext.laststar_rules.board cimport CORE, OUTER_ORBIT, Board
from solsearch._ext.laststar_rules.rules cimport Rules
from solsearch._ext.laststar_rules.state cimport State, all_gates, gain_cube, gain_energy, gain_momentum, gate_owner
from solsearch._ext.laststar_rules.steps cimport FLY, HURL, LAUNCH, RETURN_TO, first_of, kind_of, second_of, step_of

cdef enum:
    MOST_MOVES = 2048   # steps of a move, whichever effect is in force


cdef inline uint64_t flight_targets(const Board* board, uint64_t gates, int cell) noexcept nogil:
    """The cells one flight away: along the ring, between A and B, and through gates, up or down."""
    cdef uint64_t targets = board.freely[cell]
    cdef uint64_t open_borders = gates & board.borders_at[cell]
    cdef int border
    while open_borders:
        border = lowest(open_borders)
        open_borders = without_lowest(open_borders)
        targets |= bit(board.border_outer[border]) | bit(board.border_inner[border])
    return targets & ~bit(cell)


cdef inline uint64_t reach(const Rules* r, const State* s, uint64_t gates, int cell) noexcept nogil:
    """The cells one flight of the turn seat away."""
    cdef uint64_t targets = flight_targets(&r.board, gates, cell)
    if s.effect and in_force(r, s).function.reach != NULL:
        targets |= in_force(r, s).function.reach(r, s, cell)
    return targets


cdef inline uint64_t launch_cells(const Rules* r, const State* s, int holder) noexcept nogil:
    """Where launches out of a seat's hold go."""
    if s.effect and in_force(r, s).function.launch_cells != NULL:
        return in_force(r, s).function.launch_cells(r, s, holder)
    return r.board.around_eye[s.seat[holder].eye]


cdef inline int add_launches(const Rules* r, const State* s, int holder, step_t* out) noexcept nogil:
    """Launches out of one mothership."""
    cdef uint64_t cells = launch_cells(r, s, holder) & ~s.full[s.turn]
    cdef int origin = 0 if holder == s.turn else holder + 1
    cdef int count = 0
    while cells:
        out[count] = step_of(LAUNCH, lowest(cells), origin, 0)
        count += 1
        cells = without_lowest(cells)
    return count


cdef inline int add_entries(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """Ways onto the board: launches, and the way back for one lost in space, into any cell of A."""
    cdef int seat = s.turn
    cdef int count = 0
    cdef int holder
    cdef uint64_t cells
    if s.seat[seat].hold:
        count += add_launches(r, s, seat, out)
    for holder in range(r.players):
        if s.seat[holder].guests[seat]:
            count += add_launches(r, s, holder, out + count)
    if s.seat[seat].lost:
        cells = r.board.ring[<int>OUTER_ORBIT] & ~s.full[seat]
        while cells:
            out[count] = step_of(RETURN_TO, lowest(cells), 0, 0)
            count += 1
            cells = without_lowest(cells)
    return count


cdef inline int add_steps_from(const Rules* r, const State* s, uint64_t cells, step_t* out) noexcept nogil:
    """Flights and hurls of the turn seat's sundivers in these cells."""
    cdef uint64_t gates = all_gates(s)
    cdef uint64_t targets
    cdef int seat = s.turn
    cdef int count = 0
    cdef int cell
    while cells:
        cell = lowest(cells)
        cells = without_lowest(cells)
        targets = reach(r, s, gates, cell) & ~s.full[seat]
        while targets:
            out[count] = step_of(FLY, cell, lowest(targets), 0)
            count += 1
            targets = without_lowest(targets)
        if r.board.ring_of[cell] == CORE:
            out[count] = step_of(HURL, cell, 0, 0)
            count += 1
    return count


cdef inline int add_move_steps(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """All steps a movement point can buy by the ordinary rules."""
    cdef int count
    if s.points <= 0:
        return 0
    count = add_entries(r, s, out)
    return count + add_steps_from(r, s, s.occupied[s.turn], out + count)


cdef inline bint has_move_step(const Rules* r, const State* s) noexcept nogil:
    """Whether add_move_steps would find any, without listing them. For the ordinary rules, no effect in force."""
    cdef int seat = s.turn
    cdef int holder, cell
    cdef uint64_t gates, cells
    if s.points <= 0:
        return False
    if s.seat[seat].hold and r.board.around_eye[s.seat[seat].eye] & ~s.full[seat]:
        return True
    if s.occupied[seat] & r.board.ring[<int>CORE]:
        return True
    if s.seat[seat].lost and r.board.ring[<int>OUTER_ORBIT] & ~s.full[seat]:
        return True
    gates = all_gates(s)
    cells = s.occupied[seat]
    while cells:
        cell = lowest(cells)
        cells = without_lowest(cells)
        if flight_targets(&r.board, gates, cell) & ~s.full[seat]:
            return True
    for holder in range(r.players):
        if s.seat[holder].guests[seat] and r.board.around_eye[s.seat[holder].eye] & ~s.full[seat]:
            return True
    return False


cdef inline void launch(const Rules* r, State* s, int cell, int origin) noexcept nogil:
    """Out of the own hold, or a blighted sundiver out of another's."""
    if origin == 0:
        s.seat[s.turn].hold -= 1
        if s.effect:
            if in_force(r, s).function.launched != NULL:
                in_force(r, s).function.launched(r, s, cell)
        elif held_effect(r, s) and held(r, s).function.launched_before != NULL:
            held(r, s).function.launched_before(r, s, cell)
    else:
        s.seat[origin - 1].guests[s.turn] -= 1
    put_sundiver(r, s, s.turn, cell)
    s.points -= 1


cdef inline void come_back(const Rules* r, State* s, int cell) noexcept nogil:
    """One lost in space returns."""
    s.seat[s.turn].lost -= 1
    put_sundiver(r, s, s.turn, cell)
    s.points -= 1


cdef inline void pay_toll(const Rules* r, State* s, int border) noexcept nogil:
    """Crossing another player's gate gives its owner 1 energy, once a turn for each owner, or every time."""
    cdef int owner
    if s.effect and in_force(r, s).function.crossed != NULL:
        in_force(r, s).function.crossed(r, s, border)
        return
    owner = gate_owner(s, border)
    if owner != s.turn and not has(s.paid, owner):
        if not r.toll_per_crossing:
            s.paid |= 1 << owner
        gain_energy(s, owner, 1)


cdef inline void fly(const Rules* r, State* s, int start, int end) noexcept nogil:
    cdef int border = r.board.border_between[start][end]
    if border >= 0 and not (s.effect and in_force(r, s).function.no_tolls):
        pay_toll(r, s, border)
    take_sundiver(r, s, s.turn, start)
    put_sundiver(r, s, s.turn, end)
    gain_cube(s, end)
    s.points -= 1


cdef inline void reward_hurl(const Rules* r, State* s) noexcept nogil:
    """Momentum, a card, and momentum for each flare among this turn's cards; or a card for every few hurls."""
    gain_momentum(s, s.turn, r.hurl_momentum)
    if r.hurls_per_card == 1:
        s.owed += 1
        s.hurled = r.hurl_rewards_flares
    elif r.hurls_per_card > 1:
        s.hurled += 1
        if s.hurled == r.hurls_per_card:
            s.hurled = 0
            s.owed += 1


cdef inline void hurl(const Rules* r, State* s, int cell) noexcept nogil:
    """The sundiver leaves the game, or goes to the reserve."""
    take_sundiver(r, s, s.turn, cell)
    if r.hurled_return:
        s.seat[s.turn].reserve += 1
    reward_hurl(r, s)
    s.points -= 1


cdef inline void take_move_step(const Rules* r, State* s, step_t step) noexcept nogil:
    """A step of a move by the ordinary rules."""
    if kind_of(step) == FLY:
        fly(r, s, first_of(step), second_of(step))
    elif kind_of(step) == LAUNCH:
        launch(r, s, first_of(step), second_of(step))
    elif kind_of(step) == HURL:
        hurl(r, s, first_of(step))
    else:
        come_back(r, s, first_of(step))


# == whichever effect is in force ============================================================================================

cdef inline int add_moves(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """The steps of a move."""
    if s.effect and in_force(r, s).function.steps != NULL:
        return in_force(r, s).function.steps(r, s, out)
    return add_move_steps(r, s, out)


cdef inline bint can_move_on(const Rules* r, const State* s) noexcept nogil:
    """Is there any step of a move?"""
    cdef step_t steps[MOST_MOVES]
    if s.effect == 0:
        return has_move_step(r, s)
    return add_moves(r, s, steps) > 0
