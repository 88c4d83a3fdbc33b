// weyl: verdict=holds full-states=16 full-transitions=15
// A d_step is one step: who gets a greater priority inside waits for its end. An atomic sequence is interrupted.
byte x, y;
active proctype P() priority 3 {
  d_step { set_priority(1, 9); x = 1; y = 1 };
  atomic { y = 2; d_step { set_priority(2, 9); x = 3; y = 3 }; y = 4; y = 5 };
  atomic { set_priority(3, 9); y = 6; y = 7 }
}
active proctype Q() { x = 2; assert(y == 1) }
active proctype R() { x = 4; assert(y == 3) }
active proctype S() { x = 5; assert(y == 5) }
