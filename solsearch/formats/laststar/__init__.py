"""Positions of Sol: Last Days of a Star as plain data, both ways. Every check a person's file needs is here.

    board     a line per occupied cell: "node 1, 2x0" is a node of seat 1 and two sundivers of seat 0; "cube" and
              "2 feeders" are an event's; gates: "B3-C2 0"
    seat      one table per seat
    undrawn   cards left in the deck, by suit; the suits named there are those in play

What follows from the rest is not written: movement, points, pieces in reserve (unless some left the game), vaporized
sundivers; nor the suits in play, unless there are fewer of them than the game has (then `suits` lists them).

    keys      which keys there are, and in which table each belongs
    reading   from data to a position: which game it is, and the seats
    board     the table [board]
    checks    what must agree
    writing   from a position to data
"""
