// weyl: verdict=violated full-states=17 full-transitions=21
// weyl: violated="run-time error"
// weyl: violated="run-time error"
// weyl: spin="SPIN's checker dies where enabled goes in a circle"
// Three processes, each of which waits for the next: whether one is enabled depends on whether it is. `&&` may end the
// circle.
byte x;
active [3] proctype A() { x > 1 && enabled((_pid + 1) % 3) || x == 1 }
active proctype B() provided (x < 2 || enabled(3)) { x = 1; x = 2 }
