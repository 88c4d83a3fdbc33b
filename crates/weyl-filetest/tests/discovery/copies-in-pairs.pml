// Two families whose processes take turns in the text: a pair moves with its numbers and channel.
// weyl: order=2
byte got[2];
chan c_0 = [1] of { byte }; chan c_1 = [1] of { byte };
active proctype S_0() { do :: c_0!0 od }
active proctype R_0() { byte v; do :: c_0?v -> got[v]++; got[v] = 0 od }
active proctype S_1() { do :: c_1!1 od }
active proctype R_1() { byte v; do :: c_1?v -> got[v]++; got[v] = 0 od }
