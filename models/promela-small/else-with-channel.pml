// weyl: verdict=holds full-states=34 full-transitions=52
// `else` beside a receive and a full send.
chan c = [1] of { byte }; byte n;
active proctype P() { do :: c!1 :: else -> n++; if :: n == 2 -> break :: n < 2 fi od }
active proctype Q() { byte x; do :: c?x :: n == 2 -> break od }
