// Nobody is -1, which a byte can't hold: 255, whatever comes of it.
// weyl: order=2
int owner = -1; byte seen[3]; bool odd;
active [3] proctype P() {
  do
  :: owner == -1 -> owner = _pid
  :: owner == _pid -> owner = -1
  :: seen[_pid] = owner
  od
}
active proctype Q() { do :: odd = seen[0] > 200 od }
