"""Sol: Last Days of a Star as a game of the contract, and its doors for Python: rules from data, states from and to data.

Where to find what: laststar_rules/legal.pxd and turn.pxd are the course of a turn; moving, converting, activating, openings
and cards hold the rules of each; state.pxd says what a state is; board.pxd and rules.pxd are the tables.
"""
from libc.string cimport memcmp, memcpy, memset
from libc.stdint cimport uint64_t
from solsearch._ext.bits cimport bit, has
from solsearch._ext.game cimport MAX_SEATS, GameState, step_t
from solsearch._ext.hashing cimport prepare_hash
from solsearch._ext.laststar_rules.board cimport NO_CELL, RINGS, Board
from solsearch._ext.laststar_rules.cards cimport add_draws
from solsearch._ext.laststar_rules.evaluation cimport FEATURES, MOST_FLARES, WIDTH, appraise_state, evaluate_state, fill_features
from solsearch._ext.laststar_rules.legal cimport legal_steps
from solsearch._ext.laststar_rules.rules cimport (
    MAX_START_PIECES, PIECES, STATION_TYPES, SUITS, SURVIVAL_LEVELS, Rules, StartPiece,
)
from solsearch._ext.laststar_rules.soundness cimport state_fault
from solsearch._ext.laststar_rules.state cimport (
    COMPARED_BYTES, OPENING, START, STATE_WORDS,
    State, build_gate, build_station, cards_left, hash_state, movement_of, put_sundiver,
)
from solsearch._ext.laststar_rules cimport steps as kinds
from solsearch._ext.laststar_rules.steps cimport DRAW, first_of, kind_of, second_of, step_of, third_of
from solsearch._ext.laststar_rules.turn cimport apply_step, begin_turn, is_eager, start_game
from solsearch._ext.rng cimport Rng, below

prepare_hash()
if sizeof(State) != 8 * STATE_WORDS:
    raise ImportError(f"the state has {sizeof(State)} bytes, expected {8 * STATE_WORDS}: it must not have padding")

# The step kinds by name, for the notation. What the numbers of a step mean is said in laststar_rules/steps.pxd.
STEP_KINDS = {
    "done": kinds.DONE,
    "launch": kinds.LAUNCH,
    "fly": kinds.FLY,
    "hurl": kinds.HURL,
    "gate": kinds.BUILD_GATE,
    "node": kinds.BUILD_NODE,
    "foundry": kinds.BUILD_FOUNDRY,
    "tower": kinds.BUILD_TOWER,
    "activate": kinds.ACTIVATE,
    "bonus": kinds.TAKE_BONUS,
    "decline": kinds.DECLINE_BONUS,
    "deconstruct station": kinds.DECONSTRUCT_STATION,
    "deconstruct gate": kinds.DECONSTRUCT_GATE,
    "draw": kinds.DRAW,
    "keep": kinds.KEEP,
    "keep none": kinds.KEEP_NONE,
    "place gate": kinds.PLACE_GATE,
    "place station": kinds.PLACE_STATION,
    "play": kinds.PLAY,
    "fly free": kinds.FLY_FREE,
    "fly spent": kinds.FLY_SPENT,
    "hurl spent": kinds.HURL_SPENT,
    "fly chosen": kinds.FLY_CHOSEN,
    "hurl chosen": kinds.HURL_CHOSEN,
    "cluster": kinds.CLUSTER_FLY,
    "cluster hurl": kinds.CLUSTER_HURL,
    "teleport": kinds.TELEPORT_TO,
    "puncture": kinds.PUNCTURE_TO,
    "fuel": kinds.BURN_FUEL,
    "move station": kinds.MOVE_STATION,
    "hurl station": kinds.HURL_STATION,
    "return": kinds.RETURN_TO,
    "scour": kinds.SCOUR,
    "choose cell": kinds.CHOOSE_CELL,
    "choose cell and seat": kinds.CHOOSE_CELL_SEAT,
    "choose cells": kinds.CHOOSE_CELLS,
    "choose number": kinds.CHOOSE_NUMBER,
    "choose suit": kinds.CHOOSE_SUIT,
    "choose type": kinds.CHOOSE_TYPE,
    "choose hold": kinds.CHOOSE_HOLD,
    "choose lost": kinds.CHOOSE_LOST,
    "choose hold to": kinds.CHOOSE_HOLD_TO,
    "choose lost to": kinds.CHOOSE_LOST_TO,
}
PHASES = (
    "opening", "deconstruct", "start", "moving", "converting", "activating", "after base", "bonus", "scouring", "choosing",
    "squeezing", "closing", "drawing", "event", "flare", "keeping", "over",
)
# The effects by their number in the kernel, from 1 on.
EFFECTS = (
    "accelerate", "augment", "blight", "cascade", "catapult", "ceremony", "chain", "channel", "cluster", "duplicate",
    "festival", "fuel", "hatch", "hyperdrive", "invade", "juggernaut", "metamorphosis", "motivate", "passage", "pillar",
    "portal", "procreate", "pulse", "puncture", "sacrifice", "squeeze", "synchronize", "teleport", "transcend", "tribute",
)
# Timings and events likewise; an event's number starts from 1.
TIMINGS = ("any", "move", "convert", "activate", "draw")
EVENTS = ("attrition", "implode", "explode", "sunworm", "warp", "singularity", "energy garden", "feeders")


FEATURE_NAMES = (
    "momentum", "energy", "surplus", "hold",
    "sundiver A", "sundiver B", "sundiver C", "sundiver D", "sundiver E",
    "gate", "reach",
    "node A", "node B", "node C", "node D", "node E",
    "foundry A", "foundry B", "foundry C", "foundry D", "foundry E",
    "tower A", "tower B", "tower C", "tower D", "tower E",
    "manned_node", "manned_foundry", "manned_tower", "movement", "card",
    "pattern_gate", "pattern_node", "pattern_foundry", "pattern_tower",
    "fuelled_tower", "owed", "lost", "reserve", "crew", "turn", "one", "alone",
)


def pack_step(int kind, int a=0, int b=0, int c=0):
    """The step of a kind and up to three numbers."""
    return step_of(kind, a, b, c)


def unpack_step(step_t step):
    """(kind, a, b, c) of a step."""
    return kind_of(step), first_of(step), second_of(step), third_of(step)


cdef void fill_board(Board* board, dict data) except *:
    """`data`: rings (cells per ring), down (for each cell the touching cells of the next ring in), eyes (cells around each)."""
    cdef int ring, cell, other, border
    cdef int first = 0
    cdef int count
    memset(board, 0, sizeof(Board))
    memset(board.border_between, -1, sizeof(board.border_between))
    for ring in range(RINGS):
        count = data["rings"][ring]
        for cell in range(first, first + count):
            board.ring[ring] |= bit(cell)
            board.ring_of[cell] = ring
            board.next_in_ring[cell] = first + (cell - first + 1) % count
            board.before_in_ring[cell] = first + (cell - first + count - 1) % count
            board.freely[cell] |= bit(board.next_in_ring[cell]) | bit(board.before_in_ring[cell])
        first += count
    board.cells = first
    for cell in range(board.cells):
        for other in data["down"][cell]:
            board.inward[cell] |= bit(other)
            board.outward[other] |= bit(cell)
            if board.ring_of[cell] == 0:    # no barrier between the orbits
                board.freely[cell] |= bit(other)
                board.freely[other] |= bit(cell)
                continue
            border = board.borders
            board.borders += 1
            board.border_outer[border] = cell
            board.border_inner[border] = other
            board.border_between[cell][other] = border
            board.border_between[other][cell] = border
            board.borders_at[cell] |= bit(border)
            board.borders_at[other] |= bit(border)
            board.inward_borders[board.ring_of[cell]] |= bit(border)
    board.eyes = len(data["eyes"])
    for eye in range(board.eyes):
        for cell in data["eyes"][eye]:
            board.around_eye[eye + 1] |= bit(cell)


cdef class LastStarRules:
    """The rules of one game: parameters and board, as C tables. Made from plain data by solsearch.games.laststar."""

    def __init__(self, dict board not None, dict parameters not None):
        cdef Rules* r = &self.rules
        cdef int i
        cdef dict p = parameters
        memset(r, 0, sizeof(Rules))
        fill_board(&r.board, board)
        r.players = p["players"]
        r.opening = p["opening"]
        r.sundivers = p["hold"] + p["reserve"]
        r.start_hold = p["hold"]
        r.start_energy = p["energy"]
        for i in range(PIECES):
            r.pieces[i] = p["pieces"][i]
        r.movement = p["movement"]
        r.cell_limit = p["cell_limit"]
        r.hurl_momentum = p["hurl_momentum"]
        for i in range(RINGS):
            r.base[i] = p["base"][i]
            r.bonus[i] = p["bonus"][i]
            r.cards[i] = p["cards"][i]
        r.unstable_energy = p["unstable_energy"]
        r.flares = p["flares"]
        r.suit_cards = p["suit_cards"]
        r.triggers = p["triggers"]
        r.orbit_draws = p["orbit_draws"]
        r.common_win = p["common_win"]
        r.target = p["target"]
        for i in range(SURVIVAL_LEVELS):
            r.survival[i] = p["survival"][i]
        r.deconstruct_sundivers = p["deconstruct_sundivers"]
        r.quiet_limit = p["quiet_limit"]
        for i in range(SUITS):
            r.effect_of[i] = p["effects"][i]
        for i in range(len(p["timings"])):
            r.timing[i] = p["timings"][i]
        for i in range(RINGS):
            r.augment[i] = p["augment"][i]
        r.event = p["event"]
        for i in range(PIECES):
            r.banned[i] = p["banned"][i]
        for seat, kind, cell in p["start_pieces"]:
            if r.start_pieces == MAX_START_PIECES:
                raise ValueError(f"more than {MAX_START_PIECES} stations at the start")
            r.start_piece[r.start_pieces] = StartPiece(seat=seat, kind=kind, cell=cell)
            r.start_pieces += 1
        for suit in p["suits"]:
            r.suits_in_play |= 1 << <int>suit
        if not 1 <= r.players <= MAX_SEATS:
            raise ValueError(f"{r.players} players: 1 to {MAX_SEATS} can play")

    def start(self):
        """The state at the start of the game."""
        cdef LastStarState state = new_state(self)
        start_game(&self.rules, &state.s)
        return state

    def state(self, dict fields not None):
        """A state at the start of a turn, or in the opening, from its fields (see LastStarState.fields).

        ValueError names what is wrong with a state that cannot be.
        """
        cdef LastStarState state = new_state(self)
        fill_state(&self.rules, &state.s, fields)
        state.check()
        if state.s.phase == START:
            begin_turn(&self.rules, &state.s)
        return state

    def set_weights(self, dict weights not None):
        """The weights of the evaluation: of `policy`, `win` and `score` two lists each, for the start of the game and for its
        end, in the order of FEATURE_NAMES; of `policy_spread` and `score_spread` two numbers."""
        if self.rules.flares > MOST_FLARES:
            raise ValueError(f"a spiral of {self.rules.flares} is too long")
        for name in ("policy", "win", "score"):
            early, late = weights[name]
            if len(early) != FEATURES or len(late) != FEATURES:
                raise ValueError(f"{FEATURES} weights are needed")
        fill_weights(self.weights.policy, weights["policy"], self.rules.flares)
        fill_weights(self.weights.win, weights["win"], self.rules.flares)
        fill_weights(self.weights.score, weights["score"], self.rules.flares)
        fill_spread(self.weights.policy_spread, weights["policy_spread"], self.rules.flares)
        fill_spread(self.weights.score_spread, weights["score_spread"], self.rules.flares)

    def from_bytes(self, bytes saved not None):
        """A state from what to_bytes() gave."""
        cdef LastStarState state = new_state(self)
        state.load_bytes(saved)
        return state


cdef void fill_weights(double (*out)[WIDTH], tuple weights, int flares) except *:
    """Mixed for each place on the spiral."""
    cdef int spiral, i
    early, late = weights
    for spiral in range(flares + 1):
        for i in range(FEATURES):
            out[spiral][i] = late[i] + (early[i] - late[i]) * spiral / <double>flares


cdef void fill_spread(double* out, tuple spread, int flares) except *:
    cdef int spiral
    early, late = spread
    for spiral in range(flares + 1):
        out[spiral] = late + (early - late) * spiral / <double>flares


cdef double survival_level(const Rules* r, int momentum) noexcept nogil:
    """The level reached over the highest: 0, 1/6, ... 1."""
    cdef int level = 0
    while level < SURVIVAL_LEVELS - 1 and momentum >= r.survival[level + 1]:
        level += 1
    return level / <double>(SURVIVAL_LEVELS - 1)


cdef LastStarState new_state(LastStarRules rules):
    cdef LastStarState state = LastStarState.__new__(LastStarState)
    cdef int seat
    state.owner = rules
    state.rules = &rules.rules
    for seat in range(MAX_SEATS):
        state.known[seat].spiral = -1
    return state


cdef void fill_state(const Rules* r, State* s, dict fields) except *:
    cdef int cell, seat, i
    cdef int total
    start_game(r, s)
    for seat in range(MAX_SEATS):
        s.owned[seat] = 0       # a scenario's stations may be gone
    for i in range(STATION_TYPES):
        s.stations[i] = 0
    s.turn = fields["turn"]
    s.actor = s.turn
    s.spiral = fields["spiral"]
    s.quiet = fields["quiet"]
    for i in range(SUITS):
        s.undrawn[i] = fields["undrawn"][i]
    for seat in range(r.players):
        row = fields["seats"][seat]
        s.seat[seat].hold = row["hold"]
        s.seat[seat].reserve = row["reserve"]
        s.seat[seat].energy = row["energy"]
        s.seat[seat].momentum = row["momentum"]
        s.seat[seat].eye = row["eye"]
        s.seat[seat].card = row["card"]
        s.seat[seat].lost = row["lost"]
        for i in range(MAX_SEATS):
            s.seat[seat].guests[i] = row["guests"][i]
    for cell, seat, total in fields["sundivers"]:
        if not (0 <= cell < r.board.cells and 0 <= seat < r.players and 0 <= total <= r.cell_limit):
            raise ValueError("sundivers out of range")
        for i in range(total):
            put_sundiver(r, s, seat, cell)
    for cell, seat, i in fields["stations"]:
        if not (0 <= cell < r.board.cells and 0 <= seat < r.players and 0 <= i < STATION_TYPES):
            raise ValueError("a station out of range")
        build_station(s, seat, i, cell)
    for cell in fields.get("cubes", ()):
        if not 0 <= cell < r.board.cells:
            raise ValueError("an energy cube out of range")
        s.cubes |= bit(cell)
    for cell, total in fields.get("feeders", ()):
        if not (0 <= cell < r.board.cells and 0 <= total <= 100):
            raise ValueError("feeders out of range")
        s.feeders[cell] = total
    for i, seat in fields["gates"]:
        if not (0 <= i < r.board.borders and 0 <= seat < r.players):
            raise ValueError("a gate out of range")
        build_gate(s, seat, i)
    for seat in range(r.players):
        row = fields["seats"][seat]
        for i in range(PIECES):
            s.seat[seat].pieces[i] = row["pieces"][i]
    s.phase = OPENING if fields["opening"] else START
    s.points = 0


cdef class LastStarState(GameState):
    """A state of Last Days of a Star. Made by LastStarRules."""

    cdef int seats(self) noexcept nogil:
        return self.rules.players

    cdef int actor(self) noexcept nogil:
        return self.s.actor

    cdef int turn(self) noexcept nogil:
        return self.s.turn

    cdef bint at_turn_start(self) noexcept nogil:
        return self.s.fresh

    cdef int legal(self, step_t* out) noexcept nogil:
        return legal_steps(self.rules, &self.s, out)

    cdef int chances(self, step_t* out, double* probability) noexcept nogil:
        cdef int count = add_draws(&self.s, out)
        cdef double left = cards_left(&self.s)
        cdef int i
        for i in range(count):
            probability[i] = self.s.undrawn[first_of(out[i])] / left
        return count

    cdef step_t sample(self, Rng* rng) noexcept nogil:
        cdef int card = below(rng, cards_left(&self.s))
        cdef int suit = 0
        while card >= self.s.undrawn[suit]:
            card -= self.s.undrawn[suit]
            suit += 1
        return step_of(DRAW, suit, 0, 0)

    cdef void apply(self, step_t step) noexcept nogil:
        apply_step(self.rules, &self.s, step)

    cdef int eager_first(self, step_t* steps, int count) noexcept nogil:
        cdef int wanted = 0
        cdef int i
        cdef step_t step
        for i in range(count):
            step = steps[i]
            if is_eager(step):
                steps[i] = steps[wanted]
                steps[wanted] = step
                wanted += 1
        return wanted

    cdef bint result(self, double* win, double* score) noexcept nogil:
        """Most momentum wins, equals share; together all win if the lowest momentum reaches the target.

        Without a target `win` is what search aims at, the level of survival, and False is returned."""
        cdef int seat
        cdef int lowest_score = self.s.seat[0].momentum
        cdef int highest_score = self.s.seat[0].momentum
        cdef int winners = 0
        for seat in range(self.rules.players):
            score[seat] = self.s.seat[seat].momentum
            win[seat] = 0
            lowest_score = min(lowest_score, self.s.seat[seat].momentum)
            highest_score = max(highest_score, self.s.seat[seat].momentum)
        if self.rules.common_win:
            for seat in range(self.rules.players):
                if self.rules.target:
                    win[seat] = lowest_score >= self.rules.target
                else:
                    win[seat] = survival_level(self.rules, lowest_score)
            return self.rules.target > 0
        for seat in range(self.rules.players):
            winners += self.s.seat[seat].momentum == highest_score
        for seat in range(self.rules.players):
            if self.s.seat[seat].momentum == highest_score:
                win[seat] = 1.0 / winners
        return True

    cdef void evaluate(self, double* win, double* score) noexcept nogil:
        evaluate_state(self.rules, &self.s, &self.owner.weights, win, score)

    cdef void appraise(self, double* win, double* score) noexcept nogil:
        appraise_state(self.rules, &self.s, &self.owner.weights, self.known, win, score)

    cdef void copy_from(self, GameState other) noexcept nogil:
        memcpy(&self.s, &(<LastStarState>other).s, sizeof(State))

    cdef uint64_t hash(self) noexcept nogil:
        return hash_state(&self.s)

    cdef bint same(self, GameState other) noexcept nogil:
        return memcmp(&self.s, &(<LastStarState>other).s, COMPARED_BYTES) == 0

    cdef size_t size(self) noexcept nogil:
        return sizeof(State)

    cdef void save(self, void* out) noexcept nogil:
        memcpy(out, &self.s, sizeof(State))

    cdef void restore(self, const void* saved) noexcept nogil:
        memcpy(&self.s, saved, sizeof(State))

    cdef const char* fault(self) noexcept nogil:
        return state_fault(self.rules, &self.s)

    cdef GameState blank(self):
        return new_state(self.owner)

    def features(self, int seat):
        """What the evaluation sees of a seat, in the order of FEATURE_NAMES."""
        cdef double values[WIDTH]
        cdef int i
        if not 0 <= seat < self.rules.players:
            raise ValueError(f"no seat {seat}")
        fill_features(self.rules, &self.s, seat, values)
        return [values[i] for i in range(FEATURES)]

    def fields(self):
        """Everything in the state as plain numbers: cells, seats, suits, types and borders by their index."""
        cdef const Rules* r = self.rules
        cdef State* s = &self.s
        cdef int seat, cell, kind, i
        cdef list seats = []
        for seat in range(r.players):
            seats.append({
                "hold": s.seat[seat].hold,
                "guests": [s.seat[seat].guests[i] for i in range(MAX_SEATS)],
                "reserve": s.seat[seat].reserve,
                "energy": s.seat[seat].energy,
                "momentum": s.seat[seat].momentum,
                "movement": movement_of(r, s, seat),
                "eye": s.seat[seat].eye,
                "card": s.seat[seat].card,
                "lost": s.seat[seat].lost,
                "pieces": [s.seat[seat].pieces[i] for i in range(PIECES)],
            })
        return {
            "turn": s.turn,
            "actor": s.actor,
            "phase": PHASES[s.phase],
            "opening": s.phase == OPENING,
            "spiral": s.spiral,
            "quiet": s.quiet,
            "undrawn": [s.undrawn[i] for i in range(SUITS)],
            "seats": seats,
            "sundivers": [
                (cell, seat, s.sundivers[seat][cell])
                for cell in range(r.board.cells) for seat in range(r.players) if s.sundivers[seat][cell]
            ],
            "stations": [
                (cell, seat, kind)
                for cell in range(r.board.cells) for seat in range(r.players) for kind in range(STATION_TYPES)
                if has(s.owned[seat] & s.stations[kind], cell)
            ],
            "gates": [
                (i, seat) for i in range(r.board.borders) for seat in range(r.players) if has(s.gates[seat], i)
            ],
            "feeders": [(cell, s.feeders[cell]) for cell in range(r.board.cells) if s.feeders[cell]],
            "cubes": [cell for cell in range(r.board.cells) if has(s.cubes, cell)],
            "points": s.points,
            "paid": [seat for seat in range(r.players) if has(s.paid, seat)],
            "owed": s.owed,
            "drawn": [s.drawn[i] for i in range(SUITS)],
            "flares": s.flares,
            "pending": None if s.pending == NO_CELL else s.pending,
            "activated": [cell for cell in range(r.board.cells) if has(s.activated, cell)],
            "effect": s.effect,
            "followed": None if s.followed == NO_CELL else s.followed,
            "uses": s.uses,
            "named": s.named,
        }
