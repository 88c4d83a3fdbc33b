// weyl: verdict=holds full-states=21 full-transitions=32
// A selection with nothing but `else`.
byte n;
active [2] proctype P() { if :: else -> n++ fi; do :: else -> break od }
