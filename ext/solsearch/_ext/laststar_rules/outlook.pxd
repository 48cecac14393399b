"""What the value sees of a position beside the features of each seat (features.pxd): details of a seat, worked out only where a
position is valued and so free to look further, and what all seats share.

Numbers are of the order of one. DETAIL_NAMES and COMMON_NAMES in laststar_names.pyx name them.
"""
from libc.stdint cimport uint64_t
from solsearch._ext.bits cimport has, lowest, size, without_lowest
from solsearch._ext.laststar_rules.basics cimport movement_of
from solsearch._ext.laststar_rules.board cimport INNER_ORBIT, OUTER_ORBIT
from solsearch._ext.laststar_rules.effects cimport EFFECTS
from solsearch._ext.laststar_rules.features cimport is_near, launch_eye, next_to_begin, reward_at
from solsearch._ext.laststar_rules.pieces cimport FLARE, PIECES, STATION_TYPES, SUITS, TOWER, TRIGGER
from solsearch._ext.laststar_rules.rules cimport EVENTS, Rules
from solsearch._ext.laststar_rules.state cimport OPENING, State, all_gates, all_stations, cards_left, station_at

cdef enum:     # the details of a seat by number
    D_LEAD = 0              # momentum ahead of the best rival; together: of the target
    D_OVER_MEAN = 1         # momentum above the mean of the rivals
    D_ENERGY_LEAD = 2       # energy ahead of the rivals' mean
    D_PIECES = 3            # pieces left in the reserve: 3..6
    D_GATES = 7             # own gates by barrier, from outside in: 7..9
    D_OTHERS_GATES = 10     # others' gates: 10..12
    D_OWN_NEAR = 13         # own stations manned or within a flight or launch, by type: 13..15, their reward
    D_OTHERS_NEAR = 16      # others': 16..18
    D_HERE = 19             # anyone's stations in the launch cells, by type: 19..21, their reward
    D_AHEAD = 22            # own stations that the mothership passes on its next turns, by type: 22..24, sooner counts more
    D_TOTAL = 25            # reward of all own stations, by type: 25..27
    D_VISITED = 28          # cells with own stations where rivals stand: they will pay a bonus
    D_VISITING = 29         # rivals' stations where own sundivers stand
    D_CELLS = 30            # cells with own sundivers
    D_FED_UPON = 31         # own stations with feeders
    D_NEXT = 32             # turns until the seat's next one begins: 32..36, one of them is 1
    D_TO_GATE = 37          # eyes until the nearest own gate out of the inner orbit; all the way round if there is none
    D_TO_STATION = 38       # eyes until the nearest own station in the orbits
    D_MOVEMENT_LEAD = 39    # movement beyond the rivals' mean
    D_TOWER_ENERGY = 40     # energy short of what the own towers could send
    D_ONE_FLARE = 41        # momentum ahead of the best rival, if the next flare ends the game
    D_HELD = 42             # the effect of the held card, by its number: one of them is 1
    DETAILS = D_HELD + EFFECTS

cdef enum:     # the features that all share
    C_SPIRAL = 0            # flares still to come, of all there were
    C_FLARE = 1             # the chance that the next card is one
    C_CARDS = 2             # cards left, for each flare still to come
    C_QUIET = 3             # turns without a card, of those that end the game
    C_PLAYERS = 4           # seats: 4..8, one of them is 1
    C_SUITS = 9             # suits in play
    C_TRIGGERS = 10         # trigger flares still to come
    C_LAST_FLARE = 11       # 1: the next flare ends the game
    C_TWO_FLARES = 12       # 1: the second next does
    C_TARGET = 13           # what wins together
    C_HIGHEST = 14          # momentum of the leader
    C_LOWEST = 15           # and of the last
    C_STATIONS = 16         # stations on the board, by type: 16..18
    C_STRUCTURED = 19       # 1: the game begins with structures
    C_OPENING = 20          # 1: they are being placed
    C_BANNED = 21           # pieces that may not be converted: 21..24
    C_EVENT = 25            # the trigger event by its number, one of them is 1
    C_EFFECT = C_EVENT + EVENTS     # the effects in play by their numbers
    COMMON_FEATURES = C_EFFECT + EFFECTS

cdef enum:     # the units that numbers are told in
    MUCH_MOMENTUM = 20
    MUCH_ENERGY = 10
    MUCH_REWARD = 5


cdef inline void fill_details(const Rules* r, const State* s, int seat, float* d) noexcept nogil:
    cdef int i
    for i in range(DETAILS):
        d[i] = 0
    compare_with_rivals(r, s, seat, d)
    describe_gates(r, s, seat, d)
    describe_stations(r, s, seat, d)
    describe_route(r, s, seat, d)
    for i in range(PIECES):
        d[D_PIECES + i] = s.seat[seat].pieces[i] / <float>max(r.pieces[i], 1)
    d[D_CELLS] = size(s.occupied[seat]) / <float>5
    d[D_NEXT + (seat + r.players - next_to_begin(r, s)) % r.players] = 1
    if s.seat[seat].card >= 0:
        d[D_HELD + r.effect_of[s.seat[seat].card]] = 1


cdef inline void compare_with_rivals(const Rules* r, const State* s, int seat, float* d) noexcept nogil:
    cdef double highest = -1
    cdef double momentum = 0
    cdef double energy = 0
    cdef double movement = 0
    cdef int rivals = r.players - 1
    cdef int other
    for other in range(r.players):
        if other != seat:
            highest = max(highest, <double>s.seat[other].momentum)
            momentum += s.seat[other].momentum
            energy += s.seat[other].energy
            movement += movement_of(r, s, other)
    if rivals:
        d[D_OVER_MEAN] = <float>((s.seat[seat].momentum - momentum / rivals) / <double>MUCH_MOMENTUM)
        d[D_ENERGY_LEAD] = <float>((s.seat[seat].energy - energy / rivals) / <double>MUCH_ENERGY)
        d[D_MOVEMENT_LEAD] = <float>(movement_of(r, s, seat) - movement / rivals)
    if r.common_win:
        highest = r.target
    d[D_LEAD] = <float>((s.seat[seat].momentum - highest) / <double>MUCH_MOMENTUM)
    if s.spiral == 1:
        d[D_ONE_FLARE] = d[D_LEAD]


cdef inline void describe_gates(const Rules* r, const State* s, int seat, float* d) noexcept nogil:
    cdef int barrier
    for barrier in range(3):
        d[D_GATES + barrier] = size(s.gates[seat] & r.board.inward_borders[<int>INNER_ORBIT + barrier])
        d[D_OTHERS_GATES + barrier] = size(all_gates(s) & ~s.gates[seat] & r.board.inward_borders[<int>INNER_ORBIT + barrier])


cdef inline void describe_stations(const Rules* r, const State* s, int seat, float* d) noexcept nogil:
    cdef uint64_t cells = all_stations(s)
    cdef uint64_t others = 0
    cdef double towers = 0
    cdef float reward
    cdef int cell, kind, other
    cdef bint own
    for other in range(r.players):
        if other != seat:
            others |= s.occupied[other]
    while cells:
        cell = lowest(cells)
        cells = without_lowest(cells)
        kind = station_at(s, cell)
        own = has(s.owned[seat], cell)
        reward = <float>(reward_at(r, cell, own) / <double>MUCH_REWARD)
        if own:
            d[D_TOTAL + kind] += reward
            d[D_VISITED] += has(others, cell)
            d[D_FED_UPON] += s.feeders[cell] > 0
            if kind == TOWER:
                towers += reward_at(r, cell, True)
        elif has(s.occupied[seat], cell):
            d[D_VISITING] += 1
        if is_near(r, s, seat, cell):
            d[(D_OWN_NEAR if own else D_OTHERS_NEAR) + kind] += reward
        if has(r.board.around_eye[launch_eye(r, s, seat)], cell):
            d[D_HERE + kind] += reward
    d[D_TOWER_ENERGY] = <float>(max(towers - s.seat[seat].energy, 0.0) / <double>MUCH_ENERGY)


cdef inline void describe_route(const Rules* r, const State* s, int seat, float* d) noexcept nogil:
    """What the mothership comes by on its way round."""
    cdef uint64_t stations = s.owned[seat] & (r.board.ring[<int>OUTER_ORBIT] | r.board.ring[<int>INNER_ORBIT])
    cdef uint64_t gates = s.gates[seat] & r.board.inward_borders[<int>INNER_ORBIT]
    cdef uint64_t ways_in = 0
    cdef uint64_t cells
    cdef int eye = launch_eye(r, s, seat)
    cdef int ahead
    d[D_TO_GATE] = 1
    d[D_TO_STATION] = 1
    while gates:
        ways_in |= (<uint64_t>1) << r.board.border_outer[lowest(gates)]
        gates = without_lowest(gates)
    for ahead in range(r.board.eyes):
        cells = r.board.around_eye[eye]
        if cells & ways_in and d[D_TO_GATE] == 1:
            d[D_TO_GATE] = ahead / <float>r.board.eyes
        if cells & stations and d[D_TO_STATION] == 1:
            d[D_TO_STATION] = ahead / <float>r.board.eyes
        if 0 < ahead < 5:
            cells &= stations
            while cells:
                d[D_AHEAD + station_at(s, lowest(cells))] += <float>(1.0 / (ahead + 1))
                cells = without_lowest(cells)
        eye = eye + 1 if eye < r.board.eyes else 1


cdef inline void fill_common_features(const Rules* r, const State* s, float* f) noexcept nogil:
    cdef double left = cards_left(s)
    cdef int highest = 0
    cdef int lowest_momentum = s.seat[0].momentum
    cdef int i
    for i in range(COMMON_FEATURES):
        f[i] = 0
    f[C_SPIRAL] = <float>(s.spiral / <double>r.spiral)
    f[C_FLARE] = <float>((s.undrawn[<int>FLARE] + s.undrawn[<int>TRIGGER]) / left if left else 0)
    f[C_CARDS] = <float>(left / s.spiral if s.spiral else 0)
    f[C_QUIET] = <float>(s.quiet / <double>r.quiet_limit)
    f[C_PLAYERS + r.players - 1] = 1
    f[C_TRIGGERS] = s.undrawn[<int>TRIGGER]
    f[C_LAST_FLARE] = s.spiral == 1
    f[C_TWO_FLARES] = s.spiral == 2
    f[C_TARGET] = <float>(r.target / <double>MUCH_MOMENTUM)
    for i in range(r.players):
        highest = max(highest, s.seat[i].momentum)
        lowest_momentum = min(lowest_momentum, s.seat[i].momentum)
    f[C_HIGHEST] = <float>(highest / <double>MUCH_MOMENTUM)
    f[C_LOWEST] = <float>(lowest_momentum / <double>MUCH_MOMENTUM)
    for i in range(STATION_TYPES):
        f[C_STATIONS + i] = size(s.stations[i])
    f[C_STRUCTURED] = r.opening != 0
    f[C_OPENING] = s.phase == OPENING
    for i in range(PIECES):
        f[C_BANNED + i] = r.banned[i]
    f[C_EVENT + r.event] = 1
    for i in range(SUITS):
        if has(r.suits_in_play, i):
            f[C_SUITS] += <float>0.2
            f[C_EFFECT + r.effect_of[i]] = 1
