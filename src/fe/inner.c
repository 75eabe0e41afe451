#include "fe/inner.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "fe/matrix.h"

enum { PINS_PER_SET = 9, AT_ONCE = 32 };
#define PIN (-2)
#define HELD (-1000000000)

int32_t sar_fe_inner_held(const SarFeInner *inner, int32_t unknown) {
  return inner->place[unknown] <= HELD ? HELD - inner->place[unknown] : -1;
}

/* ---- which unknown is what ---- */

static double distance_squared(const SarFeModel *model, int32_t a, SarVec3 b) {
  const SarVec3 d = sar_sub(model->at[a], b);
  return sar_dot(d, d);
}

/* Three nodes far apart: from the middle, from the first, and from the line through both. */
static void choose_pins(const SarFeModel *model, const SarFeCoupled *set, int32_t chosen[3]) {
  double best[3] = {-1, -1, -1};
  for (int32_t k = 0; k < set->count; k++) {
    const double far = distance_squared(model, set->nodes[k], set->middle);
    if (far > best[0]) best[0] = far, chosen[0] = set->nodes[k];
  }
  const SarVec3 first = model->at[chosen[0]];
  for (int32_t k = 0; k < set->count; k++) {
    const double far = distance_squared(model, set->nodes[k], first);
    if (far > best[1]) best[1] = far, chosen[1] = set->nodes[k];
  }
  const SarVec3 line = sar_sub(model->at[chosen[1]], first);
  for (int32_t k = 0; k < set->count; k++) {
    const SarVec3 area = sar_cross(line, sar_sub(model->at[set->nodes[k]], first));
    if (sar_dot(area, area) > best[2]) best[2] = sar_dot(area, area), chosen[2] = set->nodes[k];
  }
}

static void place_interface(SarFeInner *s, int32_t index) {
  const SarFeCoupled *interface = &s->interfaces[index];
  if (interface->coupling == SAR_FE_DISTRIBUTED) {
    int32_t chosen[3] = {0};
    choose_pins(s->model, interface, chosen);
    for (int32_t i = 0; i < PINS_PER_SET; i++) {
      const int32_t u = s->unknown[6 * chosen[i / 3] + i % 3];
      s->place[u] = PIN - s->npins;
      s->pins[s->npins++] = u;
    }
    s->ndistributed++;
    return;
  }
  for (int32_t k = 0; k < interface->count; k++) {
    for (int32_t d = 0; d < 6; d++) {
      const int32_t u = s->unknown[6 * interface->nodes[k] + d];
      if (u >= 0) s->place[u] = HELD - index;
    }
  }
}

static SarStatus place_all(SarFeInner *s, SarArena *arena) {
  const int32_t n = s->model->nunknowns;
  s->place = SAR_NEW(arena, n + 1, int32_t);
  s->inner = SAR_NEW(arena, n + 1, int32_t);
  s->pins = SAR_NEW(arena, PINS_PER_SET * s->ninterfaces, int32_t);
  s->scale = SAR_NEW(arena, s->ninterfaces, double);
  if (!s->place || !s->inner || !s->pins || !s->scale) return sar_report_no_memory(s->context);
  for (int32_t k = 0; k < s->ninterfaces; k++) place_interface(s, k);
  for (int32_t i = 0; i < n; i++) {
    if (s->place[i]) continue; /* PIN and HELD are not zero */
    s->place[i] = s->ninner;
    s->inner[s->ninner++] = i;
  }
  return SAR_OK;
}

/* ---- the factorisation ---- */

static SarStatus report_indefinite(const SarFeInner *s, int32_t column) {
  const SarFeUnknown u = s->model->unknowns[s->inner[column]];
  const char *remedy =
      "look for parts that hang together by nothing, elements turned inside out, materials without stiffness; "
      "a mechanism inside a body needs a body for each of its parts";
  if (u.node < 0) {
    return sar_report(s->context, SAR_INPUT, sar_nowhere(), NULL, remedy,
                      "the stiffness is not positive definite with the interfaces held: unknown %d",
                      (int)s->inner[column] + 1);
  }
  return sar_report(s->context, SAR_INPUT, sar_nowhere(), NULL, remedy,
                    "the stiffness is not positive definite with the interfaces held: it was seen at node %" PRId64
                    ", direction %d",
                    s->model->numbers[u.node], (int)u.direction + 1);
}

/* Columns keep their order, so that rows stay sorted. */
static SarStatus factorise(SarFeInner *s) {
  const SarFeMatrix *k = &s->model->stiffness;
  const size_t entries = (size_t)k->pattern.column[k->pattern.ncolumns];
  int32_t *column = malloc(((size_t)s->ninner + 1) * sizeof *column), *row = malloc((entries + 1) * sizeof *row);
  double *values = malloc((entries + 1) * sizeof *values);
  SarStatus status = SAR_NO_MEMORY;
  int32_t bad = -1, count = 0;
  if (column && row && values) {
    for (int32_t j = 0; j < s->ninner; j++) {
      column[j] = count;
      for (int32_t e = k->pattern.column[s->inner[j]]; e < k->pattern.column[s->inner[j] + 1]; e++) {
        if (s->place[k->pattern.row[e]] < 0) continue;
        row[count] = s->place[k->pattern.row[e]];
        values[count++] = k->values[e];
      }
    }
    column[s->ninner] = count;
    status =
        sar_cholesky_create(s->context, &(SarPattern){s->ninner, s->ninner, column, row}, values, &s->factor, &bad);
  }
  free(column);
  free(row);
  free(values);
  if (status == SAR_SINGULAR) return report_indefinite(s, bad);
  return status == SAR_NO_MEMORY ? sar_report_no_memory(s->context) : status;
}

/* ---- the border ---- */

/* W, times its scale: columns of the border, or of the pins. */
static void add_equations(SarFeInner *s, const SarFeCoupled *set, double scale, int32_t first, double *c) {
  for (int32_t k = 0; k < 3 * set->count; k++) {
    const int32_t place = s->place[s->unknown[6 * set->nodes[k / 3] + k % 3]];
    double six[6];
    sar_fe_mean_column(s->model, set, k / 3, k % 3, six);
    for (int32_t a = 0; a < 6; a++) {
      if (place >= 0) {
        s->border[(size_t)(first + a) * (size_t)s->ninner + (size_t)place] = scale * six[a];
        continue;
      }
      const int32_t p = 6 * s->ndistributed + PIN - place;
      c[p * s->nborder + first + a] = c[(first + a) * s->nborder + p] = scale * six[a];
    }
  }
}

/* K_ip and K_pp, from columns and rows of the pins: the upper triangle holds each entry once. */
static void add_pins(SarFeInner *s, double *c) {
  const SarFeMatrix *k = &s->model->stiffness;
  const int32_t first = 6 * s->ndistributed;
  for (int32_t j = 0; j < k->pattern.ncolumns; j++) {
    for (int32_t e = k->pattern.column[j]; e < k->pattern.column[j + 1]; e++) {
      int32_t a = s->place[k->pattern.row[e]], b = s->place[j];
      if (a <= HELD || b <= HELD || (a >= 0 && b >= 0)) continue;
      if (a >= 0 || b >= 0) {
        const int32_t in = a >= 0 ? a : b, pin = first + PIN - (a >= 0 ? b : a);
        s->border[(size_t)pin * (size_t)s->ninner + (size_t)in] = k->values[e];
        continue;
      }
      a = first + PIN - a, b = first + PIN - b;
      c[a * s->nborder + b] = c[b * s->nborder + a] = k->values[e];
    }
  }
}

/* The mean stiffness of a displacement of the set, so that equations and stiffnesses have one size. */
static void scale_equations(SarFeInner *s) {
  const SarFeMatrix *k = &s->model->stiffness;
  for (int32_t i = 0; i < s->ninterfaces; i++) {
    const SarFeCoupled *interface = &s->interfaces[i];
    s->scale[i] = 0;
    for (int32_t n = 0; n < interface->count; n++) {
      const int32_t u = s->unknown[6 * interface->nodes[n]];
      s->scale[i] += k->values[k->pattern.column[u + 1] - 1] / interface->count;
    }
  }
}

static SarStatus make_border(SarFeInner *s) {
  const size_t size = (size_t)s->ninner * (size_t)s->nborder, nb = (size_t)s->nborder;
  s->border = calloc(size + 1, sizeof(double));
  s->influence = malloc((size + 1) * sizeof(double));
  double *c = calloc(nb * nb + 1, sizeof *c);
  SarStatus status = SAR_NO_MEMORY;
  if (s->border && s->influence && c) {
    scale_equations(s);
    for (int32_t i = 0, first = 0; i < s->ninterfaces; i++) {
      if (s->interfaces[i].coupling != SAR_FE_DISTRIBUTED) continue;
      add_equations(s, &s->interfaces[i], s->scale[i], first, c);
      first += 6;
    }
    add_pins(s, c);
    memcpy(s->influence, s->border, size * sizeof(double));
    status = sar_cholesky_solve(s->context, s->factor, s->nborder, s->influence);
  }
  if (status == SAR_OK) {
    sar_dense_inner(-1, sar_dense(s->border, s->ninner, s->nborder), sar_dense(s->influence, s->ninner, s->nborder), 1,
                    c);
    status = sar_symmetric_create(s->context, s->nborder, c, &s->small);
  }
  free(c);
  if (status == SAR_NO_MEMORY) return sar_report_no_memory(s->context);
  if (status != SAR_SINGULAR) return status;
  return sar_report(s->context, SAR_INPUT, sar_nowhere(), NULL, "give other sets of nodes",
                    "the mean motions of the distributed interfaces are not independent of each other");
}

SarStatus sar_fe_inner_create(SarContext *context, const SarFeModel *model, const int32_t *unknown,
                              const SarFeCoupled *interfaces, int32_t ninterfaces, SarArena *arena, SarFeInner *out) {
  *out = (SarFeInner){.context = context, .model = model, .unknown = unknown};
  out->interfaces = interfaces;
  out->ninterfaces = ninterfaces;
  SAR_TRY(place_all(out, arena));
  out->nborder = 6 * out->ndistributed + out->npins;
  out->room = malloc((size_t)(out->ninner + out->nborder + 1) * AT_ONCE * sizeof(double));
  if (!out->room) return sar_report_no_memory(context);
  SAR_TRY(factorise(out));
  return out->nborder ? make_border(out) : SAR_OK;
}

void sar_fe_inner_destroy(SarFeInner *inner) {
  sar_cholesky_destroy(&inner->factor);
  sar_symmetric_destroy(&inner->small);
  free(inner->border);
  free(inner->influence);
  free(inner->room);
  *inner = (SarFeInner){0};
}

/* ---- solutions ---- */

/* h = (g, f_p), then z = small^-1 (h - B^T K_ii^-1 f_i), u_i = K_ii^-1 f_i - (K_ii^-1 B) z */
static void release(SarFeInner *s, int32_t count, double *ui, double *z) {
  const SarDense b = sar_dense(s->border, s->ninner, s->nborder), y = sar_dense(s->influence, s->ninner, s->nborder);
  sar_dense_inner(-1, b, sar_dense(ui, s->ninner, count), 1, z);
  sar_symmetric_solve(&s->small, count, z);
  sar_dense_product(-1, y, sar_dense(z, s->nborder, count), 1, ui, s->ninner);
}

static void gather(const SarFeInner *s, const double *f, const double *means, double *ui, double *z) {
  for (int32_t i = 0; i < s->ninner; i++) ui[i] = f[s->inner[i]];
  for (int32_t i = 0, first = 0; i < s->ninterfaces; i++) {
    if (s->interfaces[i].coupling != SAR_FE_DISTRIBUTED) continue;
    for (int32_t a = 0; a < 6; a++) z[first + a] = means ? s->scale[i] * means[6 * i + a] : 0;
    first += 6;
  }
  for (int32_t p = 0; p < s->npins; p++) z[6 * s->ndistributed + p] = f[s->pins[p]];
}

static void scatter(const SarFeInner *s, const double *ui, const double *z, double *u) {
  memset(u, 0, (size_t)s->model->nunknowns * sizeof *u);
  for (int32_t i = 0; i < s->ninner; i++) u[s->inner[i]] = ui[i];
  for (int32_t p = 0; p < s->npins; p++) u[s->pins[p]] = z[6 * s->ndistributed + p];
}

SarStatus sar_fe_inner_solve(SarFeInner *inner, int32_t count, double *u, const double *means) {
  const size_t n = (size_t)inner->model->nunknowns, ni = (size_t)inner->ninner, nb = (size_t)inner->nborder;
  double *ui = inner->room, *z = inner->room + ni * AT_ONCE;
  for (int32_t first = 0; first < count; first += AT_ONCE) {
    const int32_t some = count - first < AT_ONCE ? count - first : AT_ONCE;
    for (size_t c = 0; c < (size_t)some; c++) {
      const size_t at = (size_t)first + c;
      gather(inner, u + at * n, means ? means + at * 6 * (size_t)inner->ninterfaces : NULL, ui + c * ni, z + c * nb);
    }
    SAR_TRY(sar_cholesky_solve(inner->context, inner->factor, some, ui));
    if (nb) release(inner, some, ui, z);
    for (size_t c = 0; c < (size_t)some; c++) scatter(inner, ui + c * ni, z + c * nb, u + ((size_t)first + c) * n);
  }
  inner->solutions += count;
  return SAR_OK;
}
