// A trace that follows one channel.
// weyl: order=1
// weyl: because="received 1"
chan q[2] = [1] of {byte};
proctype R(chan c) { do :: c!1; c?1 od }
trace { do :: q[0]!1; q[0]?1 od }
init { atomic { run R(q[0]); run R(q[1]) } }
