/* Of a mechanism with very fast modes the dense way does not see the slowest: their squares are rounding beside the
 * squares of the fastest, and they come out as zeros or wrong. The sparse way solves with the stiffness itself and
 * knows them best: where it finds as many eigenvalues in that range, they are taken from it. Where it does not, the
 * dense way at shifts of their size (bands.h) is asked; and where that does not know them either, it is said. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/modes/bands.h"
#include "analysis/modes/eigen_modes.h"

#define SLOW 1e-4     /* of the fastest: eigenvalues that are taken from the sparse way, ... */
#define DOUBTFUL 1e-5 /* ... if one is so slow, or zero */
#define BEYOND 4
#define SHARE 4 /* Of all eigenvalues the sparse way may search one in so many: it takes twice as many into its ... */
#define SMALL \
  100 /* ... iteration, and for nearly all of them hundreds of times as long as the dense way; but of so few */

static int32_t eigenvalues_of(const SarEigenMode *mode) {
  if (mode->value == 0) return mode->multiplicity;
  return cimag(mode->value) > 0 ? 2 : 1;
}

/* Modes and eigenvalues up to a limit; zeros among the eigenvalues. */
typedef struct Slow {
  int32_t modes, eigenvalues, zeros;
} Slow;

static Slow count_slow(const SarEigenModes *e, double limit) {
  Slow s = {0};
  for (int32_t i = 0; i < e->count; i++) {
    if (cabs(e->modes[i].value) > limit) continue;
    s.modes++;
    s.eigenvalues += eigenvalues_of(&e->modes[i]);
    if (e->modes[i].value == 0) s.zeros += e->modes[i].multiplicity;
  }
  return s;
}

/* The slow ones of `from` in the place of those of `to`, which are as many eigenvalues, but perhaps fewer modes. */
static SarStatus replace(const SarPencil *p, const SarEigenModes *from, double limit, SarEigenModes *to) {
  SarEigenModes all = {0};
  SarStatus status = sar_eigen_make(p, to->count + from->count, &all);
  all.count = 0;
  if (status == SAR_OK) status = sar_eigen_add(p, to, limit, INFINITY, &all);
  if (status == SAR_OK) status = sar_eigen_add(p, from, -1, limit, &all);
  if (status != SAR_OK) {
    sar_eigen_destroy(&all);
    return status;
  }
  all.settled = to->settled;
  all.unsure = to->unsure;
  all.solves = to->solves + from->solves;
  sar_eigen_destroy(to);
  *to = all;
  return SAR_OK;
}

static bool is_better(const SarEigenModes *other, Slow own, double limit) {
  Slow s = count_slow(other, limit);
  return s.eigenvalues == own.eigenvalues && s.zeros <= own.zeros;
}

/* By the sparse way, which never finds all, nor many of many. */
static SarStatus ask_sparse(const SarPencil *p, Slow own, double limit, SarEigenModes *modes, bool *known) {
  SarEigenModes sparse = {0};
  const int32_t order = sar_pencil_order(p);
  if (own.eigenvalues + BEYOND > order || (order > SMALL && SHARE * own.eigenvalues > order)) return SAR_OK;
  SarStatus status = sar_eigen_sparse(p, own.eigenvalues, SAR_EIGEN_BEST, &sparse);
  *known = status == SAR_OK && sparse.settled && is_better(&sparse, own, limit);
  if (*known) status = replace(p, &sparse, limit, modes);
  sar_eigen_destroy(&sparse);
  return status;
}

/* Those of the bands, if fewer of them are unsure: where dampers hold many parts back equally, eigenvalues crowd so
 * that no way knows each. */
static SarStatus ask_bands(const SarPencil *p, Slow own, double limit, SarEigenModes *modes) {
  SarEigenModes bands = {0};
  SarUnsure unsure = modes->unsure;
  SarStatus status = sar_eigen_bands(p, limit, &bands);
  if (status == SAR_OK && is_better(&bands, own, limit)) status = sar_eigen_check(p, &bands, limit, &unsure);
  if (status == SAR_OK && unsure.modes < modes->unsure.modes) status = replace(p, &bands, limit, modes);
  if (status == SAR_OK && unsure.modes < modes->unsure.modes) modes->unsure = unsure;
  sar_eigen_destroy(&bands);
  return status;
}

/* Failures of the other ways are no faults of the mechanism: nothing is said of them. */
static SarStatus compare(const SarPencil *pencil, Slow own, double limit, SarEigenModes *modes) {
  SarPencil quiet = *pencil;
  bool known = false;
  quiet.context = sar_context_create();
  if (!quiet.context) return sar_report_no_memory(pencil->context);
  SarStatus status = ask_sparse(&quiet, own, limit, modes, &known);
  if (status != SAR_NO_MEMORY) status = sar_eigen_check(&quiet, modes, limit, &modes->unsure);
  if (status == SAR_OK && modes->unsure.modes > 0) status = ask_bands(&quiet, own, limit, modes);
  sar_context_destroy(&quiet.context);
  return status == SAR_NO_MEMORY ? sar_report_no_memory(pencil->context) : SAR_OK;
}

SarStatus sar_eigen_look_again(const SarPencil *pencil, SarEigenModes *modes) {
  double fastest = 0;
  for (int32_t i = 0; i < modes->count; i++) fastest = fmax(fastest, cabs(modes->modes[i].value));
  Slow own = count_slow(modes, SLOW * fastest);
  bool doubtful = fastest > 0 && count_slow(modes, DOUBTFUL * fastest).modes > 0;
  return doubtful ? compare(pencil, own, SLOW * fastest, modes) : SAR_OK;
}
