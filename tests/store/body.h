/* A small reduced body, with everything in it, all numbers different. */
#ifndef SAR_TESTS_STORE_BODY_H
#define SAR_TESTS_STORE_BODY_H

#include "store/reduced.h"

#define SHAPES 3
#define NODES 4
#define TRIANGLES 4

const SarReduced *body_sample(void);

#endif
