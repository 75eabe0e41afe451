/* All that a method may know of what it integrates.
 *
 * The equations (docs/theory/equations.md; paper 1, eqs 7-8), rows in this order:
 *
 *   dynamics    nv   M(q) a + gyro(q,v) + Phi_q^T lambda + A^T mu - Q(q,v,x,z,t) = 0
 *   position    np   Phi(q,t) = 0
 *   velocity    nn   A(q,t) v + b(q,x,t) = 0
 *   states      nx   d(xdot, x, q, v, a, lambda, z, t) = 0
 *   algebraic   nz   variables V and forces F
 *
 * and the unknowns of a stage in the same order: a, lambda, mu, xdot, z (n = nv + np + nn + nx + nz of them).
 *
 * The configuration q is made of plain numbers and unit quaternions. A block of nplain numbers q[.] belongs to
 * the velocities v[.] of the same length (q' = v); a quaternion belongs to three body-frame angular velocities. */
#ifndef SAR_METHOD_PROBLEM_H
#define SAR_METHOD_PROBLEM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/context.h"
#include "base/interval.h"
#include "linear/linear.h"

typedef struct SarSizes {
  int32_t nq, nv, np, nn, nx, nz, nroots;
} SarSizes;

static inline int32_t sar_sizes_unknowns(const SarSizes *n) { return n->nv + n->np + n->nn + n->nx + n->nz; }

#define SAR_BLOCK_NUMBERS                                                                     \
  3 /* that a plain block counts as at most where errors are judged together: it is one point \
     */

/* One run of coordinates in q and v. */
typedef enum SarBlockKind { SAR_BLOCK_PLAIN, SAR_BLOCK_ROTATION } SarBlockKind;
typedef struct SarBlock {
  SarBlockKind kind;
  int32_t q, v;  /* first index in q and in v */
  int32_t count; /* plain: number of coordinates, of one point; rotation: 1 (4 numbers in q, 3 in v) */
} SarBlock;

/* A point at which the equations are evaluated. Pointers may be null where a size is zero. */
typedef struct SarPoint {
  double t;
  const double *q, *v, *a, *lambda, *mu, *x, *xdot, *z;
} SarPoint;

/* Numbers of a point, and its arrays, which begin in `memory` and stand one behind the other; returned is what follows
 * them. */
#define SAR_POINT_ARRAYS 8
static inline int32_t sar_sizes_point(const SarSizes *n) {
  return n->nq + 2 * n->nv + n->np + n->nn + 2 * n->nx + n->nz;
}
static inline double *sar_sizes_divide(const SarSizes *n, double *memory, double **const arrays[SAR_POINT_ARRAYS]) {
  const int32_t lengths[SAR_POINT_ARRAYS] = {n->nq, n->nv, n->nv, n->np, n->nn, n->nx, n->nx, n->nz};
  for (int i = 0; i < SAR_POINT_ARRAYS; i++) {
    *arrays[i] = memory;
    memory += lengths[i];
  }
  return memory;
}

/* Which derivative by time of the constraints the rows of the matrix belong to. */
typedef enum SarRowLevel { SAR_ROWS_POSITION, SAR_ROWS_VELOCITY, SAR_ROWS_ACCELERATION } SarRowLevel;

/* How the unknowns enter: the matrix asked for is, row by row,
 *
 *   dynamics, states, algebraic:  a dF/da + v dF/dv + q dF/dq N      (unknown a)
 *                                 dF/dlambda, dF/dmu, dF/dz, xdot dF/dxdot + x dF/dx
 *   position:                     Phi_q N
 *   velocity:                     A + velocity_q (A v + b)_q N,  velocity_x (A v + b)_x
 *
 * so that position rows divided by c_q and velocity rows divided by c_v have exact derivatives. N maps da to the
 * position perturbation over c_q: identity on plain coordinates, the 3x3 matrix rotation[9 k] (by rows) on
 * the k-th rotation block. rotation = null means N = I.
 *
 * With rows = SAR_ROWS_VELOCITY the position rows are those of the rates instead: (Phi_q v + Phi_t)_q N.
 * With rows = SAR_ROWS_ACCELERATION the rows of both kinds are those of what `acceleration` sets to zero,
 *
 *   G(q,v,a,t) = Phi_q a - position_acceleration,  or  A a - velocity_acceleration:   a G_a + v G_v + q G_q N
 *
 * and so are their columns of states: xdot G_xdot + x G_x. All these are exact (but for functions of plugins, whose
 * third derivatives are not known and taken as zero), and all other rows and columns are the same with every level. */
typedef struct SarWeights {
  double a, v, q;
  double xdot, x;
  double velocity_q, velocity_x;
  const double *rotation;
  SarRowLevel rows;
} SarWeights;

/* What happens where a switching function changes its sign. A step ends there, but for tables. */
typedef enum SarRootKind {
  SAR_ROOT_KINK,  /* the equations are continuous: steps go on */
  SAR_ROOT_JUMP,  /* they are not: settle, solve for consistent accelerations, start anew */
  SAR_ROOT_EVENT, /* the caller acts */
  SAR_ROOT_TABLE  /* no place: the value of a smooth table, which no step must pass by (method/overlook.h) */
} SarRootKind;

typedef struct SarRoot {
  SarRootKind kind;
  int32_t direction; /* +1: only from negative to positive; -1: only the other way; 0: both */
  bool of_time;      /* depends on time alone: known exactly, whatever the integration leaves uncertain */
  double range;      /* of a table: its largest value less its smallest one; infinite: nobody watches it */
  bool returns;      /* what the caller does there turns it back to the side that it came from: an impact */
} SarRoot;

/* A run of coordinates that a switching function reads. */
typedef struct SarReadBlock {
  SarBlock block; /* one of the problem, or a part of one */
  int32_t turn;   /* of a rotation: its number among the rotations */
  bool rates;     /* of a rotation: only the angular velocities and accelerations are read */
} SarReadBlock;

/* What one switching function reads of a point, besides the time. */
typedef struct SarReads {
  const SarReadBlock *blocks; /* q, v and a */
  const int32_t *states;      /* x and xdot */
  const int32_t *others;      /* lambda, mu and z, as places among the unknowns of a stage */
  int32_t nblocks, nstates, nothers;
} SarReads;

typedef struct SarProblem SarProblem;

/* What is wrong, in words, for the message with which a run ends. */
typedef struct SarFault {
  SarSource source;
  const char *element; /* or null */
  char what[360], remedy[240];
} SarFault;

typedef struct SarProblemOps {
  /* All rows at the point; r: n numbers, rows as they stand (not divided by c_q, c_v).
   * 0, > 0 (recoverable), < 0 (stop). */
  SarStatus (*residual)(const SarProblem *self, const SarPoint *at, double *r);

  /* The values of the matrix above in the order of the problem's pattern. */
  SarStatus (*jacobian)(const SarProblem *self, const SarPoint *at, const SarWeights *weights, double *values);

  /* For every row of the residual the sum of the absolute values of its terms: rounding errors of a row are a
   * few eps times this. m: n numbers. Called only when a corrector stalls. */
  SarStatus (*magnitude)(const SarProblem *self, const SarPoint *at, double *m);

  /* Constraint levels at (t, q, v, x): Phi (np); Phi_q v + Phi_t (np) followed by A v + b (nn); and the right-hand side
   * of Phi_q a = position_acceleration (np), A a = velocity_acceleration (nn). */
  SarStatus (*position)(const SarProblem *self, double t, const double *q, double *phi);
  SarStatus (*velocity)(const SarProblem *self, const SarPoint *at, double *phidot);
  SarStatus (*acceleration)(const SarProblem *self, const SarPoint *at, double *right);

  /* Partial derivatives by t, all else at the point held: of the residual (rows: n numbers), of Phi_q v + Phi_t (rates:
   * np) and of G above (accelerations: np + nn). Zero for rows that are not carried and where a function has no finite
   * derivative. Null: nothing depends on t. */
  SarStatus (*by_time)(const SarProblem *self, const SarPoint *at, double *rows, double *rates, double *accelerations);

  /* Called where a run begins anew: forgets what `accept` has remembered. May be null. */
  void (*reset)(SarProblem *self, const SarPoint *at);

  /* Called once for every accepted point: angles are followed through their turns from here. May be null. */
  void (*accept)(SarProblem *self, const SarPoint *at);

  /* Of problems whose pattern follows what is near: called between two steps, at the last accepted point. Where the
   * pattern is another one afterwards, so is `generation`, and whoever holds arrays or solvers made for the old one
   * makes them anew. Null: the pattern stays as it is. */
  SarStatus (*refresh)(SarProblem *self, const SarPoint *at);

  /* Switching functions (nroots): events, and where expressions have kinks or jumps. May be null if nroots = 0. */
  SarStatus (*roots)(const SarProblem *self, const SarPoint *at, double *values);

  /* Chooses the branches of all expressions that jump (comparisons, sign, floor) as they are at the point. Between two
   * calls the branches stand still, whatever the point, so that a step sees smooth functions; `roots` says when they
   * are no longer the right ones. May be null. */
  void (*settle)(SarProblem *self, const SarPoint *at);

  /* Whether the algebraic variables at the end of a step continue those at its beginning: an equation may have other
   * solutions. SAR_OK, or SAR_NO_CONVERGENCE with the unknown that jumps. May be null. */
  SarStatus (*continues)(const SarProblem *self, const SarPoint *from, const SarPoint *to, int32_t *culprit);

  /* Why attempts from the point `from` fail, the last one at `at`, for the unknown or row `culprit`. False: there is
   * nothing to add. May be null. */
  bool (*explain)(const SarProblem *self, SarStatus why, int32_t culprit, const SarPoint *from, const SarPoint *at,
                  SarFault *out);

  /* Of problems with `touches`. Which touches acted when `residual` was asked for last, as a number that changes with
   * the set of them (and with who slips); and the weighted acceleration (RMS) that touches will bring which are open at
   * `from` and have begun at `to`, a guess; *way: what part of the way between both may be gone in one step, so that
   * nothing passes by what it should touch. */
  uint64_t (*activity)(const SarProblem *self);
  double (*foresee)(const SarProblem *self, const SarPoint *from, const SarPoint *to, double *way);

  /* Bounds on the switching functions along the interpolant (interpolate.h) between two points, so that no crossing is
   * overlooked: enclose_step says which points, enclose_roots gives for 0 <= s0 <= s <= s1 <= 1 (`from` is 0, `to` is
   * 1) the values and the derivatives by s of all of them. Both null: a few samples must do. */
  void (*enclose_step)(const SarProblem *self, const SarPoint *from, const SarPoint *to);
  void (*enclose_roots)(const SarProblem *self, double s0, double s1, SarEnclosure *out);

  /* One of them alone; of the point nothing is looked at but what `reads` says. Null: all are evaluated where one is
   * asked for. And bounds on one, as `enclose_roots` gives them for all, after that was asked for the whole step; null
   * where that is. */
  SarStatus (*root)(const SarProblem *self, int32_t root, const SarPoint *at, double *value);
  void (*enclose_root)(const SarProblem *self, int32_t root, double s0, double s1, SarEnclosure *out);
} SarProblemOps;

/* Base of every problem: the system's, and the toy problems of the tests. Constant while a method runs, but for what
 * `accept` remembers. */
struct SarProblem {
  const SarProblemOps *ops;
  SarContext *context;
  SarSizes n;
  const SarBlock *blocks;
  int32_t nblocks, nrotations;
  int32_t generation; /* of the pattern */
  SarPattern pattern; /* n x n, every diagonal entry present in the state and algebraic rows */
  /* By entry of the pattern: whether it can differ from zero where c_v = c_q = 0 and positions, velocities and states
   * do not count (weights of a, xdot and velocity_x alone): the matrix of accelerations, which is much emptier than
   * that of a step since no stiffness, damping or curvature is in it. Diagonal entries and rows of constraints are
   * always among them. Null: any. */
  const bool *index1;
  SarPartition partition; /* of the unknowns, for solvers that work by blocks; its count may be 0 */
  const char *linear;     /* who solves with its matrices where no method has a say; null: auto */
  double length;          /* L of the model; 0: 1 */
  const double *weight;   /* nv: 1/L for translations, 1 for rotations, 1/scale for plain coordinates (numerics 4) */
  const double *share;    /* nblocks: how many bodies a block counts as where errors are judged together, which is in
                             `weight` already; null: each as one */
  const double *weight_x; /* nx: 1/scale of each state; negative: the largest |x| so far, but at least this scale */
  const bool *carried;    /* np: position rows that are part of the equations; null: all */
  const SarRoot *roots;   /* nroots */
  const SarReads *reads;  /* nroots: what `root` needs; null where there is no such function */
  const bool *asleep;     /* nroots: jumps without effect until `settle` is called again; null: there are none */
  /* Accelerations, multipliers and rates of states enter the dynamics by M(q) a + Phi_q^T lambda + A^T mu alone, and
   * the algebraic rows not at all. */
  bool forces_of_state;
  /* Forces begin and end where bodies touch: smooth enough for second order, never an event. Steps are then judged also
   * by the body with the largest error, look ahead for touches that begin, and take new matrices when the set of
   * touches has changed. */
  bool touches;
  /* Besides, all rows are linear in the unknowns: one solve of index 1 is exact. */
  bool affine;
  /* The matrix leaves out some derivatives by positions and velocities of coordinates by each other, so that it stays
   * sparse: it serves iterations. Those by accelerations are exact in any case. */
  bool approximate;
};

#endif
