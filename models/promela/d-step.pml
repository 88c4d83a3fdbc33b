// d_step is one indivisible, deterministic step: a loop that computes a greatest
// common divisor leaves no state behind, and of two executable options the first is
// taken. Its first statement is its guard and may block.
// weyl: verdict=holds full-states=158 full-transitions=161
byte a, b, result;
byte choice;

active proctype Divisor() {
  byte t;
  select (a : 1 .. 6);
  select (b : 1 .. 6);
  d_step {
    result = a;
    t = b;
    do
    :: t > result -> t = t - result
    :: result > t -> result = result - t
    :: else -> break
    od;
    t = 0;
    if
    :: choice = 1
    :: choice = 2
    fi
  };
  assert(a % result == 0 && b % result == 0);
  assert(choice == 1)
}

active proctype Guarded() {
end:
  d_step { result == 5 -> result = 0; result = 5 }
}
