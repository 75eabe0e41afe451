/* Curves of corners and arcs, straight between them; corners are rounded.
 *
 * The arc that rounds a corner of two pieces lies around the point at which both, moved by its radius to the side that
 * the curve turns to, meet: lines stay lines, arcs become larger or smaller ones around the same centre. */
#include <math.h>

#include "geometry/profile_build.h"
#include "geometry/round.h"

#define SMALL 1e-6 /* rad, and relative to lengths: what is no corner and no line */

static SarVec2 minus(SarVec2 a, SarVec2 b) { return (SarVec2){a.x - b.x, a.y - b.y}; }
static SarVec2 plus(SarVec2 a, double s, SarVec2 b) { return (SarVec2){a.x + s * b.x, a.y + s * b.y}; }
static double dot(SarVec2 a, SarVec2 b) { return a.x * b.x + a.y * b.y; }
static double cross(SarVec2 a, SarVec2 b) { return a.x * b.y - a.y * b.x; }
static double norm(SarVec2 a) { return hypot(a.x, a.y); }
static SarVec2 left_of(SarVec2 a) { return (SarVec2){-a.y, a.x}; }
static SarVec2 unit(SarVec2 a) { return (SarVec2){a.x / norm(a), a.y / norm(a)}; }

/* A line or an arc before its corners are rounded. */
typedef struct Side {
  bool arc;
  SarVec2 from, to; /* ends */
  SarVec2 centre;   /* of an arc */
  double radius, angle, sweep;
  double rounding; /* of the corner at its end */
  int32_t step;    /* that it comes from, or goes to */
  double cut[2];   /* m along a line, rad along an arc: what corners take at both ends */
  SarVec2 middle;  /* of the arc that rounds the corner at its end */
  double turn;     /* rad, by which that arc goes; 0: there is none */
} Side;

static SarVec2 on_circle(SarVec2 centre, double radius, double angle) {
  return (SarVec2){centre.x + radius * cos(angle), centre.y + radius * sin(angle)};
}

static SarVec2 way_at(const Side *s, int end) {
  if (!s->arc) return unit(minus(s->to, s->from));
  SarVec2 out = unit(minus(end ? s->to : s->from, s->centre)), left = left_of(out);
  return s->sweep > 0 ? left : (SarVec2){-left.x, -left.y};
}

/* ---- sides ---- */

static Side side_of_arc(const SarPathStep *step, int32_t i) {
  return (Side){.arc = true,
                .centre = step->at,
                .radius = step->radius,
                .angle = step->angle,
                .sweep = step->sweep,
                .from = on_circle(step->at, step->radius, step->angle),
                .to = on_circle(step->at, step->radius, step->angle + step->sweep),
                .rounding = step->rounding,
                .step = i};
}

/* Where a step begins and ends. */
static SarVec2 end_of(const SarPathStep *step, bool last) {
  return step->radius > 0 ? on_circle(step->at, step->radius, step->angle + (last ? step->sweep : 0)) : step->at;
}

/* Arcs, and the lines from step to step; no line where ends meet. */
static bool make_sides(SarProfileBuilder *to, const SarPathStep *steps, int32_t n, bool closed, Side *sides,
                       int32_t *count) {
  for (int32_t i = 0; i < n; i++) {
    if (steps[i].radius > 0) sides[(*count)++] = side_of_arc(&steps[i], i);
    if (i == n - 1 && !closed) break;
    int32_t next = (i + 1) % n;
    SarVec2 from = end_of(&steps[i], true), end = end_of(&steps[next], false);
    double size = fmax(norm(from), norm(end));
    bool apart = norm(minus(end, from)) > SMALL * size;
    if (apart) sides[(*count)++] = (Side){.from = from, .to = end, .rounding = steps[next].rounding, .step = next};
    if (!apart && steps[i].radius == 0 && n > 1) return sar_profile_wrong(to, i, SAR_PROFILE_SAME_POINTS);
  }
  return true;
}

/* ---- corners ---- */

/* Where two moved sides meet, nearest to the corner; false: nowhere. */
static bool lines_meet(const Side *a, const Side *b, double by, SarVec2 *out) {
  SarVec2 ta = way_at(a, 1), tb = way_at(b, 0);
  SarVec2 pa = plus(a->to, by, left_of(ta)), pb = plus(b->from, by, left_of(tb));
  double across = cross(ta, tb);
  if (across == 0) return false;
  *out = plus(pa, cross(minus(pb, pa), tb) / across, ta);
  return true;
}

static double moved_radius(const Side *arc, double by) { return arc->radius - (arc->sweep > 0 ? by : -by); }

/* Of the points at +-height beside a foot, the one nearer to the corner. */
static bool nearer(SarVec2 foot, SarVec2 beside, double height2, SarVec2 corner, SarVec2 *out) {
  if (!(height2 >= 0)) return false;
  double height = sqrt(height2);
  SarVec2 p = plus(foot, height, beside), q = plus(foot, -height, beside);
  *out = norm(minus(p, corner)) < norm(minus(q, corner)) ? p : q;
  return true;
}

static bool line_meets_arc(const Side *line, const Side *arc, SarVec2 corner, double by, SarVec2 *out) {
  SarVec2 t = way_at(line, 0), p = plus(line->from, by, left_of(t));
  SarVec2 foot = plus(p, dot(minus(arc->centre, p), t), t), off = minus(foot, arc->centre);
  double r = moved_radius(arc, by);
  return nearer(foot, t, r * r - dot(off, off), corner, out);
}

static bool arcs_meet(const Side *a, const Side *b, SarVec2 corner, double by, SarVec2 *out) {
  SarVec2 d = minus(b->centre, a->centre);
  double length = norm(d), ra = moved_radius(a, by), rb = moved_radius(b, by);
  if (!(length > 0)) return false;
  double along = (length * length + ra * ra - rb * rb) / (2 * length);
  SarVec2 t = {d.x / length, d.y / length};
  return nearer(plus(a->centre, along, t), left_of(t), ra * ra - along * along, corner, out);
}

/* How much of a side a rounding arc around `middle` takes at one of its ends. */
static double taken(const Side *s, SarVec2 middle, double by, int end) {
  if (!s->arc) return end ? dot(minus(s->to, middle), way_at(s, 1)) : dot(minus(middle, s->from), way_at(s, 0));
  SarVec2 out = minus(middle, s->centre);
  if (moved_radius(s, by) < 0) out = (SarVec2){-out.x, -out.y};
  double at = atan2(out.y, out.x), limit = s->angle + (end ? s->sweep : 0), sign = s->sweep > 0 ? 1 : -1;
  return sign * remainder(end ? limit - at : at - limit, 2 * SAR_PI);
}

static bool round_corner(SarProfileBuilder *to, Side *a, Side *b) {
  SarVec2 ta = way_at(a, 1), tb = way_at(b, 0), corner = a->to;
  double turn = atan2(cross(ta, tb), dot(ta, tb)), by = turn > 0 ? a->rounding : -a->rounding;
  if (fabs(turn) < SMALL) return true;
  if (fabs(turn) > SAR_PI - 1e-3) return sar_profile_wrong(to, a->step, SAR_PROFILE_TURNS_BACK);
  if (!(a->rounding > 0)) return sar_profile_wrong(to, a->step, SAR_PROFILE_CORNER);
  bool meet = a->arc && b->arc ? arcs_meet(a, b, corner, by, &a->middle)
              : a->arc         ? line_meets_arc(b, a, corner, by, &a->middle)
              : b->arc         ? line_meets_arc(a, b, corner, by, &a->middle)
                               : lines_meet(a, b, by, &a->middle);
  if (!meet) return sar_profile_wrong(to, a->step, SAR_PROFILE_LARGE_RADIUS);
  a->cut[1] = taken(a, a->middle, by, 1);
  b->cut[0] = taken(b, a->middle, by, 0);
  a->turn = turn;
  return true;
}

/* ---- pieces ---- */

static SarVec2 left_over(const Side *s, int end) {
  double way = end ? -s->cut[1] : s->cut[0];
  if (!s->arc) return plus(end ? s->to : s->from, way, way_at(s, end));
  double sign = s->sweep > 0 ? 1 : -1, angle = s->angle + (end ? s->sweep : 0) + sign * way;
  return on_circle(s->centre, s->radius, angle);
}

static bool add_side(SarProfileBuilder *to, const Side *s) {
  double whole = s->arc ? fabs(s->sweep) : norm(minus(s->to, s->from)), left = whole - s->cut[0] - s->cut[1];
  if (left < -SMALL * whole) return sar_profile_wrong(to, s->step, SAR_PROFILE_LARGE_RADIUS);
  if (left <= SMALL * whole) return true;
  if (!s->arc) return sar_profile_line(to, left_over(s, 0), left_over(s, 1));
  double sign = s->sweep > 0 ? 1 : -1;
  return sar_profile_arc(to, s->centre, s->radius, s->angle + sign * s->cut[0], sign * left);
}

/* From the end of one side to the beginning of the next, around the middle. */
static bool add_corner(SarProfileBuilder *to, const Side *a, const Side *b) {
  if (a->turn == 0) return true;
  SarVec2 from = minus(left_over(a, 1), a->middle), end = minus(left_over(b, 0), a->middle);
  double sweep = atan2(cross(from, end), dot(from, end));
  if (sweep * a->turn <= 0) return sar_profile_wrong(to, a->step, SAR_PROFILE_LARGE_RADIUS);
  return sar_profile_arc(to, a->middle, a->rounding, atan2(from.y, from.x), sweep);
}

bool sar_profile_path(SarProfileBuilder *to, const SarPathStep *steps, int32_t n, bool closed) {
  bool round = n == 1 && steps[0].radius > 0 && fabs(steps[0].sweep) >= 2 * SAR_PI - SMALL;
  int32_t least = closed ? 3 : 2, count = 0;
  for (int32_t i = 0; i < n; i++) least -= steps[i].radius > 0 ? 2 : 0;
  if (n < least || n == 0) return sar_profile_wrong(to, 0, SAR_PROFILE_FEW_POINTS);
  if (round) return sar_profile_arc(to, steps[0].at, steps[0].radius, steps[0].angle, steps[0].sweep);
  Side *sides = SAR_NEW(to->arena, 2 * (size_t)n, Side);
  if (!sides) return false;
  if (!make_sides(to, steps, n, closed, sides, &count)) return false;
  int32_t corners = closed ? count : count - 1;
  for (int32_t i = 0; i < corners; i++) {
    if (!round_corner(to, &sides[i], &sides[(i + 1) % count])) return false;
  }
  for (int32_t i = 0; i < count; i++) {
    if (!add_side(to, &sides[i])) return false;
    if (i < corners && !add_corner(to, &sides[i], &sides[(i + 1) % count])) return false;
  }
  return true;
}
