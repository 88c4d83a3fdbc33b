// weyl: verdict=holds full-states=66 full-transitions=105
// Two escapes in a row: `{ a } unless { b } unless { c }`.
byte n; bool a, b;
active proctype P() {
	{ { n = 1; n = 2; n = 3 } unless { a -> n = 10; n = 11 } } unless { b -> n = 20; n = 21 }; n++
}
active proctype Q() { if :: a = true; b = true :: b = true; a = true fi }
