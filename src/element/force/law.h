/* Forces along a primitive at work: the value of a law, its derivatives and its energy. */
#ifndef SAR_ELEMENT_FORCE_LAW_H
#define SAR_ELEMENT_FORCE_LAW_H

#include "element/class.h"

/* F and its derivatives by y and dy/dt. */
typedef struct SarLawValue {
  double force, by_value, by_rate;
} SarLawValue;

/* `scratch` is read only by laws with a program: sar_program_scratch(law->program) doubles. */
static inline SarLawValue sar_law_evaluate(const SarLawSetup *law, double y, double rate, double t, double *scratch) {
  if (law->linear) {
    return (SarLawValue){law->preload + law->stiffness * (y - law->rest) + law->damping * rate, law->stiffness,
                         law->damping};
  }
  double variables[3] = {y, rate, t}, out[3];
  sar_program_evaluate(law->program, variables, scratch, out);
  return (SarLawValue){out[0], out[1], out[2]};
}

/* Linear: spring and preload store, the damper dissipates. Any other law: all its power is work, because nothing says
 * which part of it would come back (numerics section 5). */
static inline SarEnergy sar_law_energy(const SarLawSetup *law, double y, double rate, double force) {
  if (!law->linear) return (SarEnergy){.work = -force * rate};
  double stretch = y - law->rest;
  return (SarEnergy){.potential = (law->preload + law->stiffness * stretch / 2) * stretch,
                     .dissipation = law->damping * rate * rate};
}

/* The place of the fields that every law has, in the tables of the classes: given, they make it linear or not. */
typedef struct SarLawFields {
  const SarValue *stiffness, *damping, *preload, *rest, *law;
} SarLawFields;

/* Sets linear, its numbers, and the program. `rest` has been given a value by the caller. */
SarStatus sar_law_prepare(const SarForceSetup *setup, const SarLawFields *fields, double rest, SarLawSetup *law);

/* Either a law or a stiffness, damping or preload; none of the numbers negative where that would have no sense. */
SarStatus sar_law_check(SarContext *context, const char *name, const SarLawFields *fields);

#endif
