// Inline definitions, one that declares a variable of its own and one that calls
// another, beside macros with arguments, with # conditionals and with pasting. A
// parameter is replaced by its text: swap works on any two variables.
// weyl: verdict=holds full-states=95 full-transitions=162
#define SIZE 3
#define max(a, b) ((a) > (b) -> (a) : (b))
#define name(x) value_##x
#ifdef SIZE
#define START SIZE
#else
#define START 99
#endif
#if START > 50
#error "the conditional was taken the wrong way"
#elif START == 3
#define LIMIT (START + 2)
#endif

byte name(one) = START;
byte name(two) = LIMIT;

inline swap(a, b) {
  byte t;
  t = a;
  a = b;
  b = t
}

inline order(a, b) {
  if
  :: a > b -> swap(a, b)
  :: else
  fi
}

active [2] proctype P() {
  byte x = _pid, y = 1;
  atomic { swap(name(one), name(two)) };
  assert(value_one + value_two == 8);
  order(y, x);
  assert(x == max(x, y))
}
