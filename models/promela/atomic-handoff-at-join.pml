// After an if at the end of an atomic sequence there is one more, silent, step that
// leaves the sequence. It shows only when control is lost right there: the send in
// the option hands control to a receiver outside any atomic sequence, and the sender
// is left standing before that step.
// weyl: verdict=holds full-states=14 full-transitions=20
chan c = [0] of { byte };
byte x;

active proctype Sender() {
  atomic {
    x = 1;
    if
    :: c!1
    :: c!2
    fi
  };
  x = 3
}

active proctype Receiver() {
  byte y;
  c?y;
  y = 8
}
