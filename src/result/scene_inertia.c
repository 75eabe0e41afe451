#include "result/scene_inertia.h"

#include <math.h>

#define SWEEPS 30
#define THINNEST 0.08 /* of a box, relative to its longest edge */

static SarMat3 tensor_of(const SarSceneBody *body) {
  const double *i = body->inertia;
  return (SarMat3){{{i[0], i[3], i[4]}, {i[3], i[1], i[5]}, {i[4], i[5], i[2]}}};
}

/* One Jacobi rotation in the plane (p, q): a <- J^T a J, axes <- axes J. */
static void rotate(SarMat3 *a, SarMat3 *axes, int p, int q) {
  if (a->m[p][q] == 0) return;
  double ratio = (a->m[q][q] - a->m[p][p]) / (2 * a->m[p][q]);
  double t = copysign(1, ratio) / (fabs(ratio) + hypot(ratio, 1)), c = 1 / hypot(t, 1), s = t * c;
  SarMat3 turn = sar_mat3_identity();
  turn.m[p][p] = turn.m[q][q] = c;
  turn.m[p][q] = s;
  turn.m[q][p] = -s;
  SarMat3 half = sar_mat3_mul(a, &turn);
  *a = sar_mat3_tmul(&turn, &half);
  a->m[p][q] = a->m[q][p] = 0;
  *axes = sar_mat3_mul(axes, &turn);
}

/* Principal moments and axes; rotations only, so the axes are right-handed. */
static void principal(SarMat3 tensor, double moment[3], SarMat3 *axes) {
  *axes = sar_mat3_identity();
  for (int sweep = 0; sweep < SWEEPS; sweep++) {
    rotate(&tensor, axes, 0, 1);
    rotate(&tensor, axes, 0, 2);
    rotate(&tensor, axes, 1, 2);
  }
  for (int i = 0; i < 3; i++) moment[i] = tensor.m[i][i];
}

bool sar_scene_inertia_box(const SarSceneBody *body, SarSceneShape *out) {
  double moment[3], longest = 0;
  SarMat3 axes;
  principal(tensor_of(body), moment, &axes);
  double sum = moment[0] + moment[1] + moment[2];
  *out = (SarSceneShape){.kind = SAR_SCENE_BOX, .origin = SAR_SCENE_DEFAULT, .turn = sar_quat_from_matrix(&axes)};
  if (!(body->mass > 0) || !(sum > 0) || !isfinite(sum / body->mass)) return false;
  for (int i = 0; i < 3; i++) { /* I_x = m (b^2 + c^2)/12 and so on: a^2 = 6 (I_y + I_z - I_x)/m */
    out->size[i] = sqrt(fmax(0, 6 * (sum - 2 * moment[i]) / body->mass));
    longest = fmax(longest, out->size[i]);
  }
  for (int i = 0; i < 3; i++) out->size[i] = fmax(out->size[i], THINNEST * longest);
  return longest > 0;
}

static double moment_about(const SarMat3 *tensor, SarVec3 axis) { return sar_dot(axis, sar_mul(tensor, axis)); }

bool sar_scene_inertia_rotor(const SarSceneBody *body, SarVec3 axis, SarSceneShape *out) {
  SarMat3 tensor = tensor_of(body);
  double trace = tensor.m[0][0] + tensor.m[1][1] + tensor.m[2][2], about = moment_about(&tensor, axis);
  *out = (SarSceneShape){.kind = SAR_SCENE_CYLINDER, .origin = SAR_SCENE_DEFAULT, .turn = sar_scene_turn_z(axis)};
  if (!(body->mass > 0) || !(about > 0) || !isfinite(trace / body->mass)) return false;
  /* I = m r^2/2 about the axis, m (3 r^2 + h^2)/12 across */
  double across = (trace - about) / 2, radius = sqrt(2 * about / body->mass);
  double height = sqrt(fmax(0, 12 * across / body->mass - 3 * radius * radius));
  out->size[0] = radius;
  out->size[1] = fmin(fmax(height, 0.15 * radius), 6 * radius);
  return true;
}

double sar_scene_gyration_across(const SarSceneBody *body, SarVec3 along) {
  double length = sar_norm(along);
  if (!(body->mass > 0) || !(length > 0)) return 0;
  SarMat3 tensor = tensor_of(body);
  double trace = tensor.m[0][0] + tensor.m[1][1] + tensor.m[2][2];
  double across = (trace - moment_about(&tensor, sar_scale(1 / length, along))) / 2;
  return sqrt(fmax(0, across / body->mass));
}

SarQuat sar_scene_turn_z(SarVec3 along) {
  double length = sar_norm(along);
  if (!(length > 0)) return sar_quat_identity();
  SarVec3 d = sar_scale(1 / length, along);
  if (d.z < -1 + 1e-12) return (SarQuat){0, 1, 0, 0}; /* half a turn about x */
  return sar_quat_normalise((SarQuat){1 + d.z, -d.y, d.x, 0});
}
