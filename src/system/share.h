/* Forces that read reactions which redundant joints share: friction in both hinges of a door.
 *
 * Rows that repeat others are not carried, and the multipliers lambda of those that are say one sharing of many: which,
 * is up to the order of the joints. What reads reactions gets the ones of least norm instead, those that are reported,
 *
 *   P lambda,   P = 1 - B^T (B B^T)^-1 B,   B = (-C, 1),   G_d = C G_c
 *
 * with the gradients G_c of the carried rows of a set of loops and G_d of the others: B^T spans what the motion does
 * not feel. P is a function of the pose alone, whichever rows are carried, so that the motion follows from the model. C
 * is that of least squares, C G_c G_c^T = G_d G_c^T, and smooth also where drift has opened joints a little.
 *
 * A row f(P lambda) of the equations has the derivatives, with g = P f',
 *
 *   by lambda   g
 *   by q        r^T G_q s + w^T G_q y,   r = lambda - P lambda,  w = f' - g,  G_c y = P lambda,  G_c s = g
 *
 * (y and s the shortest ones): exact where no two such sets of loops share a body, and no constraint is in symbols;
 * else the problem says that its matrix is approximate. */
#ifndef SAR_SYSTEM_SHARE_H
#define SAR_SYSTEM_SHARE_H

#include "linear/ldl.h"
#include "system/workspace.h"

typedef struct SarShareCurve {
  int32_t row, column; /* coordinates of a set */
  int32_t from;        /* where this entry of the dynamics rows stands */
} SarShareCurve;

/* One set of loops. Its rows count from 0 on, the carried ones first; and so do the coordinates that they move. */
typedef struct SarShareSet {
  int32_t nrows, ncarried, ncoordinates, nfeeling, ncurved;
  int32_t *row;        /* of the mechanism: position rows, then velocity rows */
  int32_t *coordinate; /* of the mechanism */
  double *scale;       /* by coordinate: rotations are over a length */
  int32_t *first;      /* nrows + 1: the gradient of each row begins here ... */
  int32_t *column;     /* ... with these coordinates, increasing ... */
  int32_t *from;       /* ... which stand there in the matrix */
  double *gradient;    /* their values, scaled */
  int32_t *feeling;    /* rows of the equations that read multipliers of the set, */
  int32_t *slot;       /* and for each the positions of nrows multipliers and ncoordinates coordinates */
  SarShareCurve *curved;
  int32_t *normal_column, *normal_row; /* G_c G_c^T: the upper triangle */
  double *normal;
  SarLdl *ldl;
  bool known;     /* there are factors, of the last pose */
  double *x;      /* by row: what is worked on; */
  double *shared; /* P lambda at the last point; */
  double *felt;   /* f' of the row that is looked at; */
  double *along;  /* B x, in the rows that are not carried; */
  double *search; /* directions of conjugate gradients there, */
  double *wander; /* and B^T times the last one; */
  double *solved; /* by carried row: of a solution */
  double *load;   /* by coordinate */
  double *shortest;
} SarShareSet;

typedef struct SarShare {
  SarShareSet *sets;
  int32_t nsets, asked; /* asked: with those that nothing reads */
  int32_t *set_of;      /* by row, as it came in */
  bool symbolic;        /* a constraint in symbols is among the rows */
  bool placed, said;    /* q, and the multipliers too, are those of the last point */
  double *q, *raw;      /* there: the pose, and np + nn multipliers as they came, */
  double *lambda;       /* and shared */
  double *room, *v;     /* multipliers and velocities to work with */
  double *matrix;       /* values in the pattern */
  SarProblemOps ops;    /* where switching functions read what is shared */
  int64_t factorisations, rounds;
} SarShare;

/* What reads reactions reads the shared ones from now on. set: np + nn numbers, by row: the set of loops that it
 * belongs to, from 0 to nsets - 1; -1: it is in none with redundant rows. The pattern is another one afterwards. */
SarStatus sar_workspace_share(SarWorkspace *m, const int32_t *set, int32_t nsets);
/* As another mechanism does, in which the same rows are carried. */
SarStatus sar_workspace_share_alike(SarWorkspace *m, const SarWorkspace *from);
void sar_share_destroy(SarWorkspace *m);

/* Where everything stands in a new pattern, but for the slots, which are found with it. */
SarStatus sar_share_find_places(SarWorkspace *m);

/* The multipliers of a point become the shared ones, which stay as long as no other point comes. Bodies are placed. */
void sar_share_point(const SarWorkspace *m, SarPoint *at);

/* The matrix of all rows at a point gets what its rows feel through P. Bodies are placed, and are so afterwards. */
void sar_share_matrix(const SarWorkspace *m, const SarPoint *at, const SarWeights *weights, double *values);

#endif
