/* How stiff a mechanism is: the dominant eigenvalue of its motion, from the matrices of the equations alone. */
#ifndef SAR_TESTS_PHYSICS_STIFFNESS_H
#define SAR_TESTS_PHYSICS_STIFFNESS_H

#include "physics/support.h"

/* The eigenvalue of the largest size, 1/s, of the motion linearised at the start of setup->model; fails the test if it
 * is not real or not clearly the largest. Models without states and without equations of velocities. */
double stiffness_dominant(const Setup *setup);

/* The real part of what `check` reports; fails the test if it has an imaginary one. */
double stiffness_reported(const Setup *setup);

#endif
