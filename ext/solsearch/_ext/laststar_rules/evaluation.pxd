"""The evaluation: three linear functions of the same features of each seat.

    policy    what a seat would like to have: ranks turns, makes the moves of playouts and of `greedy`
    win       each seat's share of the win (a softmax over the seats): what positions are worth to the search
    score     each seat's momentum at the end of the game

The first is tuned to play well and the others to predict well, which is not the same: a player must want to get on with its
plans before they pay. Each feature has a weight for the start of the game and one for its end, mixed by how far the spiral
has come. All weights are data (games/laststar/weights.toml); their order here and there is that of FEATURE_NAMES in
laststar.pyx.
"""
from libc.math cimport exp
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memcmp, memcpy
from solsearch._ext.bits cimport has, lowest, size, without_lowest
from solsearch._ext.game cimport MAX_SEATS
from solsearch._ext.laststar_rules.board cimport CONVECTIVE, INNER_ORBIT, MAX_CELLS, RINGS
from solsearch._ext.laststar_rules.rules cimport FOUNDRY, GATE, NODE, STATION_TYPES, SURVIVAL_LEVELS, TOWER, Rules
from solsearch._ext.laststar_rules.state cimport Seat, State, all_stations, movement_of

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
    FEATURES = 43
    WIDTH = 44              # room for them: a multiple of four

cdef enum:
    CREW = 4

cdef enum:
    MOST_FLARES = 31        # longest spiral there is room for

cdef struct Weights:
    # All by the place of the marker on the spiral: 0 after the last flare.
    double policy[MOST_FLARES + 1][WIDTH]
    double win[MOST_FLARES + 1][WIDTH]
    double score[MOST_FLARES + 1][WIDTH]
    double policy_spread[MOST_FLARES + 1]       # leads count in this unit for the policy, in momentum
    double score_spread[MOST_FLARES + 1]        # how far estimates of the score are off, in momentum


cdef inline double reward_at(const Rules* r, int cell, bint own) noexcept nogil:
    cdef int ring = r.board.ring_of[cell]
    return r.base[ring] + (r.bonus[ring] if own else 0)


cdef inline void add_manned(const Rules* r, const State* s, int seat, double* f) noexcept nogil:
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


cdef inline void add_patterns(const Rules* r, const State* s, int seat, double* f) noexcept nogil:
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
            if r.board.ring_of[cell] >= CONVECTIVE and has(free, cell) and s.seat[seat].pieces[<int>TOWER]:
                while above:
                    if r.board.outward[lowest(above)] & own:
                        f[F_PATTERN_TOWER] = max(f[F_PATTERN_TOWER], worth(r, cell))
                        break
                    above = without_lowest(above)


cdef inline int next_to_begin(const Rules* r, const State* s) noexcept nogil:
    """The seat whose turn begins next, or has not yet begun."""
    return s.turn if s.fresh else (s.turn + 1) % r.players


cdef inline void fill_features(const Rules* r, const State* s, int seat, double* f) noexcept nogil:
    cdef int ring, kind, holder, i
    cdef double towers = 0
    cdef uint64_t cells
    for i in range(WIDTH):
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
    cells = s.owned[seat]
    while cells:
        kind = 0 if has(s.stations[0], lowest(cells)) else 1 if has(s.stations[1], lowest(cells)) else 2
        ring = r.board.ring_of[lowest(cells)]
        f[F_STATION + RINGS * kind + ring] += 1
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


cdef inline double survival(const Rules* r, double momentum) noexcept nogil:
    """The level of survival over the highest one, between the levels in proportion."""
    cdef int level = 0
    while level < SURVIVAL_LEVELS - 1 and momentum >= r.survival[level + 1]:
        level += 1
    if level == SURVIVAL_LEVELS - 1:
        return 1
    return (level + max(momentum - r.survival[level], 0.0) / (r.survival[level + 1] - r.survival[level])) / (
        SURVIVAL_LEVELS - 1)


cdef inline double together(const Rules* r, double lowest_score, double spread) noexcept nogil:
    """Solo and co-op: the chance to reach the target with the lowest momentum; without a target the survival."""
    if r.target == 0:
        return survival(r, lowest_score)
    return 1 / (1 + exp(-(lowest_score - r.target + 0.5) / spread))


cdef inline double weighted(const double* f, const double* weights) noexcept nogil:
    """Four sums side by side: one after the other would wait for each other."""
    cdef double a = 0
    cdef double b = 0
    cdef double c = 0
    cdef double d = 0
    cdef int i
    for i in range(0, WIDTH, 4):
        a += f[i] * weights[i]
        b += f[i + 1] * weights[i + 1]
        c += f[i + 2] * weights[i + 2]
        d += f[i + 3] * weights[i + 3]
    return (a + b) + (c + d)


cdef inline void share_out(const Rules* r, double* win) noexcept nogil:
    """Shares that sum to 1, from their logarithms up to a constant."""
    cdef double highest = win[0]
    cdef double total = 0
    cdef int seat
    for seat in range(1, r.players):
        highest = max(highest, win[seat])
    for seat in range(r.players):
        win[seat] = exp(win[seat] - highest)
        total += win[seat]
    for seat in range(r.players):
        win[seat] /= total


cdef inline void share_together(const Rules* r, const double* score, double spread, double* win) noexcept nogil:
    """Solo and co-op: the same for all."""
    cdef double lowest_score = score[0]
    cdef int seat
    for seat in range(1, r.players):
        lowest_score = min(lowest_score, score[seat])
    for seat in range(r.players):
        win[seat] = together(r, lowest_score, spread)


cdef inline void evaluate_state(const Rules* r, const State* s, const Weights* w, double* win, double* score) noexcept nogil:
    """Estimates of the shares of the win and of the final momentum."""
    cdef double f[WIDTH]
    cdef int seat
    for seat in range(r.players):
        fill_features(r, s, seat, f)
        win[seat] = weighted(f, w.win[s.spiral])
        score[seat] = weighted(f, w.score[s.spiral])
    if r.common_win:
        share_together(r, score, w.score_spread[s.spiral], win)
    else:
        share_out(r, win)


cdef struct Appraised:
    # What the policy last made of a seat, and all that its features came from: most steps of one seat change nothing for the
    # others, so looking this up spares most of the work.
    Seat seat                           # its board
    uint8_t sundivers[MAX_CELLS]        # its sundivers
    uint64_t gates                      # its gates
    uint64_t owned                      # its stations
    uint64_t stations[STATION_TYPES]    # everybody's
    int32_t spiral                      # flares still to come; -1: nothing known
    int32_t next                        # the next turn to begin is its own
    int32_t owed                        # cards it is about to draw
    int32_t guests                      # its sundivers in others' holds
    double score                        # what came of it


cdef inline bint is_known(const State* s, int seat, const Appraised* now, const Appraised* known) noexcept nogil:
    return (
        known.spiral == s.spiral and known.next == now.next and known.owed == now.owed and known.guests == now.guests
        and known.gates == s.gates[seat] and known.owned == s.owned[seat] and known.stations[0] == s.stations[0]
        and known.stations[1] == s.stations[1] and known.stations[2] == s.stations[2]
        and memcmp(&known.seat, &s.seat[seat], sizeof(Seat)) == 0
        and memcmp(known.sundivers, s.sundivers[seat], MAX_CELLS) == 0)


cdef inline double appraised(const Rules* r, const State* s, const Weights* w, int seat, Appraised* known) noexcept nogil:
    """The policy's score of a seat, looked up if nothing has changed for it."""
    cdef double f[WIDTH]
    cdef Appraised now
    cdef int holder, kind
    now.next = seat == next_to_begin(r, s)
    now.owed = s.owed if seat == s.turn else 0
    now.guests = 0
    for holder in range(r.players):
        now.guests += s.seat[holder].guests[seat]
    if is_known(s, seat, &now, known):
        return known.score
    fill_features(r, s, seat, f)
    known.seat = s.seat[seat]
    memcpy(known.sundivers, s.sundivers[seat], MAX_CELLS)
    known.gates = s.gates[seat]
    known.owned = s.owned[seat]
    for kind in range(STATION_TYPES):
        known.stations[kind] = s.stations[kind]
    known.spiral = s.spiral
    known.next = now.next
    known.owed = now.owed
    known.guests = now.guests
    known.score = weighted(f, w.policy[s.spiral])
    return known.score


cdef inline void appraise_state(
        const Rules* r, const State* s, const Weights* w, Appraised* known, double* win, double* score) noexcept nogil:
    """As `evaluate_state`, as the policy sees it. `known`: of each seat."""
    cdef double spread = w.policy_spread[s.spiral]
    cdef int seat
    for seat in range(r.players):
        score[seat] = appraised(r, s, w, seat, &known[seat])
        win[seat] = score[seat] / spread
    if r.common_win:
        share_together(r, score, spread, win)
    else:
        share_out(r, win)
