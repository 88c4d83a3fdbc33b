// weyl: verdict=holds full-states=23 full-transitions=30
// Sends and receives on a buffered channel inside a d_step.
chan c = [3] of { byte }; byte n;
active [2] proctype P() { d_step { c!_pid; c!3; c?n; n++ } ; n = 0 }
