/* Switching functions in the steps (numerics 8).
 *
 * A step that would be accepted is looked at on its interpolant. Where a switching function leaves its side in a
 * direction that counts, the step is repeated so that it ends there, on the new side, within SAR_EVENT_TIME of its
 * length: step.c makes the attempts, the functions here say where to.
 *
 * Every function has a side, the sign it is expected to have. It fires when it leaves it, and is then on the other
 * side, whatever rounding says: where that leaves an event on the old one, the value it has there is its zero from then
 * on, `zero`, until it is clearly away from it. What an impact turns back is on the side that it came from. After a new
 * start a kink that has just fired is on neither side until it is clearly away from zero. */
#ifndef SAR_METHOD_EVENT_H
#define SAR_METHOD_EVENT_H

#include "base/archive.h"
#include "base/arena.h"
#include "method/history.h"
#include "method/interpolate.h"
#include "method/method.h"

#define SAR_EVENT_TIME 1e-10 /* of the step: how exactly crossings are met */
/* Of the step, with constraints: steps up to a kink are no shorter, since what the corrector has left of the
 * constraints goes into velocities. Kinks that are closer together are met by one step, which ends behind the last of
 * them. */
#define SAR_EVENT_KINK 1e-3
/* The same without constraints, where errors are controlled: shorter steps leave rounding in the accelerations. */
#define SAR_EVENT_FREE_KINK 1e-6
#define SAR_EVENT_IDLE 6     /* times in a row that a value of a table did not matter: it rests for 2^6 - 1 steps */
#define SAR_EVENT_SAMPLES 96 /* points of a step that are looked at, at most */

typedef struct SarEvents {
  const SarProblem *problem;
  bool covered;         /* the control of errors sees to what kinks do: a step may go over several of them */
  bool controlled;      /* steps are made as long as errors allow */
  bool ends_only;       /* and it sees the forces at the ends of steps alone */
  double tolerance;     /* of that control ... */
  const double *weight; /* ... and its weights (nv) */
  SarCrossingCounts counts;
  int32_t n;        /* switching functions */
  int32_t *side;    /* -1, 1; 0: not decided yet */
  double *value;    /* at the newest node */
  double *largest;  /* |value| so far */
  double *blur;     /* side not decided after a new start: values that are no larger do not decide it */
  double *rounding; /* values that are no larger may be zero, as far as its terms at the last start tell; 0: unknown */
  double *zero;     /* what counts as zero: all values are differences from it; 0 but right after an event */
  int32_t *fresh;   /* 1: has fired, a new start was made there, and it has not been clearly on its side since */

  /* the step that is looked at */
  int32_t *next_side;           /* sides at its end, if nothing fires */
  double *end;                  /* values at its end */
  double *crossing, *slope;     /* where a function leaves its side on the interpolant (infinity: nowhere) */
  double *at_end_before;        /* values at the end of the attempt before */
  double *between;              /* values at one more point */
  double *state, *unknowns;     /* of such a point */
  SarInterpolated interpolated; /* in them */
  SarEnclosure *bounds;         /* of all functions on a part of it */
  int32_t *kinks;               /* list of those that show at its end */
  int32_t *readers;             /* by coordinate, state and unknown: how many of a list of functions read it */
  bool *over;                   /* it goes over this kink: one of several */
  int32_t *hovers;              /* steps cut short by this kink one right after the other; < 0: to leave it alone */
  int32_t *idle;                /* how often, one after the other, what was seen did not matter, ... */
  int32_t *rests;               /* ... and so many steps nobody looks at it again (overlook.c), ... */
  double *since, *until;        /* ... or until this time: it has not mattered since that one */
  SarInterval *harmless;        /* values of a table that have not mattered since then */
  int32_t turn;                 /* accepted steps, counted to 63 */
  int32_t shown;                /* table, or kink, of which the last attempt was to show something; -1: none */
  int32_t *tired;               /* steps before this one, one after the other, in which it has spent all it may */

  /* The last accepted step is a short one, with constraints, that ends on kinks and nothing else. Then it leaves
   * accelerations in constrained directions that are not those of the motion: what the constraints' velocities are off
   * by comes to rest within it. Carried over, they would be multiplied by the ratio of the next step to this one, and
   * kinks that follow each other would make velocities grow without bound. Forces are continuous there, so that the
   * accelerations of before are the better ones (docs/decisions/0062). */
  bool cut_short;

  int32_t nfired, *fired, *sign; /* at the end of the last accepted step: index, and the new sign */
  int32_t behind;                /* that many fired where the newest node is, the first of the list: a new start too */

  /* Chattering: time of the last firing and since the one before it, firings one right after the other, and firings in
   * shorter and shorter gaps. */
  double span, *last, *gap;
  int32_t *crowd, *shrinking;
  int32_t chattering; /* a function that does not come to an end; -1: none */
  int32_t doubtful;   /* a function whose crossings may have been overlooked in the last step; -1: none */
} SarEvents;

/* The aim of a step that must end on a crossing. */
typedef struct SarEventAim {
  bool found;          /* there is a crossing */
  bool met;            /* the attempt ends on it: to be accepted */
  double t;            /* where the next attempt must end */
  int32_t root;        /* the first that crosses */
  double t0, t1, step; /* the step that was looked at */
  double least;        /* the first time where a step may end */
  double tried;        /* end of the attempt before; nan: there was none */
  bool early;          /* the attempt ends there, although the crossing is before */
  bool rough;          /* corrections do not converge */
  double further;      /* the last correction */
  int32_t repeats;
  bool shorten;      /* there is none, but `root` cannot be seen further than `t`: a shorter step must do */
  int32_t shortened; /* how often that was asked for */
  int32_t shows;     /* it was so, so often, that a value of a table is seen, ... */
  bool halved;       /* ... or what there is between two kinks */
  int32_t doubtful;  /* a function whose crossings may have been overlooked; -1: none */
} SarEventAim;

/* False when memory is exhausted. */
bool sar_events_create(SarArena *arena, const SarProblem *problem, SarEvents *events);

/* The run begins, or begins anew, at this node; span: of the whole run. > 0: a function cannot be evaluated. */
SarStatus sar_events_start(SarEvents *events, const SarNode *node, double span);

/* The jumps that fired at this node, the newest, were none: they are where the branches now say, and what was counted
 * against them is forgotten. */
SarStatus sar_events_settled(SarEvents *events, const SarNode *node);

/* The events that fired at this node, the newest, have changed nothing but their own functions: they are where these
 * say now, and the motion goes on as it came. */
SarStatus sar_events_passed(SarEvents *events, const SarNode *node);

/* Looks at the step between the nodes. What the problem's bounds cannot rule out is looked at closer, until it can be
 * seen or a budget is spent: then the step is to be shorter, aim->shorten, unless aim->shortened says that this was of
 * no use. `first`: the first one after a start, at which sides are decided. Steps are not
 * made shorter than least_step. */
SarStatus sar_events_look(SarEvents *events, const SarNode *from, const SarNode *to, bool first, double least_step,
                          SarEventAim *aim);

/* After an attempt that ended at aim->t: good enough, or where to try next. */
SarStatus sar_events_correct(SarEvents *events, const SarNode *trial, SarEventAim *aim);

/* The attempt ends on its crossing. Has another function left its side on the way, before that end? It was not seen on
 * the longer step if it came back there: the shorter one has to be looked at again. */
bool sar_events_passed_another(const SarEvents *events, const SarEventAim *aim);

/* The attempt last looked at (aim->found false) or corrected becomes the newest node, at t: sides, what fired,
 * chattering. */
void sar_events_accept(SarEvents *events, const SarEventAim *aim, double t);

void sar_events_archive(SarEvents *events, SarArchive *archive);

/* ---- shared by event.c and crossing.c ---- */

/* Values at a point, as differences from what counts as zero. */
SarStatus sar_events_evaluate(SarEvents *events, const SarPoint *at, double *values);

/* The value of one function at a time inside the step between the nodes; nan: it has none. */
double sar_events_value(SarEvents *events, const SarNode *from, const SarNode *to, int32_t root, double t);

/* Of the step: kinks that are no further apart are met by one step. */
double sar_events_kink_reach(const SarEvents *events);

/* Differs from zero by more than rounding: enough to have left its side, scale = 0; or to decide on one where it has
 * none, with a function of size `scale` nearby. */
bool sar_events_clear(const SarEvents *events, int32_t root, double value, double scale);

/* The side of a function that is about to be followed, with a size of `scale` in this step. An event of one direction
 * that rests on zero is on the side that it can leave. So is an impact that has been on zero so far, or so near that
 * this is rounding: bodies in contact that begin to move into each other. 0: open. */
int32_t sar_events_side(const SarEvents *events, int32_t root, double scale);

/* Is it a jump that has an effect? */
bool sar_events_jumps(const SarEvents *events, int32_t root);

/* Does leaving this side count? */
bool sar_events_counts(const SarEvents *events, int32_t root, int32_t side);

#endif
