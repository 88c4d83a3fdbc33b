// A number that is too wide to be a name finds a process by its number: processes stay where they are.
// weyl: order=1
short w; bool x;
active [3] proctype P() { byte u; do :: u = 1 - u :: P[w]:u == 1 -> w = 1 - w :: x -> x = 0 od }
