// Law 3: c1 may be full when c0 is not.
// weyl: order=1
// weyl: because="c0!1"
chan c0 = [1] of {byte}; chan c1 = [1] of {byte};
proctype R(chan c) { do :: c?1 od }
proctype S() { do :: atomic { c0!1; c1!1 } od }
init { atomic { run R(c0); run R(c1); run S() } }
