/* Shapes of unit motions of the interfaces, one by one, the others held: what is prescribed moves by u_0, the free rest
 * follows by K u = 0 there. Each is solved twice, the second time for what the first one has left: these shapes carry
 * the static compliance of the body, which is as exact as they are. */
#include <stdlib.h>
#include <string.h>

#include "fe/inner.h"
#include "fe/matrix.h"

void sar_fe_inner_means(const SarFeInner *inner, int32_t count, const double *u, double *means) {
  const SarFeModel *model = inner->model;
  const size_t n = (size_t)model->nunknowns, width = 6 * (size_t)inner->ninterfaces;
  memset(means, 0, width * (size_t)count * sizeof *means);
  for (int32_t i = 0; i < inner->ninterfaces; i++) {
    const SarFeCoupled *interface = &inner->interfaces[i];
    if (interface->coupling != SAR_FE_DISTRIBUTED) continue;
    for (int32_t k = 0; k < 3 * interface->count; k++) {
      const int32_t unknown = inner->unknown[6 * interface->nodes[k / 3] + k % 3];
      double six[6];
      sar_fe_mean_column(model, interface, k / 3, k % 3, six);
      for (size_t c = 0; c < (size_t)count; c++) {
        for (int a = 0; a < 6; a++) means[c * width + (size_t)(6 * i + a)] += six[a] * u[c * n + (size_t)unknown];
      }
    }
  }
}

/* What moves with node or rigid set `index`. */
static void prescribe(const SarFeInner *inner, int32_t index, double *u) {
  const SarFeModel *model = inner->model;
  const size_t n = (size_t)model->nunknowns;
  for (size_t i = 0; i < n; i++) {
    if (sar_fe_inner_held(inner, (int32_t)i) != index) continue;
    double row[6];
    sar_fe_rigid_row(inner->interfaces[index].at, model->at[model->unknowns[i].node], model->unknowns[i].direction,
                     row);
    for (size_t a = 0; a < 6; a++) u[a * n + i] = row[a];
  }
}

/* u += what K u leaves on free unknowns, and what the means lack. */
static SarStatus improve(SarFeInner *inner, const double *wanted, double *u, double *left, double *means) {
  const size_t n = (size_t)inner->model->nunknowns, width = 6 * (size_t)inner->ninterfaces;
  sar_fe_multiply(&inner->model->stiffness, 6, u, left);
  for (size_t i = 0; i < 6 * n; i++) left[i] = -left[i];
  sar_fe_inner_means(inner, 6, u, means);
  for (size_t i = 0; i < 6 * width; i++) means[i] = wanted[i] - means[i];
  SAR_TRY(sar_fe_inner_solve(inner, 6, left, means));
  for (size_t i = 0; i < 6 * n; i++) u[i] += left[i];
  return SAR_OK;
}

SarStatus sar_fe_constraint_shapes(SarFeInner *inner, double *shapes) {
  const size_t n = (size_t)inner->model->nunknowns, width = 6 * (size_t)inner->ninterfaces;
  double *left = malloc(6 * (n + 1) * sizeof *left), *means = calloc(12 * width + 1, sizeof *means);
  double *wanted = means + 6 * width;
  SarStatus status = left && means ? SAR_OK : SAR_NO_MEMORY;
  memset(shapes, 0, width * n * sizeof *shapes);
  for (int32_t i = 0; i < inner->ninterfaces && status == SAR_OK; i++) {
    double *u = shapes + 6 * (size_t)i * n;
    memset(wanted, 0, 6 * width * sizeof *wanted);
    if (inner->interfaces[i].coupling == SAR_FE_DISTRIBUTED) {
      for (size_t a = 0; a < 6; a++) wanted[a * width + 6 * (size_t)i + a] = 1;
    } else {
      prescribe(inner, i, u);
    }
    for (int round = 0; round < 2 && status == SAR_OK; round++) status = improve(inner, wanted, u, left, means);
  }
  free(left);
  free(means);
  return status == SAR_NO_MEMORY ? sar_report_no_memory(inner->context) : status;
}
