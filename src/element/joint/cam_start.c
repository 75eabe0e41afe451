/* The best of all samples, then Newton's method, which is kept only while it stays near it: a pose that is far from
 * touching is a matter of assembly. */
#include "element/joint/cam_start.h"

#include <float.h>
#include <math.h>

#define ROUNDS 8

static double dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1]; }

double sar_cam_start_point(SarCamTable *cam, const SarCamPose *pose, double radius) {
  double best = 0, least = DBL_MAX;
  for (int32_t i = 0; i < SAR_CAM_SAMPLES; i++) {
    const SarCamPlace *p = &cam->places[i];
    double n[2];
    sar_cam_normal(p, n);
    double away = hypot(pose->at[0] - p->c[0] - radius * n[0], pose->at[1] - p->c[1] - radius * n[1]);
    if (away < least) least = away, best = p->u;
  }
  double u = best;
  for (int round = 0; round < ROUNDS; round++) {
    SarCamPlace p;
    sar_cam_at(cam, u, &p);
    double r[2] = {pose->at[0] - p.c[0], pose->at[1] - p.c[1]};
    double slope = dot(p.bend, r) - dot(p.tangent, p.tangent);
    if (slope != 0) u -= dot(p.tangent, r) / slope;
  }
  return fabs(u - best) < cam->spacing ? u : best;
}

double sar_cam_start_flat(SarCamTable *cam, const SarCamPose *pose) {
  double best = 0, most = -DBL_MAX;
  for (int32_t i = 0; i < SAR_CAM_SAMPLES; i++) {
    double along = dot(cam->places[i].c, pose->y);
    if (along > most) most = along, best = cam->places[i].u;
  }
  double u = best;
  for (int round = 0; round < ROUNDS; round++) {
    SarCamPlace p;
    sar_cam_at(cam, u, &p);
    double slope = dot(p.bend, pose->y);
    if (slope != 0) u -= dot(p.tangent, pose->y) / slope;
  }
  return fabs(u - best) < cam->spacing ? u : best;
}

/* ---- two curves ---- */

/* A place of the follower in the axes of the cam. */
static SarCamPlace placed(const SarCamPlace *p, const SarCamPose *pose) {
  SarCamPlace out = {.u = p->u};
  for (int i = 0; i < 2; i++) {
    out.c[i] = pose->at[i] + p->c[0] * pose->x[i] + p->c[1] * pose->y[i];
    out.tangent[i] = p->tangent[0] * pose->x[i] + p->tangent[1] * pose->y[i];
    out.bend[i] = p->bend[0] * pose->x[i] + p->bend[1] * pose->y[i];
  }
  return out;
}

static double apart(const SarCamPlace *a, const SarCamPlace *b) { return hypot(b->c[0] - a->c[0], b->c[1] - a->c[1]); }

/* Distance, and how far the curves are from being tangent to each other, as a length. */
static double badness(const SarCamPlace *a, const SarCamPlace *b, double size, bool outside) {
  double n[2], m[2];
  sar_cam_normal(a, n);
  sar_cam_normal(b, m);
  return apart(a, b) + size * (1 + (outside ? dot(n, m) : -fabs(dot(n, m))));
}

/* c'.(d - c) = 0 and c' x d' = 0 */
static void improve(SarCamTable *cam, SarCamTable *follower, const SarCamPose *pose, double u[2]) {
  SarCamPlace a, own;
  sar_cam_at(cam, u[0], &a);
  sar_cam_at(follower, u[1], &own);
  SarCamPlace b = placed(&own, pose);
  double r[2] = {b.c[0] - a.c[0], b.c[1] - a.c[1]};
  double g[2] = {dot(a.tangent, r), a.tangent[0] * b.tangent[1] - a.tangent[1] * b.tangent[0]};
  double m[2][2] = {
      {dot(a.bend, r) - dot(a.tangent, a.tangent), dot(a.tangent, b.tangent)},
      {a.bend[0] * b.tangent[1] - a.bend[1] * b.tangent[0], a.tangent[0] * b.bend[1] - a.tangent[1] * b.bend[0]}};
  double determinant = m[0][0] * m[1][1] - m[0][1] * m[1][0];
  if (determinant == 0) return;
  u[0] -= (g[0] * m[1][1] - g[1] * m[0][1]) / determinant;
  u[1] -= (m[0][0] * g[1] - m[1][0] * g[0]) / determinant;
}

/* The samples to look at: all, or the one that is nearest to a point. */
typedef struct Range {
  int32_t first, end;
} Range;

static Range range_of(const SarCamTable *table, const double *near) {
  Range out = {0, SAR_CAM_SAMPLES};
  double least = DBL_MAX;
  for (int32_t i = 0; near && i < SAR_CAM_SAMPLES; i++) {
    double away = hypot(table->places[i].c[0] - near[0], table->places[i].c[1] - near[1]);
    if (away < least) least = away, out = (Range){i, i + 1};
  }
  return out;
}

/* Of the curve itself, not of where its frame is. */
static double size_of(const SarCamTable *table) {
  const SarCamPlace *p = table->places;
  double size = 0;
  for (int32_t i = 1; i < SAR_CAM_SAMPLES; i++) size = fmax(size, apart(&p[0], &p[i]));
  return size / 2;
}

void sar_cam_start_curves(SarCamTable *cam, SarCamTable *follower, const SarCamPose *pose, const SarCamSearch *search,
                          double u[2]) {
  double least = DBL_MAX, size = size_of(cam), best[2] = {0, 0};
  Range of_cam = range_of(cam, search->near[0]), of_follower = range_of(follower, search->near[1]);
  for (int32_t k = of_follower.first; k < of_follower.end; k++) {
    SarCamPlace b = placed(&follower->places[k], pose);
    for (int32_t i = of_cam.first; i < of_cam.end; i++) {
      const SarCamPlace *a = &cam->places[i];
      if (apart(a, &b) >= least) continue;
      double bad = badness(a, &b, size, search->outside);
      if (bad < least) least = bad, best[0] = a->u, best[1] = b.u;
    }
  }
  u[0] = best[0], u[1] = best[1];
  for (int round = 0; round < ROUNDS; round++) improve(cam, follower, pose, u);
  bool near = fabs(u[0] - best[0]) < 4 * cam->spacing && fabs(u[1] - best[1]) < 4 * follower->spacing;
  if (!near) u[0] = best[0], u[1] = best[1];
}
