"""What the policy sees of a position: numbers that describe each seat, quick to work out, and looked up while nothing has
changed for the seat. The value sees more: outlook.pxd.

FEATURE_NAMES in laststar_names.pyx names them.
"""
from libc.math cimport exp
from libc.stdint cimport uint64_t
from libc.string cimport memcpy
from solsearch._ext.bits cimport bit, has, lowest, size, without_lowest
from solsearch._ext.hashing cimport hash_words
from solsearch._ext.laststar_rules.basics cimport movement_of, take_sundiver
from solsearch._ext.laststar_rules.board cimport CONVECTIVE, INNER_ORBIT, MAX_CELLS, RINGS
from solsearch._ext.laststar_rules.pieces cimport FOUNDRY, GATE, NODE, STATION_TYPES, TOWER
from solsearch._ext.laststar_rules.rules cimport FEEDERS, SURVIVAL_LEVELS, Rules
from solsearch._ext.laststar_rules.sets cimport deepest_own, most_to_take, take
from solsearch._ext.laststar_rules.state cimport (
    DECLARING, MOVING, RANKING, START, TAKING, State, all_gates, all_stations, owner_of, station_at,
)

cdef enum:     # the features by number
    F_MOMENTUM = 0          # what counts in the end
    F_ENERGY = 1            # energy that no flare takes
    F_SURPLUS = 2           # energy beyond
    F_HOLD = 3              # sundivers in the hold
    F_SUNDIVER = 4          # sundivers on the board, by ring: 4..8
    F_GATE = 9              # gates
    F_REACH = 10            # rings that own gates open: 0..3
    F_STATION = 11          # stations, by type and ring: 11..25
    F_MANNED_NODE = 26      # energy that manned nodes would give
    F_MANNED_FOUNDRY = 27   # sundivers that manned foundries would build
    F_MANNED_TOWER = 28     # momentum that manned towers would give, as far as the energy goes
    F_MOVEMENT = 29         # movement points
    F_CARD = 30             # a held card with an effect
    F_PATTERN_GATE = 31     # the best conversion a pattern on the board allows, by its reward: gate
    F_PATTERN_NODE = 32     # node
    F_PATTERN_FOUNDRY = 33  # foundry
    F_PATTERN_TOWER = 34    # tower
    F_FUELLED_TOWER = 35    # energy that own towers could send
    F_OWED = 36             # cards that the seat is about to draw
    F_LOST = 37             # sundivers lost in space or blighted in another's hold
    F_RESERVE = 38          # sundivers in the reserve
    F_CREW = 39             # the first few sundivers in hold and on the board, without which nothing goes
    F_TURN = 40             # the next turn to begin is the seat's
    F_ONE = 41              # 1: what there is without all this
    F_ALONE = 42            # 1 in a game for one: nobody else builds what it can use
    F_WAY_IN = 43           # 1: an own gate leads into C; one half: none does, but one could be built at once
    F_HAS = 44              # 1: at least one own station, by type: 44..46
    F_NEAR_NODE = 47        # reward of nodes that are manned, or would be by one flight or launch
    F_NEAR_FOUNDRY = 48     # of foundries
    F_NEAR_TOWER = 49       # of towers
    F_CUBES = 50            # energy cubes one flight or launch away
    F_FEEDERS = 51          # feeders on own stations
    F_WAY_NODE = 52         # flights saved on the way to the nearest own node, of LONGEST_WAY; manned: all
    F_WAY_FOUNDRY = 53      # foundry
    F_WAY_TOWER = 54        # tower
    F_SOON = 55             # reward of anyone's stations that a whole move could man, the nearest first, by type: 55..57
    FEATURES = 58

cdef enum:
    CREW = 4
    LONGEST_WAY = 7         # flights, a launch counting as one


# -- what is looked at -------------------------------------------------------------------------------------------------------

cdef inline const State* settled(const Rules* r, const State* s, State* room) noexcept nogil:
    """The position as it is seen: a declared set as if it were activated, everyone taking all that they can, for so it will be.
    `room` is for such a position; all others are returned as they are."""
    if not r.declares_sets or (not s.to_come and s.phase != TAKING):
        return s
    memcpy(room, s, sizeof(State))
    if s.phase == DECLARING or s.phase == RANKING:
        room.marks = s.to_come & s.owned[s.turn]
        if room.marks:
            room.marks &= ~bit(lowest(deepest_own(r, s)))
    elif s.phase == TAKING:
        take_all(r, room, s.actor == s.turn)
    while room.to_come:
        room.pending = lowest(room.to_come)
        room.to_come = without_lowest(room.to_come)
        take_sundiver(r, room, room.turn, room.pending)
        room.seat[room.turn].hold += 1
        room.owed += r.cards[r.board.ring_of[room.pending]]
        take_all(r, room, True)
    return room


cdef inline void take_all(const Rules* r, State* s, bint activator) noexcept nogil:
    """From the pending station: the activator, unless that was before, and another owner."""
    if activator:
        take(r, s, s.turn, most_to_take(r, s, s.turn))
    if not has(s.owned[s.turn], s.pending):
        take(r, s, owner_of(s, s.pending), most_to_take(r, s, owner_of(s, s.pending)))


cdef inline bint has_come_by(const Rules* r, const State* s, int seat) noexcept nogil:
    """Does the seat launch from the eye where its mothership stands? Where they orbit first only in its own action."""
    return not r.orbits_first or (seat == s.turn and (s.phase == START or s.phase == MOVING or s.phase >= DECLARING))


cdef inline int launch_eye(const Rules* r, const State* s, int seat) noexcept nogil:
    """The eye from which the seat launches in its next action, or in the one that goes on."""
    cdef int eye = s.seat[seat].eye
    return eye if has_come_by(r, s, seat) else eye + 1 if eye < r.board.eyes else 1


# -- what there is to say of it ----------------------------------------------------------------------------------------------

cdef inline double reward_at(const Rules* r, int cell, bint own) noexcept nogil:
    cdef int ring = r.board.ring_of[cell]
    return r.base[ring] + (r.bonus[ring] if own else 0)


cdef inline void add_manned(const Rules* r, const State* s, int seat, float* f) noexcept nogil:
    """What one activate action of each type would bring."""
    cdef uint64_t cells = s.occupied[seat] & all_stations(s)
    cdef double towers = 0
    cdef double built = 0
    cdef int cell
    while cells:
        cell = lowest(cells)
        cells = without_lowest(cells)
        if has(s.stations[<int>NODE], cell):
            f[F_MANNED_NODE] += reward_at(r, cell, has(s.owned[seat], cell))
        elif has(s.stations[<int>TOWER], cell):
            towers += reward_at(r, cell, has(s.owned[seat], cell))
        else:
            built += reward_at(r, cell, has(s.owned[seat], cell))
    f[F_MANNED_TOWER] = min(towers, <double>s.seat[seat].energy)
    f[F_MANNED_FOUNDRY] = min(built, <double>min(s.seat[seat].energy, <int>s.seat[seat].reserve))


cdef inline double worth(const Rules* r, int cell) noexcept nogil:
    """Of a structure there: its whole reward."""
    return reward_at(r, cell, True)


cdef inline void add_patterns(const Rules* r, const State* s, int seat, float* f) noexcept nogil:
    """The best structure of each kind that the sundivers on the board could be converted into now."""
    cdef uint64_t own = s.occupied[seat]
    cdef uint64_t free = ~all_stations(s)
    cdef uint64_t cells = own
    cdef uint64_t above
    cdef int cell, neighbour, gap
    while cells:
        cell = lowest(cells)
        cells = without_lowest(cells)
        neighbour = r.board.next_in_ring[cell]
        gap = r.board.next_in_ring[neighbour]
        if has(own, neighbour) and (has(free, cell) or has(free, neighbour)) and s.seat[seat].pieces[<int>FOUNDRY]:
            f[F_PATTERN_FOUNDRY] = max(f[F_PATTERN_FOUNDRY], worth(r, cell))
        if has(own, gap) and has(free, neighbour) and s.seat[seat].pieces[<int>NODE]:
            f[F_PATTERN_NODE] = max(f[F_PATTERN_NODE], worth(r, neighbour))
        above = r.board.outward[cell] & own
        if above:
            if r.board.inward[cell] and s.seat[seat].pieces[<int>GATE]:
                f[F_PATTERN_GATE] = max(f[F_PATTERN_GATE], worth(r, lowest(r.board.inward[cell])))
                if r.board.ring_of[cell] == INNER_ORBIT:
                    f[F_WAY_IN] = max(f[F_WAY_IN], <float>0.5)
            if r.board.ring_of[cell] >= CONVECTIVE and has(free, cell) and s.seat[seat].pieces[<int>TOWER]:
                while above:
                    if r.board.outward[lowest(above)] & own:
                        f[F_PATTERN_TOWER] = max(f[F_PATTERN_TOWER], worth(r, cell))
                        break
                    above = without_lowest(above)


cdef inline uint64_t one_flight_from(const Rules* r, const State* s, int cell) noexcept nogil:
    """Where a sundiver can fly to with one point, or come from: gates lead both ways."""
    cdef uint64_t cells = r.board.freely[cell]
    cdef uint64_t gates = r.board.borders_at[cell] & all_gates(s)
    cdef int border
    while gates:
        border = lowest(gates)
        gates = without_lowest(gates)
        cells |= bit(r.board.border_outer[border]) | bit(r.board.border_inner[border])
    return cells


cdef inline uint64_t launch_cells(const Rules* r, const State* s, int seat) noexcept nogil:
    """Where the seat could launch a sundiver of its hold if its turn began now."""
    return r.board.around_eye[launch_eye(r, s, seat)] if s.seat[seat].hold else 0


cdef inline bint is_near(const Rules* r, const State* s, int seat, int cell) noexcept nogil:
    """Is a sundiver of the seat there, or would one flight or launch bring one?"""
    cdef uint64_t from_here = one_flight_from(r, s, cell)
    return has(s.occupied[seat] | launch_cells(r, s, seat), cell) or (from_here & s.occupied[seat]) != 0


cdef inline void add_near(const Rules* r, const State* s, int seat, float* f) noexcept nogil:
    """Stations that the next turn can man."""
    cdef uint64_t cells = all_stations(s)
    cdef int cell
    while cells:
        cell = lowest(cells)
        cells = without_lowest(cells)
        if is_near(r, s, seat, cell):
            f[F_NEAR_NODE + station_at(s, cell)] += reward_at(r, cell, has(s.owned[seat], cell))
    cells = s.cubes
    while cells:
        f[F_CUBES] += is_near(r, s, seat, lowest(cells))
        cells = without_lowest(cells)
    if r.event == FEEDERS:
        f[F_FEEDERS] = feeders_on(s, s.owned[seat])


cdef inline uint64_t one_flight_further(const Rules* r, const State* s, uint64_t cells) noexcept nogil:
    """These cells and those one flight away from any of them."""
    cdef uint64_t gates = all_gates(s)
    cdef uint64_t out = cells
    cdef int border
    while cells:
        out |= r.board.freely[lowest(cells)]
        cells = without_lowest(cells)
    cells = out
    while gates:
        border = lowest(gates)
        gates = without_lowest(gates)
        if has(cells, r.board.border_outer[border]) or has(cells, r.board.border_inner[border]):
            out |= bit(r.board.border_outer[border]) | bit(r.board.border_inner[border])
    return out


cdef inline void add_ways(const Rules* r, const State* s, int seat, float* f) noexcept nogil:
    """How near the own sundivers are to own stations that they could man, and what all of them could man by one move. A station
    beyond the gates is nowhere near."""
    cdef uint64_t wanted = s.owned[seat]
    cdef uint64_t stations = all_stations(s)
    cdef uint64_t near = s.occupied[seat]
    cdef uint64_t found
    cdef int points = <int>f[F_MOVEMENT]
    cdef int crew = s.seat[seat].hold
    cdef int way, kind, cell, ring
    for ring in range(RINGS):
        crew += <int>f[F_SUNDIVER + ring]
    for way in range(LONGEST_WAY):
        for kind in range(STATION_TYPES):
            if near & wanted & s.stations[kind]:
                f[F_WAY_NODE + kind] = LONGEST_WAY - way
                wanted &= ~s.stations[kind]
        found = near & stations
        stations &= ~found
        while found and points >= way and crew:
            cell = lowest(found)
            found = without_lowest(found)
            f[F_SOON + station_at(s, cell)] += reward_at(r, cell, has(s.owned[seat], cell))
            points -= way
            crew -= 1
        if not (wanted or (stations and crew and points > way)):
            break
        near = one_flight_further(r, s, near) | launch_cells(r, s, seat)


cdef inline int feeders_on(const State* s, uint64_t cells) noexcept nogil:
    cdef int count = 0
    while cells:
        count += s.feeders[lowest(cells)]
        cells = without_lowest(cells)
    return count


cdef inline int next_to_begin(const Rules* r, const State* s) noexcept nogil:
    """The seat whose turn begins next, or has not yet begun."""
    return s.turn if s.fresh else s.turn + 1 if s.turn + 1 < r.players else 0


cdef inline void fill_features(const Rules* r, const State* s, int seat, float* f, int count) noexcept nogil:
    """Those from F_NEAR_NODE on cost as much as all others, and are left at 0 if only `count` before them are wanted."""
    cdef int ring, kind, holder, i
    cdef double towers = 0
    cdef uint64_t cells
    for i in range(FEATURES):
        f[i] = 0
    f[F_MOMENTUM] = s.seat[seat].momentum
    f[F_ENERGY] = min(s.seat[seat].energy, r.unstable_energy - 1)
    f[F_SURPLUS] = s.seat[seat].energy - f[F_ENERGY]
    f[F_HOLD] = s.seat[seat].hold
    f[F_RESERVE] = s.seat[seat].reserve
    cells = s.occupied[seat]
    while cells:
        f[F_SUNDIVER + r.board.ring_of[lowest(cells)]] += s.sundivers[seat][lowest(cells)]
        f[F_CREW] += s.sundivers[seat][lowest(cells)]
        cells = without_lowest(cells)
    f[F_CREW] = min(f[F_CREW] + s.seat[seat].hold, <double>CREW)
    f[F_GATE] = size(s.gates[seat])
    ring = INNER_ORBIT
    while ring < RINGS - 1 and s.gates[seat] & r.board.inward_borders[ring]:
        ring += 1
    f[F_REACH] = ring - <int>INNER_ORBIT
    f[F_WAY_IN] = ring > INNER_ORBIT
    cells = s.owned[seat]
    while cells:
        kind = station_at(s, lowest(cells))
        ring = r.board.ring_of[lowest(cells)]
        f[F_STATION + RINGS * kind + ring] += 1
        f[F_HAS + kind] = 1
        if kind == TOWER:
            towers += r.base[ring] + r.bonus[ring]
        cells = without_lowest(cells)
    f[F_FUELLED_TOWER] = min(towers, <double>s.seat[seat].energy)
    f[F_MOVEMENT] = movement_of(r, s, seat)
    f[F_CARD] = s.seat[seat].card >= 0 and r.effect_of[s.seat[seat].card] != 0
    f[F_OWED] = s.owed if seat == s.turn else 0
    f[F_LOST] = s.seat[seat].lost
    for holder in range(r.players):
        f[F_LOST] += s.seat[holder].guests[seat]
    f[F_TURN] = seat == next_to_begin(r, s)
    f[F_ONE] = 1
    f[F_ALONE] = r.players == 1
    add_manned(r, s, seat, f)
    add_patterns(r, s, seat, f)
    if count > F_NEAR_NODE:
        add_near(r, s, seat, f)
        add_ways(r, s, seat, f)


cdef enum:
    SEAT_WORDS = 3      # 64-bit words of a Seat
    SIGHT_WORDS = 20    # of all that the features of a seat come from; an even number


cdef inline uint64_t word_at(const void* place) noexcept nogil:
    cdef uint64_t word
    memcpy(&word, place, sizeof(word))
    return word


cdef inline void fill_sight(const Rules* r, const State* s, int seat, uint64_t* sight) noexcept nogil:
    """All that the features of a seat come from. It is asked for every seat after every step that is tried, so it is
    put together word by word: parts of words written one by one would have to be waited for when they are read again."""
    cdef const char* sundivers = <const char*>s.sundivers[seat]
    cdef int guests = 0
    cdef int holder, i
    for i in range(SEAT_WORDS):                                 # its board
        sight[i] = word_at(<const char*>&s.seat[seat] + 8 * i)
    for i in range(MAX_CELLS // 8):                             # its sundivers
        sight[3 + i] = word_at(sundivers + 8 * i)
    sight[10] = word_at(sundivers + MAX_CELLS - 8)              # the last of them, some once more
    sight[11] = s.gates[seat]
    sight[12] = s.owned[seat]
    for i in range(STATION_TYPES):                              # everybody's stations
        sight[13 + i] = s.stations[i]
    for holder in range(r.players):                             # its sundivers in others' holds
        guests += s.seat[holder].guests[seat]
    sight[16] = (<uint64_t>s.spiral                             # the stage
                 | <uint64_t>(s.owed if seat == s.turn else 0) << 8
                 | <uint64_t>guests << 16
                 | <uint64_t>(seat == next_to_begin(r, s)) << 32
                 | <uint64_t>(not has_come_by(r, s, seat)) << 33)
    if r.event == FEEDERS:                                      # feeders on its stations
        sight[16] |= <uint64_t>feeders_on(s, s.owned[seat]) << 40
    sight[17] = all_gates(s)
    sight[18] = s.cubes
    sight[19] = 0


cdef inline uint64_t hash_sight(const Rules* r, const State* s, int seat) noexcept nogil:
    cdef uint64_t sight[SIGHT_WORDS]
    fill_sight(r, s, seat, sight)
    return hash_words(sight, SIGHT_WORDS)


# -- playing together ----------------------------------------------------------------------------------------------------------

cdef inline int survival_level(const Rules* r, double momentum) noexcept nogil:
    """The level of survival that a momentum reaches."""
    cdef int level = 0
    while level < SURVIVAL_LEVELS - 1 and momentum >= r.survival[level + 1]:
        level += 1
    return level


cdef inline double survival(const Rules* r, double momentum) noexcept nogil:
    """The level of survival over the highest one, between the levels in proportion."""
    cdef int level = survival_level(r, momentum)
    if level == SURVIVAL_LEVELS - 1:
        return 1
    return (level + max(momentum - r.survival[level], 0.0) / (r.survival[level + 1] - r.survival[level])) / (
        SURVIVAL_LEVELS - 1)


cdef inline double chance_together(const Rules* r, double lowest_score, double spread) noexcept nogil:
    """Solo and co-op: the chance to reach the target with the lowest momentum; without a target the survival."""
    if r.target == 0:
        return survival(r, lowest_score)
    return 1 / (1 + exp(-(lowest_score - r.target + 0.5) / spread))
