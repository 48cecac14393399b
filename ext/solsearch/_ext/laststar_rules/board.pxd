"""The board as tables. Cells are numbered ring by ring from outside in: A1 is 0, then the rest of A, B, C, D, E.

Sets of cells and sets of borders are 64-bit words (see bits.pxd). A *border* is a place where a gate can stand: two cells
of neighbouring rings that touch across a barrier (B-C, C-D, D-E); borders are numbered by outer cell, then inner cell.
"""
from libc.stdint cimport int8_t, uint8_t, uint64_t

cdef enum:
    MAX_CELLS = 58      # the board for five players
    MAX_BORDERS = 64    # all boards have fewer
    MAX_EYES = 17       # eyes are numbered from 1
    RINGS = 5
    NO_CELL = 63        # as a cell in a step or the state: none

cdef enum Ring:
    OUTER_ORBIT = 0
    INNER_ORBIT = 1
    CONVECTIVE = 2
    RADIATIVE = 3
    CORE = 4

cdef struct Board:
    int cells                               # number of cells
    int borders                             # number of borders
    int eyes                                # number of eyes, 1..eyes
    uint64_t ring[RINGS]                    # the cells of each ring
    uint64_t inward_borders[RINGS]          # the borders from each ring to the next one in
    uint8_t ring_of[MAX_CELLS]              # the ring a cell lies in
    uint8_t next_in_ring[MAX_CELLS]         # k+1, wrapping: counterclockwise
    uint8_t before_in_ring[MAX_CELLS]       # k-1, wrapping
    uint64_t freely[MAX_CELLS]              # where a sundiver may fly without a gate: along the ring, and between A and B
    uint64_t inward[MAX_CELLS]              # touching cells of the next ring in
    uint64_t outward[MAX_CELLS]             # touching cells of the next ring out
    uint64_t borders_at[MAX_CELLS]          # the borders a cell is an end of
    uint64_t around_eye[MAX_EYES]           # the cells around each eye
    uint8_t border_outer[MAX_BORDERS]       # the outer cell of a border
    uint8_t border_inner[MAX_BORDERS]       # the inner cell of a border
    int8_t border_between[MAX_CELLS][MAX_CELLS]     # the border between two cells, -1 where there is none
