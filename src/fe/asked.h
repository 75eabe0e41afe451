/* What a reduction is asked for, and what it reports of itself (reduce.h). */
#ifndef SAR_FE_ASKED_H
#define SAR_FE_ASKED_H

#include "fe/model.h"

typedef enum SarFeCoupling {
  SAR_FE_NODE,       /* a node that can turn by itself */
  SAR_FE_RIGID,      /* a set whose nodes all follow a point as if welded to it */
  SAR_FE_DISTRIBUTED /* a point that moves as the mean of a set, which stays free to deform */
} SarFeCoupling;

/* As asked for. */
typedef struct SarFeInterface {
  const char *name;
  int64_t node;    /* number; 0: a set */
  const char *set; /* its name, null for a node */
  SarFeCoupling coupling;
  bool placed; /* the point is at `at`; false: at the node, or in the middle of the set */
  SarVec3 at;
} SarFeInterface;

typedef struct SarReduceOptions {
  const SarFeInterface *interfaces;
  int32_t ninterfaces;
  int32_t modes;       /* shapes with interfaces held; < 0: all up to a frequency */
  double up_to;        /* Hz */
  const char *frame;   /* null: free, or the name of an interface */
  bool no_load_shapes; /* load cases get no shapes of their own */
  bool corners;        /* keep of the surface the corners of elements alone ... */
  bool outside;        /* ... and nothing of what encloses hollows */
  SarFeUnits units;    /* that the model was read with, for a guess at what was meant */
  /* A line about what is being done; may be null. */
  void (*say)(void *self, const char *line);
  void *self;
} SarReduceOptions;

/* How good it is, beside the facts of the reduced body. */
typedef struct SarReduceReport {
  int32_t nfull;       /* lowest frequencies of the free body that were computed with all unknowns */
  const double *full;  /* Hz */
  int32_t nfree;       /* frequencies of the reduced body, free, without the six zeros */
  const double *free;  /* Hz */
  double rigid;        /* largest of the six zeros over the seventh, as squares of frequencies */
  double coupling;     /* of rigid motion and shapes before it was taken out, relative */
  double relief_error; /* of the static answer to one load at an interface while the body flies, of the largest one */
  int32_t load_shapes; /* of load cases */
  const double *load_errors; /* of load cases: share of the work with interfaces held that the shapes leave out */
  double volume, mesh_mass;  /* of the elements; 0: not known */
  SarVec3 mesh_centre;       /* of mass, by the elements */
  double factor_seconds, modes_seconds, all_seconds;
  int64_t fill;      /* entries of the factorisation */
  int64_t solutions; /* with it */
} SarReduceReport;

#endif
