// Processes that are found by a number that may be one of two; the others can change places; values that are only negated are exchanged as well.
// weyl: order=4
bool b, z;
active [4] proctype P() { do :: skip; in: skip od }
active proctype O() { do :: b = !b :: P[(b -> 0 : 1)]@in -> z = !z od }
