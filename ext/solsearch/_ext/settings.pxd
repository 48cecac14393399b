"""How the search works: its settings, one struct for all of its parts, and what a seat wants of a position."""
from solsearch._ext.arguments cimport whole
from solsearch._ext.game cimport MAX_SEATS, GameState

cdef enum:
    MOST_OF_A_SETTING = 100000

cdef struct Settings:
    # Filled by `settings_for` from a dict with these keys: solsearch.search.Parameters, which also says what each is good for.
    double exploration      # c of PUCT
    double temperature      # of the priors, in utility
    double contrast         # of the priors over the gap from the best turn to the eighth, in place of a temperature; 0: by that
    double sight            # of the priors by the values of the positions after turns: sharpness in utility; 0: not looked at
    double doubt            # share of the priors that is spread evenly, whatever the policy says
    int first_edges         # candidates looked at from the first visit on; more as the visits grow
    int beam                # positions of a level of a turn that are looked at further
    int candidates          # turns kept of a position
    int root_beam           # as `beam` and `candidates`, for the position asked about
    int root_candidates
    int tries               # steps of a decision that a playout compares
    int horizon             # turns after which a playout is cut, and a plan
    int net_horizon         # likewise, where a net says what the position there is worth
    int playout_beam        # as `beam`, for the turns of a playout or plan; 1: along the best single steps
    int lines               # of a plan (plans.pxd), where all want the same: each visit to the root makes one; 0: none does
    int branches            # turns that each line of a plan goes on with
    int first_branches      # turns of the root that a plan compares
    int common_draws        # 1: the first, second, ... visits to each turn of the root meet the same luck
    double score_weight     # what a point of score is worth beside the share of the win
    double playout_share    # of a position's value that comes from its playout; the rest is its value at once
    int together            # not from the dict but from the game: 1: all win or lose together


cdef inline Settings settings_for(GameState like, dict parameters):
    """Checked. ValueError, TypeError or KeyError for what is no setting."""
    cdef Settings settings = {**parameters, "together": like.together()}
    check_settings(&settings)
    return settings


cdef inline int check_settings(const Settings* settings) except -1:
    """ValueError for what the search cannot do, whoever gives it; what is good for it is said by Parameters."""
    for name, value, low in (
            ("first_edges", settings.first_edges, 1), ("beam", settings.beam, 1), ("candidates", settings.candidates, 1),
            ("root_beam", settings.root_beam, 1), ("root_candidates", settings.root_candidates, 1),
            ("tries", settings.tries, 1), ("horizon", settings.horizon, 0), ("net_horizon", settings.net_horizon, 0),
            ("playout_beam", settings.playout_beam, 1), ("lines", settings.lines, 0), ("branches", settings.branches, 1),
            ("first_branches", settings.first_branches, 1),
            ("common_draws", settings.common_draws, 0)):
        whole(value, name, low, MOST_OF_A_SETTING)
    for name, number in (
            ("exploration", settings.exploration), ("temperature", settings.temperature), ("contrast", settings.contrast),
            ("sight", settings.sight), ("doubt", settings.doubt),
            ("score_weight", settings.score_weight), ("playout_share", settings.playout_share)):
        if not 0 <= number < MOST_OF_A_SETTING:     # also false for nan
            raise ValueError(f"{name} must be a number from 0 on, not {number}")
    return 0


cdef struct Value:
    # What a position is worth to every seat.
    float win[MAX_SEATS]    # each seat's share of the win
    float score[MAX_SEATS]  # each seat's score at the end


ctypedef fused real:
    float
    double


cdef enum:
    LOWEST_SHARE = 70       # to those who win or lose together, in hundredths: what the lowest score counts; the rest: all


cdef inline double utility(
        const real* win, const real* score, int seats, int seat, double score_weight, bint together) noexcept nogil:
    """What a seat wants more of: its share of the win, and a little its lead in score. Where all win together nobody wants to
    be ahead of the others: the lowest score counts, and a little all, as who is not the last has something to do too."""
    cdef double lowest = score[seat]
    cdef double others = 0
    cdef int i
    if seats == 1:
        return win[0] + score_weight * score[0]
    for i in range(seats):
        if i != seat:
            others += score[i]
            lowest = min(lowest, <double>score[i])
    if together:
        return win[seat] + score_weight * (
            LOWEST_SHARE * lowest + (100 - LOWEST_SHARE) * (score[seat] + others) / seats) / 100.0
    return win[seat] + score_weight * (score[seat] - others / (seats - 1))


cdef inline bint better_for(
        int seat, const real* win, const real* score, const real* other_win, const real* other_score,
        int seats, double score_weight, bint together, double alike) noexcept nogil:
    """Does a seat choose the one rather than the other? What is worth the same to it, give or take `alike`, it chooses as the
    seats after it would, one after the other; where all want the same it chooses what gives itself more, then the next: so the
    choice does not depend on the order in which it is looked at."""
    cdef double gain
    cdef int i
    for i in range(seats):
        gain = (utility(win, score, seats, (seat + i) % seats, score_weight, together)
                - utility(other_win, other_score, seats, (seat + i) % seats, score_weight, together))
        if gain > alike or gain < -alike:
            return gain > 0
    if together:
        for i in range(seats):
            gain = score[(seat + i) % seats] - other_score[(seat + i) % seats]
            if gain > 100 * alike or gain < -100 * alike:       # scores are a hundred times as large as shares
                return gain > 0
    return False
