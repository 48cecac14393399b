"""Games of Last Days played at Board Together, as records of ours.

    export     the site's file: players, states (the last one with its actions undone), actions
    patches    how an action is undone
    events     what both become: events in our words
    mapping    an event as our steps; `ours` is our game beside it, `ordering` in which order they are played
    compare    both states beside each other; `known` where the rules are known to differ
    follow     a whole game
    records    what comes of it: records, and what is to be said about them

The recorded games of tests/conformance are followed by the same code.
"""
