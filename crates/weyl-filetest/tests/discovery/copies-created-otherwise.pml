// One copy is created with another argument.
// weyl: order=2
byte owner = 255; byte inside;
proctype W_0(byte k) { l: atomic { owner == 255 -> owner = 0 }; inside = k; inside = 0; owner = 255; goto l }
proctype W_1(byte k) { l: atomic { owner == 255 -> owner = 1 }; inside = k; inside = 0; owner = 255; goto l }
proctype W_2(byte k) { l: atomic { owner == 255 -> owner = 2 }; inside = k; inside = 0; owner = 255; goto l }
init { atomic { run W_2(5); run W_0(5); run W_1(4) } }
