#include <math.h>

#include "element/flexible/modal_point.h"

static int32_t scratch(const void *part) { return SAR_MODAL_SCRATCH * ((const SarModalBody *)part)->reduced->n; }

static int32_t kept(const void *part) { return sar_modal_kept(part); }

static double extent(const void *part, int32_t node) {
  (void)node;
  return sar_reduced_size(((const SarModalBody *)part)->reduced);
}

/* Gyroscopic terms. */
static bool damped(const void *part) {
  (void)part;
  return true;
}

static bool diagonal(const void *part) { return !((const SarModalBody *)part)->full; }

/* Without j2 and g1 amplitudes have nothing to do with each other. */
static bool approximate(const void *part) {
  const SarModalBody *body = part;
  return !body->full && body->terms == SAR_MODAL_ALL;
}

const SarPartClass sar_part_modal = {
    .name = "modal body",
    .inertial = true,
    .residual = sar_modal_residual,
    .matrix = sar_modal_matrix,
    .magnitude = sar_modal_magnitude,
    .energy = sar_modal_energy,
    .momentum = sar_modal_momentum,
    .extent = extent,
    .damped = damped,
    .scratch = scratch,
    .kept = kept,
    .diagonal = diagonal,
    .approximate = approximate,
};
