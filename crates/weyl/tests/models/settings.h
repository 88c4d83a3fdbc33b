#ifndef STEPS
#define STEPS 2
#endif
