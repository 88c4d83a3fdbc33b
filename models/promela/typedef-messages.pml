// Structures: nested ones, arrays inside, and whole structures as messages, which
// are sent and received field by field.
// weyl: verdict=holds full-states=56 full-transitions=89
typedef Point { byte x; short y };
typedef Shape { Point corner[2]; bit filled; byte name };

Shape shape;
chan pipe = [2] of { Point, byte };

active proctype Draw() {
  byte i;
  for (i : 0 .. 1) {
    shape.corner[i].x = 255 + i;
    shape.corner[i].y = -3 * i;
    pipe!shape.corner[i], i
  }
  shape.filled = 1;
  shape.name = 7
}

active proctype Check() {
  Point p;
  byte n;
  pipe?p, n;
  assert(p.x == 255 && p.y == 0 && n == 0);
  pipe?p, n;
  assert(p.x == 0 && p.y == -3 && n == 1);
  assert(empty(pipe))
}
