/* Along steps of the alpha family (method/family/alpha.c) the variations have its own formula, and along those of other
 * methods of second order with one stage that of generalized-alpha. With w for accelerations and rates of states, and
 * w* for what the family carries in their place,
 *
 *   (1 - alpha_m) w*_1 + alpha_m w*_0 = (1 - alpha_f) w_1 + alpha_f w_0,
 *   v_1 = v_0 + h ((1 - gamma) w*_0 + gamma w*_1),
 *
 * Newmark's formula of positions with w*_1 taken from that of velocities reads
 *
 *   psi_1 = psi_0 + h ((1 - b) psi'_0 + b psi'_1) + h^2 (1/2 - b) psi''_0,     b = beta/gamma,
 *
 * which holds for rotations in ground axes, too, with psi' = R dw and psi'' = R (dalpha* + w x dw). It is as wrong as
 * the run, half as much as a formula over the ends of three steps would be, and needs nothing of the time before a
 * switch.
 *
 * Where things touch it is too faithful. Steps pass the beginnings of touches, and how wrong they are depends on where
 * these lie within them; the derivative of that is noise, which grows from bounce to bounce. There the formula over
 * several steps, which damps more, goes on. */
#include <string.h>

#include "analysis/sensitivity/parts.h"
#include "base/rotation.h"

/* w of one parameter at an instant. */
static double rate_of(const SarSensitivity *x, const SarInstant *at, int64_t p, int64_t i) {
  int64_t nv = x->m->problem.n.nv, power = i - (sar_stars_of_one(x) - 2);
  if (power < 0) return at->rate[p * x->ny + nv + i];
  return x->energies.asked ? at->energy[p].power[power] : 0;
}

/* generalized-alpha with a radius of 0.8 at infinity (Chung and Hulbert). */
static const SarAlphaCoefficients others = {
    .alpha_m = 1.0 / 3, .alpha_f = 4.0 / 9, .beta = 25.0 / 81, .gamma = 11.0 / 18};

SarStatus sar_alpha_create(SarSensitivity *x) {
  const SarMethodChoice *method = &x->s->plan.method;
  SarVariedStars *k = &x->stars;
  int64_t count = x->count * sar_stars_of_one(x);
  k->used = x->formula == 2 && !x->m->problem.touches;
  if (!k->used) return SAR_OK;
  k->of_run = strcmp(sar_method_info_of(method).family, "alpha") == 0;
  k->c = k->of_run ? sar_alpha_coefficients(method) : others;
  k->newest = SAR_NEW(x->arena, 5 * count + 2 * x->count + 1, double);
  if (!k->newest) return sar_report_no_memory(x->context);
  k->slope = k->newest + count;
  k->moved = k->slope + count;
  k->carried = k->moved + count;
  k->bent = k->carried + count;
  k->sums = k->bent + count;
  return SAR_OK;
}

void sar_alpha_forget(SarSensitivity *x) { x->stars.lag = 0; }

void sar_alpha_archive(SarSensitivity *x, SarArchive *archive) {
  SarVariedStars *k = &x->stars;
  int64_t count = x->count * sar_stars_of_one(x);
  if (!k->used) return;
  SAR_ARCHIVE(archive, k->lag);
  sar_archive_reals(archive, k->newest, count);
  sar_archive_reals(archive, k->slope, count);
  sar_archive_reals(archive, k->bent, (int64_t)x->count * x->m->problem.n.nv);
}

/* After a start or a switch they are the rates there. */
static SarStatus start(SarSensitivity *x, double t1) {
  SarVariedStars *k = &x->stars;
  SarInstant *now = &x->instants[0];
  int64_t count = sar_stars_of_one(x);
  SAR_TRY(sar_sensitivity_find_rates(x, now, t1));
  for (int64_t p = 0; p < x->count; p++)
    for (int64_t i = 0; i < count; i++) k->newest[p * count + i] = rate_of(x, now, p, i);
  return SAR_OK;
}

/* Moves them to the lag of this step, and collects what is known of the next ones. */
static void carry_over(SarSensitivity *x, double h) {
  SarVariedStars *k = &x->stars;
  int64_t count = sar_stars_of_one(x);
  double am = k->c.alpha_m, af = k->c.alpha_f, shift = (am - af) * (h - k->lag);
  for (int64_t p = 0; p < x->count; p++) {
    for (int64_t i = 0, at = p * count; i < count; i++, at++) {
      k->moved[at] = k->newest[at] + shift * k->slope[at];
      k->carried[at] = (af * rate_of(x, &x->instants[0], p, i) - am * k->moved[at]) / (1 - am);
    }
  }
}

/* R (dalpha* + w x dw) of one parameter; `turned`: nv numbers of scratch. */
static void bend(const SarProblem *p, const SarPoint *at, const double *star, const double *dv, double *turned,
                 double *bent) {
  memcpy(turned, star, (size_t)p->n.nv * sizeof *turned);
  for (int32_t b = 0; b < p->nblocks; b++) {
    const SarBlock *block = &p->blocks[b];
    if (block->kind == SAR_BLOCK_PLAIN) continue;
    SarVec3 across = sar_cross(sar_vec3_load(at->v + block->v), sar_vec3_load(dv + block->v));
    sar_vec3_store(sar_add(sar_vec3_load(star + block->v), across), turned + block->v);
  }
  sar_variation_turn(p, at->q, false, turned, bent);
}

/* Whether this step has the formula of the run. */
static bool is_own(const SarSensitivity *x) { return x->stars.lag > 0 || x->tolerance == 0; }

/* The run's own first step, whose stars are the rates of the start. */
static SarStatus start_as_the_run(SarSensitivity *x, double h) {
  SarVariedStars *k = &x->stars;
  int64_t count = sar_stars_of_one(x), nv = x->m->problem.n.nv;
  SarPoint at;
  SAR_TRY(sar_sensitivity_point(x, x->from, &at));
  for (int64_t p = 0; p < x->count; p++)
    bend(&x->m->problem, &at, k->newest + p * count, x->instants[0].y + p * x->ny + nv, x->hat, k->bent + p * nv);
  memset(k->slope, 0, (size_t)(x->count * count) * sizeof *k->slope);
  carry_over(x, h);
  return SAR_OK;
}

/* Where errors are controlled, the first step is short and one of the trapezoidal rule: its stars are rates of the
 * motion, which have no lag, and psi'' is not known. With fixed steps, which may pass over what decays at once, it is
 * that of the run. */
static SarStatus prepare(SarSensitivity *x, double t1, double h, SarAlphaCoefficients *c) {
  SarVariedStars *k = &x->stars;
  *c = is_own(x) ? k->c : (SarAlphaCoefficients){.beta = 0.25, .gamma = 0.5};
  if (k->lag > 0) {
    carry_over(x, h);
    return SAR_OK;
  }
  SAR_TRY(start(x, t1));
  if (is_own(x)) return start_as_the_run(x, h);
  memcpy(k->moved, k->newest, (size_t)(x->count * sar_stars_of_one(x)) * sizeof *k->moved);
  memset(k->carried, 0, (size_t)(x->count * sar_stars_of_one(x)) * sizeof *k->carried);
  memset(k->bent, 0, (size_t)(x->count * x->m->problem.n.nv) * sizeof *k->bent);
  return SAR_OK;
}

SarStatus sar_alpha_begin(SarSensitivity *x, double t1, SarStepFormula *f) {
  SarVariedStars *k = &x->stars;
  const SarInstant *now = &x->instants[0];
  int64_t count = sar_stars_of_one(x), nv = x->m->problem.n.nv;
  SarAlphaCoefficients own;
  SAR_TRY(prepare(x, t1, f->h, &own));
  double h = f->h, gamma = own.gamma, b = own.beta / gamma, share = (1 - own.alpha_f) / (1 - own.alpha_m);
  f->c = (SarGain){gamma * h * share, b * h * gamma * h * share};
  f->by = (SarShares){.count = 1, .node = {1}, .known = k->sums};
  for (int64_t p = 0; p < x->count; p++) {
    const double *y = now->y + p * x->ny, *rate = now->rate + p * x->ny, *bent = k->bent + p * nv;
    const double *moved = k->moved + p * count, *carried = k->carried + p * count;
    double *hat = x->hat + p * x->ny, *predicted = x->trial + p * x->ny;
    for (int64_t i = 0; i < nv; i++) hat[i] = y[i] + h * (1 - b) * rate[i] + h * h * (0.5 - b) * bent[i];
    for (int64_t i = 0; i < count; i++) {
      double more = h * ((1 - gamma) * moved[i] + gamma * carried[i]);
      if (i < count - 2) hat[nv + i] = y[nv + i] + more;
      if (i >= count - 2) k->sums[2 * p + i - (count - 2)] = more;
    }
    for (int64_t i = 0; i < x->ny; i++) predicted[i] = y[i] + h * rate[i];
  }
  return SAR_OK;
}

void sar_alpha_end(SarSensitivity *x, const SarPoint *at, const SarStepFormula *f, const SarInstant *to) {
  SarVariedStars *k = &x->stars;
  int64_t count = sar_stars_of_one(x), nv = x->m->problem.n.nv;
  double am = k->c.alpha_m, af = k->c.alpha_f;
  bool own = is_own(x);
  for (int64_t p = 0; p < x->count; p++) {
    double *newest = k->newest + p * count, *slope = k->slope + p * count;
    const double *moved = k->moved + p * count, *carried = k->carried + p * count;
    for (int64_t i = 0; i < count; i++) {
      double rate = rate_of(x, to, p, i);
      newest[i] = own ? (1 - af) / (1 - am) * rate + carried[i] : rate + (am - af) * (rate - moved[i]);
      slope[i] = ((own ? newest[i] : rate) - moved[i]) / f->h;
    }
    bend(&x->m->problem, at, newest, to->y + p * x->ny + nv, x->hat, k->bent + p * nv);
  }
  k->lag = f->h;
}
