/* Results in the terms of Adams: its results files `.res` in their XML form (XRF) and request files `.req`.
 *
 * A part is there as its reference frame (`crank_XFORM`: X Y Z PSI THETA PHI VX .. WDZ), not as its centre of mass;
 * joints, motions and forces as what they do to their first side, at its frame; all along ground axes. Everything is in
 * the model's units, but angles are always radians. */
#ifndef SAR_RESULT_XRF_H
#define SAR_RESULT_XRF_H

#include "base/arena.h"
#include "result/results.h"
#include "sarrus/phases.h"

/* What a file of Adams says of an element. */
typedef struct SarXrfEntity {
  const char *name;     /* "crank_XFORM", "pin" */
  const char *element;  /* "crank" */
  const char *type;     /* "Part", "Joint", ... */
  int64_t id;           /* among those of its type: the number of its statement in a deck, else counted */
  int32_t first, count; /* among the components */
  int32_t columns[19];  /* of the results that it is made of */
  int32_t ncolumns;
  int32_t kind;     /* of a request: 1 displacement, 2 velocity, 3 acceleration, 4 force, 5 anything else */
  int32_t slots[8]; /* of its components: 2 is f2 */
  bool is_body;
  SarVec3 com; /* of a body, from its reference point, in its axes and the model's units */
} SarXrfEntity;

typedef struct SarXrf {
  SarArena *arena;
  const SarModel *model;
  SarResults *results;
  SarXrfEntity *entities;
  int32_t nentities;
  const char **names; /* of the components: "X", "FX" */
  const char **units; /* of them, as the model has them */
  int32_t ncomponents;
} SarXrf;

/* Elements whose columns are not all in the results are left out. Destroy with sar_xrf_destroy, also after a failure.
 */
SarStatus sar_xrf_create(SarContext *context, const SarModel *model, SarResults *results, SarXrf *out);
void sar_xrf_destroy(SarXrf *xrf);

/* Rows first .. first + rows - 1 of an entity, one component after the other. */
SarStatus sar_xrf_entity_rows(SarContext *context, const SarXrf *xrf, const SarXrfEntity *entity, int64_t first,
                              int64_t rows, double *values);

/* The phases of a run, the first ones if there were many: which rows are of which analysis. */
typedef struct SarXrfRun {
  const SarPhaseSummary *phases;
  int32_t nphases;
} SarXrfRun;

/* The files; path "-" is standard output. run null: one simulation. */
SarStatus sar_xrf_write(SarContext *context, const SarXrf *xrf, const SarXrfRun *run, const char *path);
SarStatus sar_xrf_write_requests(SarContext *context, const SarXrf *xrf, const char *path);

/* The same as a table, with the names that both sides agree on (xrf_read.h). */
SarStatus sar_xrf_table(SarContext *context, const SarXrf *xrf, SarTable *table);

#endif
