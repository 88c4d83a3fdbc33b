// Statements of inlines and loops, and output, as a run shows them.
mtype = { red, green };
mtype:size = { small };
chan c = [3] of { mtype, byte };

inline put(x, v) {
	x = v;
	if
	:: x > 5 -> x = x - 1
	:: else
	fi
}

active proctype P() {
	byte i;
	mtype m = red;
	mtype:size s = small;
	c!red,3;
	put(i, 7);
	for (i : 1 .. 1) {
		printf("%d %e %e %e %u\n", m, m, s, 9, -1)
	}
	printm(green);
	if
	:: i > 7 -> put(i, 2)
	:: else
	fi;
	atomic {
		i++;
		put(i, 3)
	}
	assert(i == 0)
}
