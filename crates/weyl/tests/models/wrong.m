-- Two errors.
var
  count: 0..LAST;

startstate
  count := 0;
  cuont := 1;
end;
