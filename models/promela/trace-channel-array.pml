// A trace over two of the three channels of an array: what happens on the third is of no
// interest. The trace never ends and may rest at its label.
// weyl: verdict=holds full-states=13 full-transitions=16
chan port[3] = [1] of { bit };

active [2] proctype Ping() {
  bit b;
end:
  do
  :: atomic { _pid == 0; port[0]!1 }; port[1]?b
  :: _pid == 1; port[0]?b; port[2]!b; port[2]?b; port[1]!0
  od
}

trace {
end:
  do
  :: port[0]!1; port[1]!0; port[1]?0
  od
}
