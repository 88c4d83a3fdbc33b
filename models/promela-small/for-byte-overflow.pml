// weyl: verdict=holds full-states=775 full-transitions=774
// A counter that wraps: the loop does not end.
byte n; byte i = 254;
active proctype P() {
	do :: i++; if :: i == 255 -> n++ :: else fi; if :: n == 2 -> break :: else fi od
}
