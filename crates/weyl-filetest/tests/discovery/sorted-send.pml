// Law 4: a sorted send compares.
// weyl: order=1
// weyl: because="the order of numbers in `q!!_pid`"
chan q = [2] of {byte}; byte x[2];
active [2] proctype P() { do :: q!!_pid; :: q?eval(_pid) -> x[_pid] = 1 :: x[_pid] == 1 -> x[_pid] = 2 od }
