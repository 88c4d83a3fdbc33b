// weyl: verdict=holds full-states=267 full-transitions=594
// The channel is declared behind the process that sends on it: it comes as a parameter.
proctype Sender(chan out; byte count) {
	byte i;
	for (i : 1 .. count) {
		out!i
	}
}

init {
	chan c = [1] of { byte };
	byte x;
	run Sender(c, 2);
	run Sender(c, 1);
end:	do
	:: c?x -> assert(x == 1 || x == 2)
	od
}
