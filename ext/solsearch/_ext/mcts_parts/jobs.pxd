"""Selections on their way: which positions are to be worked on, by whom, and in which order they come back.

Selections and back-ups are made by one thread, in a fixed order: selection number n comes right after back-up number
n - WINDOW. The work in between depends on nothing but the position and a random stream of its own, so it does not matter
which thread does it and when: the answer is the same with any number of them.
"""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from solsearch._ext.candidates cimport Candidate
from solsearch._ext.game cimport step_t
from solsearch._ext.rng cimport Rng
from solsearch._ext.settings cimport Value
from solsearch._ext.threads cimport published, replace

cdef enum:
    WINDOW = 16             # selections on their way
    MOST_PATH = 512         # decisions and draws from the root to a leaf

cdef struct Job:
    # One selection on its way.
    int32_t length          # of the path
    int32_t node[MOST_PATH]
    int32_t edge[MOST_PATH]
    int32_t leaf            # node at its end, -1: a new one
    uint64_t key            # hash of the position at its end
    uint8_t expand          # 1: find its candidates
    uint8_t settled         # 1: its value is exact, there is nothing to work on
    int32_t planned_turns   # so many turns of the root a plan is to compare; 0: the path was selected in the tree
    const char* after_turns     # the positions after them
    int32_t planned         # the one that it begins with: outcome of the work
    step_t drawn            # what chance does after it, -1: nothing; likewise
    int64_t done            # 1: the work is done (published)
    Rng rng                 # its random stream
    Value value             # outcome of the work
    char* state             # the position at its end
    Candidate* candidates   # its candidates, if they were wanted
    int32_t candidate_count
    step_t* steps           # and their steps
    int32_t turn_count      # of the candidates those that are whole turns
    uint8_t complete        # 1: no result of the turn is missing

cdef struct Jobs:
    Job* job                # WINDOW of them, used in turn
    int64_t selected        # selections since the root was set (published)
    int64_t claimed         # of them those that somebody works on or has done (published)
    int64_t backed_up       # of them those that are in the tree
    int64_t closing         # 1: the threads that help are to leave (published)


cdef inline bint make_jobs(Jobs* jobs, size_t state_size, int most_candidates, int most_steps) noexcept nogil:
    """Room for the selections on their way, and in each for so many candidates and their steps; False without memory."""
    cdef bint made = True
    cdef Job* job
    cdef int i
    jobs.job = <Job*>calloc(WINDOW, sizeof(Job))
    if jobs.job == NULL:
        return False
    for i in range(WINDOW):
        job = &jobs.job[i]
        job.state = <char*>malloc(state_size)
        job.candidates = <Candidate*>malloc(most_candidates * sizeof(Candidate))
        job.steps = <step_t*>malloc(most_steps * sizeof(step_t))
        made = made and job.state != NULL and job.candidates != NULL and job.steps != NULL
    return made


cdef inline void free_jobs(Jobs* jobs) noexcept nogil:
    cdef int i
    if jobs.job != NULL:
        for i in range(WINDOW):
            free(jobs.job[i].state)
            free(jobs.job[i].candidates)
            free(jobs.job[i].steps)
    free(jobs.job)


cdef inline Job* job_number(const Jobs* jobs, int64_t number) noexcept nogil:
    return &jobs.job[number % WINDOW]


cdef inline int64_t claim(Jobs* jobs) noexcept nogil:
    """The number of a selection to work on that nobody else has claimed, -1: there is none."""
    cdef int64_t number = published(&jobs.claimed)
    while number < published(&jobs.selected):
        if replace(&jobs.claimed, number, number + 1):
            return number
        number = published(&jobs.claimed)
    return -1
