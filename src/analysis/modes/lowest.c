/* Of a mechanism with very fast modes the dense way does not see the slowest: their squares are rounding beside the
 * squares of the fastest, and they come out as zeros or wrong. The sparse way solves with the stiffness itself and
 * knows them best: where it finds as many eigenvalues in that range, they are taken from it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/modes/eigen_modes.h"

#define SLOW 1e-4     /* of the fastest: eigenvalues that are taken from the sparse way, ... */
#define DOUBTFUL 1e-5 /* ... if one is so slow, or zero */
#define BEYOND 4

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
  const SarSizes *n = &p->problem->n;
  SarEigenModes all = {0};
  SarStatus status = sar_eigen_make(p, to->count + from->count, &all);
  all.count = 0;
  for (int source = 0; status == SAR_OK && source < 2; source++) {
    const SarEigenModes *e = source ? from : to;
    for (int32_t i = 0; i < e->count; i++) {
      if ((cabs(e->modes[i].value) > limit) == (source == 1)) continue;
      SarEigenMode *mode = &all.modes[all.count++];
      mode->value = e->modes[i].value;
      mode->multiplicity = e->modes[i].multiplicity;
      memcpy(mode->u, e->modes[i].u, (size_t)n->nv * sizeof *mode->u);
      if (n->nx) memcpy(mode->x, e->modes[i].x, (size_t)n->nx * sizeof *mode->x);
    }
  }
  if (status != SAR_OK) {
    sar_eigen_destroy(&all);
    return status;
  }
  all.settled = to->settled;
  all.solves = to->solves + from->solves;
  sar_eigen_destroy(to);
  *to = all;
  return SAR_OK;
}

/* Failures of the sparse way are no faults of the mechanism: nothing is said of them. */
static SarStatus compare(const SarPencil *pencil, Slow own, double limit, SarEigenModes *modes) {
  SarPencil quiet = *pencil;
  SarEigenModes sparse = {0};
  quiet.context = sar_context_create();
  if (!quiet.context) return sar_report_no_memory(pencil->context);
  SarStatus status = sar_eigen_sparse(&quiet, own.eigenvalues, SAR_EIGEN_BEST, &sparse);
  Slow other = count_slow(&sparse, limit);
  bool better = sparse.settled && other.eigenvalues == own.eigenvalues && other.zeros <= own.zeros;
  if (status == SAR_OK && better) status = replace(&quiet, &sparse, limit, modes);
  sar_eigen_destroy(&sparse);
  sar_context_destroy(&quiet.context);
  return status == SAR_NO_MEMORY ? sar_report_no_memory(pencil->context) : SAR_OK;
}

SarStatus sar_eigen_look_again(const SarPencil *pencil, SarEigenModes *modes) {
  double fastest = 0;
  for (int32_t i = 0; i < modes->count; i++) fastest = fmax(fastest, cabs(modes->modes[i].value));
  Slow own = count_slow(modes, SLOW * fastest);
  bool doubtful = fastest > 0 && count_slow(modes, DOUBTFUL * fastest).modes > 0;
  bool possible = own.eigenvalues + BEYOND <= sar_pencil_order(pencil); /* the sparse way never finds all */
  return doubtful && possible ? compare(pencil, own, SLOW * fastest, modes) : SAR_OK;
}
