// weyl: verdict=holds full-states=13512 full-transitions=21035
// `for (m in c)`: a hidden counter walks over a channel, each message is received and sent back. The loops of
// one block share their counter, an inner block has its own, and others may use the channel meanwhile.

typedef Message { byte kind; short value };

chan c = [3] of { Message };
chan several[2] = [2] of { Message };
short sum, seen;

inline total(all) {
	Message t;
	for (t in all) {
		sum = sum + t.value
	}
}

active proctype Walker() {
	Message m, n;
	m.kind = 1;
	m.value = 10;
	c!m;
	m.value = -20;
	c!m;
	for (m in c) {
		seen++;
		for (n in c) {
			sum = sum + n.value
		}
	}
	for (m in c) {
		if
		:: m.value < 0 -> break
		:: else
		fi
	}
	total(c);
	several[1]!m;
again:	for (m in several[1]) {
		skip
	}
	atomic {
		for (n in c) {
			sum = sum - n.value
		}
	}
	d_step {
		seen = 0;
		for (n in c) {
			seen++
		}
		assert(seen == len(c))
	}
}

active proctype Other() {
	Message m;
	c?m;
	m.value++;
	c!m;
end:	c?m
}
