/* Bodies that nothing holds. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/doctor/suspects.h"
#include "analysis/poses/gradients.h"
#include "analysis/start/redundancy.h"
#include "element/body/principal.h"
#include "linear/rank.h"
#include "system/ask.h"
#include "system/names.h"

#define NO_INERTIA 1e-14 /* of the body's largest moment */

/* Directions in which the bodies have no inertia: each one a column z of the matrix J Z. A coordinate takes part in at
 * most one of them. */
typedef struct Directions {
  int32_t count;
  int32_t *of;         /* per coordinate: its direction, -1 none */
  double *coefficient; /* per coordinate */
  int32_t *coordinate; /* per direction: the first coordinate in it */
} Directions;

static void add_direction(Directions *d, int32_t coordinate) {
  d->coordinate[d->count] = coordinate;
  d->of[coordinate] = d->count++;
  d->coefficient[coordinate] = 1;
}

/* The null vector of a tensor that is not diagonal: the largest cross product of two of its rows. */
static SarVec3 null_vector(const SarMat3 *tensor) {
  SarVec3 best = sar_vec3(0, 0, 0);
  for (int i = 0; i < 3; i++) {
    SarVec3 n = sar_cross(sar_row(tensor, i), sar_row(tensor, (i + 1) % 3));
    if (sar_norm(n) > sar_norm(best)) best = n;
  }
  double length = sar_norm(best);
  return length > 0 ? sar_scale(1 / length, best) : best;
}

static void add_rotations(Directions *d, const SarMat3 *inertia, int32_t first) {
  double moment[3], n[3];
  if (sar_principal_moments(inertia->m, moment)) {
    for (int32_t i = 0; i < 3; i++) {
      if (!(inertia->m[i][i] > NO_INERTIA * moment[2])) add_direction(d, first + i);
    }
    return;
  }
  if (moment[0] > NO_INERTIA * moment[2]) return;
  sar_vec3_store(null_vector(inertia), n);
  add_direction(d, first);
  for (int32_t i = 0; i < 3; i++) d->of[first + i] = d->count - 1, d->coefficient[first + i] = n[i];
}

static void list_directions(const SarSystem *system, int32_t coordinates, Directions *d) {
  for (int32_t i = 0; i < coordinates; i++) d->of[i] = -1;
  for (int32_t b = 0; b < sar_system_bodies(system); b++) {
    for (int32_t i = 0; i < 3 && !(sar_system_body(system, b)->mass > 0); i++) add_direction(d, 6 * b + i);
    add_rotations(d, &sar_system_body(system, b)->inertia, 6 * b + 3);
  }
}

/* J Z by columns. The entries of a direction come row by row: those of one row are added up. */
static void multiply(const SarGradients *g, const Directions *d, int32_t *column, int32_t *row, double *values,
                     int32_t *last) {
  int32_t rows = g->pattern.ncolumns, *next = column + 1;
  for (int pass = 0; pass < 2; pass++) {
    for (int32_t z = 0; z < d->count; z++) last[z] = -1;
    for (int32_t r = 0; r < rows; r++) {
      for (int32_t k = g->column[r]; k < g->column[r + 1]; k++) {
        int32_t z = d->of[g->row[k]];
        if (z < 0) continue;
        bool again = last[z] == r;
        last[z] = r;
        if (!pass) {
          next[z + 1] += !again;
          continue;
        }
        if (!again) row[next[z]++] = r;
        values[next[z] - 1] += g->values[k] * d->coefficient[g->row[k]];
      }
    }
    for (int32_t z = 0; !pass && z < d->count; z++) next[z + 1] += next[z];
  }
}

/* Marks the directions that no joint holds. M and J leave the motion open in w = Z c exactly if J Z c = 0. */
static SarStatus find_open(SarSuspects *s, const Directions *d, bool *open) {
  SarGradients g;
  SAR_TRY(sar_gradients_make(s->context, s->m, 0, sar_system_guess(s->system).q, sar_system_length(s->system), &g));
  int32_t rows = g.pattern.ncolumns;
  size_t entries = (size_t)g.column[rows] + 1, count = (size_t)d->count;
  int32_t *indices = calloc(2 * count + 3 + entries, sizeof *indices), rank;
  double *values = calloc(entries, sizeof *values);
  SarStatus status = indices && values ? SAR_OK : sar_report_no_memory(s->context);
  if (status == SAR_OK) {
    int32_t *column = indices, *last = column + count + 2, *row = last + count;
    multiply(&g, d, column, row, values, last);
    for (int32_t z = 0; z < d->count; z++) open[z] = true;
    SarPattern pattern = {rows, d->count, column, row};
    if (rows > 0) status = sar_rank(s->context, &pattern, values, SAR_RANK_TOLERANCE, open, &rank, NULL);
  }
  free(indices);
  free(values);
  sar_gradients_free(&g);
  return status;
}

/* "translation along x, rotation about its y" of the open directions of one body; returns the first one after them. */
static int32_t list_open(const Directions *d, const bool *open, int32_t z, char *list, size_t size) {
  int32_t body = d->coordinate[z] / 6;
  list[0] = 0;
  for (; z < d->count && d->coordinate[z] / 6 == body; z++) {
    size_t used = strlen(list);
    int32_t c = d->coordinate[z];
    if (!open[z]) continue;
    const double *n = &d->coefficient[c];
    bool tilted = c % 6 == 3 && d->of[c + 1] == z;
    if (tilted) {
      snprintf(list + used, size - used, "%srotation about its axis [%.3g, %.3g, %.3g]", used ? ", " : "", n[0] + 0.0,
               n[1] + 0.0, n[2] + 0.0); /* no -0 */
    } else {
      snprintf(list + used, size - used, "%s%s", used ? ", " : "", sar_direction_name(c % 6));
    }
  }
  return z;
}

static void warn_open(SarSuspects *s, const Directions *d, const bool *open) {
  for (int32_t z = 0; z < d->count;) {
    const SarModelElement *body = sar_suspect_body(s, d->coordinate[z] / 6);
    char list[256];
    z = list_open(d, open, z, list, sizeof list);
    if (!list[0] || !sar_suspect(s)) continue;
    sar_warn(s->context, body->source, body->name,
             "give it mass and inertia in that direction, or a joint that holds it",
             "body `%s` has no inertia in a direction that no joint holds: %s", body->name, list);
  }
}

SarStatus sar_suspect_massless(SarSuspects *s) {
  size_t coordinates = (size_t)s->m->problem.n.nv;
  int32_t *indices = calloc(2 * coordinates + 1, sizeof *indices);
  double *coefficient = calloc(coordinates + 1, sizeof *coefficient);
  bool *open = calloc(coordinates + 1, sizeof *open);
  SarStatus status = indices && coefficient && open ? SAR_OK : sar_report_no_memory(s->context);
  if (status == SAR_OK) {
    Directions d = {.of = indices, .coefficient = coefficient, .coordinate = indices + coordinates};
    list_directions(s->system, s->m->problem.n.nv, &d);
    if (d.count > 0) status = find_open(s, &d, open);
    if (status == SAR_OK) warn_open(s, &d, open);
  }
  free(indices);
  free(coefficient);
  free(open);
  return status;
}

/* Free bodies are a model of their own kind (a spinning top in space); among connected ones one is forgotten. */
SarStatus sar_suspect_unconnected(SarSuspects *s) {
  const SarSystem *system = s->system;
  int32_t nbodies = sar_system_bodies(system);
  bool connected = false;
  if (sar_system_has_equations(system)) return SAR_OK; /* equations may speak of any body */
  for (int32_t b = 0; b < nbodies; b++) connected = connected || s->bodies[b].joints + s->bodies[b].forces > 0;
  for (int32_t b = 0; b < nbodies && connected; b++) {
    if (s->bodies[b].joints + s->bodies[b].forces > 0 || !sar_suspect(s)) continue;
    const SarModelElement *body = sar_suspect_body(s, b);
    sar_warn(s->context, body->source, body->name,
             "connect it by a joint or a force, or remove it; leave it if it shall be free",
             "body `%s` is connected to nothing: no joint and no force acts on it, it %s", body->name,
             sar_norm(sar_system_gravity(system)) > 0 ? "falls freely" : "flies on as it starts");
  }
  return SAR_OK;
}
