// Which statements are steps: a goto that follows a statement belongs to it, a goto
// that is an option of its own is a step, break likewise; a printf and a skip are
// steps. Two labels name one statement.
// weyl: verdict=holds full-states=130 full-transitions=301
byte x;

active [2] proctype P() {
  x = 1;
  goto middle;
  x = 9;
middle:
same:
  printf("at %d\n", _pid);
  if
  :: goto left
  :: goto right
  :: skip
  fi;
left:
  x = 2;
  goto done;
right:
  do
  :: x = 3
  :: break
  od;
  goto done;
done:
  assert(x != 9)
}
