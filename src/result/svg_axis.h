/* Axes of the plotter: ranges, ticks and their texts, and where a value is drawn. */
#ifndef SAR_RESULT_SVG_AXIS_H
#define SAR_RESULT_SVG_AXIS_H

#include "result/svg.h"

#define SAR_TICKS 96 /* of an axis at most */

typedef struct SarTick {
  double value;
  bool minor;     /* a faint line without text */
  char text[64];  /* empty if minor */
  char power[24]; /* not empty: text is 10, to this power */
} SarTick;

typedef struct SarScale {
  bool log;
  double least, most; /* least < most */
  int32_t nticks;
  SarTick ticks[SAR_TICKS];
} SarScale;

/* Can this axis show it? */
bool sar_scale_shows(bool log, double value);

/* low, high: of the values that the axis can show; low > high: there are none. wanted: ticks with text, about. */
void sar_scale_make(const SarSvgAxis *axis, double low, double high, int32_t wanted, SarScale *out);

/* 0 at least, 1 at most, beyond them outside; of a value that the axis shows. */
double sar_scale_place(const SarScale *scale, double value);

#endif
