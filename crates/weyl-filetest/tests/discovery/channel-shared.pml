// Two processes share a channel.
// weyl: order=2
// weyl: because="`srv!me`"
chan srv = [1] of {chan}; chan r[3] = [1] of {byte};
proctype P(chan me) { do :: srv!me; me?1 od }
proctype S() { chan c; do :: srv?c; c!1 od }
init { atomic { run P(r[0]); run P(r[1]); run P(r[1]); run S() } }
