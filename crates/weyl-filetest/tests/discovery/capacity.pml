// A channel with another capacity.
// weyl: order=2
// weyl: because="me?1"
chan a = [1] of {byte}; chan b = [2] of {byte}; chan c = [1] of {byte};
proctype P(chan me) { do :: me!1 :: me?1 od }
init { atomic { run P(a); run P(b); run P(c) } }
