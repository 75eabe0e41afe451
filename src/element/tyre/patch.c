/* docs/theory/tyres.md has the formulas and why they are so. */
#include "element/tyre/patch.h"

#define FOOT_STEPS 2      /* towards the foot point on ground that is not flat */
#define DAMPING_TIME 0.02 /* s, of the slip of a wheel that nearly stands */

typedef struct Dual3 {
  SarDual x, y, z;
} Dual3;

static SarDual dot(Dual3 a, Dual3 b) {
  return sar_dual_add(sar_dual_mul(a.x, b.x), sar_dual_add(sar_dual_mul(a.y, b.y), sar_dual_mul(a.z, b.z)));
}
static Dual3 scale(SarDual f, Dual3 a) {
  return (Dual3){sar_dual_mul(f, a.x), sar_dual_mul(f, a.y), sar_dual_mul(f, a.z)};
}
static Dual3 add(Dual3 a, Dual3 b) {
  return (Dual3){sar_dual_add(a.x, b.x), sar_dual_add(a.y, b.y), sar_dual_add(a.z, b.z)};
}
static Dual3 sub(Dual3 a, Dual3 b) {
  return (Dual3){sar_dual_sub(a.x, b.x), sar_dual_sub(a.y, b.y), sar_dual_sub(a.z, b.z)};
}
static Dual3 cross(Dual3 a, Dual3 b) {
  return (Dual3){sar_dual_sub(sar_dual_mul(a.y, b.z), sar_dual_mul(a.z, b.y)),
                 sar_dual_sub(sar_dual_mul(a.z, b.x), sar_dual_mul(a.x, b.z)),
                 sar_dual_sub(sar_dual_mul(a.x, b.y), sar_dual_mul(a.y, b.x))};
}
static Dual3 inputs_from(const double *in, int first) {
  return (Dual3){sar_dual_input(in[first], first), sar_dual_input(in[first + 1], first + 1),
                 sar_dual_input(in[first + 2], first + 2)};
}

/* ---- where it touches ---- */

typedef struct Patch {
  Dual3 n, x, y;           /* W axes: z is n */
  Dual3 arm;               /* m, from the centre of the wheel */
  SarDual loaded, upright; /* m, loaded radius; cos gamma */
} Patch;

/* The road below a place: its height and its normal. */
static SarDual road_at(const SarTerrain *road, SarDual x, SarDual y, Dual3 *n) {
  SarTerrainPoint p;
  sar_terrain_at(road, x.v, y.v, &p);
  SarDual zx = sar_dual_chain2(x, y, p.zx, p.zxx, p.zxy), zy = sar_dual_chain2(x, y, p.zy, p.zxy, p.zyy);
  SarDual square = sar_dual_shift(sar_dual_add(sar_dual_square(zx), sar_dual_square(zy)), 1);
  SarDual h = sar_dual_div(sar_dual(1), sar_dual_sqrt(square));
  *n = scale(h, (Dual3){sar_dual_neg(zx), sar_dual_neg(zy), sar_dual(1)});
  return sar_dual_chain2(x, y, p.z, p.zx, p.zy);
}

/* From the wheel's centre straight down in its plane to the tangent plane of the road at a place. A wheel that lies
 * flat has no such direction: it is held a little off. */
static void drop(Dual3 centre, Dual3 axis, SarDual x, SarDual y, SarDual z, Dual3 n, Patch *out) {
  SarDual lean = dot(n, axis);
  Dual3 rise = sub(n, scale(lean, axis));
  SarDual square = dot(rise, rise), upright = square.v > 1e-6 ? sar_dual_sqrt(square) : sar_dual(1e-3);
  SarDual height = dot(sub(centre, (Dual3){x, y, z}), n);
  out->n = n;
  out->upright = upright;
  out->loaded = sar_dual_div(height, upright);
  out->arm = scale(sar_dual_neg(sar_dual_div(out->loaded, upright)), rise);
}

static Patch find_patch(const SarTerrain *road, Dual3 centre, Dual3 axis) {
  Patch p;
  SarDual x = centre.x, y = centre.y;
  int steps = road->kind == SAR_TERRAIN_FLAT ? 0 : FOOT_STEPS;
  for (int k = 0; k <= steps; k++) {
    Dual3 n;
    SarDual z = road_at(road, x, y, &n);
    drop(centre, axis, x, y, z, n, &p);
    x = sar_dual_add(centre.x, p.arm.x);
    y = sar_dual_add(centre.y, p.arm.y);
  }
  p.x = scale(sar_dual_div(sar_dual(1), p.upright), cross(axis, p.n));
  p.y = cross(p.n, p.x);
  return p;
}

/* ---- the vertical force ---- */

/* Spring or table, and the damper, which comes in over the first depths; never below zero. */
static SarDual vertical(const SarTyre *tyre, SarDual depth, SarDual rate) {
  const double *n = tyre->data.number;
  if (!(depth.v > 0)) return sar_dual(0);
  SarDual force = sar_dual_scale(n[SAR_TYRE_VERTICAL_STIFFNESS], depth);
  if (tyre->data.curve.count) {
    double slope, f = sar_load_curve_at(&tyre->data.curve, depth.v, &slope);
    force = sar_dual_chain(depth, f, slope);
  }
  double u = depth.v / tyre->ramp, in = u < 1 ? u * u * (3 - 2 * u) : 1,
         slope = u < 1 ? 6 * u * (1 - u) / tyre->ramp : 0;
  SarDual damping = sar_dual_chain(depth, n[SAR_TYRE_VERTICAL_DAMPING] * in, n[SAR_TYRE_VERTICAL_DAMPING] * slope);
  force = sar_dual_add(force, sar_dual_mul(damping, rate));
  return force.v > 0 ? force : sar_dual(0);
}

/* ---- slip ---- */

typedef struct Slip {
  SarDual speed, forward; /* |Vx|*, and Vx over it */
  SarDual turning;        /* the spin, over it as well */
  SarDual wanted[2];      /* velocities that make kappa and tan alpha */
} Slip;

/* a/sqrt(a^2 + small^2), and the root */
static SarDual smooth(SarDual a, double small, SarDual *root) {
  *root = sar_dual_sqrt(sar_dual_shift(sar_dual_square(a), small * small));
  return sar_dual_div(a, *root);
}

static Slip slip_of(const SarTyre *tyre, const Patch *p, Dual3 velocity, Dual3 spin, Dual3 axis, SarDual depth) {
  Slip s;
  double radius = tyre->data.number[SAR_TYRE_UNLOADED_RADIUS];
  SarDual along = dot(p->x, velocity), across = dot(p->y, add(velocity, cross(spin, p->arm)));
  SarDual turn = dot(spin, axis), root;
  SarDual third = depth.v > 0 ? sar_dual_scale(-1.0 / 3, depth) : sar_dual(0);
  SarDual rolling = sar_dual_mul(turn, sar_dual_shift(third, radius)); /* w Re */
  s.forward = smooth(along, tyre->low_speed, &s.speed);
  s.turning = smooth(turn, tyre->low_speed / radius, &root);
  s.wanted[0] = sar_dual_sub(rolling, along);
  s.wanted[1] = across;
  return s;
}

/* Above twice the low speed nothing; at rest as long as it takes a standing car to calm down. */
static SarDual damping_time(const SarTyre *tyre, SarDual speed) {
  double u = (speed.v / tyre->low_speed - 1.4142135623730951) / (2.2360679774997898 - 1.4142135623730951); /* |Vx|* */
  if (u <= 0) return sar_dual(DAMPING_TIME);
  if (u >= 1) return sar_dual(0);
  double slope = -6 * u * (1 - u) / (tyre->low_speed * (2.2360679774997898 - 1.4142135623730951));
  return sar_dual_chain(speed, DAMPING_TIME * (1 - u * u * (3 - 2 * u)), DAMPING_TIME * slope);
}

/* ---- all ---- */

static void act(const SarTyre *tyre, const Slip *s, const SarDual state[2], SarDual gamma, SarDual fz, SarTyreForce *f,
                SarDual rate[2]) {
  SarDual length[2], used[2], pause = damping_time(tyre, s->speed);
  tyre->model->relaxation(&tyre->data, fz, length);
  for (int i = 0; i < 2; i++) {
    rate[i] = sar_dual_div(sar_dual_sub(s->wanted[i], sar_dual_mul(s->speed, state[i])), length[i]);
    used[i] = sar_dual_add(state[i], sar_dual_mul(pause, rate[i]));
  }
  if (!(fz.v > 0)) return;
  tyre->model->force(&tyre->data, &(SarTyreSlip){used[0], used[1], gamma, fz, sar_dual_square(s->forward)}, f);
  f->my = sar_dual_mul(f->my, s->turning);
  f->mz = sar_dual_mul(f->mz, s->forward);
}

static void store(Dual3 a, SarDual *out) { out[0] = a.x, out[1] = a.y, out[2] = a.z; }

void sar_patch(const SarTyre *tyre, const SarTerrain *road, const double in[SAR_PATCH_INPUTS],
               SarDual out[SAR_PATCH_OUTPUTS]) {
  Dual3 centre = inputs_from(in, SAR_PATCH_CENTRE), axis = inputs_from(in, SAR_PATCH_AXIS);
  Dual3 velocity = inputs_from(in, SAR_PATCH_VELOCITY), spin = inputs_from(in, SAR_PATCH_SPIN);
  SarDual state[2] = {sar_dual_input(in[SAR_PATCH_KAPPA], SAR_PATCH_KAPPA),
                      sar_dual_input(in[SAR_PATCH_TAN_ALPHA], SAR_PATCH_TAN_ALPHA)};
  double radius = tyre->data.number[SAR_TYRE_UNLOADED_RADIUS];
  Patch p = find_patch(road, centre, axis);
  SarDual depth = sar_dual_line(-1, p.loaded, radius);
  SarDual closing = sar_dual_neg(sar_dual_div(dot(p.n, add(velocity, cross(spin, p.arm))), p.upright));
  SarDual fz = vertical(tyre, depth, closing), gamma = sar_dual_atan(sar_dual_div(dot(axis, p.n), p.upright));
  SarTyreForce f = {0};
  SarDual rate[2] = {sar_dual(0), sar_dual(0)};
  if (tyre->model->force) {
    Slip s = slip_of(tyre, &p, velocity, spin, axis, depth);
    act(tyre, &s, state, gamma, fz, &f, rate);
  }
  Dual3 force = add(scale(f.fx, p.x), add(scale(f.fy, p.y), scale(fz, p.n)));
  Dual3 moment = add(scale(f.mx, p.x), add(scale(f.my, p.y), scale(f.mz, p.n)));
  store(force, out + SAR_PATCH_FORCE);
  store(add(cross(p.arm, force), moment), out + SAR_PATCH_TORQUE);
  out[SAR_PATCH_KAPPA_RATE] = rate[0];
  out[SAR_PATCH_TAN_ALPHA_RATE] = rate[1];
  const SarDual columns[] = {gamma, f.fx, f.fy, fz, f.mx, f.my, f.mz, depth.v > 0 ? p.loaded : sar_dual(radius)};
  for (int i = 0; i < SAR_PATCH_OUTPUTS - SAR_PATCH_COLUMNS; i++) out[SAR_PATCH_COLUMNS + i] = columns[i];
}
