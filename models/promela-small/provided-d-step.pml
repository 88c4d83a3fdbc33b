// weyl: verdict=violated full-states=17 full-transitions=19
// weyl: violated="invalid end state"
// A d_step is one step: the provided clause is asked where it begins, not inside, and again behind it; in an atomic
// sequence around it too.
byte k, n;
active proctype P() provided (k == 0) {
  d_step { k = 1; k = 0 };
  if
  :: d_step { k = 1; if :: k == 0 -> k = 2 :: k == 1 -> k = 3 fi; k++ }
  :: d_step { k == 0; do :: k < 3 -> k++ :: else -> break od; d_step { k = 4; k = 0 } }
  fi;
  atomic { n++; d_step { k = 1; k = 2 }; k = 0; n++ };
  assert(k == 0)
}
active proctype Q() {
  do
  :: k > 1 -> k = 0
  :: n == 1 && k == 0 -> break
  od
}
