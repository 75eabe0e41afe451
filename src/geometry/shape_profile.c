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

/* Integrals over the area of 1, x, y, x^2, y^2 and x y. */
typedef struct Moments {
  double one, x, y, xx, yy, xy;
} Moments;

/* By Green's formula: the integral of x^i y^j is that of x^(i+1) y^j/(i + 1) dy along the outline. With eight points a
 * piece they are exact for lines and cubics, and to rounding for arcs of a quarter turn. */
static Moments moments(const SarProfile *profile) {
  static const double at[GAUSS / 2] = {0.1834346424956498, 0.5255324099163290, 0.7966664774136267, 0.9602898564975363};
  static const double weight[GAUSS / 2] = {0.3626837833783620, 0.3137066458778873, 0.2223810344533745,
                                           0.1012285362903763};
  Moments sum = {0};
  for (int32_t k = 0; k < profile->npieces; k++) {
    for (int g = 0; g < GAUSS; g++) {
      SarCurvePoint p;
      sar_piece_at(&profile->pieces[k], 0.5 + (g % 2 ? 0.5 : -0.5) * at[g / 2], &p);
      double x = p.c.x, y = p.c.y, part = 0.5 * weight[g / 2] * p.tangent.y * x;
      sum.one += part;
      sum.x += part * x / 2;
      sum.y += part * y;
      sum.xx += part * x * x / 3;
      sum.yy += part * y * y;
      sum.xy += part * x * y / 2;
    }
  }
  return sum;
}

/* The curve itself, without the radius around it; open ones enclose nothing. */
static void mass(const SarShape *shape, SarShapeMass *out) {
  const SarProfile *profile = shape->data;
  *out = (SarShapeMass){0};
  if (!profile->closed) return;
  Moments m = moments(profile);
  double x = m.x / m.one, y = m.y / m.one, w = profile->width;
  double xx = m.xx - m.one * x * x, yy = m.yy - m.one * y * y, xy = m.xy - m.one * x * y, zz = m.one * w * w / 12;
  out->volume = m.one * w;
  out->centre = sar_vec3(x, y, 0);
  out->inertia = (SarMat3){
      {{w * (yy + zz), -w * xy, 0}, {-w * xy, w * (xx + zz), 0}, {0, 0, w * (xx + yy)}},
  };
}

const SarShapeClass sar_shape_profile = {.name = "profile", .data = "a plane curve", .reach = reach, .mass = mass};
