/* Gears with involute teeth.
 *
 * A tooth stands on the x axis. Its first flank is what the end of a string describes that is unwound from the base
 * circle: with theta the direction at which the string leaves the circle and l its free length, the point is
 *     Q(theta, l) = rb e(theta) - l e'(theta),   l = rb (theta - theta_0),
 * the curve runs along e(theta), and the string is normal to it. So all circles that touch the flank have their centres
 * on the string: the arc at the tip further back (l - r), the one at the root beyond the end (l + r). */
#include <math.h>

#include "geometry/profile_teeth.h"
#include "geometry/round.h"

#define CURVED 0.1 /* modules: radius of curvature at which the flank ends above its base circle; a line goes on */
#define PART 0.06  /* rad of rolling in one cubic: these are off by rb PART^4/128 at most, 10 nm at 100 mm */

typedef struct Gear {
  SarProfileBuilder half;
  double base, root, tip; /* m, radii */
  double gap;             /* rad, from the middle of the tooth to that of the gap */
  double theta0;          /* rad, where the flank starts on the base circle */
  double root_radius, tip_radius;
  double module;
} Gear;

static SarVec2 unit(double angle) { return (SarVec2){cos(angle), sin(angle)}; }
static double angle_of(SarVec2 a) { return atan2(a.y, a.x); }

static SarVec2 on_string(const Gear *g, double theta, double length) {
  SarVec2 e = unit(theta);
  return (SarVec2){g->base * e.x + length * e.y, g->base * e.y - length * e.x};
}

/* ---- the root ---- */

/* The arc between the root circle and the flank: its middle, where it meets the flank (l), and the line between, if
 * any. */
typedef struct Root {
  SarVec2 middle;
  double length, line; /* m */
} Root;

static bool find_root(const Gear *g, double radius, Root *out) {
  double reach = g->root + radius, least = CURVED * g->module;
  double square = reach * reach - g->base * g->base;
  out->length = square > 0 ? sqrt(square) - radius : 0;
  out->line = 0;
  double theta = g->theta0 + fmax(out->length, least) / g->base;
  if (out->length < least) { /* straight on towards the axis, from the end of the flank */
    SarVec2 from = on_string(g, theta, least + radius), u = unit(theta);
    double along = from.x * u.x + from.y * u.y,
           inside = along * along - from.x * from.x - from.y * from.y + reach * reach;
    if (!(inside >= 0)) return false;
    out->length = least;
    out->line = along - sqrt(inside);
    out->middle = (SarVec2){from.x - out->line * u.x, from.y - out->line * u.y};
  } else {
    out->middle = on_string(g, theta, out->length + radius);
  }
  return out->line >= 0 && angle_of(out->middle) >= -g->gap;
}

static bool add_root(Gear *g, const Root *root) {
  double theta = g->theta0 + root->length / g->base, from = angle_of(root->middle);
  SarVec2 start = on_string(g, theta, root->length), u = unit(theta);
  SarVec2 low = {start.x - root->line * u.x, start.y - root->line * u.y};
  return sar_profile_short_arc(&g->half, (SarVec2){0, 0}, g->root, -g->gap, from) &&
         sar_profile_short_arc(&g->half, root->middle, g->root_radius, from + SAR_PI, theta + SAR_PI / 2) &&
         (root->line < 1e-9 * g->module || sar_profile_line(&g->half, low, start));
}

/* ---- flank and tip ---- */

static bool add_flank(Gear *g, double from, double end) {
  double range = (end - from) / g->base;
  int32_t n = (int32_t)fmax(ceil(range / PART), 1);
  for (int32_t i = 0; i < n; i++) {
    SarVec2 b[4];
    for (int k = 0; k < 2; k++) {
      double roll = from / g->base + range * (i + k) / n, third = range / n / 3 * (k ? -1 : 1);
      SarVec2 p = on_string(g, g->theta0 + roll, g->base * roll), u = unit(g->theta0 + roll);
      b[3 * k] = p;
      b[1 + k] = (SarVec2){p.x + third * g->base * roll * u.x, p.y + third * g->base * roll * u.y};
    }
    if (!sar_profile_cubic(&g->half, b)) return false;
  }
  return true;
}

static bool add_tip(Gear *g, double length) {
  double theta = g->theta0 + length / g->base;
  SarVec2 middle = on_string(g, theta, length - g->tip_radius);
  double end = angle_of(middle);
  if (!(end < 0)) return sar_profile_wrong(&g->half, 0, SAR_PROFILE_POINTED);
  return sar_profile_short_arc(&g->half, middle, g->tip_radius, theta - SAR_PI / 2, end) &&
         sar_profile_short_arc(&g->half, (SarVec2){0, 0}, g->tip, end, 0);
}

static bool add_half(Gear *g) {
  Root root;
  double inner = g->tip - g->tip_radius, square = inner * inner - g->base * g->base;
  if (!find_root(g, g->root_radius, &root)) return sar_profile_wrong(&g->half, 0, SAR_PROFILE_LARGE_ROOT);
  double length = square > 0 ? g->tip_radius + sqrt(square) : 0;
  if (!(length > root.length)) return sar_profile_wrong(&g->half, 0, SAR_PROFILE_NO_FLANK);
  return add_root(g, &root) && add_flank(g, root.length, length) && add_tip(g, length);
}

/* The largest that fits, up to that of the usual rack. */
static double default_root_radius(const Gear *g) {
  Root root;
  double radius = 0.38 * g->module;
  for (int k = 0; k < 40 && !find_root(g, radius, &root); k++) radius *= 0.9;
  return radius;
}

bool sar_profile_involute(SarProfileBuilder *to, const SarInvolute *gear) {
  double m = gear->module, pitch = m * gear->teeth / 2, slope = tan(gear->pressure_angle);
  double thickness = m * (SAR_PI / 2 + 2 * gear->shift * slope) - gear->backlash;
  Gear g = {.half = {.arena = to->arena},
            .base = pitch * cos(gear->pressure_angle),
            .root = pitch - m * (gear->dedendum - gear->shift),
            .tip = pitch + m * (gear->addendum + gear->shift),
            .gap = SAR_PI / gear->teeth,
            .theta0 = -thickness / (2 * pitch) - (slope - gear->pressure_angle),
            .tip_radius = gear->tip_radius,
            .module = m};
  if (!(g.root > 0)) return sar_profile_wrong(to, 0, SAR_PROFILE_ROOT_AT_AXIS);
  g.root_radius = gear->root_radius > 0 ? gear->root_radius : default_root_radius(&g);
  bool made = add_half(&g) && sar_profile_teeth(to, &g.half, gear->teeth, 0);
  if (g.half.fault) to->fault = g.half.fault;
  return made;
}
