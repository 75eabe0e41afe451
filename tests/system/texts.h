/* Models as texts: for the classes that consist of equations, whose fields are expressions that have to make sense
 * together, and for every measure.
 *
 * All share one world: two bodies in general poses, joints between them and to the ground that are apart, a spring, a
 * driven hinge, scalar coordinates (one with a mass that depends on both), a state, a variable and a nonholonomic
 * equation. So the expressions of a case have something of every kind to speak of. */
#ifndef SAR_TESTS_SYSTEM_TEXTS_H
#define SAR_TESTS_SYSTEM_TEXTS_H

#include "system/cases.h"

/* One or more models for every class of the registry that has no mathematics of its own, and user-defined expressions
 * in those that have. The element under test is named `tested`. */
int32_t case_text_count(void);
void case_text_build(SarContext *context, int32_t index, CaseLabel *label, SarModel **model, SarSystem **system);

/* Fails where a class has no model. */
void case_expect_all_classes(void);

/* One or more models for every measure: the variable `tested` is a function of it. */
int32_t case_measure_count(void);
void case_measure_build(SarContext *context, int32_t index, CaseLabel *label, SarModel **model, SarSystem **system);

#endif
