/* mf52: the Magic Formula 5.2 (H. B. Pacejka, Tyre and Vehicle Dynamics, 2002, section 4.3.2; PAC2002 files) at zero
 * camber: pure slip along and across, aligning, overturning and rolling moments, relaxation lengths that depend on the
 * load. Both slips together: the friction ellipse, not the weights of the book. Loads above FZMAX count as FZMAX:
 * beyond it the polynomials mean nothing. */
#include "element/tyre/tyre.h"

/* What all formulas read: numbers of the tyre, load, and how far it is from the nominal one. */
typedef struct Load {
  const double *n;
  SarDual fz, dfz;
} Load;

static Load load_of(const SarTyreData *data, SarDual fz) {
  const double *n = data->number;
  double nominal = n[SAR_TYRE_FNOMIN] * n[SAR_TYRE_LFZO], most = n[SAR_TYRE_FZMAX];
  Load l = {n, most > 0 && fz.v > most ? sar_dual(most) : fz, sar_dual(0)};
  l.dfz = sar_dual_line(1 / nominal, l.fz, -1);
  return l;
}

/* c0 + c1 dfz, and with one more */
static SarDual line(const Load *l, int c0, int c1) { return sar_dual_line(l->n[c1], l->dfz, l->n[c0]); }
static SarDual parabola(const Load *l, int c0, int c1, int c2) {
  return sar_dual_add(line(l, c0, c1), sar_dual_scale(l->n[c2], sar_dual_square(l->dfz)));
}

/* A curve with its shifts. */
typedef struct Curve {
  SarMagic m;
  SarDual x, up, stiffness; /* slip with the horizontal shift, vertical shift, B C D */
} Curve;

/* The curvature differs on both sides. */
static SarDual sided(SarDual E, double factor, SarDual x) { return sar_dual_scale(1 - factor * (x.v < 0 ? -1 : 1), E); }

static Curve longitudinal(const Load *l, SarDual kappa, SarDual shift) {
  const double *n = l->n;
  Curve c;
  SarDual aside = sar_dual_scale(n[SAR_TYRE_LHX], line(l, SAR_TYRE_PHX1, SAR_TYRE_PHX2));
  c.x = sar_dual_add(kappa, sar_dual_mul(shift, aside));
  c.m.C = sar_dual(n[SAR_TYRE_PCX1] * n[SAR_TYRE_LCX]);
  c.m.D = sar_dual_mul(l->fz, sar_dual_scale(n[SAR_TYRE_LMUX], line(l, SAR_TYRE_PDX1, SAR_TYRE_PDX2)));
  SarDual E = sar_dual_scale(n[SAR_TYRE_LEX], parabola(l, SAR_TYRE_PEX1, SAR_TYRE_PEX2, SAR_TYRE_PEX3));
  c.m.E = sided(E, n[SAR_TYRE_PEX4], c.x);
  SarDual growth = sar_dual_exp(sar_dual_scale(n[SAR_TYRE_PKX3], l->dfz));
  c.stiffness = sar_dual_mul(l->fz, sar_dual_mul(line(l, SAR_TYRE_PKX1, SAR_TYRE_PKX2), growth));
  c.stiffness = sar_dual_scale(n[SAR_TYRE_LKX], c.stiffness);
  c.m.B = sar_dual_div(c.stiffness, sar_dual_mul(c.m.C, c.m.D));
  SarDual up = sar_dual_mul(l->fz, line(l, SAR_TYRE_PVX1, SAR_TYRE_PVX2));
  c.up = sar_dual_mul(shift, sar_dual_scale(n[SAR_TYRE_LVX] * n[SAR_TYRE_LMUX], up));
  return c;
}

/* a sin(2 atan(Fz/(b Fz0))), the way in which stiffness and relaxation across depend on the load */
static SarDual swell(const Load *l, double a, double b) {
  double peak = b * l->n[SAR_TYRE_FNOMIN] * l->n[SAR_TYRE_LFZO];
  return sar_dual_scale(a, sar_dual_sin(sar_dual_scale(2, sar_dual_atan(sar_dual_scale(1 / peak, l->fz)))));
}

static Curve lateral(const Load *l, SarDual alpha, SarDual shift) {
  const double *n = l->n;
  Curve c;
  SarDual aside = sar_dual_scale(n[SAR_TYRE_LHY], line(l, SAR_TYRE_PHY1, SAR_TYRE_PHY2));
  c.x = sar_dual_add(alpha, sar_dual_mul(shift, aside));
  c.m.C = sar_dual(n[SAR_TYRE_PCY1] * n[SAR_TYRE_LCY]);
  c.m.D = sar_dual_mul(l->fz, sar_dual_scale(n[SAR_TYRE_LMUY], line(l, SAR_TYRE_PDY1, SAR_TYRE_PDY2)));
  SarDual E = sar_dual_scale(n[SAR_TYRE_LEY], line(l, SAR_TYRE_PEY1, SAR_TYRE_PEY2));
  c.m.E = sided(E, n[SAR_TYRE_PEY3], c.x);
  double most = n[SAR_TYRE_PKY1] * n[SAR_TYRE_FNOMIN] * n[SAR_TYRE_LFZO] * n[SAR_TYRE_LKY];
  c.stiffness = swell(l, most, n[SAR_TYRE_PKY2]);
  c.m.B = sar_dual_div(c.stiffness, sar_dual_mul(c.m.C, c.m.D));
  SarDual up = sar_dual_mul(l->fz, line(l, SAR_TYRE_PVY1, SAR_TYRE_PVY2));
  c.up = sar_dual_mul(shift, sar_dual_scale(n[SAR_TYRE_LVY] * n[SAR_TYRE_LMUY], up));
  return c;
}

/* ---- moments ---- */

/* Pneumatic trail, m, over cos alpha. */
static SarDual trail(const Load *l, SarDual alpha) {
  const double *n = l->n;
  SarDual x = sar_dual_add(alpha, line(l, SAR_TYRE_QHZ1, SAR_TYRE_QHZ2));
  SarDual B =
      sar_dual_scale(n[SAR_TYRE_LKY] / n[SAR_TYRE_LMUY], parabola(l, SAR_TYRE_QBZ1, SAR_TYRE_QBZ2, SAR_TYRE_QBZ3));
  SarDual Bx = sar_dual_mul(B, x), C = sar_dual(n[SAR_TYRE_QCZ1]);
  SarDual side = sar_dual_line(n[SAR_TYRE_QEZ4] * 0.63661977236758134, sar_dual_atan(sar_dual_mul(Bx, C)), 1);
  SarDual E = sar_dual_mul(parabola(l, SAR_TYRE_QEZ1, SAR_TYRE_QEZ2, SAR_TYRE_QEZ3), side);
  if (E.v > 1) E = sar_dual(1);
  SarDual inner = sar_dual_sub(Bx, sar_dual_mul(E, sar_dual_sub(Bx, sar_dual_atan(Bx))));
  SarDual D = sar_dual_mul(l->fz, line(l, SAR_TYRE_QDZ1, SAR_TYRE_QDZ2));
  D = sar_dual_scale(n[SAR_TYRE_UNLOADED_RADIUS] / n[SAR_TYRE_FNOMIN] * n[SAR_TYRE_LTR], D);
  return sar_dual_mul(D, sar_dual_cos(sar_dual_mul(C, sar_dual_atan(inner))));
}

/* What is left where there is no lateral force, over cos alpha. */
static SarDual residual_moment(const Load *l, SarDual alpha, const Curve *y) {
  const double *n = l->n;
  SarDual shift = sar_dual_sub(y->x, alpha), x = alpha;
  x = sar_dual_add(x, sar_dual_add(shift, sar_dual_div(y->up, y->stiffness)));
  SarDual B = sar_dual_line(n[SAR_TYRE_QBZ10], sar_dual_mul(y->m.B, y->m.C),
                            n[SAR_TYRE_QBZ9] * n[SAR_TYRE_LKY] / n[SAR_TYRE_LMUY]);
  SarDual D = sar_dual_mul(l->fz, line(l, SAR_TYRE_QDZ6, SAR_TYRE_QDZ7));
  D = sar_dual_scale(n[SAR_TYRE_LRES] * n[SAR_TYRE_UNLOADED_RADIUS] * n[SAR_TYRE_LMUY], D);
  return sar_dual_mul(D, sar_dual_cos(sar_dual_atan(sar_dual_mul(B, x))));
}

static void moments(const Load *l, SarDual alpha, const Curve *y, SarTyreForce *out) {
  const double *n = l->n;
  double radius = n[SAR_TYRE_UNLOADED_RADIUS], nominal = n[SAR_TYRE_FNOMIN];
  SarDual aligning = sar_dual_sub(residual_moment(l, alpha, y), sar_dual_mul(trail(l, alpha), out->fy));
  out->mz = sar_dual_mul(aligning, sar_dual_cos(alpha));
  SarDual over = sar_dual_line(n[SAR_TYRE_QSX3] / nominal, out->fy, n[SAR_TYRE_QSX1]);
  out->mx = sar_dual_scale(radius * n[SAR_TYRE_LMX], sar_dual_mul(l->fz, over));
  SarDual rolling = sar_dual_line(n[SAR_TYRE_QSY2] / nominal, out->fx, n[SAR_TYRE_QSY1]);
  out->my = sar_dual_scale(-radius * n[SAR_TYRE_LMY], sar_dual_mul(l->fz, rolling));
}

static void force(const SarTyreData *data, const SarTyreSlip *s, SarTyreForce *out) {
  Load l = load_of(data, s->fz);
  SarDual alpha = sar_dual_atan(s->tan_alpha);
  Curve x = longitudinal(&l, s->kappa, s->shift), y = lateral(&l, alpha, s->shift);
  SarDual pure_x = sar_dual_add(sar_magic(&x.m, x.x), x.up), pure_y = sar_dual_add(sar_magic(&y.m, y.x), y.up);
  out->fx = sar_dual_mul(pure_x, sar_tyre_ellipse(sar_magic_secant(&x.m, x.x), s->tan_alpha, y.m.D));
  SarDual across = sar_dual_mul(sar_magic_secant(&y.m, y.x), sar_tyre_angle_over_tangent(s->tan_alpha));
  out->fy = sar_dual_mul(pure_y, sar_tyre_ellipse(across, s->kappa, x.m.D));
  moments(&l, alpha, &y, out);
}

/* Never below a fiftieth of the radius: where the load goes to zero the lengths do, and the slip would jump. */
static SarDual at_least(const double *n, SarDual length) {
  double least = n[SAR_TYRE_UNLOADED_RADIUS] / 50;
  return sar_dual_sqrt(sar_dual_shift(sar_dual_square(length), least * least));
}

static void relaxation(const SarTyreData *data, SarDual fz, SarDual out[2]) {
  Load l = load_of(data, fz);
  const double *n = l.n;
  double radius = n[SAR_TYRE_UNLOADED_RADIUS];
  SarDual fall = sar_dual_exp(sar_dual_scale(-n[SAR_TYRE_PTX3], l.dfz));
  SarDual x = sar_dual_mul(l.fz, sar_dual_mul(line(&l, SAR_TYRE_PTX1, SAR_TYRE_PTX2), fall));
  x = sar_dual_scale(radius / n[SAR_TYRE_FNOMIN] * n[SAR_TYRE_LSGKP], x);
  SarDual y = swell(&l, n[SAR_TYRE_PTY1] * radius * n[SAR_TYRE_LFZO] * n[SAR_TYRE_LSGAL], n[SAR_TYRE_PTY2]);
  sar_tyre_given_relaxation(data, fz, out); /* of files that say nothing about it */
  if (n[SAR_TYRE_PTX1] != 0) out[0] = at_least(n, x);
  if (n[SAR_TYRE_PTY1] != 0) out[1] = at_least(n, y);
}

const SarTyreModel sar_tyre_mf52 = {
    .name = "mf52", .format = 'M', .file_format = "PAC2002", .force = force, .relaxation = relaxation};
