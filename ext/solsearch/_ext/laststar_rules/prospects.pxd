"""What a seat is in the middle of, and what it could build and man in how many flights: the details of a seat that tell the
steps of one turn from each other. They stand behind those of outlook.pxd; who needs none of them need not pay for them.

Flights are counted for the nearest sundiver of each cell of a pattern, a launch counting as one; that one sundiver cannot be in
two cells at once is not looked at.
"""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset
from solsearch._ext.bits cimport bit, has, lowest, without_lowest
from solsearch._ext.game cimport MAX_SEATS
from solsearch._ext.hashing cimport hash_words
from solsearch._ext.laststar_rules.basics cimport movement_of
from solsearch._ext.laststar_rules.board cimport (
    CONVECTIVE, CORE, INNER_ORBIT, MAX_CELLS, NO_CELL, RADIATIVE, RINGS,
)
from solsearch._ext.laststar_rules.effects cimport EFFECTS
from solsearch._ext.laststar_rules.features cimport SIGHT_WORDS, fill_sight, launch_eye, next_to_begin, reward_at
from solsearch._ext.laststar_rules.outlook cimport DETAILS, MUCH_REWARD
from solsearch._ext.laststar_rules.pieces cimport FOUNDRY, GATE, NODE, PIECES, STATION_TYPES, TOWER
from solsearch._ext.laststar_rules.rules cimport Rules
from solsearch._ext.laststar_rules.state cimport (
    ACTIVATING, BONUS, MOVING, PHASES, SCOURED, START, State, all_gates, all_stations, station_at,
)

cdef enum:
    MOST_POINTS = 7         # movement points that are told apart
    FAR = 8                 # flights: that many, or no way at all

cdef enum:     # behind the details of outlook.pxd
    P_ACTS = DETAILS                        # 1: the seat chooses now
    P_POINTS = P_ACTS + 1                   # movement points that it has left: one of them is 1
    P_PHASE = P_POINTS + MOST_POINTS + 1    # what its turn has come to, by Phase: one of them is 1
    P_TYPE = P_PHASE + PHASES               # the type of the stations that it activates: one of them is 1
    P_FORCE = P_TYPE + SCOURED + 1          # the effect in force in its turn, by its number: one of them is 1
    P_USES = P_FORCE + EFFECTS              # how often that may still be used
    P_BONUS = P_USES + 1                    # the bonus that it is offered
    P_BUILD = P_BONUS + 1                   # how near it is to a structure, by ring: nodes, foundries, towers, gates
    P_MAN = P_BUILD + PIECES * RINGS        # how near it is to its own stations, by type and ring
    P_MAN_OTHERS = P_MAN + STATION_TYPES * RINGS    # how near it is to others' stations, by type, times their reward
    P_DIVE = P_MAN_OTHERS + STATION_TYPES   # how near it is to the core
    ALL_DETAILS = P_DIVE + 1


cdef inline void fill_prospects(const Rules* r, const State* s, int seat, float* d) noexcept nogil:
    cdef uint8_t flights[MAX_CELLS]
    cdef int i
    for i in range(<int>DETAILS, <int>ALL_DETAILS):
        d[i] = 0
    if seat == s.actor:
        d[P_ACTS] = 1
    if seat == s.turn:
        describe_turn(s, d)
    if s.phase == BONUS and seat == s.actor and s.pending != NO_CELL:
        d[P_BONUS] = r.bonus[r.board.ring_of[s.pending]] / <float>MUCH_REWARD
    count_flights(r, s, seat, flights)
    describe_patterns(r, s, seat, flights, d)
    describe_crews(r, s, seat, flights, d)


cdef inline void describe_turn(const State* s, float* d) noexcept nogil:
    d[P_PHASE + s.phase] = 1
    if s.phase == START or s.phase == MOVING:
        d[P_POINTS + min(max(<int>s.points, 0), <int>MOST_POINTS)] = 1
    if s.phase == ACTIVATING:
        d[P_TYPE + s.station_type] = 1
    if s.effect:
        d[P_FORCE + s.effect] = 1
        d[P_USES] = s.uses / <float>4


cdef inline void count_flights(const Rules* r, const State* s, int seat, uint8_t* flights) noexcept nogil:
    """How many flights bring the nearest sundiver of the seat into each cell."""
    cdef uint64_t gates = all_gates(s)
    cdef uint64_t reached = s.occupied[seat]
    cdef uint64_t edge = reached
    cdef uint64_t further, borders
    cdef int cell, border
    cdef int way = 0
    memset(flights, FAR, MAX_CELLS)
    while True:
        further = 0
        while edge:
            cell = lowest(edge)
            edge = without_lowest(edge)
            flights[cell] = <uint8_t>way
            further |= r.board.freely[cell]
            borders = r.board.borders_at[cell] & gates
            while borders:
                border = lowest(borders)
                borders = without_lowest(borders)
                further |= bit(r.board.border_outer[border]) | bit(r.board.border_inner[border])
        if way == 0 and s.seat[seat].hold:
            further |= r.board.around_eye[launch_eye(r, s, seat)]
        edge = further & ~reached
        way += 1
        if edge == 0 or way == FAR:
            return
        reached |= edge


cdef inline int nearest(const uint8_t* flights, uint64_t cells) noexcept nogil:
    cdef int fewest = FAR
    while cells:
        fewest = min(fewest, <int>flights[lowest(cells)])
        cells = without_lowest(cells)
    return fewest


cdef inline float nearness(int flights) noexcept nogil:
    return max(FAR - flights, 0) / <float>FAR


cdef inline void describe_patterns(const Rules* r, const State* s, int seat, const uint8_t* flights, float* d) noexcept nogil:
    cdef uint64_t free = ~all_stations(s)
    cdef int fewest[PIECES][RINGS]
    cdef int chain[MAX_CELLS]           # flights into the cell and into one of those that touch it further out
    cdef uint64_t outer
    cdef int cell, ring, after, way, kind
    for kind in range(PIECES):
        for ring in range(RINGS):
            fewest[kind][ring] = FAR
    for cell in range(r.board.cells):
        ring = r.board.ring_of[cell]
        after = r.board.next_in_ring[cell]
        if has(free, cell):
            way = flights[r.board.before_in_ring[cell]] + flights[after]
            fewest[<int>NODE][ring] = min(fewest[<int>NODE][ring], way)
        if has(free, cell) or has(free, after):
            way = flights[cell] + flights[after]
            fewest[<int>FOUNDRY][ring] = min(fewest[<int>FOUNDRY][ring], way)
        outer = r.board.outward[cell]
        chain[cell] = flights[cell] + nearest(flights, outer)
        if ring == INNER_ORBIT or ring == CONVECTIVE or ring == RADIATIVE:
            fewest[<int>GATE][ring] = min(fewest[<int>GATE][ring], chain[cell])
        if ring >= CONVECTIVE and has(free, cell):
            way = FAR
            while outer:
                way = min(way, chain[lowest(outer)])
                outer = without_lowest(outer)
            fewest[<int>TOWER][ring] = min(fewest[<int>TOWER][ring], way + flights[cell])
    for kind in range(PIECES):
        if s.seat[seat].pieces[kind] and not r.banned[kind]:
            for ring in range(RINGS):
                d[P_BUILD + kind * RINGS + ring] = nearness(fewest[kind][ring])


cdef inline void describe_crews(const Rules* r, const State* s, int seat, const uint8_t* flights, float* d) noexcept nogil:
    cdef uint64_t cells = all_stations(s)
    cdef float near
    cdef int cell, kind, place
    while cells:
        cell = lowest(cells)
        cells = without_lowest(cells)
        kind = station_at(s, cell)
        near = nearness(flights[cell])
        if has(s.owned[seat], cell):
            place = P_MAN + kind * RINGS + r.board.ring_of[cell]
        else:
            place = P_MAN_OTHERS + kind
            near *= <float>(reward_at(r, cell, False) / <double>MUCH_REWARD)
        d[place] = max(d[place], near)
    d[P_DIVE] = nearness(nearest(flights, r.board.ring[<int>CORE]))


# -- what all of a seat's inputs come from -------------------------------------------------------------------------------------

cdef enum:
    INPUT_WORDS = SIGHT_WORDS + MAX_SEATS + 3       # 64-bit words, an even number


cdef inline uint64_t hash_inputs(const Rules* r, const State* s, int seat) noexcept nogil:
    """A hash of all that the features and details of a seat come from (features.pxd, outlook.pxd and this file). Most steps of
    a turn change nothing of it for the seats that do not act: what an evaluator made of them is looked up."""
    cdef uint64_t words[INPUT_WORDS]
    cdef uint64_t others = 0
    cdef uint64_t movement = 0
    cdef uint64_t turn = 0
    cdef int other
    fill_sight(r, s, seat, words)
    for other in range(<int>MAX_SEATS):                         # the rivals' boards
        words[SIGHT_WORDS + other] = 0
        if other < r.players and other != seat:
            others |= s.occupied[other]
            movement |= <uint64_t>movement_of(r, s, other) << 8 * other
            words[SIGHT_WORDS + other] = <uint64_t><uint32_t>s.seat[other].momentum | <uint64_t>s.seat[other].energy << 32
    if seat == s.turn:                                          # what is under way
        turn = (1 | <uint64_t>s.phase << 8 | <uint64_t><uint16_t>s.points << 16 | <uint64_t>s.station_type << 32
                | <uint64_t>s.effect << 40 | <uint64_t>s.uses << 48)
    if seat == s.actor:
        turn |= 2 | (<uint64_t>s.pending << 56 if s.phase == BONUS else 0)
    words[SIGHT_WORDS + MAX_SEATS] = turn
    words[SIGHT_WORDS + MAX_SEATS + 1] = others & s.owned[seat]     # where they stand on its stations
    words[SIGHT_WORDS + MAX_SEATS + 2] = (
        movement | <uint64_t>next_to_begin(r, s) << 40 | <uint64_t>fed_upon(s, s.owned[seat]) << 48)
    return hash_words(words, INPUT_WORDS)


cdef inline int fed_upon(const State* s, uint64_t cells) noexcept nogil:
    cdef int count = 0
    while cells:
        count += s.feeders[lowest(cells)] > 0
        cells = without_lowest(cells)
    return count
