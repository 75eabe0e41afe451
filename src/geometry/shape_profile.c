/* An extruded plane curve. Without sizes: `data` is a SarProfile. */
#include "geometry/profile.h"
#include "geometry/round.h"
#include "geometry/shape_classes.h"

enum { GAUSS = 8 };

static double reach(const SarShape *shape, SarVec3 u) {
  const SarProfile *profile = shape->data;
  double across = hypot(u.x, u.y), along = 0.5 * profile->width * fabs(u.z);
  if (!(across > 0)) return along;
  SarVec2 way = {u.x / across, u.y / across};
  return along + across * (sar_profile_reach(profile, way) + profile->radius);
}

/* Integrals over the area of x^i y^j by Green's formula: of x^(i+1) y^j/(i + 1) dy along the outline. With eight points
 * a piece they are exact for lines and cubics, and to rounding for arcs of a quarter turn. */
static double moment(const SarProfile *profile, int i, int j) {
  static const double at[GAUSS / 2] = {0.1834346424956498, 0.5255324099163290, 0.7966664774136267, 0.9602898564975363};
  static const double weight[GAUSS / 2] = {0.3626837833783620, 0.3137066458778873, 0.2223810344533745,
                                           0.1012285362903763};
  double sum = 0;
  for (int32_t k = 0; k < profile->npieces; k++) {
    for (int g = 0; g < GAUSS; g++) {
      SarCurvePoint p;
      sar_piece_at(&profile->pieces[k], 0.5 + (g % 2 ? 0.5 : -0.5) * at[g / 2], &p);
      sum += 0.5 * weight[g / 2] * pow(p.c.x, i + 1) * pow(p.c.y, j) / (i + 1) * p.tangent.y;
    }
  }
  return sum;
}

/* The curve itself, without the radius around it; open ones enclose nothing. */
static void mass(const SarShape *shape, SarShapeMass *out) {
  const SarProfile *profile = shape->data;
  *out = (SarShapeMass){0};
  if (!profile->closed) return;
  double A = moment(profile, 0, 0), x = moment(profile, 1, 0) / A, y = moment(profile, 0, 1) / A, w = profile->width;
  double xx = moment(profile, 2, 0) - A * x * x, yy = moment(profile, 0, 2) - A * y * y;
  double xy = moment(profile, 1, 1) - A * x * y, zz = A * w * w / 12;
  out->volume = A * w;
  out->centre = sar_vec3(x, y, 0);
  out->inertia = (SarMat3){
      {{w * (yy + zz), -w * xy, 0}, {-w * xy, w * (xx + zz), 0}, {0, 0, w * (xx + yy)}},
  };
}

const SarShapeClass sar_shape_profile = {.name = "profile", .data = "a plane curve", .reach = reach, .mass = mass};
