/* A body of as many shapes as one likes, to test and to measure (bench/modal.c) with: random nodes with masses and
 * inertias, random shapes that are orthonormal by the mass and carry no momentum, and frequencies from 20 Hz up. */
#ifndef SAR_TESTS_SYSTEM_MODAL_BODY_H
#define SAR_TESTS_SYSTEM_MODAL_BODY_H

#include "store/reduced.h"

/* With four interfaces, at nodes about (+-1, +-0.5, 0) m. Null: no memory. */
SarReduced *modal_body(SarArena *arena, int32_t n);

#endif
