/* Stresses of a modal body over the time of a run: stress shapes of its reduced body times amplitudes, which are
 * columns of the results. Goes through the rows piece by piece: memory does not depend on how many there are. */
#ifndef SAR_RESULT_STRESS_H
#define SAR_RESULT_STRESS_H

#include "result/results.h"
#include "store/reduced.h"

#define SAR_STRESS_ROWS 64 /* of a piece, at most */

typedef struct SarStress {
  SarContext *context;
  SarResults *results;
  const char *name;       /* of the body */
  const SarReduced *body; /* with its mesh */
  int32_t *columns;       /* 1 + n + 7: the time, the amplitudes, the pose x y z q0 q1 q2 q3 */
  bool posed;             /* the results have the pose */
  double length;          /* m in the unit of length of the results */
  double *values;         /* a piece: [1 + n][rows] */
} SarStress;

/* Some rows: amplitudes[mode * rows + row]. */
typedef struct SarStressPiece {
  int64_t first;
  int32_t rows;
  const double *time, *amplitudes;
} SarStressPiece;

/* Where it is largest. */
typedef struct SarHotSpot {
  int32_t node; /* of the mesh */
  double value; /* Pa, von Mises */
  double time;  /* in the unit of the results */
  int64_t row;
} SarHotSpot;

/* SAR_INPUT, with a message that says what there is: the results have no amplitudes of that body, or not as many as the
 * body has shapes. What is opened lives in the arena. */
SarStatus sar_stress_open(SarContext *context, SarResults *results, const char *name, const SarReduced *body,
                          SarArena *arena, SarStress *out);

/* Whether there are columns of amplitudes of a body; for messages: names of those that have some, separated by commas
 * ("" where there are none), in the arena. */
int32_t sar_stress_modes(const SarResults *results, const char *name);
const char *sar_stress_bodies(const SarResults *results, SarArena *arena);

/* Gives all rows to `look`, in their order, in pieces. It ends early, with that status, where `look` fails. */
typedef SarStatus (*SarStressLook)(void *self, const SarStressPiece *piece);
SarStatus sar_stress_each_piece(SarStress *stress, SarStressLook look, void *self);

/* Stress of von Mises at a node, for the rows of a piece. The body must have stress shapes. */
void sar_stress_von_mises(const SarReduced *body, int32_t node, const SarStressPiece *piece, double *out);

/* The largest value of every node, and where it is; nan where there is none. `progress` (may be null) is told how much
 * is done, from 0 to 1; nonzero: stop (SAR_INTERRUPTED). */
typedef struct SarStressWatch {
  int (*tell)(void *self, double part);
  void *self;
} SarStressWatch;
SarStatus sar_stress_peaks(SarStress *stress, SarStressWatch watch, SarArena *arena, SarHotSpot **out);

/* The same for who has the rows elsewhere: peaks of no row (null when memory is exhausted), and those of more rows. */
SarHotSpot *sar_stress_no_peaks(const SarReduced *body, SarArena *arena);
void sar_stress_raise_peaks(const SarReduced *body, const SarStressPiece *piece, SarHotSpot *peaks);

/* How far hot spots should be apart, unless somebody says it: a twentieth of the diagonal of a box around the mesh, m.
 */
double sar_stress_apart(const SarReducedMesh *mesh);

/* The largest of the peaks, the next one at least `apart` (m) away from it, the next one away from both, and so on:
 * how many there are, up to `top`. The peaks are sorted. */
int32_t sar_stress_hot_spots(const SarReduced *body, SarHotSpot *peaks, int32_t top, double apart, SarHotSpot *out);

#endif
