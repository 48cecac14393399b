"""Talking to other programs in lines of JSON: the analysis service, and the compliance test for bots.

docs/protocol.md describes the lines, those of bots that are programs of their own too.
"""
