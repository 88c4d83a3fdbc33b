// weyl: verdict=holds full-states=18 full-transitions=21
// Only the processes of the highest priority move.
byte n;
active proctype A() priority 1 { n = 1; n = 2 }
active proctype B() priority 5 { n = 3; n = 4; set_priority(_pid, 1); n = 5 }
