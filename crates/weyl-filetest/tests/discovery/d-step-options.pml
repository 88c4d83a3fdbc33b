// Law 3: the first option wins in a d_step.
// weyl: order=1
// weyl: because="nfull(q[0])"
chan q[2] = [1] of {byte};
proctype R(chan c) { do :: c?1 od }
proctype S() { do :: d_step { if :: nfull(q[0]) -> q[0]!1 :: nfull(q[1]) -> q[1]!1 fi } od }
init { atomic { run R(q[0]); run R(q[1]); run S() } }
