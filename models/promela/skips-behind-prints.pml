// Which `skip`s SPIN leaves out: those behind a `skip` or a print of the same option, unless one is the last statement
// of the option. Prints are never left out; a label, a block, an atomic sequence or a `for` keep everything. Constants
// other than 1 are conditions.
// weyl: verdict=holds full-states=136 full-transitions=147
mtype = { two, one };
byte x;

active proctype P() {
  byte y;
  do
  :: printf("a") -> skip; skip
  :: y < 3 -> y++; printf("b\n"); skip; skip
  :: y == 3 -> break
  od;
  if
  :: y == 3; printf("a"); printf("%d", y); skip; printf("b"); skip; skip; x = 1
  :: skip; printm(two); skip; x = 2
  :: printm(one); skip; skip; goto L
  :: y == 3; skip; 2; skip; 3; 1; x = 3
  :: y == 3; skip; one; two; skip; true; x = 4
  :: y == 3 -> { printf("a"); skip; skip; x = 5 }; skip; skip; x = 6
  :: y == 3 -> atomic { printf("a"); skip; skip; x = 7; if :: printf("b"); skip; x = 8 fi }
  :: y == 3 -> M: printf("a"); skip; N: skip; skip; x = 9
  :: y == 3 -> { printf("a"); skip; x = 10 } unless { x == 2; printf("b"); skip; x = 11 }
  :: d_step { y == 3; printf("a"); skip; skip; x = 12 }
  fi;
L:
  for (y : 1 .. 2) { skip; skip; printf("a"); skip; x = 13; if :: printf("b"); skip; x = 14 fi };
  printf("c"); skip; skip
}
