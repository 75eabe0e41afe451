/* What is seen of contacts: before a motion by sar_check, after it in the summary of a run (analysis.h). */
#ifndef SARRUS_CONTACTS_H
#define SARRUS_CONTACTS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What two shapes have done to each other during a run, as it was at accepted steps. */
#define SAR_CONTACTS_MAX 32
typedef struct SarContactCount {
  char contact[64], pair[128]; /* the element, and "ball.skin and ground.floor" */
  int64_t touches;             /* how often they began to touch */
  int32_t points;              /* at which they touch at the end */
  double time;                 /* s, in touch */
  double force, force_time;    /* N: the largest force of all points together; s */
  double depth, depth_time;    /* m: the largest penetration; s */
  int64_t rejected;            /* attempts at steps that they made fail */
  double stiffness, period;    /* N/m and s, pi sqrt(m/k), at the largest depth */
} SarContactCount;

/* What the law of a contact means for the bodies it acts on: of its pairs of shapes the worst. Texts are owned by the
 * check. */
typedef struct SarContactFact {
  double value;     /* NaN: not known, or there is none */
  const char *pair; /* "ball.skin and ground.floor" */
} SarContactFact;
typedef struct SarContactFacts {
  const char *name, *law;
  int64_t pairs;              /* of shapes; of more than 1000 without those that joints and exclusions leave out */
  SarContactFact period;      /* s, the shortest pi sqrt(m/k): of small motions about the depth at rest; without gravity
                                 about the depth of an impact at 1 m/s */
  SarContactFact depth;       /* m, the largest under the weight of the heavier body */
  SarContactFact restitution; /* the least, at 1 m/s */
  SarContactFact creep;       /* m, the largest over the run on ground that friction could hold the body on */
  bool sticks;                /* friction is anchored: nothing creeps */
} SarContactFacts;

#ifdef __cplusplus
}
#endif

#endif
