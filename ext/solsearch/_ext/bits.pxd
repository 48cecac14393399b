"""Sets of up to 64 small numbers (cells, borders, seats) as the bits of one word."""
from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(_MSC_VER)
      #include <intrin.h>
      static __forceinline int sol_lowest(uint64_t set) { unsigned long i; _BitScanForward64(&i, set); return (int)i; }
      static __forceinline int sol_size(uint64_t set) { return (int)__popcnt64(set); }
    #else
      static inline int sol_lowest(uint64_t set) { return __builtin_ctzll(set); }
      static inline int sol_size(uint64_t set) { return __builtin_popcountll(set); }
    #endif
    """
    int lowest "sol_lowest"(uint64_t set) noexcept nogil    # the smallest member; the set must not be empty
    int size "sol_size"(uint64_t set) noexcept nogil        # how many members


cdef inline uint64_t bit(int member) noexcept nogil:
    return (<uint64_t>1) << member


cdef inline bint has(uint64_t set, int member) noexcept nogil:
    return (set >> member) & 1


cdef inline uint64_t without_lowest(uint64_t set) noexcept nogil:
    return set & (set - 1)
