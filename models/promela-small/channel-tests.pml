// weyl: verdict=violated full-states=151 full-transitions=215
// weyl: violated="invalid end state"
// `full`, `empty`, `nfull`, `nempty`, `len`.
chan c = [2] of { byte }; byte n;
active proctype P() { do :: nfull(c) -> c!len(c) :: full(c) -> break od }
active proctype Q() {
	byte x; nempty(c) -> c?x; n = len(c); nempty(c) && n < 2 -> c?x; empty(c) || full(c) -> n = x
}
