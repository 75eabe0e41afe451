/* What the motion cannot feel: where rows are redundant, there are multipliers that act on nothing, the null space of
 * the matrix G^T of all gradients. Loop by loop (row_blocks.h): outside of the blocks with redundant rows there are
 * none, whatever the pose.
 *
 * The part of multipliers x along the null space is r = x - G y, with the y that makes it smallest. It is what rounds
 * of r - G H^-1 G^T r leave, with the factors of H = G^T G + e 1, which are as sparse as the joints: a direction in
 * which the joints hold with strength s shrinks by e / (s^2 + e) in each, to nothing in two or three; what they let
 * move never comes in. Whatever is wrong with r shows in its loads G^T r, and where they do not vanish at once the
 * rounds are not to be trusted: near a singular pose, where s is small, and where rows are redundant at poses alone
 * that close all joints, and drift has opened them. Then they are an approximation, and others do the rest
 * (least_norm.c).
 *
 * A row of many coordinates (an equation in symbols) would fill H: it stays an unknown of its own instead. */
#ifndef SAR_ANALYSIS_NULL_SPACE_H
#define SAR_ANALYSIS_NULL_SPACE_H

#include "linear/ldl.h"
#include "system/workspace.h"

/* The part of one block: its rows, the coordinates that they move (copies, if other blocks share a body), and then its
 * long rows. Numbers are those of the null space, from 0 on in all groups together. */
typedef struct SarNullGroup {
  int32_t row, nrows;
  int32_t unknown, ncoordinates, nunknowns;
  /* of the rounds */
  double size, load; /* the largest load of single rows before; what is left of all together */
  bool done;         /* nothing is left to do */
  bool exact;        /* what is left of the loads is rounding */
} SarNullGroup;

typedef struct SarNullSpace {
  const SarWorkspace *m;
  SarNullGroup *groups; /* blocks with rows that are not carried */
  int32_t ngroups, nrows, nunknowns;
  int32_t *rows;       /* the rows of the mechanism, increasing in each group */
  int32_t *first;      /* nrows + 1: the gradient of each begins here ... */
  int32_t *unknown;    /* ... with these coordinates ... */
  int32_t *from;       /* ... which stand there in the saddle-point matrix */
  double *gradient;    /* the values as taken last, rotations over a length */
  double *scale;       /* by unknown: over that length */
  int32_t *coordinate; /* by unknown, but for long rows: of the mechanism */
  /* The same by unknowns: the rows with an entry there, and which one; of long rows, the row alone. */
  int32_t *column, *in_row, *entry;
  SarPattern normal; /* the upper triangle of G^T G + e 1 */
  int32_t *normal_column, *normal_row;
  double *normal_values;
  SarLdl *ldl;
  bool factored;           /* at the gradients that were taken last */
  double *memory;          /* behind the next four */
  double *part;            /* by row: multipliers, and what is left of them */
  double *room;            /* four times by row, for least_norm.c */
  double *load, *solution; /* by unknown */
} SarNullSpace;

/* For the rows that m does not carry; m must outlive it. */
SarStatus sar_null_space_create(SarContext *context, const SarWorkspace *m, SarNullSpace **out);
void sar_null_space_destroy(SarNullSpace **space);

/* Takes the gradients from the matrix of all rows (sar_workspace_jacobian_of_all). */
void sar_null_space_take(SarNullSpace *n, const double *matrix);

/* Adds the gradient of a row, as it was taken, times a factor, to as many numbers as there are coordinates. */
void sar_null_space_add_gradient(const SarNullSpace *n, int32_t row, double factor, double *out);
/* What the row says of velocities. */
double sar_null_space_product(const SarNullSpace *n, int32_t row, const double *v);

/* Makes of n->part its part along the null space, group by group. *exact: in all groups. *rounds grows by the solutions
 * with the factors that it took. */
SarStatus sar_null_space_part(SarNullSpace *n, bool *exact, int64_t *rounds);

/* The same, but always with as many rounds, so that it is linear and symmetric: near enough to prepare iterations. */
void sar_null_space_approximate(SarNullSpace *n, int64_t *rounds);

#endif
