"""The move action: launch, fly, hurl; gates and tolls; the limit of sundivers in a cell."""
from libc.stdint cimport uint64_t
from solsearch._ext.bits cimport bit, has, lowest, without_lowest
from solsearch._ext.game cimport step_t
from solsearch._ext.laststar_rules.board cimport CORE, OUTER_ORBIT, Board
from solsearch._ext.laststar_rules.effects cimport CEREMONY, PORTAL, TRANSCEND
from solsearch._ext.laststar_rules.rules cimport Rules
from solsearch._ext.laststar_rules.state cimport (
    State, all_gates, gain_cube, gate_owner, held_effect, put_sundiver, take_sundiver,
)
from solsearch._ext.laststar_rules.steps cimport FLY, HURL, LAUNCH, RETURN_TO, step_of


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


cdef inline uint64_t around_all_eyes(const Rules* r, const State* s) noexcept nogil:
    cdef uint64_t cells = 0
    cdef int seat
    for seat in range(r.players):
        cells |= r.board.around_eye[s.seat[seat].eye]
    return cells


cdef inline uint64_t reach(const Rules* r, const State* s, uint64_t gates, int cell) noexcept nogil:
    """The cells one flight of the turn seat away. Transcend: barriers do not hold. Portal: cells around eyes are adjacent."""
    cdef uint64_t targets = flight_targets(&r.board, gates, cell)
    cdef uint64_t around
    if s.effect == TRANSCEND:
        targets |= r.board.inward[cell] | r.board.outward[cell]
    elif s.effect == PORTAL:
        around = around_all_eyes(r, s)
        if has(around, cell):
            targets |= around & ~bit(cell)
    return targets


cdef inline int add_launches(const Rules* r, const State* s, int holder, step_t* out) noexcept nogil:
    """Launches out of one mothership, around its eye; under portal around any eye."""
    cdef uint64_t cells = ~s.full[s.turn] & (
        around_all_eyes(r, s) if s.effect == PORTAL else r.board.around_eye[s.seat[holder].eye])
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


cdef inline int add_move_steps(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """All steps a movement point can buy by the ordinary rules."""
    cdef int seat = s.turn
    cdef int count, cell
    cdef uint64_t gates, cells, targets
    if s.points <= 0:
        return 0
    count = add_entries(r, s, out)
    gates = all_gates(s)
    cells = s.occupied[seat]
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
        if r.board.ring_of[cell] == OUTER_ORBIT:
            if s.effect == CEREMONY:
                s.seat[s.turn].energy += 1
            elif held_effect(r, s) == CEREMONY:
                s.named += 1    # ceremony pays for launches before the card, too
    else:
        s.seat[origin - 1].guests[s.turn] -= 1
    put_sundiver(r, s, s.turn, cell)
    s.points -= 1


cdef inline void come_back(const Rules* r, State* s, int cell) noexcept nogil:
    """One lost in space returns."""
    s.seat[s.turn].lost -= 1
    put_sundiver(r, s, s.turn, cell)
    s.points -= 1


cdef inline void pay_toll(State* s, int border) noexcept nogil:
    """Crossing another player's gate gives its owner 1 energy, once a turn for each owner."""
    cdef int owner = gate_owner(s, border)
    if owner != s.turn and not has(s.paid, owner):
        s.paid |= 1 << owner
        s.seat[owner].energy += 1


cdef inline void fly(const Rules* r, State* s, int start, int end) noexcept nogil:
    cdef int border = r.board.border_between[start][end]
    if border >= 0 and s.effect != TRANSCEND:
        pay_toll(s, border)
    take_sundiver(r, s, s.turn, start)
    put_sundiver(r, s, s.turn, end)
    gain_cube(s, end)
    s.points -= 1


cdef inline void hurl(const Rules* r, State* s, int cell) noexcept nogil:
    """The sundiver leaves the game; momentum, a card, and momentum for each flare among this turn's cards."""
    take_sundiver(r, s, s.turn, cell)
    s.seat[s.turn].momentum += r.hurl_momentum
    s.owed += 1
    s.hurled = 1
    s.points -= 1
