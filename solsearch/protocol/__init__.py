"""Talking to other programs in lines of JSON: the analysis service, and bots that are programs of their own.

docs/protocol.md describes both.
"""

PROTOCOL = 1
"""Changes when a program that works today would not work any more."""
