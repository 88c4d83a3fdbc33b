// A proctype for each process, alike but for constants.
// weyl: order=6
byte turn; bool f[3];
active proctype P_0() { do :: f[0] = true; (!f[1] && !f[2]); turn = 0; f[0] = false od }
active proctype P_1() { do :: f[1] = true; (!f[0] && !f[2]); turn = 1; f[1] = false od }
active proctype P_2() { do :: f[2] = true; (!f[0] && !f[1]); turn = 2; f[2] = false od }
