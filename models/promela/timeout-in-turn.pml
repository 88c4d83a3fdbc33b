// A timeout wakes those that wait for it, and is over with their first step: what
// follows in the same atomic sequence, or on the other side of a rendezvous, sees none.
// Both options that wait for it can be taken.
// weyl: verdict=holds full-states=32 full-transitions=40
chan c = [0] of { bit };
byte x;

active proctype Waker() {
  atomic {
    if
    :: timeout; x = 1
    :: timeout; x = 2
    fi;
    if
    :: timeout; assert(false)
    :: else; x = x + 2
    fi
  };
  timeout; c!1;
  x = 0
}

active proctype Taker() {
  atomic {
    c?1;
    if
    :: timeout; assert(false)
    :: else; assert(x > 2)
    fi
  }
}

active proctype Other() {
  atomic {
    timeout;
    if
    :: timeout; assert(false)
    :: x > 2; x = x + 2
    :: else
    fi
  }
}
