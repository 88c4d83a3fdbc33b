// Three processes that hold three values, each another one: both kinds of names change places, and only together.
// weyl: order=36
mtype = { red, green, blue };
mtype x[3];
chan q = [1] of { mtype };
active [3] proctype P() { do :: q!red :: q!green :: q!blue :: q?x[_pid] od }
