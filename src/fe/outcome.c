/* What of the reduced body is seen from outside: interfaces, loads, the surface. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fe/reduction.h"
#include "fe/stress_shapes.h"

#define IN_BALANCE 1e-6 /* resultants of a preload, relative to its largest force on a node */

static SarStatus interfaces(SarReduction *r, SarReduced *out) {
  const size_t n = (size_t)r->n;
  SarReducedInterface *list = SAR_NEW(r->arena, r->options->ninterfaces, SarReducedInterface);
  if (!list) return sar_report_no_memory(r->context);
  for (int32_t i = 0; i < r->options->ninterfaces; i++) {
    double *phi = SAR_NEW(r->arena, 6 * n, double);
    const char *name = sar_arena_copy_text(r->arena, r->interfaces[i].name);
    if (!phi || !name) return sar_report_no_memory(r->context);
    for (size_t j = 0; j < n; j++) {
      for (size_t a = 0; a < 6; a++) phi[a * n + j] = r->motion[j * (size_t)r->nends + 6 * (size_t)i + a];
    }
    list[i] = (SarReducedInterface){.name = name,
                                    .node = r->interfaces[i].number,
                                    .at = sar_sub(r->interfaces[i].at, r->centre),
                                    .phi = phi,
                                    .theta = phi + 3 * n};
  }
  out->interfaces = list;
  out->ninterfaces = r->options->ninterfaces;
  return SAR_OK;
}

static double *modal(SarReduction *r, const double *force) {
  double *out = SAR_NEW(r->arena, r->n, double);
  const int32_t nu = r->model->nunknowns;
  if (out) sar_dense_inner(1, sar_dense(r->shapes, nu, r->n), sar_dense(force, nu, 1), 0, out);
  return out;
}

/* Shapes have no rigid motion in them: a resultant would be lost, and the body is not at rest under it anyhow. */
static SarStatus check_preload(const SarReduction *r) {
  const SarFeModel *model = r->model;
  const double arm = sqrt((r->inertia.m[0][0] + r->inertia.m[1][1] + r->inertia.m[2][2]) / r->mass);
  double six[6], largest = 0;
  sar_dense_inner(1, sar_dense(r->rigid, model->nunknowns, 6), sar_dense(model->preload, model->nunknowns, 1), 0, six);
  for (int32_t i = 0; i < model->nunknowns; i++) {
    const double unit = model->unknowns[i].node < 0 ? 0 : model->unknowns[i].direction < 3 ? 1 : 1 / arm;
    largest = fmax(largest, unit * fabs(model->preload[i]));
  }
  const double force = sar_norm(sar_vec3_load(six)), moment = sar_norm(sar_vec3_load(six + 3));
  if (force <= IN_BALANCE * largest && moment <= IN_BALANCE * largest * arm) return SAR_OK;
  return sar_report(r->context, SAR_INPUT, sar_nowhere(), NULL,
                    "add the forces that it is in balance with, or give what pushes the body from outside as a load "
                    "(/loads) and put it on in the model",
                    "the preload is not in balance: force (%.6g, %.6g, %.6g) N, moment about the centre of mass (%.6g, "
                    "%.6g, %.6g) N m, where its largest force on a node is %.6g N",
                    six[0], six[1], six[2], six[3], six[4], six[5], largest);
}

static SarStatus loads(SarReduction *r, SarReduced *out) {
  const SarFeModel *model = r->model;
  SarReducedLoad *list = SAR_NEW(r->arena, model->nloads + 1, SarReducedLoad);
  if (!list) return sar_report_no_memory(r->context);
  for (int32_t i = 0; i < model->nloads; i++) {
    double six[6];
    sar_dense_inner(1, sar_dense(r->rigid, model->nunknowns, 6), sar_dense(model->loads[i].force, model->nunknowns, 1),
                    0, six);
    list[i] = (SarReducedLoad){.name = sar_arena_copy_text(r->arena, model->loads[i].name),
                               .force = sar_vec3_load(six),
                               .moment = sar_vec3_load(six + 3),
                               .modal = modal(r, model->loads[i].force)};
    if (!list[i].name || !list[i].modal) return sar_report_no_memory(r->context);
  }
  out->loads = list;
  out->nloads = model->nloads;
  if (model->preload) SAR_TRY(check_preload(r));
  if (model->preload) out->preload = modal(r, model->preload);
  return model->preload && !out->preload ? sar_report_no_memory(r->context) : SAR_OK;
}

SarStatus sar_reduction_ends(SarReduction *r, SarReduced *out) {
  SAR_TRY(interfaces(r, out));
  return loads(r, out);
}

/* Stresses are left out where materials are not known: a warning has said so. */
static SarStatus stresses(SarReduction *r, SarReducedMesh *mesh) {
  float *stress = SAR_NEW(r->arena, 6 * (size_t)r->surface.nnodes * (size_t)r->n, float);
  bool known = false;
  if (!stress) return sar_report_no_memory(r->context);
  SAR_TRY(
      sar_fe_stress_shapes(r->context, r->model, r->shapes, r->n, r->surface.nodes, r->surface.nnodes, stress, &known));
  if (known) mesh->stress = stress;
  return SAR_OK;
}

SarStatus sar_reduction_mesh(SarReduction *r, SarReduced *out) {
  const SarFeSurface *surface = &r->surface;
  const size_t n = (size_t)r->n, nu = (size_t)r->model->nunknowns, nodes = (size_t)surface->nnodes;
  if (!surface->ntriangles) return SAR_OK;
  int64_t *numbers = SAR_NEW(r->arena, nodes, int64_t);
  float *at = SAR_NEW(r->arena, 3 * nodes, float), *shapes = SAR_NEW(r->arena, 3 * nodes * n, float);
  int32_t *triangle = SAR_NEW(r->arena, 3 * (size_t)surface->ntriangles, int32_t);
  if (!numbers || !at || !shapes || !triangle) return sar_report_no_memory(r->context);
  memcpy(triangle, surface->triangle, 3 * (size_t)surface->ntriangles * sizeof *triangle);
  for (size_t k = 0; k < nodes; k++) {
    const int32_t node = surface->nodes[k];
    const SarVec3 x = sar_sub(r->model->at[node], r->centre);
    numbers[k] = r->model->numbers[node];
    at[3 * k] = (float)x.x, at[3 * k + 1] = (float)x.y, at[3 * k + 2] = (float)x.z;
    for (size_t a = 0; a < 3; a++) {
      const int32_t unknown = r->unknown[6 * (size_t)node + a];
      for (size_t i = 0; i < n && unknown >= 0; i++) {
        shapes[(3 * k + a) * n + i] = (float)r->shapes[i * nu + (size_t)unknown];
      }
    }
  }
  out->mesh = (SarReducedMesh){.nnodes = surface->nnodes,
                               .ntriangles = surface->ntriangles,
                               .numbers = numbers,
                               .at = at,
                               .triangle = triangle,
                               .shapes = shapes};
  return stresses(r, &out->mesh);
}
