/* Degrees of freedom from screws: what a joint forbids of the relative motion of its two sides, at its point and along
 * its axis, and the rank of all of it together. Shares nothing with the program. */
#include <math.h>
#include <string.h>

#include "random/mechanism.h"

#define ROWS_MAX (7 * JOINTS_MAX + 2)
#define COLUMNS_MAX (6 * BODIES_MAX)

typedef struct Rows {
  const RandomMechanism *m;
  int count;
  double rows[ROWS_MAX][COLUMNS_MAX];
} Rows;

static void cross(const double a[3], const double b[3], double out[3]) {
  for (int i = 0; i < 3; i++) out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* sign * (linear . velocity of the body's point + angular . angular velocity) into the last row */
static void add(Rows *r, int body, double sign, const double point[3], const double linear[3],
                const double angular[3]) {
  if (body == GROUND) return;
  double arm[3], moment[3], *row = r->rows[r->count - 1] + 6 * body;
  for (int i = 0; i < 3; i++) arm[i] = point[i] - r->m->bodies[body].at[i];
  cross(arm, linear, moment); /* n . (w x arm) = w . (arm x n) */
  for (int i = 0; i < 3; i++) row[i] += sign * linear[i], row[i + 3] += sign * (moment[i] + angular[i]);
}

static void start_row(Rows *r) { memset(r->rows[r->count++], 0, sizeof r->rows[0]); }

static const double zero[3] = {0, 0, 0};

/* Second minus first: linear . (velocity at the joint's point) + angular . (angular velocity) = 0 */
static void forbid(Rows *r, const RandomJoint *joint, const double linear[3], const double angular[3]) {
  start_row(r);
  add(r, joint->second, 1, joint->at, linear, angular);
  add(r, joint->first, -1, joint->at, linear, angular);
}

static void axes(const RandomJoint *joint, double x[3], double y[3]) {
  memcpy(x, joint->axis2, 3 * sizeof *x);
  cross(joint->axis, x, y);
}

static void forbid_translations(Rows *r, const RandomJoint *joint, bool across_only) {
  double x[3], y[3];
  axes(joint, x, y);
  forbid(r, joint, x, zero);
  forbid(r, joint, y, zero);
  if (!across_only) forbid(r, joint, joint->axis, zero);
}

static void forbid_rotations(Rows *r, const RandomJoint *joint, bool across_only) {
  double x[3], y[3];
  axes(joint, x, y);
  forbid(r, joint, zero, x);
  forbid(r, joint, zero, y);
  if (!across_only) forbid(r, joint, zero, joint->axis);
}

/* The distance of the two eyes; and, of the link with a hinge, that it stays normal to the axis in the first side. */
static void forbid_link(Rows *r, const RandomJoint *joint, bool hinge) {
  double from[3], to[3], d[3], size = 0;
  random_eye(r->m, joint->first, from);
  random_eye(r->m, joint->second, to);
  for (int i = 0; i < 3; i++) d[i] = to[i] - from[i], size += d[i] * d[i];
  for (int i = 0; i < 3; i++) d[i] /= sqrt(size);
  start_row(r);
  add(r, joint->second, 1, to, d, zero);
  add(r, joint->first, -1, from, d, zero);
  if (!hinge) return;
  double turn[3]; /* (w x axis) . d = w . (axis x d) */
  cross(joint->axis, d, turn);
  for (int i = 0; i < 3; i++) turn[i] *= -sqrt(size);
  start_row(r);
  add(r, joint->second, 1, to, joint->axis, zero);
  add(r, joint->first, -1, from, joint->axis, turn);
}

static void forbid_joint(Rows *r, const RandomJoint *joint) {
  double common[3], back[3];
  cross(joint->axis, joint->axis2, common);
  for (int i = 0; i < 3; i++) back[i] = -joint->pitch * joint->axis[i];
  switch (joint->kind) {
    case FIXED: forbid_translations(r, joint, false), forbid_rotations(r, joint, false); break;
    case REVOLUTE: forbid_translations(r, joint, false), forbid_rotations(r, joint, true); break;
    case PRISMATIC: forbid_translations(r, joint, true), forbid_rotations(r, joint, false); break;
    case SCREW:
      forbid_translations(r, joint, true), forbid_rotations(r, joint, true);
      forbid(r, joint, joint->axis, back);
      break;
    case CYLINDRICAL: forbid_translations(r, joint, true), forbid_rotations(r, joint, true); break;
    case UNIVERSAL: forbid_translations(r, joint, false), forbid(r, joint, zero, common); break;
    case CONSTANT_VELOCITY: forbid_translations(r, joint, false), forbid(r, joint, zero, joint->axis); break;
    case SPHERICAL: forbid_translations(r, joint, false); break;
    case PLANAR: forbid(r, joint, joint->axis, zero), forbid_rotations(r, joint, true); break;
    case SAME_ORIENTATION: forbid_rotations(r, joint, false); break;
    case POINT_ON_LINE: forbid_translations(r, joint, true); break;
    case REVOLUTE_SPHERICAL: forbid_link(r, joint, true); break;
    case PARALLEL: forbid_rotations(r, joint, true); break;
    case DISTANCE: forbid_link(r, joint, false); break;
    case POINT_IN_PLANE: forbid(r, joint, joint->axis, zero); break;
    case PERPENDICULAR: forbid(r, joint, zero, common); break;
    case JOINT_KINDS: break;
  }
  if (joint->driven) forbid(r, joint, joint->turns ? zero : joint->axis, joint->turns ? joint->axis : zero);
}

/* Gaussian elimination with complete pivoting. A pivot between the two bounds is doubtful. */
static int rank_of(Rows *r, int columns, bool *doubtful) {
  int rank = 0;
  *doubtful = false;
  while (rank < r->count && rank < columns) {
    int row = rank, column = rank;
    for (int i = rank; i < r->count; i++)
      for (int j = rank; j < columns; j++)
        if (fabs(r->rows[i][j]) > fabs(r->rows[row][column])) row = i, column = j;
    double pivot = r->rows[row][column];
    if (fabs(pivot) < 1e-4 && fabs(pivot) > 1e-11) *doubtful = true;
    if (fabs(pivot) < 1e-8) break;
    for (int j = 0; j < columns; j++) {
      double kept = r->rows[row][j];
      r->rows[row][j] = r->rows[rank][j], r->rows[rank][j] = kept;
    }
    for (int i = 0; i < r->count; i++) {
      double kept = r->rows[i][column];
      r->rows[i][column] = r->rows[i][rank], r->rows[i][rank] = kept;
    }
    for (int i = rank + 1; i < r->count; i++) {
      double factor = r->rows[i][rank] / pivot;
      for (int j = rank; j < columns; j++) r->rows[i][j] -= factor * r->rows[rank][j];
    }
    rank++;
  }
  return rank;
}

static void collect(Rows *r, const RandomMechanism *m) {
  r->m = m;
  r->count = 0;
  for (int k = 0; k < m->njoints; k++) forbid_joint(r, &m->joints[k]);
  if (m->knife) {
    start_row(r);
    add(r, m->knife_body, 1, m->bodies[m->knife_body].at, m->edge, zero);
  }
  if (m->geared) { /* angle of the second = ratio times angle of the first */
    start_row(r);
    for (int k = 0; k < 2; k++) {
      const RandomJoint *joint = &m->joints[m->gear_joints[k]];
      double factor = k ? 1 : -m->ratio;
      add(r, joint->second, factor, joint->at, zero, joint->axis);
      add(r, joint->first, -factor, joint->at, zero, joint->axis);
    }
  }
}

int random_freedom(const RandomMechanism *m, bool *doubtful) {
  Rows rows;
  collect(&rows, m);
  return 6 * m->nbodies - rank_of(&rows, 6 * m->nbodies, doubtful);
}

int random_equations(const RandomMechanism *m) {
  Rows rows;
  collect(&rows, m);
  return rows.count;
}
