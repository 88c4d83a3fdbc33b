// A message is taken from one channel, and only copied from the other.
// weyl: order=1
chan c[2] = [1] of { bit }; bit v;
active proctype P() { do :: c[0]!1 :: c[1]!1 :: c[0]?v :: c[1]?<v> od }
