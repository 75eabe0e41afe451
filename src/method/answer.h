/* The linear systems of Rosenbrock methods in independent coordinates (paper 2, eqs 25e-25f). With s = h gamma and f
 * the independent accelerations, the stage vector z solves
 *
 *   (I - s J2 - s^2 J1) z = right + s (J1 known + f_t tau)
 *
 * and, where there are differential states, their z_x solves the equation of the same form of a first-order system.
 * Three ways lead there:
 *
 *   reduced      dense in the independent coordinates, J1 and J2 times the reduced mass matrix by eqs (31) and (35), as
 *                in eqs (43)-(45): for few of them
 *   augmented    one sparse system for the answer of all coordinates, multipliers, states and variables
 *   approximate  without the curvature of the constraints: the iteration matrix that implicit methods use; for
 *                W-methods only */
#ifndef SAR_METHOD_ANSWER_H
#define SAR_METHOD_ANSWER_H

#include "method/split.h"
#include "method/variation.h"

/* What stands on the right of a stage's system. */
typedef struct SarStageSide {
  const double *right;   /* of independent coordinates, nindependent */
  const double *known;   /* the known part of positions, over s */
  const double *right_x; /* of states, nx */
  double tau;            /* the change of time, over s */
} SarStageSide;

typedef struct SarAnswer SarAnswer;

typedef struct SarAnswerClass {
  const char *name;
  SarStatus (*create)(SarAnswer *answer, SarArena *arena);
  void (*destroy)(SarAnswer *answer); /* may be null */
  /* The variation or the split has changed; chosen: the split. */
  SarStatus (*renew)(SarAnswer *answer, bool chosen);
  SarStatus (*prepare)(SarAnswer *answer, double s);
  /* z: nindependent, z_x: nx. */
  SarStatus (*solve)(SarAnswer *answer, const SarStageSide *side, double *z, double *z_x);
  /* The pivots in use, with the split that is saved or loaded before. */
  SarStatus (*archive)(SarAnswer *answer, SarArchive *archive);
} SarAnswerClass;

struct SarAnswer {
  const SarAnswerClass *class;
  SarContext *context;
  SarSplit *split;
  SarVariation *variation;
  SarStepStats *stats;
  SarLinear *linear; /* destroyed with the answer */
  double s;          /* for which it was prepared */
  int32_t culprit;   /* unknown of the problem to blame for a failure; -1: not known */
  void *own;
};

extern const SarAnswerClass sar_answer_reduced, sar_answer_augmented, sar_answer_approximate;

SarStatus sar_answer_create(SarContext *context, SarArena *arena, const SarAnswerClass *class, SarSplit *split,
                            SarVariation *variation, SarStepStats *stats, SarAnswer *answer);
void sar_answer_destroy(SarAnswer *answer);

#endif
