// weyl: verdict=holds full-states=49 full-transitions=71
// Names in messages, matched as constants.
mtype = { ping, pong, quit }; chan c = [1] of { mtype }; byte n;
active proctype P() { do :: n < 3 -> c!ping; n++ :: n >= 2 -> c!quit; break od }
active proctype Q() { do :: c?ping -> skip :: c?pong -> assert(false) :: c?quit -> break od }
