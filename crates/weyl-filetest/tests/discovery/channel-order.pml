// Law 4: the numbers of channels are compared by their order.
// weyl: order=1
chan a = [1] of { bit }; chan b = [1] of { bit }; chan c; bool x;
active proctype P() { if :: c = a :: c = b fi; do :: c = a :: c = b :: c!1 :: a?_ :: b?_ :: c > 1 -> x = 1 od }
