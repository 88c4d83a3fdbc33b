// weyl: verdict=holds full-states=40 full-transitions=56
// Assignment to one element of one record.
typedef I { byte v[2] }; typedef O { I i[2]; byte w }; O o[2]; byte n;
active [2] proctype P() {
	o[_pid].i[1 - _pid].v[1] = _pid + 3; o[_pid].w = o[1 - _pid].i[_pid].v[1]; n = n + o[_pid].w
}
