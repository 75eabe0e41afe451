/* `sarrus spectrum`: properties of methods on linear test equations (method/spectrum.h), as tables and pictures. */
#ifndef SAR_ANALYSIS_SPECTRUM_H
#define SAR_ANALYSIS_SPECTRUM_H

#include "base/arena.h"
#include "method/spectrum.h"
#include "result/contour.h"
#include "result/svg.h"

typedef struct SarSpectrumOptions {
  int32_t points; /* Omega h/n from 0.01 to 100, logarithmic */
  bool pictures;  /* also what they need: more points */
  bool region;    /* also the boundary of the region of stability */
  bool per_step;  /* that in mu h, not mu h/n */
} SarSpectrumOptions;

typedef struct SarSpectrumSeries {
  int32_t count;
  SarSpectrumPoint *points;
} SarSpectrumSeries;

typedef struct SarSpectrum {
  const char *method;                    /* with its keys */
  int32_t order, stages;                 /* order: on the oscillator */
  double measured_order, error_constant; /* method/spectrum.h */
  double infinity;                       /* spectral radius for infinitely long steps */
  double largest;                        /* spectral radius on the oscillator, Omega h from 1e-3 to 1e6 */
  double limit;                          /* x' = mu x is damped for all -limit < mu h < 0; infinite: at any step */
  SarSpectrumSeries scan;
  SarSpectrumSeries fine, low;       /* of pictures: as scan; and h/(n T) from 0 to 0.3 */
  SarContour boundary;               /* where the spectral radius of x' = mu x is 1; mu h/n (or mu h) as x + i y */
  double re_least, re_most, im_most; /* the part of that plane that was searched */
} SarSpectrum;

/* Everything in the arena. */
SarStatus sar_spectrum_of(SarContext *context, SarArena *arena, const char *method, const SarSpectrumOptions *options,
                          SarSpectrum *out);

/* Step over period of a point: h/(n T). */
double sar_spectrum_step(const SarSpectrumPoint *point);

/* One row per step size; columns of each method: radius, decay, elongation (numbers, not per cent). */
SarStatus sar_spectrum_csv(SarContext *context, const char *path, const SarSpectrum *list, int32_t count);

/* Radius, decay, elongation, and the boundary of stability or the error: for the plotter, or as a file. The figure is
 * in the arena; needs options->pictures. */
SarStatus sar_spectrum_figure(SarContext *context, SarArena *arena, const SarSpectrum *list, int32_t count,
                              const SarSpectrumOptions *options, SarSvgFigure *out);
SarStatus sar_spectrum_draw(SarContext *context, SarArena *arena, const char *path, const SarSpectrum *list,
                            int32_t count, const SarSpectrumOptions *options);

#endif
