/* The stepper: a motion that is advanced piece by piece, read where one likes, and given other inputs on the way. For
 * programs that simulate something beside the mechanism: a controller, a driving simulator, another solver.
 *
 *   create -> (set, advance, get, get, ...) again and again -> destroy
 *
 * Steps are the method's own: it chooses them as in a run to the end, and does not cut them where it is advanced to.
 * What is read at a time is interpolated inside the step that reaches beyond it, brought onto the constraints and
 * solved there, as the rows of a run are. So the motion is the same, bit for bit, in whatever pieces it is advanced,
 * and reading changes nothing.
 *
 * Where an input gets another value at a time, the motion goes on from the interpolated point there, and what the
 * method knows beyond it is forgotten: events, jumps, angles and branches are those at that time. An event acts when
 * the motion is advanced beyond it; at its very time one reads what was before. A value that an input already has
 * changes nothing.
 *
 * Times are seconds; values of inputs and outputs are in the units of the model. A stepper belongs to one thread; the
 * context and the system must outlive it. */
#ifndef SARRUS_STEPPER_H
#define SARRUS_STEPPER_H

#include "sarrus/analysis.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct SarStepper SarStepper;

/* An input or an output. Texts belong to the stepper. */
typedef struct SarStepperValue {
  const char *name; /* of an input as the model has it, "u"; of an output its column, "rod.x" */
  const char *unit;
} SarStepperValue;

/* Assembles the model and stands at t = 0. options: of a run; what they say of files, rows, error bars and accuracy
 * does not count. Outputs are the columns that the model lists as `outputs`; where it has no such list, all that a run
 * would record, but for the energies that are summed up along it. SAR_INPUT with a message: no end is known, the method
 * does not fit. */
SAR_API SarStatus sar_stepper_create(SarContext *context, const SarSystem *system, const SarRunOptions *options,
                                     SarStepper **out);
SAR_API void sar_stepper_destroy(SarStepper **stepper);

/* The motion up to a time, not before the present one and not beyond the end of the options. SAR_OK also where an event
 * of the model stops the motion before that: sar_stepper_stopped then says so, and the time is that of the event. < 0:
 * it cannot go on; the messages are in the context, and the time tells how far it came. Where that is at an event, or
 * at a new value of an input, it can only be restored or destroyed. SAR_INTERRUPTED: `progress` of the options, which
 * is called after every step, has said so; it may be advanced further. */
SAR_API SarStatus sar_stepper_advance(SarStepper *stepper, double t);
SAR_API double sar_stepper_time(const SarStepper *stepper);
SAR_API bool sar_stepper_stopped(const SarStepper *stepper);

/* How many there are, and which; false past the last one. */
SAR_API int32_t sar_stepper_outputs(const SarStepper *stepper);
SAR_API bool sar_stepper_output(const SarStepper *stepper, int32_t index, SarStepperValue *out);
SAR_API int32_t sar_stepper_inputs(const SarStepper *stepper);
SAR_API bool sar_stepper_input(const SarStepper *stepper, int32_t index, SarStepperValue *out);

/* By name. SAR_INPUT, with what was probably meant: there is none. */
SAR_API SarStatus sar_stepper_find_output(SarStepper *stepper, const char *name, int32_t *index);
SAR_API SarStatus sar_stepper_find_input(SarStepper *stepper, const char *name, int32_t *index);

/* An output at the present time; all of them, where there is room for `count` numbers. The first one that is read at a
 * time costs as much as a row of results, the others nothing. */
SAR_API SarStatus sar_stepper_get(SarStepper *stepper, int32_t output, double *value);
SAR_API SarStatus sar_stepper_get_all(SarStepper *stepper, double *values, int32_t count);

/* Another value of an input, from the present time on; outputs that are read afterwards know of it. */
SAR_API SarStatus sar_stepper_set(SarStepper *stepper, int32_t input, double value);
/* The value that it has. */
SAR_API SarStatus sar_stepper_value(const SarStepper *stepper, int32_t input, double *value);

/* How often an event of the model has happened up to the present time, and when it did last; false past the last one.
 */
SAR_API bool sar_stepper_event(const SarStepper *stepper, int32_t index, SarEventCount *out);

/* All that the rest of the motion depends on, as bytes that belong to the stepper and last until the next call. They
 * are for the build that made them. SAR_INPUT: the method keeps its state to itself (ida, cvode). */
SAR_API SarStatus sar_stepper_save(SarStepper *stepper, const void **bytes, size_t *count);
/* Puts a stepper of the same model and options to where the bytes were saved, in this process or another one: it goes
 * on from there bit for bit. SAR_INPUT with a message: they are of something else, or damaged; a stepper that could not
 * be put there is good for nothing but restore and destroy. */
SAR_API SarStatus sar_stepper_restore(SarStepper *stepper, const void *bytes, size_t count);

#ifdef __cplusplus
}
#endif
#endif
