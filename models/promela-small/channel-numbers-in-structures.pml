// weyl: verdict=holds full-states=9 full-transitions=8
// Channels in structures are numbers that can be computed with; 0 is no channel.
typedef Ends { chan in; chan out }
chan first = [1] of { byte };
chan second = [1] of { byte };
Ends ends;

active proctype P() {
	byte x;
	ends.in = first;
	ends.out = ends.in + 1;
	ends.out!5;
	second?x;
	assert(x == 5 && ends.out == second);
	ends.in = 0;
	assert(ends.in == 0)
}
