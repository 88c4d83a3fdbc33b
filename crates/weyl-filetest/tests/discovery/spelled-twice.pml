// The same comparison in two spellings: an even sum of both says nothing about who owns it, the owner does.
// weyl: order=1
byte own = 2; byte r, n;
active [2] proctype P() { atomic { n == 5 -> n = 6; own = _pid } }
active proctype R() { do :: n < 5 -> n++ :: n == 6 -> break od; r = own + (r == n) - (n == r); do :: r > 0 -> skip od }
