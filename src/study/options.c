#include "study/options.h"

#include <math.h>

SarStudyOptions sar_study_options_default(void) { return (SarStudyOptions){.run = sar_run_options_default()}; }

SarRunOptions sar_study_run_options(const SarStudyOptions *options) {
  SarRunOptions run = options->run;
  if (options->output) run.hdf5 = options->output;
  return run;
}

/* NaN, which means "as the model says", has one way to be written. */
static void put_real(SarBytes *into, double value) { sar_bytes_put_real(into, value == value ? value : (double)NAN); }

void sar_run_options_encode(SarBytes *into, const SarRunOptions *run) {
  const double reals[] = {run->tolerance, run->step,     run->accuracy,     run->end,
                          run->max_step,  run->min_step, run->initial_step, run->output_every};
  sar_bytes_put_text(into, run->method);
  for (size_t i = 0; i < sizeof reals / sizeof *reals; i++) put_real(into, reals[i]);
  sar_bytes_put_int(into, run->error_bars | run->start_static << 1 | run->corrector_floor << 2);
}

bool sar_run_options_decode(SarByteReader *from, SarRunOptions *out, SarArena *arena) {
  size_t length = 0;
  const char *text = sar_bytes_get_text(from, &length);
  *out = sar_run_options_default();
  out->method = length ? sar_arena_copy_text_n(arena, text, length) : NULL;
  double *const reals[] = {&out->tolerance, &out->step,     &out->accuracy,     &out->end,
                           &out->max_step,  &out->min_step, &out->initial_step, &out->output_every};
  for (size_t i = 0; i < sizeof reals / sizeof *reals; i++) *reals[i] = sar_bytes_get_real(from);
  int64_t flags = sar_bytes_get_count(from, 0, 7);
  out->error_bars = flags & 1;
  out->start_static = flags & 2;
  out->corrector_floor = flags & 4;
  return !length || out->method;
}
