/* Tyres: what a tyre is told, and the contract of a tyre model. A model is one file with pure functions, and one line
 * in models.def: forces in the plane of the road from slip and load. Everything else (geometry of the patch, vertical
 * force, lag of the slip) is common to all: patch.c.
 *
 * Axes are those of ISO at the patch (W): x forward, y left, z up, along the road's normal. Forces act on the wheel. */
#ifndef SAR_ELEMENT_TYRE_TYRE_H
#define SAR_ELEMENT_TYRE_TYRE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/dual.h"
#include "element/tyre/load_curve.h"

enum {
#define SAR_TYRE_NUMBER(name, formats, unit, fallback) SAR_TYRE_##name,
#include "element/tyre/numbers.def"
#undef SAR_TYRE_NUMBER
  SAR_TYRE_NUMBERS
};

/* What is known of a number: its key in property files, whose it is, its unit, and what holds where it is not given
 * (nan: it must be). */
typedef struct SarTyreNumber {
  const char *key, *formats, *unit;
  double fallback;
} SarTyreNumber;
const SarTyreNumber *sar_tyre_number(int32_t index);

typedef struct SarTyreModel SarTyreModel;

/* Numbers in SI units. */
typedef struct SarTyreData {
  double number[SAR_TYRE_NUMBERS];
  SarLoadCurve curve; /* vertical force over deflection; without points: the stiffness says it */
} SarTyreData;

/* A tyre at work. */
typedef struct SarTyre {
  const SarTyreModel *model;
  SarTyreData data;
  double low_speed; /* m/s, below it slip is measured against it */
  double ramp;      /* m, depth over which the vertical damper comes in */
} SarTyre;

/* Slip as ISO has it: kappa positive when driven, tan_alpha positive when the wheel moves to its left; load. */
typedef struct SarTyreSlip {
  SarDual kappa, tan_alpha;
  SarDual gamma; /* rad, the wheel leans: positive about x */
  SarDual fz;    /* N, positive */
  SarDual shift; /* how much of the shifts counts, forces without slip: 0 at rest, 1 at speed */
} SarTyreSlip;

typedef struct SarTyreForce {
  SarDual fx, fy;     /* N */
  SarDual mx, my, mz; /* N m, about the patch; my of a wheel that rolls forward */
} SarTyreForce;

struct SarTyreModel {
  const char *name;
  char format;             /* whose numbers it takes: a letter of numbers.def */
  const char *file_format; /* PROPERTY_FILE_FORMAT of its files; null: it has none */

  /* Null: it has no slip, only a vertical force. Where fz is not positive there is no force, and it is not asked. */
  void (*force)(const SarTyreData *data, const SarTyreSlip *slip, SarTyreForce *out);

  /* m, relaxation lengths of kappa and tan_alpha under a load. */
  void (*relaxation)(const SarTyreData *data, SarDual fz, SarDual out[2]);
};

/* The models, one after the other: null past the end. */
const SarTyreModel *sar_tyre_model(int32_t index);

/* Of the models without lengths of their own: those that are given, or R0/4 and R0/2. */
void sar_tyre_given_relaxation(const SarTyreData *data, SarDual fz, SarDual out[2]);

/* A curve of the magic formula, D sin(C atan(B x - E (B x - atan(B x)))), with E cut at 1. */
typedef struct SarMagic {
  SarDual B, C, D, E;
} SarMagic;
SarDual sar_magic(const SarMagic *m, SarDual x);

/* The same over x: B C D at zero. */
SarDual sar_magic_secant(const SarMagic *m, SarDual x);

/* atan(t)/t: turns a force over an angle into one over its tangent. */
SarDual sar_tyre_angle_over_tangent(SarDual tangent);

/* Friction ellipse: the share of a pure force that is left where the wheel slips the other way as well. `secant` is the
 * pure force over its own slip, `other` the slip across, `most` the largest force across. */
SarDual sar_tyre_ellipse(SarDual secant, SarDual other, SarDual most);

#endif
