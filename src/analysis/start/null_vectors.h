/* What the motion cannot feel: every row that is not carried is a combination c of carried ones, and the multipliers
 * N = (-c, 1 in the row) act on nothing. Kept by the blocks of the graph of joints (row_blocks.h), outside of which
 * they are zero whatever the pose: memory, products and the systems that are solved for least norm are those of the
 * loops, one by one, and one solve serves one row of every block at once. */
#ifndef SAR_ANALYSIS_NULL_VECTORS_H
#define SAR_ANALYSIS_NULL_VECTORS_H

#include "linear/linear.h"
#include "system/workspace.h"

/* The part of one block: its rows and, of them, those that are not carried, each with its null vector. */
typedef struct SarNullGroup {
  int32_t first_row, nrows;
  int32_t first_vector, nvectors;
} SarNullGroup;

typedef struct SarNullVectors {
  const SarWorkspace *m;
  SarNullGroup *groups; /* blocks with rows that are not carried */
  int32_t ngroups, nvectors;
  int32_t nbatches; /* the most vectors in one group */
  int32_t *rows;    /* of the groups, increasing in each */
  int32_t *own;     /* by vector: its row */
  int32_t *order;   /* vectors in the order of their rows: the number of each */
  int32_t *first;   /* by vector: its gradient begins here ... */
  int32_t *column;  /* ... in columns of velocities ... */
  int32_t *from;    /* ... and stands there in the matrix */
  double *gradient; /* the values, as taken last */
  int64_t *start;   /* by vector: its entries as made last, from start to end */
  int64_t *end;
  int32_t *row;  /* of entries */
  double *value; /* of entries */
  int64_t nentries, entries_room;
  double *work;      /* by row, zeros between uses */
  int32_t *earliest; /* by row: the first vector of its group with an entry there */
  double *part;      /* by vector: right-hand side and solution */
  int32_t *reach;    /* by vector: the first one of its group that it shares rows with, itself included ... */
  int64_t *gram;     /* ... and where their products stand, from that one on to itself */
  double *products;
  int64_t nproducts, products_room;
} SarNullVectors;

/* For the rows that m does not carry; m must outlive it. */
SarStatus sar_null_vectors_create(SarContext *context, const SarWorkspace *m, SarNullVectors **out);
void sar_null_vectors_destroy(SarNullVectors **vectors);

/* Takes the gradients from the matrix of all rows (sar_workspace_jacobian_of_all). */
void sar_null_vectors_take(SarNullVectors *n, const double *matrix);

/* Makes the null vectors with the factorised saddle-point matrix at the same pose. rhs: as many numbers as unknowns.
 * Solves n->nbatches times. */
SarStatus sar_null_vectors_make(SarContext *context, SarNullVectors *n, SarLinear *linear, double *rhs);

/* Takes from the multipliers (position rows, then velocity rows) their part along the null vectors. */
SarStatus sar_null_vectors_reduce(SarContext *context, SarNullVectors *n, double *lambda, double *mu);

/* Adds a vector, in the order of the rows that are not carried, to multipliers of all rows. */
void sar_null_vectors_add(const SarNullVectors *n, int32_t index, double factor, double *multipliers);

/* Adds one vector of every group, those that are `batch`-th there, each times a factor of its own between `factor` and
 * twice that, so that what adds or compares several groups sees them all. */
void sar_null_vectors_add_batch(const SarNullVectors *n, int32_t batch, double factor, double *multipliers);

#endif
