// Law 3: options have no order.
// weyl: order=2
chan q[2] = [1] of {byte};
proctype R(chan c) { do :: c?1 od }
proctype S() { do :: if :: q[0]!1 :: q[1]!1 fi od }
init { atomic { run R(q[0]); run R(q[1]); run S() } }
