"""Sol: Last Days of a Star as a game of the contract, and its doors for Python: rules from data, states from and to data.

Where to find what: laststar_rules/legal.pxd and turn.pxd are the course of a turn; moving, converting, activating, openings
and cards hold the rules of each; effect_table.pxd leads to the effects; state.pxd says what a state is; board.pxd and rules.pxd
are the tables, data.pxd fills them.
"""
from libc.string cimport memcmp, memcpy, memset
from libc.stdint cimport uint64_t
from solsearch._ext.arguments cimport whole
from solsearch._ext.game cimport GameState, step_t
from solsearch._ext.hashing cimport prepare_hash
from solsearch._ext.laststar_effects cimport FunctionSet
from solsearch._ext.laststar_rules.cards cimport add_draws
from solsearch._ext.laststar_rules.data cimport fill_board, fill_effect, fill_rules, fill_state, state_fields
from solsearch._ext.laststar_rules.features cimport (
    FEATURES, SEAT_WORDS, chance_together, fill_features, hash_sight, settled, survival_level,
)
from solsearch._ext.laststar_rules.legal cimport legal_steps
from solsearch._ext.laststar_rules.outlook cimport COMMON_FEATURES, DETAILS, fill_common_features, fill_details
from solsearch._ext.laststar_rules.prospects cimport ALL_DETAILS, fill_prospects, hash_inputs
from solsearch._ext.laststar_rules.rules cimport SURVIVAL_LEVELS, Rules
from solsearch._ext.laststar_rules.soundness cimport state_fault
from solsearch._ext.laststar_rules.state cimport COMPARED_BYTES, START, STATE_WORDS, Seat, State, cards_left, hash_state
from solsearch._ext.laststar_rules.steps cimport DRAW, STEP_KINDS, first_of, kind_of, second_of, step_of, third_of
from solsearch._ext.laststar_rules.turn cimport apply_step, is_eager, start_game
from solsearch._ext.laststar_rules.turn_order cimport begin_turn
from solsearch._ext.rng cimport Rng, below

from solsearch._ext.laststar_effects import FUNCTION_SETS
from solsearch._ext.laststar_names import EFFECTS, PHASES, TIMINGS

cdef enum:
    MOST_STEPS = 2048   # legal at once: teleport alone has up to 13 x 57, beside the ordinary steps

prepare_hash()
if sizeof(State) != 8 * STATE_WORDS:
    raise ImportError(f"the state has {sizeof(State)} bytes, expected {8 * STATE_WORDS}: it must not have padding")
if sizeof(Seat) != 8 * SEAT_WORDS:
    raise ImportError(f"a seat has {sizeof(Seat)} bytes, expected {8 * SEAT_WORDS}: it must not have padding")


cdef void fill_effects(Rules* r, dict table) except *:
    """`table`: by the name of the effect when it is played, its numbers, and the name of its functions."""
    cdef FunctionSet functions
    for name, data in table.items():
        if data["functions"] not in FUNCTION_SETS:
            raise ValueError(f"effect {name}: no functions named {data['functions']!r}")
        functions = FUNCTION_SETS[data["functions"]]
        fill_effect(
            &r.effects[1 + <int>EFFECTS.index(name)], TIMINGS.index(data["when"]), data["numbers"], &functions.functions)


def pack_step(kind, a=0, b=0, c=0):
    """The step of a kind and up to three numbers."""
    return step_of(
        <int>whole(kind, "kind", 0, STEP_KINDS - 1), <int>whole(a, "a", 0, 63), <int>whole(b, "b", 0, 63),
        <int>whole(c, "c", 0, 63))


def unpack_step(step):
    """(kind, a, b, c) of a step."""
    cdef step_t packed = <step_t>whole(step, "a step", 0, (STEP_KINDS << 18) - 1)
    return kind_of(packed), first_of(packed), second_of(packed), third_of(packed)


cdef class LastStarRules:
    """The rules of one game: parameters and board, as C tables. Made from plain data by solsearch.games.laststar."""

    def __cinit__(self, dict board not None, dict parameters not None):
        """ValueError names what is missing or out of range."""
        memset(&self.rules, 0, sizeof(Rules))
        try:
            fill_board(&self.rules.board, board)
            fill_rules(&self.rules, parameters)
            fill_effects(&self.rules, parameters["effect_table"])
        except (AttributeError, LookupError, OverflowError) as error:
            raise ValueError(f"rules that cannot be: {_told(error)}") from None

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
        try:
            fill_state(&self.rules, &state.s, fields)
        except (AttributeError, LookupError, OverflowError) as error:
            raise ValueError(f"fields that cannot be: {_told(error)}") from None
        state.check()
        if state.s.phase == START:
            state.s.points = 0      # they are set when the action begins
            begin_turn(&self.rules, &state.s)
        return state

    def from_bytes(self, bytes saved not None):
        """A state from what to_bytes() gave."""
        cdef LastStarState state = new_state(self)
        state.load_bytes(saved)
        return state


cdef str _told(object error):
    """What is missing, or too large for its place."""
    return f"{error} is missing" if isinstance(error, LookupError) else str(error)


cdef object _RULES = object()   # only rules can show it, so nobody else makes states


cdef LastStarState new_state(LastStarRules rules):
    cdef LastStarState state = LastStarState.__new__(LastStarState, _RULES)
    state.owner = rules
    state.rules = &rules.rules
    return state


cdef class LastStarState(GameState):
    """A state of Last Days of a Star. Made by LastStarRules."""

    def __cinit__(self, *made_by):
        if len(made_by) != 1 or made_by[0] is not _RULES:
            raise TypeError("a state of Last Days is made by its rules: LastStarRules.start, .state or .from_bytes")

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

    cdef int most_steps(self) noexcept nogil:
        return MOST_STEPS

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
                    win[seat] = survival_level(self.rules, lowest_score) / <double>(SURVIVAL_LEVELS - 1)
            return self.rules.target > 0
        for seat in range(self.rules.players):
            winners += self.s.seat[seat].momentum == highest_score
        for seat in range(self.rules.players):
            if self.s.seat[seat].momentum == highest_score:
                win[seat] = 1.0 / winners
        return True

    cdef bint together(self) noexcept nogil:
        return self.rules.common_win

    cdef int feature_count(self) noexcept nogil:
        return FEATURES

    cdef int common_count(self) noexcept nogil:
        return COMMON_FEATURES

    cdef void seat_features(self, int seat, float* out, int count) noexcept nogil:
        cdef State room
        fill_features(self.rules, settled(self.rules, &self.s, &room), seat, out, count)

    cdef int detail_count(self) noexcept nogil:
        return ALL_DETAILS

    cdef void detail_features(self, int seat, float* out, int count) noexcept nogil:
        cdef State room
        cdef const State* seen = settled(self.rules, &self.s, &room)
        fill_details(self.rules, seen, seat, out)
        if count > DETAILS:
            fill_prospects(self.rules, seen, seat, out)

    cdef void common_features(self, float* out) noexcept nogil:
        fill_common_features(self.rules, &self.s, out)

    cdef uint64_t features_key(self, int seat) noexcept nogil:
        cdef State room
        return hash_sight(self.rules, settled(self.rules, &self.s, &room), seat)

    cdef uint64_t inputs_key(self, int seat) noexcept nogil:
        cdef State room
        return hash_inputs(self.rules, settled(self.rules, &self.s, &room), seat)

    cdef int stages(self) noexcept nogil:
        return self.rules.spiral

    cdef int stage(self) noexcept nogil:
        return self.s.spiral

    cdef double win_together(self, double lowest, double spread) noexcept nogil:
        return chance_together(self.rules, lowest, spread)

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

    cdef bint fits(self, GameState other):
        if type(other) is not LastStarState:
            return False
        return self.owner is (<LastStarState>other).owner or memcmp(
            self.rules, (<LastStarState>other).rules, sizeof(Rules)) == 0

    cdef GameState blank(self):
        return new_state(self.owner)

    def fields(self):
        """Everything in the state as plain numbers: cells, seats, suits, types and borders by their index."""
        return state_fields(self.rules, &self.s, PHASES)
