/* The forces, laws and motion functions of a mechanism just before and after a moment, along the motion extrapolated
 * from there: for finding what jumps or cannot be evaluated. */
#ifndef SAR_ANALYSIS_PROBE_H
#define SAR_ANALYSIS_PROBE_H

#include "method/method.h"
#include "system/workspace.h"

typedef struct SarProbe {
  const SarWorkspace *m;
  SarPoint at;       /* the moment: t, q, v, a */
  double begin, end; /* times before and after are not looked at; at first all are */
  bool frozen;       /* time goes on, the bodies stay: shows what is a matter of time alone */
  double *memory, *q, *v, *dq;
} SarProbe;

/* The point's arrays must outlive the probe. */
SarStatus sar_probe_create(SarContext *context, const SarWorkspace *m, const SarPoint *at, SarProbe *out);
void sar_probe_free(SarProbe *probe);

/* Places the bodies where they will be s seconds later (earlier: s < 0). */
void sar_probe_place(const SarProbe *probe, double s);

/* Values of an element at the placed bodies s seconds later: the force of a law, forces and torques on both bodies, a
 * motion's function and its derivative. Returns how many; 0: the element has none. */
#define SAR_PROBE_VALUES 12
int32_t sar_probe_values(const SarProbe *probe, int32_t element, double s, double *values);

/* What is strange about an element between s = -d and 2 d. */
typedef enum SarStrangeness { SAR_NOTHING_STRANGE, SAR_JUMPS, SAR_UNBOUNDED, SAR_NOT_A_NUMBER } SarStrangeness;
typedef struct SarSuspect {
  SarStrangeness kind;
  int32_t element;
  int32_t value;        /* which of its values */
  double t;             /* where */
  double before, after; /* the value on both sides */
  double size;          /* of the jump, over the largest value nearby */
  bool by_time;         /* not finite or unbounded even if the bodies stayed where they are */
} SarSuspect;

/* The strangest element within d seconds: not to be evaluated before unbounded before jumps; of those the largest. */
SarStatus sar_probe_search(SarContext *context, const SarProbe *probe, double d, SarSuspect *out);

#endif
