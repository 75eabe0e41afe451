#include "study/sample.h"

#include <math.h>

#include "study/random.h"
#include "study/sobol.h"

/* Streams of random numbers of a parameter: its values, the order of the parts of a Latin hypercube, the shift of a
 * Sobol sequence. */
typedef enum Stream { VALUES, PLACES, SHIFT, STREAMS } Stream;

static uint64_t key_of(const SarSample *sample, int32_t parameter, Stream stream) {
  return sar_random_key(sample->seed, (uint64_t)parameter * STREAMS + stream);
}

/* ---- the value at a part u of the range, 0 < u < 1 ---- */

static double between(const SarVary *v, double u) {
  if (v->log) return exp(log(v->a) + u * (log(v->b) - log(v->a)));
  double width = v->b - v->a;
  return isfinite(width) ? v->a + u * width : (1 - u) * v->a + u * v->b;
}

double sar_vary_at(const SarVary *v, double u) {
  switch (v->kind) {
    case SAR_VARY_LIST: {
      int64_t index = (int64_t)(u * (double)v->count);
      return v->values[index < v->count ? index : v->count - 1];
    }
    case SAR_VARY_NORMAL: return v->a + v->b * sar_normal_quantile(u);
    case SAR_VARY_LOGNORMAL: return v->a * exp(v->b * sar_normal_quantile(u));
    default: return between(v, u);
  }
}

/* ---- grids ---- */

/* Both ends exactly, whatever rounding makes of the way between. */
static double grid_value(const SarVary *v, int64_t index) {
  if (v->kind == SAR_VARY_LIST) return v->values[index];
  if (index == 0) return v->a;
  return index + 1 == v->count ? v->b : between(v, (double)index / (double)(v->count - 1));
}

int64_t sar_sample_grid(const SarSample *sample) {
  int64_t runs = 1;
  bool drawn = false;
  for (int32_t i = 0; i < sample->nvary; i++) {
    const SarVary *v = &sample->vary[i];
    drawn = drawn || sar_vary_is_drawn(v);
    if (sar_vary_is_drawn(v)) continue;
    if (v->count > SAR_SAMPLE_RUNS / runs) return -1;
    runs *= v->count;
  }
  int64_t repeats = drawn && sample->count ? sample->count : 1;
  return repeats > SAR_SAMPLE_RUNS / runs ? -1 : runs * repeats;
}

static void grid(const SarSample *sample, int64_t run, double *values) {
  bool drawn = false;
  for (int32_t i = 0; i < sample->nvary; i++) {
    const SarVary *v = &sample->vary[i];
    if (!sar_vary_is_drawn(v)) continue;
    drawn = true;
    values[i] = sar_vary_at(v, sar_random_unit(sar_random_bits(key_of(sample, i, VALUES), (uint64_t)run)));
  }
  int64_t rest = drawn && sample->count ? run / sample->count : run;
  for (int32_t i = sample->nvary - 1; i >= 0; i--) {
    const SarVary *v = &sample->vary[i];
    if (sar_vary_is_drawn(v)) continue;
    values[i] = grid_value(v, rest % v->count);
    rest /= v->count;
  }
}

/* ---- the others ---- */

static double part_of_run(const SarSample *sample, int64_t run, int32_t parameter) {
  double u = sar_random_unit(sar_random_bits(key_of(sample, parameter, VALUES), (uint64_t)run));
  if (sample->kind == SAR_SAMPLE_LATIN) {
    int64_t place = sar_random_place(key_of(sample, parameter, PLACES), sample->count, run);
    return ((double)place + u) / (double)sample->count;
  }
  if (sample->kind == SAR_SAMPLE_SOBOL) {
    uint64_t shift = sar_random_bits(key_of(sample, parameter, SHIFT), 0) >> (64 - SAR_SOBOL_BITS);
    return ((double)(sar_sobol(run, parameter) ^ shift) + 0.5) * 0x1p-52;
  }
  return u;
}

void sar_sample_values(const SarSample *sample, int64_t run, double *values) {
  if (sample->kind == SAR_SAMPLE_GRID) {
    grid(sample, run, values);
    return;
  }
  for (int32_t i = 0; i < sample->nvary; i++) {
    const SarVary *v = &sample->vary[i];
    values[i] = sample->kind == SAR_SAMPLE_TABLE ? v->values[run] : sar_vary_at(v, part_of_run(sample, run, i));
  }
}
