// Law 4: a process number is computed from a number that has too many values for a table.
// weyl: order=1
int a; byte next;
active [2] proctype P() { do :: a < 2 -> a = a + 1 :: next == _pid -> next = (a / 2) % 2; a = 0 od }
