"""Our own random numbers, so that a seed means the same on every machine and in every version.

xoshiro256++ (Blackman and Vigna), seeded by splitmix64. A `stream` gives independent generators for one seed.
"""
from libc.stdint cimport uint32_t, uint64_t

cdef struct Rng:
    uint64_t word[4]    # never all zero


cdef inline uint64_t splitmix(uint64_t* x) noexcept nogil:
    cdef uint64_t z
    x[0] += <uint64_t>0x9E3779B97F4A7C15
    z = x[0]
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 31)


cdef inline void seed_rng(Rng* rng, uint64_t seed, uint64_t stream) noexcept nogil:
    cdef uint64_t x = stream
    cdef uint64_t mixed = seed ^ splitmix(&x)
    cdef int i
    for i in range(4):
        rng.word[i] = splitmix(&mixed)


cdef inline uint64_t rotate(uint64_t x, int by) noexcept nogil:
    return (x << by) | (x >> (64 - by))


cdef inline uint64_t next_word(Rng* rng) noexcept nogil:
    cdef uint64_t result = rotate(rng.word[0] + rng.word[3], 23) + rng.word[0]
    cdef uint64_t t = rng.word[1] << 17
    rng.word[2] ^= rng.word[0]
    rng.word[3] ^= rng.word[1]
    rng.word[1] ^= rng.word[2]
    rng.word[0] ^= rng.word[3]
    rng.word[2] ^= t
    rng.word[3] = rotate(rng.word[3], 45)
    return result


cdef inline uint32_t below(Rng* rng, uint32_t n) noexcept nogil:
    """Uniform in 0..n-1, without bias: multiply and shift, the few uneven values drawn again (Lemire)."""
    cdef uint64_t product = (next_word(rng) >> 32) * n
    cdef uint32_t low = <uint32_t>product
    cdef uint32_t uneven
    if low < n:
        uneven = (<uint32_t>0 - n) % n
        while low < uneven:
            product = (next_word(rng) >> 32) * n
            low = <uint32_t>product
    return <uint32_t>(product >> 32)


cdef inline double real(Rng* rng) noexcept nogil:
    """Uniform, above 0 and below 1."""
    return ((next_word(rng) >> 12) + 0.5) * 2.0 ** -52
