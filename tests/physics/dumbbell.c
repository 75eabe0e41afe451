#include "physics/dumbbell.h"

#include <math.h>

#include "store/reduced.h"

enum { SHAPES = 6, LUMPS = 2 };

/* The displacement and the rotation of both lumps in every shape, normed by the mass. */
typedef struct Shapes {
  double stiffness[SHAPES];
  SarVec3 phi[LUMPS][SHAPES], theta[LUMPS][SHAPES];
} Shapes;

/* Opposite motions of both lumps along or about an axis: x in tension and torsion, y and z bent as an arc. */
static void add_opposite(Shapes *s, int i, SarVec3 phi, SarVec3 theta, double stiffness) {
  s->stiffness[i] = stiffness;
  s->phi[0][i] = sar_neg(phi), s->phi[1][i] = phi;
  s->theta[0][i] = sar_neg(theta), s->theta[1][i] = theta;
}

/* Bent as an S: the lumps go opposite ways by a and turn the same way by b, without angular momentum; against the chord
 * they turn by b - 2 a/l, which takes 6 EI/l times its square. across, about: about x across = along x. */
static void add_s(Shapes *s, int i, const Dumbbell *bar, SarVec3 across, SarVec3 about) {
  double l = bar->length, ratio = -bar->mass * l / (2 * bar->inertia); /* b over a */
  double a = 1 / sqrt(2 * (bar->mass + bar->inertia * ratio * ratio)), b = ratio * a, turn = b - 2 * a / l;
  s->stiffness[i] = 12 * bar->bend / l * turn * turn;
  s->phi[0][i] = sar_scale(-a, across), s->phi[1][i] = sar_scale(a, across);
  s->theta[0][i] = s->theta[1][i] = sar_scale(b, about);
}

static Shapes shapes_of(const Dumbbell *bar) {
  Shapes s = {0};
  SarVec3 none = {0, 0, 0}, x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1};
  double l = bar->length, way = 1 / sqrt(2 * bar->mass), turn = 1 / sqrt(2 * bar->inertia);
  add_opposite(&s, 0, none, sar_scale(turn, y), 2 * bar->bend / (l * bar->inertia));
  add_opposite(&s, 1, none, sar_scale(turn, z), 2 * bar->bend / (l * bar->inertia));
  add_s(&s, 2, bar, y, z);
  add_s(&s, 3, bar, sar_neg(z), y);
  add_opposite(&s, 4, none, sar_scale(turn, x), 2 * bar->torsion / (l * bar->inertia));
  add_opposite(&s, 5, sar_scale(way, x), none, 2 * bar->tension / (l * bar->mass));
  return s;
}

static void sort(Shapes *s) {
  for (int i = 1; i < SHAPES; i++) {
    for (int k = i; k > 0 && s->stiffness[k] < s->stiffness[k - 1]; k--) {
      Shapes t = *s;
      s->stiffness[k] = t.stiffness[k - 1], s->stiffness[k - 1] = t.stiffness[k];
      for (int j = 0; j < LUMPS; j++) {
        s->phi[j][k] = t.phi[j][k - 1], s->phi[j][k - 1] = t.phi[j][k];
        s->theta[j][k] = t.theta[j][k - 1], s->theta[j][k - 1] = t.theta[j][k];
      }
    }
  }
}

/* The sums of store/reduced.h over two lumps. */
typedef struct Sums {
  double psi[3 * SHAPES], g0[3 * SHAPES], j1[6 * SHAPES], j2[6 * SHAPES * SHAPES], g1[3 * SHAPES * SHAPES];
  double reach[SHAPES], phi[LUMPS][3 * SHAPES], theta[LUMPS][3 * SHAPES];
} Sums;

/* tr(a) 1 - a for the symmetric part of x y^T, times a factor; into six numbers that far apart. */
static void add_tensor(double factor, SarVec3 x, SarVec3 y, double *out, int stride) {
  double u[3], v[3];
  sar_vec3_store(x, u), sar_vec3_store(y, v);
  static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
  for (int c = 0; c < 6; c++) {
    double own = (u[row[c]] * v[column[c]] + v[row[c]] * u[column[c]]) / 2;
    out[c * stride] += factor * ((c < 3 ? sar_dot(x, y) : 0) - own);
  }
}

static void add_vector(double factor, SarVec3 x, double *out, int stride) {
  out[0] += factor * x.x, out[stride] += factor * x.y, out[2 * stride] += factor * x.z;
}

static void add_lump(const Dumbbell *bar, const Shapes *s, int k, SarVec3 at, Sums *out) {
  for (int i = 0; i < SHAPES; i++) {
    SarVec3 phi = s->phi[k][i], theta = s->theta[k][i];
    add_vector(bar->mass, phi, out->psi + i, SHAPES);
    add_vector(bar->mass, sar_cross(at, phi), out->g0 + i, SHAPES);
    add_vector(bar->inertia, theta, out->g0 + i, SHAPES);
    add_tensor(2 * bar->mass, at, phi, out->j1 + i, SHAPES);
    add_vector(1, phi, out->phi[k] + i, SHAPES);
    add_vector(1, theta, out->theta[k] + i, SHAPES);
    out->reach[i] = fmax(out->reach[i], sar_norm(phi));
    for (int j = 0; j < SHAPES; j++) {
      add_tensor(bar->mass, phi, s->phi[k][j], out->j2 + SHAPES * i + j, SHAPES * SHAPES);
      add_vector(bar->mass, sar_cross(phi, s->phi[k][j]), out->g1 + SHAPES * i + j, SHAPES * SHAPES);
    }
  }
}

void dumbbell_write(const Dumbbell *bar, const char *path) {
  Shapes s = shapes_of(bar);
  Sums sums = {0};
  sort(&s);
  double half = bar->length / 2, across = 2 * (bar->inertia + bar->mass * half * half);
  SarReducedInterface interfaces[LUMPS];
  for (int k = 0; k < LUMPS; k++) {
    SarVec3 at = {k ? half : -half, 0, 0};
    add_lump(bar, &s, k, at, &sums);
    interfaces[k] = (SarReducedInterface){
        .name = k ? "right" : "left", .node = k + 1, .at = at, .phi = sums.phi[k], .theta = sums.theta[k]};
  }
  SarReduced body = {.n = SHAPES,
                     .mass = 2 * bar->mass,
                     .centre = {half, 0, 0},
                     .j0 = {{{2 * bar->inertia, 0, 0}, {0, across, 0}, {0, 0, across}}},
                     .stiffness = s.stiffness,
                     .psi = sums.psi,
                     .g0 = sums.g0,
                     .j1 = sums.j1,
                     .j2 = sums.j2,
                     .g1 = sums.g1,
                     .reach = sums.reach,
                     .ninterfaces = LUMPS,
                     .interfaces = interfaces};
  body.facts = (SarReducedFacts){.source = "two lumps", .frame = "free", .unknowns = 12, .constraint = 12};
  body.facts.compliance_error = body.facts.frequency_error = -1;
  SarContext *context = sar_context_create();
  if (sar_reduced_write(context, path, &body) != SAR_OK) fail_msg("%s", sar_context_get(context, 0)->message);
  sar_context_destroy(&context);
}
