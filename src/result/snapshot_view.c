#include "result/snapshot_view.h"

#include <math.h>
#include <string.h>

#define DEGREE (3.14159265358979323846 / 180)
#define USUAL_AZIMUTH (-50)
#define USUAL_ELEVATION 25
#define STILL 1e-6 /* over the size of the motion, and rad: smaller changes are no motion */

static SarVec3 unit(int axis) { return sar_vec3(axis == 0, axis == 1, axis == 2); }

static double along(SarVec3 v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

SarVec3 sar_view_see(const SarView *view, SarVec3 ground) {
  return sar_vec3(sar_dot(view->right, ground), sar_dot(view->up, ground), sar_dot(view->toward, ground));
}

/* Up stays up; seen along that axis, y is up (z along y: a plan as drawings have it). */
static SarView view_along(int axis, int up) {
  SarView view = {.toward = unit(axis), .up = unit(up), .flat = true};
  if (axis == up) view.up = axis == 2 ? unit(1) : axis == 1 ? sar_neg(unit(2)) : unit(2);
  if (axis == 1 && up != 1) view.toward = sar_neg(unit(1)); /* the front view of drawings: x to the right */
  view.right = sar_cross(view.up, view.toward);
  return view;
}

/* Azimuth from the first of the two horizontal axes, x where z is up. */
static SarView view_from(double azimuth, double elevation, int up) {
  SarVec3 first = unit((up + 1) % 3), second = unit((up + 2) % 3), vertical = unit(up);
  double a = azimuth * DEGREE, e = elevation * DEGREE;
  SarVec3 away = sar_add(sar_scale(cos(a), first), sar_scale(sin(a), second));
  SarView view = {.right = sar_add(sar_scale(-sin(a), first), sar_scale(cos(a), second))};
  view.toward = sar_add(sar_scale(cos(e), away), sar_scale(sin(e), vertical));
  view.up = sar_cross(view.toward, view.right);
  return view;
}

/* Whether nothing moves along the axis or turns across it. */
static bool is_planar(const SarScene *scene, const SarSnapshotPose *poses, int32_t ntimes, int axis) {
  for (int32_t b = 0; b < scene->nbodies; b++) {
    const SarSnapshotPose *first = &poses[b];
    for (int32_t i = 1; i < ntimes; i++) {
      const SarSnapshotPose *pose = &poses[i * scene->nbodies + b];
      SarQuat turn = sar_quat_mul(pose->turn, sar_quat_conjugate(first->turn));
      SarVec3 across = sar_vec3(turn.x, turn.y, turn.z), d = sar_sub(pose->at, first->at);
      across = sar_axpy(-along(across, axis), unit(axis), across);
      if (fabs(along(d, axis)) > STILL * scene->length || sar_norm(across) > STILL) return false;
    }
  }
  return true;
}

/* Whether every beam lies across the axis; seen along it, one that does not would be hidden behind its end. */
static bool beams_lie_across(const SarScene *scene, const SarSnapshotPose *poses, int axis) {
  for (int32_t b = 0; b < scene->nbeams; b++) {
    const SarSceneBeam *beam = &scene->beams[b];
    for (int32_t i = 1; i < beam->nelements * (beam->order + 1); i++) {
      SarVec3 d = sar_sub(poses[beam->sections[i].body].at, poses[beam->sections[0].body].at);
      if (fabs(along(d, axis)) > STILL * scene->length) return false;
    }
  }
  return true;
}

/* Whether an axis about which something may turn is not this one. */
static bool has_other_axes(const SarScene *scene, const SarSnapshotPose *poses, int axis) {
  for (int32_t i = 0; i < scene->joints.count; i++) {
    const SarSceneLink *joint = &scene->joints.list[i];
    if (!joint->mark.turns) continue;
    const SarSceneSide *side = &joint->sides[0];
    SarQuat turn = side->body == SAR_SCENE_GROUND ? side->turn : sar_quat_mul(poses[side->body].turn, side->turn);
    SarMat3 axes = sar_quat_matrix(turn);
    if (fabs(along(sar_column(&axes, 2), axis)) < 1 - 1e-6) return true;
  }
  return false;
}

SarView sar_view_choose(const SarScene *scene, const SarSnapshotPose *poses, int32_t ntimes,
                        const SarSnapshotOptions *o) {
  int up = scene->up == 'x' ? 0 : scene->up == 'y' ? 1 : 2;
  switch (o->view) {
    case SAR_VIEW_X: return view_along(0, up);
    case SAR_VIEW_Y: return view_along(1, up);
    case SAR_VIEW_Z: return view_along(2, up);
    case SAR_VIEW_ANGLES: return view_from(o->azimuth, o->elevation, up);
    default: break;
  }
  for (int k = 2; k >= 0; k--) { /* across the vertical first: a side is seen rather than the top */
    int axis = (up + k) % 3;
    if (scene->nbodies > 0 && is_planar(scene, poses, ntimes, axis) && beams_lie_across(scene, poses, axis) &&
        !has_other_axes(scene, poses, axis)) {
      return view_along(axis, up);
    }
  }
  return view_from(USUAL_AZIMUTH, USUAL_ELEVATION, up);
}
