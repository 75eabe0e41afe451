/* Checking a model, writing the fixed one and comparing their motions in tests. */
#ifndef SAR_TESTS_ANALYSIS_DOCTORING_H
#define SAR_TESTS_ANALYSIS_DOCTORING_H

#include "analysis/support.h"
#include "check.h"
#include "model/model.h"

/* Where the fixed model goes; every test program defines its own, because they run at the same time. */
extern const char fixed_path[];

/* A planar four-bar of revolutes A, B, C, D: crank 1, coupler 2, rocker 1, ground 2. C is written in lines. */
extern const char fourbar[];

/* Checks the system; the status must be the expected one. */
const SarCheck *check_of(const Fixture *f, SarStatus expected);
void check_edit(const SarCheck *check, int32_t index, const char *element, const char *from, const char *to);
/* The partners of a redundant row, separated by blanks. */
void check_with(const SarRedundant *row, const char *names);

Fixture read_path(const char *path);
/* Writes the fixed model and checks it as a user would. */
Fixture fixed_of(const Fixture *f, const SarCheck *check, int32_t degrees_of_freedom);
/* Positions and orientations of all bodies over a short run. */
void moves_as_before(const Fixture *before, const Fixture *after);

#endif
