// pc_value gives the number that SPIN has for the place where a process is: statements are numbered in the
// order in which the parser is done with them, inner ones first. The watcher looks at a process that goes
// through most kinds of statements, and the walker looks at itself.
// weyl: verdict=holds full-states=1098 full-transitions=2603
#define WALKER 0
#define WATCHER 1
byte seen, own;
bit high;
chan c = [0] of { byte };

inline twice(v) {
  v++;
  v--
}

active proctype Walker() {
  byte i;
  byte a[2];
  own = pc_value(_pid) % 5;
  if
  :: own > 0 -> skip; skip; c!pc_value(_pid)
  :: true -> twice(own)
  fi;
  { own = 1; own = 2 } unless { seen == 3; own = 3 };
  own = 4 unless seen == 1;
again: atomic { own = pc_value(_pid) % 7; i++ } unless { seen == 2 };
  byte late = 1;
  for (i in a) {
    own = 0;
    if :: i == 1 -> break :: else fi
  }
  select (i : late .. 2);
  own = 0;
  d_step {
    own = 1;
    if
    :: i == 1 -> own = pc_value(_pid) % 9
    :: else -> own = pc_value(WATCHER) % 3
    fi
  };
  do
  :: own > 2 -> own = 0
  :: d_step { own <= 2; own = pc_value(_pid) & 3; i = 0 } -> break
  od;
end: goto over;
  own = 9;
over:
}

active proctype Watcher() {
  byte got;
  do
  :: seen = pc_value(WALKER) % 4
  :: pc_value(WALKER) > 20 -> high = 1
  :: c?got -> assert(got == 5)
  :: _nr_pr == 2 && pc_value(WALKER) == 73 -> break
  od;
  assert(pc_value(_pid) == 11)
}
