// Named and unnamed enumerations. The symbols of one declaration are numbered from
// the last to the first, from 1; a further declaration of the same type goes on from
// there. Different types may share numbers.
// weyl: verdict=holds full-states=16 full-transitions=15
mtype = { alpha, beta };
mtype = { gamma };
mtype:fruit = { apple, pear, plum };
mtype:size = { small, large };

mtype:fruit f = apple;
mtype:size s;
mtype g = gamma;
chan c = [1] of { mtype:fruit, mtype:size };

active proctype P() {
  mtype:fruit h;
  assert(alpha == 2 && beta == 1 && g == 3);
  assert(apple == 3 && pear == 2 && plum == 1);
  assert(small == 2 && large == 1);
  do
  :: f > 1 -> f--; c!f, small; c?h, s
  :: else -> break
  od;
  assert(h == plum && s == small);
  printm(h)
}
