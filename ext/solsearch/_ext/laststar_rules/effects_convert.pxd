"""Effects played with a conversion: cascade, flare, invade, invert, motivate, parasite, persist."""
from libc.stdint cimport uint64_t
from solsearch._ext.bits cimport bit, has, lowest, size, without_lowest
from solsearch._ext.game cimport step_t
from solsearch._ext.laststar_rules.activating cimport base_at, can_take, take_reward
from solsearch._ext.laststar_rules.basics cimport numbers, put_sundiver, take_sundiver
from solsearch._ext.laststar_rules.board cimport MAX_CELLS, NO_CELL
from solsearch._ext.laststar_rules.converting cimport add_conversions, add_foundries, add_nodes, add_towers, can_build
from solsearch._ext.laststar_rules.moving cimport flight_targets
from solsearch._ext.laststar_rules.pieces cimport FOUNDRY, NODE, STATION_TYPES, TOWER
from solsearch._ext.laststar_rules.rules cimport THEN_ASK, THEN_END_ACTION, THEN_OWN_BONUS, Rules, Then
from solsearch._ext.laststar_rules.state cimport (
    State, all_gates, all_stations, all_sundivers, build_station, gain_energy, gain_momentum, owner_of, raze_station,
    station_at,
)
from solsearch._ext.laststar_rules.steps cimport (
    BUILD_GATE, BUILD_NODE, BUILD_TOWER, CHOOSE_CELL, CHOOSE_FLIGHT, CHOOSE_NUMBER, DONE, add_cells, first_of, kind_of,
    second_of, step_of, third_of,
)

cdef enum:
    MOST_CONVERSIONS = 1024
    MOST_FLIGHTS = 1024         # of all sundivers on the board


# -- cascade: a second conversion --------------------------------------------------------------------------------------------

cdef inline bint can_convert(const Rules* r, const State* s) noexcept nogil:
    cdef step_t conversions[MOST_CONVERSIONS]
    return add_conversions(r, s, conversions) > 0


# -- flare: flights of anyone's sundivers, by the ring of the new station ----------------------------------------------------

cdef inline int add_flights_of_anyone(const Rules* r, const State* s, step_t* out) noexcept nogil:
    cdef uint64_t gates = all_gates(s)
    cdef uint64_t cells, targets
    cdef int seat
    cdef int count = 0
    for seat in range(r.players):
        cells = s.occupied[seat]
        while cells:
            targets = flight_targets(&r.board, gates, lowest(cells)) & ~s.full[seat]
            while targets:
                out[count] = step_of(CHOOSE_FLIGHT, seat, lowest(cells), lowest(targets))
                count += 1
                targets = without_lowest(targets)
            cells = without_lowest(cells)
    return count


cdef inline int flights_given(const Rules* r, const State* s) noexcept nogil:
    return numbers(r, s).by_ring[r.board.ring_of[s.pending]]


cdef inline bint can_flare(const Rules* r, const State* s) noexcept nogil:
    cdef step_t flights[MOST_FLIGHTS]
    return s.pending != NO_CELL and flights_given(r, s) > 0 and add_flights_of_anyone(r, s, flights) > 0


cdef inline Then begin_flare(const Rules* r, State* s) noexcept nogil:
    s.uses = flights_given(r, s)
    s.pending = NO_CELL
    return THEN_ASK


cdef inline int add_flare_choices(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """The flights, or to stop."""
    cdef int count = add_flights_of_anyone(r, s, out) if s.uses else 0
    out[count] = step_of(DONE, 0, 0, 0)
    return count + 1


cdef inline Then fly_anyones(const Rules* r, State* s, step_t choice) noexcept nogil:
    """No tolls."""
    if kind_of(choice) == DONE:
        return THEN_END_ACTION
    take_sundiver(r, s, first_of(choice), second_of(choice))
    put_sundiver(r, s, first_of(choice), third_of(choice))
    s.uses -= 1
    return THEN_ASK


cdef inline const char* flare_fault(const Rules* r, const State* s) noexcept nogil:
    if s.marks or s.followed != NO_CELL or s.remembered:
        return b"marks of another effect"
    return NULL


# -- invade: sundivers on another's station make it yours --------------------------------------------------------------------

cdef inline int invaders_needed(const Rules* r, const State* s, int cell) noexcept nogil:
    return numbers(r, s).by_type[station_at(s, cell)]


cdef inline int add_invasions(const Rules* r, const State* s, step_t* out) noexcept nogil:
    cdef uint64_t cells = s.occupied[s.turn] & all_stations(s) & ~s.owned[s.turn]
    cdef int cell
    cdef int count = 0
    while cells:
        cell = lowest(cells)
        cells = without_lowest(cells)
        if s.sundivers[s.turn][cell] >= invaders_needed(r, s, cell) and can_build(r, s, station_at(s, cell)):
            out[count] = step_of(CHOOSE_CELL, cell, 0, 0)
            count += 1
    return count


cdef inline bint can_invade(const Rules* r, const State* s) noexcept nogil:
    cdef step_t invasions[MAX_CELLS]
    return add_invasions(r, s, invasions) > 0


cdef inline Then invade(const Rules* r, State* s, step_t choice) noexcept nogil:
    """The old piece and as many sundivers as were given up, or what there is, come back to its owner."""
    cdef int cell = first_of(choice)
    cdef int needed = invaders_needed(r, s, cell)
    cdef int kind = station_at(s, cell)
    cdef int owner = owner_of(s, cell)
    cdef int back = min(needed, s.seat[owner].reserve)
    cdef int _i
    for _i in range(needed):
        take_sundiver(r, s, s.turn, cell)
    s.seat[s.turn].reserve += needed
    raze_station(s, owner, kind, cell)
    s.seat[owner].reserve -= back
    s.seat[owner].hold += back
    build_station(s, s.turn, kind, cell)
    s.owed += r.cards[r.board.ring_of[cell]]
    return THEN_END_ACTION


cdef inline Then invade_vaporizing(const Rules* r, State* s, step_t choice) noexcept nogil:
    """The sundivers leave the game, and the old owner gets nothing but the piece."""
    cdef int cell = first_of(choice)
    cdef int needed = invaders_needed(r, s, cell)
    cdef int kind = station_at(s, cell)
    cdef int _i
    for _i in range(needed):
        take_sundiver(r, s, s.turn, cell)
    raze_station(s, owner_of(s, cell), kind, cell)
    build_station(s, s.turn, kind, cell)
    s.owed += r.cards[r.board.ring_of[cell]]
    return THEN_END_ACTION


# -- invert: a station from a pattern of anyone's sundivers ------------------------------------------------------------------
# First the conversion, then whose sundiver it is in each cell of the pattern (`marks` are those still to be taken).

cdef inline uint64_t pattern_of(const Rules* r, step_t step) noexcept nogil:
    """The cells whose sundivers a conversion takes."""
    cdef int kind = kind_of(step)
    if kind == BUILD_NODE:
        return bit(r.board.before_in_ring[first_of(step)]) | bit(r.board.next_in_ring[first_of(step)])
    if kind == BUILD_TOWER:
        return bit(first_of(step)) | bit(second_of(step)) | bit(third_of(step))
    return bit(first_of(step)) | bit(second_of(step))


cdef inline int add_inversions(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """Stations, no gates, with at least one sundiver of the turn seat."""
    cdef uint64_t anyones = all_sundivers(s)
    cdef uint64_t free = ~all_stations(s)
    cdef int listed = 0
    cdef int count = 0
    cdef int i
    if can_build(r, s, NODE):
        listed += add_nodes(r, s, anyones, free, out)
    if can_build(r, s, FOUNDRY):
        listed += add_foundries(r, s, anyones, free, out + listed)
    if can_build(r, s, TOWER):
        listed += add_towers(r, s, anyones, free, out + listed)
    for i in range(listed):
        if pattern_of(r, out[i]) & s.occupied[s.turn]:
            out[count] = out[i]
            count += 1
    return count


cdef inline bint can_invert(const Rules* r, const State* s) noexcept nogil:
    cdef step_t inversions[MOST_CONVERSIONS]
    return add_inversions(r, s, inversions) > 0


cdef inline int next_of_pattern(const Rules* r, const State* s) noexcept nogil:
    """The next cell to be taken, in the order in which a conversion names them: a node's k-1 and k+1, a foundry's own cell
    first, a tower's from outside in."""
    cdef int kind = s.remembered - 1
    cdef int first = r.board.before_in_ring[s.followed] if kind == NODE else s.followed
    return first if kind != TOWER and has(s.marks, first) else lowest(s.marks)


cdef inline int add_owners_in_pattern(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """Whose sundiver; one of the turn seat's must be among them in the end."""
    cdef int cell = next_of_pattern(r, s)
    cdef bint mine_may_wait = not s.uses or (s.marks & ~bit(cell) & s.occupied[s.turn]) != 0
    cdef int seat
    cdef int count = 0
    for seat in range(r.players):
        if s.sundivers[seat][cell] and (seat == s.turn or mine_may_wait):
            out[count] = step_of(CHOOSE_NUMBER, seat, 0, 0)
            count += 1
    return count


cdef inline int add_invert_choices(const Rules* r, const State* s, step_t* out) noexcept nogil:
    return add_owners_in_pattern(r, s, out) if s.remembered else add_inversions(r, s, out)


cdef inline Then choose_in_invert(const Rules* r, State* s, step_t choice) noexcept nogil:
    """Momentum for each owner, whose sundiver goes to the reserve; after the last one the station stands."""
    cdef int cell
    if not s.remembered:
        s.marks = pattern_of(r, choice)
        s.followed = third_of(choice) if kind_of(choice) == BUILD_TOWER else first_of(choice)
        s.remembered = 1 + kind_of(choice) - <int>BUILD_NODE + <int>NODE
        return THEN_ASK
    cell = next_of_pattern(r, s)
    take_sundiver(r, s, first_of(choice), cell)
    s.seat[first_of(choice)].reserve += 1
    gain_momentum(s, first_of(choice), numbers(r, s).momentum)
    s.marks &= ~bit(cell)
    if first_of(choice) == s.turn:
        s.uses = 0
    if s.marks:
        return THEN_ASK
    build_station(s, s.turn, s.remembered - 1, s.followed)
    s.owed += r.cards[r.board.ring_of[s.followed]]
    return THEN_END_ACTION


cdef inline const char* invert_fault(const Rules* r, const State* s) noexcept nogil:
    if not s.remembered:
        if s.marks or s.followed != NO_CELL or not s.uses:
            return b"a pattern that is still to be chosen"
        return NULL
    if s.remembered > STATION_TYPES or s.followed == NO_CELL or has(all_stations(s), s.followed) or not can_build(
            r, s, s.remembered - 1):
        return b"a station that cannot be built"
    if not s.marks or s.marks & ~all_sundivers(s) or (s.uses and not s.marks & s.occupied[s.turn]):
        return b"a pattern without its sundivers"
    return NULL


# -- motivate: the station just converted activates --------------------------------------------------------------------------

cdef inline void remember_station(const Rules* r, State* s, step_t step) noexcept nogil:
    """While the card is held, a station just converted stays pending."""
    if kind_of(step) != BUILD_GATE:
        s.pending = third_of(step) if kind_of(step) == BUILD_TOWER else first_of(step)


cdef inline bint can_motivate(const Rules* r, const State* s) noexcept nogil:
    return s.pending != NO_CELL and can_take(r, s, s.turn, station_at(s, s.pending), base_at(r, s, s.pending))


cdef inline Then motivate(const Rules* r, State* s) noexcept nogil:
    """The base of the pending station, and its bonus; no sundiver, no cards."""
    take_reward(r, s, s.turn, station_at(s, s.pending), base_at(r, s, s.pending))
    return THEN_OWN_BONUS


# -- parasite: energy from each other player ---------------------------------------------------------------------------------

cdef inline bint can_drain(const Rules* r, const State* s) noexcept nogil:
    """One who has some."""
    cdef int seat
    for seat in range(r.players):
        if seat != s.turn and s.seat[seat].energy > 0 and numbers(r, s).by_players[r.players - 1] > 0:
            return True
    return False


cdef inline Then drain(const Rules* r, State* s) noexcept nogil:
    """As far as they have it."""
    cdef int seat, paid
    for seat in range(r.players):
        if seat != s.turn:
            paid = min(numbers(r, s).by_players[r.players - 1], <int>s.seat[seat].energy)
            s.seat[seat].energy -= paid
            gain_energy(s, s.turn, paid)
    return THEN_END_ACTION


# -- persist: a sundiver of the conversion stays -----------------------------------------------------------------------------

cdef inline void mark_pattern(const Rules* r, State* s, step_t step) noexcept nogil:
    """While the card is held, the cells of the pattern are marked."""
    s.marks = pattern_of(r, step)


cdef inline bint can_persist(const Rules* r, const State* s) noexcept nogil:
    return s.marks != 0


cdef inline int add_pattern_cells(const Rules* r, const State* s, step_t* out) noexcept nogil:
    return add_cells(s.marks, out)


cdef inline Then persist(const Rules* r, State* s, step_t choice) noexcept nogil:
    s.seat[s.turn].reserve -= 1
    put_sundiver(r, s, s.turn, first_of(choice))
    return THEN_END_ACTION


cdef inline const char* persist_fault(const Rules* r, const State* s) noexcept nogil:
    if s.followed != NO_CELL or s.remembered or pattern_marks_fault(r, s):
        return b"no sundiver of a conversion can stay"
    return NULL


cdef inline bint pattern_marks_fault(const Rules* r, const State* s) noexcept nogil:
    """Cells of a pattern: two or three, with room for one, and as many in the reserve."""
    return s.marks & ~(bit(r.board.cells) - 1) or s.marks & s.full[s.turn] or not 2 <= size(s.marks) <= 3 or (
        s.seat[s.turn].reserve < size(s.marks))
