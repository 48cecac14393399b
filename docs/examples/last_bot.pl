#!/usr/bin/env perl
# A bot in Perl: play it with `solsearch play --seats "human,cmd:docs/examples/last_bot.pl"`.
#
# It needs no JSON at all: each message is one line, its type stands first and the legal steps stand last. It takes the last
# step that is not an end, so it does something as long as there is something to do; every seventh time it takes what comes
# last, whatever that is.

use strict;
use warnings;
$| = 1;    # without this the other side waits for ever

my $choices = 0;
while (my $line = <STDIN>) {
    if ($line =~ /^\{"type": "start"/) {
        $choices = 0;
        print qq({"ready": true, "name": "last", "deterministic": true}\n);
    }
    elsif ($line =~ /^\{"type": "choose".*"legal": \["(.*)"\]\}/) {
        my @legal = split /", "/, $1;
        my @wanted = grep { $_ ne "done" && $_ ne "pass" } @legal;
        $choices++;
        my $step = @wanted && $choices % 7 ? $wanted[-1] : $legal[-1];
        print qq({"step": "$step"}\n);
    }
}
