/* Ground that is not flat. Without sizes: `data` is a SarTerrain. */
#include <math.h>

#include "geometry/shape_classes.h"
#include "geometry/terrain.h"

enum { MOST_STEPS = 60 };

/* Half the squared distance of the place (x, y) of the surface from a point, and its derivatives. */
typedef struct Fit {
  SarTerrainPoint at;
  double x, y, value, g[2], G[3]; /* gradient; Hessian 11, 12, 22 */
} Fit;

static Fit fit(const SarTerrain *terrain, SarVec3 p, double x, double y) {
  Fit f = {.x = x, .y = y};
  sar_terrain_at(terrain, x, y, &f.at);
  double dx = x - p.x, dy = y - p.y, dz = f.at.z - p.z;
  f.value = 0.5 * (dx * dx + dy * dy + dz * dz);
  f.g[0] = dx + dz * f.at.zx;
  f.g[1] = dy + dz * f.at.zy;
  f.G[0] = 1 + f.at.zx * f.at.zx + dz * f.at.zxx;
  f.G[1] = f.at.zx * f.at.zy + dz * f.at.zxy;
  f.G[2] = 1 + f.at.zy * f.at.zy + dz * f.at.zyy;
  return f;
}

/* Newton's step, or where it would lead uphill that without the bends. */
static void step_of(const Fit *f, double step[2]) {
  double a = f->G[0], b = f->G[1], c = f->G[2];
  if (!(a > 0 && a * c - b * b > 1e-3 * a * c)) {
    a = 1 + f->at.zx * f->at.zx, b = f->at.zx * f->at.zy, c = 1 + f->at.zy * f->at.zy;
  }
  double determinant = a * c - b * b;
  step[0] = -(c * f->g[0] - b * f->g[1]) / determinant;
  step[1] = -(a * f->g[1] - b * f->g[0]) / determinant;
}

/* Downhill from the place below the point; near the end Newton's steps, until they are rounding. */
static Fit nearest(const SarTerrain *terrain, SarVec3 p) {
  Fit f = fit(terrain, p, p.x, p.y);
  double size = fabs(p.x) + fabs(p.y) + fabs(p.z);
  for (int k = 0; k < MOST_STEPS; k++) {
    double step[2], share = 1;
    step_of(&f, step);
    Fit next = fit(terrain, p, f.x + step[0], f.y + step[1]);
    while (next.value > f.value * (1 + 1e-12) && share > 1e-6) {
      share /= 2;
      next = fit(terrain, p, f.x + share * step[0], f.y + share * step[1]);
    }
    f = next;
    if (share * (fabs(step[0]) + fabs(step[1])) <= 4e-16 * size) break;
  }
  return f;
}

static void closest(const SarShape *shape, SarVec3 p, SarSpot *out) {
  Fit f = nearest(shape->data, p);
  double zx = f.at.zx, zy = f.at.zy, h = 1 / sqrt(1 + zx * zx + zy * zy);
  SarVec3 c = {f.x, f.y, f.at.z}, normal = {-h * zx, -h * zy, h};
  *out = (SarSpot){.c = c,
                   .normal = normal,
                   .distance = sar_dot(normal, sar_sub(p, c)),
                   .feature = f.at.patch,
                   .nparameters = 2,
                   .tangent = {{1, 0, zx}, {0, 1, zy}},
                   .bend = {{0, 0, f.at.zxx}, {0, 0, f.at.zxy}, {0, 0, f.at.zyy}}};
}

static double top(const SarShape *shape) { return sar_terrain_top(shape->data); }

const SarShapeClass sar_shape_terrain = {
    .name = "terrain", .data = "heights", .unbounded = true, .top = top, .closest = closest};
