// A trace takes turns between two channels: its places are exchanged with them.
// weyl: order=2
chan a = [1] of { byte }; chan b = [1] of { byte };
active proctype P_0() { do :: a!1 :: a?_ od }
active proctype P_1() { do :: b!1 :: b?_ od }
trace { do :: a!1; b!1 od }
