// Law 8: a process number is sent and used as an index.
// weyl: order=6
byte x[3]; chan q = [1] of {byte};
proctype P() { do :: q!_pid od }
proctype S() { byte i; do :: q?i -> x[i - 1] = 1; i = 0 :: x[0] == 1 && x[1] == 1 && x[2] == 1 -> break od; end: false }
init { atomic { run P(); run P(); run P(); run S() } }
