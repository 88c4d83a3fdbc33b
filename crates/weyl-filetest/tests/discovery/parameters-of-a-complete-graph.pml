// Four nodes that know each other as parameters: nobody reads these but where they are put in.
// weyl: order=24
chan c[4] = [1] of { byte };
proctype N(chan me; chan a; chan b; chan d) { byte x; do :: a ! 1 :: b ! 1 :: d ! 1 :: me ? x od }
init { atomic {
  run N(c[0], c[1], c[2], c[3]); run N(c[1], c[0], c[2], c[3]);
  run N(c[2], c[0], c[1], c[3]); run N(c[3], c[0], c[1], c[2])
} }
