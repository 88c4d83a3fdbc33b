// Channels that processes get once and keep until they end: to exchange them, and nothing else, leads to states that
// nobody reaches.
// weyl: order=1
chan q[3] = [1] of { byte };
proctype First(chan out) { out ! 1 }
proctype Next(chan in; chan out) { byte x; in ? x; out ! x + 1 }
proctype Last(chan in) { byte x; in ? x; assert(x == 3) }
init { atomic { run First(q[0]); run Next(q[0], q[1]); run Next(q[1], q[2]); run Last(q[2]) } }
