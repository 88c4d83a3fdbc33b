// weyl: verdict=holds full-states=10 full-transitions=10
// A d_step that begins with a rendezvous receive: the provided clause is asked when the offer is taken, not behind it.
byte k;
chan c = [0] of { byte };
active proctype P() provided (k == 0) {
  d_step { c?k; k++; k = 0 };
  d_step { c?k; k = k + 1; k = k + 2 };
  assert(k == 0)
}
active proctype Q() { c!3; k = 1; k = 0; c!3; k = 0 }
