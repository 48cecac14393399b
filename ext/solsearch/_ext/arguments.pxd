"""Arguments from Python, checked before anything relies on them. TypeError or ValueError says what is allowed."""
from cpython.number cimport PyNumber_Index
from libc.stdint cimport int64_t, uint64_t


cdef inline int64_t whole(object value, str name, int64_t low, int64_t high) except? -1:
    """A whole number from `low` to `high`."""
    cdef object number
    try:
        number = PyNumber_Index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number from {low} to {high}, not {type(value).__name__}") from None
    if not low <= number <= high:
        raise ValueError(f"{name} must be a whole number from {low} to {high}, not {shown(number)}")
    return number


cdef inline double real_number(object value, str name, double low, double high) except? -1:
    """A number from `low` to `high`, and no nan."""
    cdef double found
    try:
        found = value
    except TypeError:
        raise TypeError(f"{name} must be a number from {low:g} to {high:g}, not {type(value).__name__}") from None
    except OverflowError:
        raise ValueError(f"{name} must be a number from {low:g} to {high:g}, not {shown(value)}") from None
    if not low <= found <= high:
        raise ValueError(f"{name} must be a number from {low:g} to {high:g}, not {found}")
    return found


cdef inline uint64_t seed_of(object value) except? 0:
    """A seed: any 64 bits."""
    cdef object number
    try:
        number = PyNumber_Index(value)
    except TypeError:
        raise TypeError(f"a seed must be a whole number from 0 to 2**64 - 1, not {type(value).__name__}") from None
    if not 0 <= number < 1 << 64:
        raise ValueError(f"a seed must be a whole number from 0 to 2**64 - 1, not {shown(number)}")
    return number


cdef inline str shown(object number):
    """Numbers can have more digits than anybody reads, or than Python writes."""
    return str(number) if -10 ** 20 < number < 10 ** 20 else "one of more than 20 digits"
