"""Effects played with an activation: annex, augment, blight, devour, duplicate, festival, metamorphosis, pulse, sabotage,
sacrifice, spawn, squeeze, synchronize."""
from libc.stdint cimport uint64_t
from solsearch._ext.bits cimport bit, has, lowest, size, without_lowest
from solsearch._ext.game cimport MAX_SEATS, step_t
from solsearch._ext.laststar_rules.activating cimport (
    base_at, can_take, can_take_bonus, manned_cells, take_bonus, take_reward,
)
from solsearch._ext.laststar_rules.basics cimport numbers, reinforce, take_sundiver
from solsearch._ext.laststar_rules.board cimport CONVECTIVE, MAX_CELLS, NO_CELL, RINGS
from solsearch._ext.laststar_rules.pieces cimport FOUNDRY, NODE, STATION_TYPES, TOWER
from solsearch._ext.laststar_rules.rules cimport (
    THEN_DRAW_AT_ONCE, THEN_END_ACTION, THEN_NEXT_STATION, THEN_OWNERS_BONUS, THEN_OWN_BONUS, THEN_SETTLE, Rules, Then,
)
from solsearch._ext.laststar_rules.state cimport (
    SCOURED, State, all_stations, all_sundivers, build_station, forget_effect, gain_energy, gain_momentum, owner_of,
    raze_station, remove_station, station_at,
)
from solsearch._ext.laststar_rules.steps cimport CHOOSE_CELL_SEAT, CHOOSE_TYPE, add_cells, first_of, second_of, step_of


# -- annex: the bonus of another's station is yours --------------------------------------------------------------------------

cdef inline bint can_annex(const Rules* r, const State* s) noexcept nogil:
    return not has(s.owned[s.turn], s.pending) and can_take_bonus(r, s, s.turn)


cdef inline Then annex(const Rules* r, State* s) noexcept nogil:
    """The owner is not asked."""
    take_bonus(r, s, s.turn)
    return THEN_SETTLE


# -- augment: every sundiver still in the cell adds to the base --------------------------------------------------------------

cdef inline int augment_reward(const Rules* r, const State* s) noexcept nogil:
    cdef int extra = 0
    cdef int seat
    for seat in range(r.players):
        extra += s.sundivers[seat][s.pending]
    return extra * numbers(r, s).by_ring[r.board.ring_of[s.pending]]


cdef inline bint can_augment(const Rules* r, const State* s) noexcept nogil:
    return augment_reward(r, s) > 0 and can_take(r, s, s.turn, station_at(s, s.pending), augment_reward(r, s))


cdef inline Then augment(const Rules* r, State* s) noexcept nogil:
    take_reward(r, s, s.turn, station_at(s, s.pending), augment_reward(r, s))
    forget_effect(s)
    return THEN_OWNERS_BONUS


# -- blight: sundivers into another's hold, to be launched from there --------------------------------------------------------

cdef inline int add_blights(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """A sundiver of yours around another player's eye, and which player."""
    cdef uint64_t cells
    cdef int seat
    cdef int count = 0
    if s.seat[s.turn].reserve < numbers(r, s).sundivers:
        return 0
    for seat in range(r.players):
        if seat != s.turn:
            cells = r.board.around_eye[s.seat[seat].eye] & s.occupied[s.turn]
            while cells:
                out[count] = step_of(CHOOSE_CELL_SEAT, lowest(cells), seat, 0)
                count += 1
                cells = without_lowest(cells)
    return count


cdef inline bint can_blight(const Rules* r, const State* s) noexcept nogil:
    cdef step_t blights[MAX_CELLS * MAX_SEATS]
    return add_blights(r, s, blights) > 0


cdef inline Then blight(const Rules* r, State* s, step_t choice) noexcept nogil:
    take_sundiver(r, s, s.turn, first_of(choice))
    s.seat[s.turn].hold += 1
    s.seat[s.turn].reserve -= numbers(r, s).sundivers
    s.seat[second_of(choice)].guests[s.turn] += numbers(r, s).sundivers
    return THEN_END_ACTION


# -- one station activated in another way: devour, sabotage ------------------------------------------------------------------

cdef inline uint64_t stations_to_activate(const Rules* r, const State* s) noexcept nogil:
    """Those that the turn seat could activate now, if it could take their base."""
    if s.station_type == SCOURED:
        return 0
    return manned_cells(r, s) & (all_stations(s) if s.station_type == 0 else s.stations[s.station_type - 1])


cdef inline Then activated_otherwise(const Rules* r, State* s, int cell, int kind) noexcept nogil:
    """The sundiver is recalled, cards are owed, and others of that type may follow; the effect is over."""
    take_sundiver(r, s, s.turn, cell)
    s.seat[s.turn].hold += 1
    s.owed += r.cards[r.board.ring_of[cell]]
    s.station_type = 1 + kind
    s.activated |= bit(cell)
    s.pending = NO_CELL
    forget_effect(s)
    return THEN_NEXT_STATION


# -- devour: momentum for an own station, which leaves the game --------------------------------------------------------------

cdef inline bint can_devour(const Rules* r, const State* s) noexcept nogil:
    return (stations_to_activate(r, s) & s.owned[s.turn]) != 0


cdef inline int add_meals(const Rules* r, const State* s, step_t* out) noexcept nogil:
    return add_cells(stations_to_activate(r, s) & s.owned[s.turn], out)


cdef inline Then devour(const Rules* r, State* s, step_t choice) noexcept nogil:
    cdef int cell = first_of(choice)
    cdef int kind = station_at(s, cell)
    gain_momentum(s, s.turn, numbers(r, s).by_ring[r.board.ring_of[cell]])
    remove_station(s, s.turn, kind, cell)
    return activated_otherwise(r, s, cell, kind)


# -- sabotage: the base of another's station comes from its owner ------------------------------------------------------------

cdef inline bint can_be_sabotaged(const Rules* r, const State* s, int cell) noexcept nogil:
    """The owner has it, and the turn seat the sundivers for a foundry."""
    cdef int owner = owner_of(s, cell)
    cdef int kind = station_at(s, cell)
    cdef int base = base_at(r, s, cell)
    if kind == TOWER:
        return s.seat[owner].momentum >= base
    return s.seat[owner].energy >= base and (kind == NODE or s.seat[s.turn].reserve >= base)


cdef inline int add_sabotages(const Rules* r, const State* s, step_t* out) noexcept nogil:
    cdef uint64_t cells = stations_to_activate(r, s) & ~s.owned[s.turn]
    cdef uint64_t found = 0
    while cells:
        if can_be_sabotaged(r, s, lowest(cells)):
            found |= bit(lowest(cells))
        cells = without_lowest(cells)
    return add_cells(found, out)


cdef inline bint can_sabotage(const Rules* r, const State* s) noexcept nogil:
    cdef step_t sabotages[MAX_CELLS]
    return add_sabotages(r, s, sabotages) > 0


cdef inline Then sabotage(const Rules* r, State* s, step_t choice) noexcept nogil:
    cdef int cell = first_of(choice)
    cdef int owner = owner_of(s, cell)
    cdef int kind = station_at(s, cell)
    cdef int base = base_at(r, s, cell)
    if kind == TOWER:
        s.seat[owner].momentum -= base
        gain_momentum(s, s.turn, base)
    else:
        s.seat[owner].energy -= base
        if kind == NODE:
            gain_energy(s, s.turn, base)
        else:
            s.seat[s.turn].reserve -= base
            s.seat[s.turn].hold += base
    return activated_otherwise(r, s, cell, kind)


# -- duplicate: foundries build a multiple -----------------------------------------------------------------------------------

cdef inline bint can_duplicate(const Rules* r, const State* s) noexcept nogil:
    """A foundry whose multiplied base can be taken."""
    cdef uint64_t cells = manned_cells(r, s) & s.stations[<int>FOUNDRY]
    cdef int base
    while cells:
        base = base_at(r, s, lowest(cells))
        if s.seat[s.turn].energy >= base and s.seat[s.turn].reserve >= duplicated(r, s, base):
            return True
        cells = without_lowest(cells)
    return False


cdef inline int duplicated(const Rules* r, const State* s, int amount) noexcept nogil:
    return numbers(r, s).factor * amount


# -- metamorphosis: the own station just activated becomes another type ------------------------------------------------------

cdef inline int add_other_types(const Rules* r, const State* s, step_t* out) noexcept nogil:
    cdef int kind
    cdef int count = 0
    if not has(s.owned[s.turn], s.pending):
        return 0
    for kind in range(STATION_TYPES):
        if kind != station_at(s, s.pending) and s.seat[s.turn].pieces[kind]:
            out[count] = step_of(CHOOSE_TYPE, kind, 0, 0)
            count += 1
    return count


cdef inline bint can_metamorphose(const Rules* r, const State* s) noexcept nogil:
    cdef step_t types[STATION_TYPES]
    return s.pending != NO_CELL and add_other_types(r, s, types) > 0


cdef inline Then metamorphose(const Rules* r, State* s, step_t choice) noexcept nogil:
    cdef int cell = s.pending
    raze_station(s, s.turn, station_at(s, cell), cell)
    build_station(s, s.turn, first_of(choice), cell)
    s.pending = NO_CELL
    forget_effect(s)
    return THEN_NEXT_STATION


# -- pulse: own stations in some rings activate, without sundivers; or everyone's --------------------------------------------

cdef inline uint64_t pulsing_rings(const Rules* r, const State* s) noexcept nogil:
    """The cells of the rings whose number is not 0."""
    cdef uint64_t cells = 0
    cdef int ring
    for ring in range(RINGS):
        if numbers(r, s).by_ring[ring]:
            cells |= r.board.ring[ring]
    return cells


cdef inline uint64_t pulsing_cells(const Rules* r, const State* s, int seat) noexcept nogil:
    """The seat's stations there."""
    return s.owned[seat] & pulsing_rings(r, s)


cdef inline uint64_t pulsing_cells_of_everyone(const Rules* r, const State* s, int seat) noexcept nogil:
    return all_stations(s) & pulsing_rings(r, s)


cdef inline bint can_pulse(const Rules* r, const State* s) noexcept nogil:
    return can_take_one_of(r, s, pulsing_cells(r, s, s.turn))


cdef inline bint can_pulse_with_everyone(const Rules* r, const State* s) noexcept nogil:
    return can_take_one_of(r, s, pulsing_cells_of_everyone(r, s, s.turn))


cdef inline bint can_take_one_of(const Rules* r, const State* s, uint64_t cells) noexcept nogil:
    """The base of one of these stations."""
    while cells:
        if can_take(r, s, s.turn, station_at(s, lowest(cells)), base_at(r, s, lowest(cells))):
            return True
        cells = without_lowest(cells)
    return False


# -- sacrifice: all sundivers on a foundry are vaporized ---------------------------------------------------------------------

cdef inline int add_sacrifices(const Rules* r, const State* s, step_t* out) noexcept nogil:
    return add_cells(s.stations[<int>FOUNDRY] & all_sundivers(s), out)


cdef inline bint can_sacrifice(const Rules* r, const State* s) noexcept nogil:
    cdef step_t sacrifices[MAX_CELLS]
    return add_sacrifices(r, s, sacrifices) > 0


cdef inline Then sacrifice(const Rules* r, State* s, step_t choice) noexcept nogil:
    cdef int cell = first_of(choice)
    cdef int seat
    for seat in range(r.players):
        gain_momentum(s, seat, numbers(r, s).momentum * s.sundivers[seat][cell])
        while s.sundivers[seat][cell]:
            take_sundiver(r, s, seat, cell)
    s.owed += r.cards[r.board.ring_of[cell]]
    return THEN_END_ACTION


cdef inline int add_own_sacrifices(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """Where a sundiver of the turn seat is among them."""
    return add_cells(s.stations[<int>FOUNDRY] & s.occupied[s.turn], out)


cdef inline bint can_sacrifice_own(const Rules* r, const State* s) noexcept nogil:
    return (s.stations[<int>FOUNDRY] & s.occupied[s.turn]) != 0


# -- spawn: one more sundiver on each own node -------------------------------------------------------------------------------

cdef inline uint64_t spawning_cells(const Rules* r, const State* s) noexcept nogil:
    """Own nodes with room."""
    return s.stations[<int>NODE] & s.owned[s.turn] & ~s.full[s.turn]


cdef inline bint can_spawn(const Rules* r, const State* s) noexcept nogil:
    """Right after a node is settled, with enough for all."""
    cdef uint64_t cells = spawning_cells(r, s)
    return s.pending != NO_CELL and cells != 0 and size(cells) <= s.seat[s.turn].reserve


cdef inline Then spawn(const Rules* r, State* s) noexcept nogil:
    reinforce(r, s, spawning_cells(r, s))
    s.pending = NO_CELL
    forget_effect(s)
    return THEN_NEXT_STATION


# -- squeeze: the base again, and a multiple of the bonus; in C, D, E at the risk of a flare ---------------------------------

cdef inline bint can_squeeze(const Rules* r, const State* s) noexcept nogil:
    return has(s.owned[s.turn], s.pending) and can_take(
        r, s, s.turn, station_at(s, s.pending), base_at(r, s, s.pending))


cdef inline Then squeeze(const Rules* r, State* s) noexcept nogil:
    """In C, D, E all cards owed so far are drawn now; in A and B nothing can go wrong."""
    return THEN_DRAW_AT_ONCE if r.board.ring_of[s.pending] >= CONVECTIVE else after_squeeze(r, s)


cdef inline Then after_squeeze(const Rules* r, State* s) noexcept nogil:
    """A flare among the cards: no bonus, and the station leaves the game. None: the base again, and a multiple of the bonus."""
    cdef int kind
    if not has(s.owned[s.turn], s.pending):     # an event took it
        return THEN_SETTLE
    kind = station_at(s, s.pending)
    if s.flares:
        remove_station(s, s.turn, kind, s.pending)
        return THEN_SETTLE
    if can_take(r, s, s.turn, kind, base_at(r, s, s.pending)):
        take_reward(r, s, s.turn, kind, base_at(r, s, s.pending))
    return THEN_OWN_BONUS


cdef inline int squeezed_bonus(const Rules* r, const State* s, int bonus) noexcept nogil:
    return numbers(r, s).factor * bonus


# -- synchronize: momentum for each station activated from now on ------------------------------------------------------------

cdef inline void gain_for_station(const Rules* r, State* s, int cell) noexcept nogil:
    gain_momentum(s, s.turn, numbers(r, s).momentum)
