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
#include "model/beam.h"
#include "model/contacts.h"
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
  const char *said = NULL;
  for (int32_t z = 0; z < d->count;) {
    const SarModelElement *body = sar_suspect_body(s, d->coordinate[z] / 6);
    char list[256];
    z = list_open(d, open, z, list, sizeof list);
    const char *beam = sar_beam_of(s->system, sar_system_body(s->system, d->coordinate[z - 1] / 6)->element);
    if (beam && beam == said) continue; /* all its nodes are alike */
    if (!list[0] || !sar_suspect(s)) continue;
    said = beam;
    if (beam) {
      sar_warn(s->context, body->source, beam, "give its section mass and inertia per length",
               "nodes of beam `%s` have no inertia in a direction that no joint holds: %s", beam, list);
      continue;
    }
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

/* ---- connected to nothing ---- */

/* The first body of what beams tie together; body: its own first body so far. */
static int32_t root_of(int32_t *first, int32_t body) {
  while (first[body] != body) body = first[body] = first[first[body]];
  return body;
}

/* Bodies and nodes that beams tie together. */
static void tie_beams(const SarSystem *system, int32_t *first) {
  const SarModel *model = sar_system_model(system);
  for (int32_t e = 0; e < model->nelements; e++) {
    const struct SarBeam *beam = model->elements[e].beam;
    if (!beam || beam->element != e) continue;
    int32_t root = root_of(first, sar_system_place(system, beam->nodes[0])->body);
    for (int32_t i = 1; i < beam->nnodes; i++) {
      int32_t other = root_of(first, sar_system_place(system, beam->nodes[i])->body);
      first[other > root ? other : root] = other > root ? root : other;
      root = other > root ? root : other;
    }
  }
}

static void warn_unconnected(SarSuspects *s, int32_t body) {
  const SarModelElement *element = sar_suspect_body(s, body);
  const char *beam = sar_beam_of(s->system, sar_system_body(s->system, body)->element);
  sar_warn(s->context, element->source, beam ? beam : element->name,
           "connect it by a joint or a force, or remove it; leave it if it shall be free",
           "%s `%s` is connected to nothing: no joint and no force acts on it, it %s", beam ? "the beam" : "body",
           beam ? beam : element->name,
           sar_norm(sar_system_gravity(s->system)) > 0 ? "falls freely" : "flies on as it starts");
}

/* Loads of beams are forces, too. */
static void count_loads(const SarSystem *system, int32_t *first, int32_t *held) {
  const SarModel *model = sar_system_model(system);
  for (int32_t e = 0; e < model->nelements; e++) {
    const struct SarBeam *beam = model->elements[e].beam;
    if (!beam || beam->element != e) continue;
    const SarValue *values = model->elements[e].values;
    bool loaded = values[SAR_BEAM_FIELD_FORCE].given || values[SAR_BEAM_FIELD_MOMENT].given;
    held[root_of(first, sar_system_place(system, beam->nodes[0])->body)] += loaded;
  }
}

/* What can touch something is not forgotten. */
static SarStatus count_contacts(const SarSuspects *s, int32_t *first, int32_t *held) {
  const SarModel *model = sar_system_model(s->system);
  SarArena *scratch = sar_arena_create();
  SarStatus status = scratch ? SAR_OK : SAR_NO_MEMORY;
  for (int32_t e = 0; e < model->nelements && status == SAR_OK; e++) {
    SarContactSet set = {0};
    if (model->elements[e].class->section != SAR_SECTION_CONTACTS) continue;
    status = sar_contact_add_all(model, e, scratch, &set);
    for (int32_t i = 0; i < set.count; i++) {
      int32_t element = set.members[i].element;
      if (element >= 0) held[root_of(first, sar_system_place(s->system, element)->body)]++;
    }
  }
  sar_arena_destroy(&scratch);
  return status == SAR_OK ? SAR_OK : sar_report_no_memory(s->context);
}

/* Free bodies are a model of their own kind (a spinning top in space); among connected ones one is forgotten. */
SarStatus sar_suspect_unconnected(SarSuspects *s) {
  const SarSystem *system = s->system;
  int32_t nbodies = sar_system_bodies(system);
  bool connected = false;
  if (sar_system_has_equations(system)) return SAR_OK; /* equations may speak of any body */
  int32_t *first = calloc(2 * (size_t)nbodies + 1, sizeof *first), *held = first ? first + nbodies : NULL;
  if (!first) return sar_report_no_memory(s->context);
  for (int32_t b = 0; b < nbodies; b++) first[b] = b;
  tie_beams(system, first);
  count_loads(system, first, held);
  SarStatus status = count_contacts(s, first, held);
  for (int32_t b = 0; b < nbodies; b++) {
    int32_t count = s->bodies[b].joints + s->bodies[b].forces;
    held[root_of(first, b)] += count;
    connected = connected || count > 0;
  }
  for (int32_t b = 0; b < nbodies && connected && status == SAR_OK; b++) {
    if (root_of(first, b) == b && held[b] == 0 && sar_suspect(s)) warn_unconnected(s, b);
  }
  free(first);
  return status;
}
