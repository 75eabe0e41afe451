/* What the readers of finite-element models share. */
#ifndef SAR_FE_READ_READING_H
#define SAR_FE_READ_READING_H

#include "fe/model.h"
#include "fe/read/text.h"

typedef struct SarFeReading {
  SarContext *context;
  SarArena *arena;   /* of what is read */
  SarArena *scratch; /* gone afterwards */
  SarFeModel *out;
  SarFeUnits units; /* as told; a file that knows its own changes them */
} SarFeReading;

/* Everything in the units of the files. */
SarStatus sar_fe_read_calculix(SarFeReading *reading, const char *path);
/* stiffness, mass, table of nodes; table of unknowns, or null */
SarStatus sar_fe_read_market(SarFeReading *reading, const char *const paths[4]);
SarStatus sar_fe_read_store(SarFeReading *reading, const char *path);

/* A table of nodes, and one of n unknowns; null: three or six per node. */
SarStatus sar_fe_read_tables(SarFeReading *reading, const char *node_path, const char *unknown_path, int32_t n);

/* No unknown of a node twice; reported with the path. */
SarStatus sar_fe_check_unknowns(SarFeReading *reading, const char *path);

/* Copies nodes in ascending order of their numbers into the model. A number that stands twice keeps the place that was
 * given last. */
SarStatus sar_fe_set_nodes(SarFeReading *reading, int32_t count, const int64_t *numbers, const SarVec3 *at);

/* Ascending, and every one once; how many are left. */
int32_t sar_fe_sort_indices(int32_t *indices, int32_t count);

/* Index of a node by its number in an array in ascending order; -1: there is none. Fast where numbers have no gaps. */
int32_t sar_fe_index(const int64_t *numbers, int32_t count, int64_t number);

#endif
