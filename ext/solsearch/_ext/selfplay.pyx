"""Whole games inside the kernel. See selfplay.pxd."""
from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.math cimport NAN, log
from libc.stdlib cimport free, malloc
from libc.string cimport memset
from solsearch._ext.arguments cimport real_number, seed_of, whole
from solsearch._ext.candidates cimport TurnFinder
from solsearch._ext.evaluator cimport Evaluator, value_or_result
from solsearch._ext.game cimport CHANCE, MAX_SEATS, NOBODY, GameState
from solsearch._ext.playouts cimport PolicyPlayer
from solsearch._ext.rng cimport Rng, below, next_word, real, seed_rng
from solsearch._ext.settings cimport Value, utility

cdef enum:
    MOST_RECORDS = 512      # of a game; later ones take the place of earlier ones, so that all parts of it are there
    MOST_SIBLINGS = 2048    # likewise, but those that come later are not kept
    LONGEST_GAME = 100000   # draws, turns and parts of turns


cdef float* see(GameState state, float* out) noexcept nogil:
    """What an evaluator sees of a position; returns where it ends."""
    cdef int seat
    for seat in range(state.seats()):
        state.seat_features(seat, out, state.feature_count())
        state.detail_features(seat, out + state.feature_count(), state.detail_count())
        out += state.feature_count() + state.detail_count()
    state.common_features(out)
    return out + state.common_count()


cdef class Player:
    def __cinit__(self, GameState like not None, Evaluator evaluator not None, dict how not None, dict parameters not None):
        if set(how) != {"beam", "top", "samples", "noise", "slips"}:
            raise ValueError("how: beam, top, samples, noise and slips are needed, and nothing else")
        self.how.beam = <int>whole(how["beam"], "beam", 1, 2000)
        self.how.top = <int>whole(how["top"], "top", 1, 1000)
        self.how.samples = <int>whole(how["samples"], "samples", 0, 1000)
        self.how.noise = real_number(how["noise"], "noise", 0, 1000)
        self.how.slips = real_number(how["slips"], "slips", 0, 1)
        if "score_weight" not in parameters:
            raise ValueError("parameters without score_weight")
        self.finder = TurnFinder(like, evaluator, self.how.beam, self.how.top, parameters["score_weight"])
        self.share = real_number(parameters.get("playout_share"), "playout_share", 0, 1)
        self.playouts = PolicyPlayer(like, evaluator, {**parameters, "playout_share": 1.0})
        self.ends = <Value*>malloc(self.how.top * sizeof(Value))
        if self.ends == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.ends)

    cdef int choose(self, GameState state, Rng* rng) noexcept nogil:
        """The number of the candidate to play."""
        cdef double best = -1e30
        cdef double worth
        cdef Rng draws
        cdef Value value
        cdef int chosen = 0
        cdef int count, i
        self.has_found = False
        self.finder.state.copy_from(state)
        self.finder.find(self.how.beam, self.how.top)
        count = min(self.finder.candidate_count, self.how.top)
        if count == 1:
            return 0
        if self.how.slips > 0 and real(rng) < self.how.slips:
            return below(rng, count)
        if self.how.samples:
            seed_rng(&draws, next_word(rng), 0)
        for i in range(count):
            if self.how.samples:
                worth = self.sampled(state, i, draws, &value)
            else:
                worth = self.finder.candidates[i].policy
            if self.how.noise > 0:
                worth -= self.how.noise * log(-log(real(rng)))
            if worth > best:
                best = worth
                chosen = i
                if self.how.samples:
                    self.found = value
        self.has_found = self.how.samples > 0
        return chosen

    def turn(self, GameState state not None, seed):
        """The steps of the turn that it plays in a position where a seat acts."""
        cdef Rng rng
        cdef int chosen, first, i
        self.finder.state.must_fit(state)
        if state.actor() < 0:
            raise ValueError("nobody acts in the position")
        seed_rng(&rng, seed_of(seed), 0)
        with nogil:
            chosen = self.choose(state, &rng)
        first = self.finder.candidates[chosen].first
        return [self.finder.steps[first + i] for i in range(self.finder.candidates[chosen].length)]

    cdef double sampled(self, GameState state, int candidate, Rng draws, Value* worth) noexcept nogil:
        """What the position after the candidate is worth to the seat that acts, by playouts and at once: each turn is tried on
        the same draws."""
        cdef int first = self.finder.candidates[candidate].first
        cdef int seats = state.seats()
        cdef Value* mean = &self.ends[candidate]
        cdef double win[MAX_SEATS]
        cdef double score[MAX_SEATS]
        cdef Rng rng
        cdef Value value
        cdef int i, seat
        memset(mean, 0, sizeof(Value))
        self.playouts.state.copy_from(state)
        for i in range(self.finder.candidates[candidate].length):
            self.playouts.state.apply(self.finder.steps[first + i])
        for i in range(self.how.samples):
            seed_rng(&rng, draws.word[0], i)
            self.playouts.sample_value(&rng, &value)
            for seat in range(seats):
                mean.win[seat] += value.win[seat] / self.how.samples
                mean.score[seat] += value.score[seat] / self.how.samples
        worth[0] = mean[0]
        if self.share < 1:
            value_or_result(self.playouts.evaluator, self.playouts.state, win, score)
            for seat in range(seats):
                worth.win[seat] = <float>(self.share * mean.win[seat] + (1 - self.share) * win[seat])
                worth.score[seat] = <float>(self.share * mean.score[seat] + (1 - self.share) * score[seat])
        return utility(
            &worth.win[0], &worth.score[0], seats, state.actor(), self.playouts.settings.score_weight, state.together())


cdef class SelfPlay:
    """Plays whole games of one kind. `players`: one for each seat."""

    def __cinit__(self, GameState like not None, list players not None, record_share=0.0, sibling_share=0.0):
        cdef Player player
        if len(players) != like.seats() or not all(isinstance(player, Player) for player in players):
            raise ValueError(f"a Player for each of the {like.seats()} seats is needed")
        for player in players:
            player.finder.state.must_fit(like)
        self.state = like.blank()
        self.first, self.second, self.third, self.fourth, self.fifth = players + [players[0]] * (MAX_SEATS - len(players))
        self.record_share = real_number(record_share, "record_share", 0, 1)
        self.inputs = like.seats() * (like.feature_count() + like.detail_count() + 1) + like.common_count()
        self.records = <float*>malloc(max(MOST_RECORDS * self.inputs, 1) * sizeof(float))
        self.after = like.blank()
        self.sibling_share = real_number(sibling_share, "sibling_share", 0, 1)
        self.sibling_floats = self.inputs + like.seats() + 2
        if self.sibling_share > 0:
            self.siblings = <float*>malloc(MOST_SIBLINGS * self.sibling_floats * sizeof(float))
        if self.records == NULL or (self.sibling_share > 0 and self.siblings == NULL):
            raise MemoryError

    def __dealloc__(self):
        free(self.records)
        free(self.siblings)

    def play(self, GameState start not None, seed):
        """Play a game to its end. (win shares or utility, scores, turns begun, records and siblings as bytes of float32).

        A record is what an evaluator sees at a turn's start: features and details of each seat, then the common ones; and
        behind it what the player itself thought of each seat's share of the win, not a number if it did not look.

        Siblings are the turns among which a player chose that looked where they lead: for each what an evaluator sees after
        it, shares of the win and scores that its playouts came to, the seat that chose, and the number of the choice."""
        cdef double win[MAX_SEATS]
        cdef double score[MAX_SEATS]
        cdef Rng rng
        cdef int i
        self.state.must_fit(start)
        seed_rng(&rng, seed_of(seed), 0)
        self.state.copy_from(start)
        self.record_count = 0
        self.sibling_count = 0
        self.choices_kept = 0
        self.turns = 0
        with nogil:
            self.play_to_the_end(&rng)
        if self.state.actor() != NOBODY:
            raise RuntimeError(f"a game did not end within {LONGEST_GAME} draws and parts of turns")
        self.state.result(win, score)
        return (
            [win[i] for i in range(self.state.seats())],
            [score[i] for i in range(self.state.seats())],
            self.turns,
            PyBytes_FromStringAndSize(<char*>self.records, self.record_count * self.inputs * sizeof(float)),
            PyBytes_FromStringAndSize(<char*>self.siblings, self.sibling_count * self.sibling_floats * sizeof(float)),
        )

    cdef void play_to_the_end(self, Rng* rng) noexcept nogil:
        cdef int parts = 0
        cdef int actor = self.state.actor()
        while actor != NOBODY and parts < LONGEST_GAME:
            if actor == CHANCE:
                self.state.apply(self.state.sample(rng))
            elif actor == 0:
                self.play_on(self.first, rng)
            elif actor == 1:
                self.play_on(self.second, rng)
            elif actor == 2:
                self.play_on(self.third, rng)
            elif actor == 3:
                self.play_on(self.fourth, rng)
            else:
                self.play_on(self.fifth, rng)
            parts += 1
            actor = self.state.actor()

    cdef void play_on(self, Player player, Rng* rng) noexcept nogil:
        """What the seat that acts has chosen."""
        cdef float* shares = NULL
        cdef bint starts = self.state.at_turn_start()
        cdef int chosen, first, i
        if starts:
            self.turns += 1
            if self.record_share > 0 and real(rng) < self.record_share:
                shares = self.record(rng)
        chosen = player.choose(self.state, rng)
        if shares != NULL:
            for i in range(self.state.seats()):
                shares[i] = player.found.win[i] if player.has_found else <float>NAN
        if starts and self.sibling_share > 0 and real(rng) < self.sibling_share and player.has_found:
            self.keep_siblings(player)
        first = player.finder.candidates[chosen].first
        for i in range(player.finder.candidates[chosen].length):
            self.state.apply(player.finder.steps[first + i])

    cdef float* record(self, Rng* rng) noexcept nogil:
        """What an evaluator sees now; returns where the win shares go."""
        cdef int number = self.record_count
        if number == MOST_RECORDS:
            number = below(rng, MOST_RECORDS)
        else:
            self.record_count += 1
        return see(self.state, self.records + number * self.inputs)

    cdef void keep_siblings(self, Player player) noexcept nogil:
        """The turns that a player has just looked at, those that end the game left out."""
        cdef int count = min(player.finder.candidate_count, player.how.top)
        cdef int seats = self.state.seats()
        cdef float* out
        cdef int first, i, k
        if self.sibling_count + count > MOST_SIBLINGS:
            return
        for i in range(count):
            self.after.copy_from(self.state)
            first = player.finder.candidates[i].first
            for k in range(player.finder.candidates[i].length):
                self.after.apply(player.finder.steps[first + k])
            if self.after.actor() == NOBODY:
                continue
            out = see(self.after, self.siblings + self.sibling_count * self.sibling_floats)
            for k in range(seats):
                out[k] = player.ends[i].win[k]
                out[seats + k] = player.ends[i].score[k]
            out[2 * seats] = self.state.actor()
            out[2 * seats + 1] = self.choices_kept
            self.sibling_count += 1
        self.choices_kept += 1
