/* The smallest singular value of J (rows: carried gradients) by the Lanczos method on (J J^T + eps)^-1, whose products
 * are solves with the sparse saddle-point matrix
 *
 *   [ I   J^T  ] [ w ]   [  0 ]
 *   [ J  -eps  ] [ u ] = [ -b ]      so that  (J J^T + eps) u = b,  w = -J^T u
 *
 * J J^T is never formed: it would have the square of J's condition and far more entries. eps keeps the matrix regular
 * at a singular pose; the value itself is |J^T u| for the unit vector u found, which eps does not spoil. */
#include "analysis/poses/singular.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/poses/gradients.h"
#include "analysis/poses/lanczos.h"
#include "system/carry.h"
#include "system/names.h"

#define REGULARISATION 1e-12
#define LOOSER 1e-8       /* where a solver calls the matrix singular all the same */
#define NO_DIRECTION 1e-9 /* values below: J^T u is rounding and says nothing about the direction that opens */
#define NEARLY 1e-6       /* at the start: worth a warning */
#define CLEARLY 1.1       /* a later joint or body has to be ahead by this: equal parts always give the same name */
#define ROUGHLY 1e-2      /* residual: the value itself is then good to about its square */
#define ADDED 0.1
#define TAKES_PART 0.05 /* of the largest part: an element that is named beside it */
#define GOLDEN 0.6180339887498949

struct SarSingularProbe {
  SarContext *context;
  SarWorkspace *m;
  int32_t nv, nrows, ncarried, size;
  int32_t *carried; /* ncarried rows */
  int32_t *memory;  /* behind the pattern and the slots */
  int32_t *column, *row;
  int32_t *lower, *upper; /* where the entries of the gradients stand, per entry; -1: of a row not carried */
  int32_t *diagonal;      /* size */
  double *numbers;        /* behind the arrays below */
  double *values, *rhs, *left, *right, *basis;
  SarGradients g; /* of the latest pose */
  SarLinear *linear;
};

/* ---- pattern ---- */

static void count_entries(SarSingularProbe *p, const SarGradients *g) {
  for (int32_t i = 0; i < p->size; i++) p->column[i + 1] = 1; /* the diagonal */
  for (int32_t j = 0; j < p->ncarried; j++) {
    int32_t r = p->carried[j];
    for (int32_t k = g->column[r]; k < g->column[r + 1]; k++) p->column[g->row[k] + 1]++;
    p->column[p->nv + j + 1] += g->column[r + 1] - g->column[r];
  }
  for (int32_t i = 0; i < p->size; i++) p->column[i + 1] += p->column[i];
}

/* Columns of coordinates begin with their diagonal, columns of rows end with it: rows stay sorted. */
static void place_entries(SarSingularProbe *p, const SarGradients *g, int32_t *next) {
  for (int32_t i = 0; i < p->nv; i++) {
    p->diagonal[i] = p->column[i];
    p->row[p->column[i]] = i;
    next[i] = p->column[i] + 1;
  }
  for (int32_t k = 0; k < g->column[p->nrows]; k++) p->lower[k] = p->upper[k] = -1;
  for (int32_t j = 0; j < p->ncarried; j++) {
    int32_t r = p->carried[j], at = p->column[p->nv + j];
    for (int32_t k = g->column[r]; k < g->column[r + 1]; k++, at++) {
      p->lower[k] = next[g->row[k]]++;
      p->row[p->lower[k]] = p->nv + j;
      p->upper[k] = at;
      p->row[at] = g->row[k];
    }
    p->diagonal[p->nv + j] = at;
    p->row[at] = p->nv + j;
  }
}

static SarStatus make_pattern(SarSingularProbe *p, const SarGradients *g) {
  size_t size = (size_t)p->size, entries = (size_t)g->column[p->nrows], all = 2 * entries + size;
  p->memory = calloc(size + 1 + all + 2 * entries + 2 * size + 1, sizeof *p->memory);
  size_t steps = (size_t)(p->ncarried < SAR_LANCZOS_STEPS ? p->ncarried : SAR_LANCZOS_STEPS) + 1;
  size_t doubles = all + size + (size_t)p->nrows + (size_t)p->nv + steps * (size_t)p->ncarried;
  p->numbers = calloc(doubles + 1, sizeof *p->numbers);
  if (!p->memory || !p->numbers) return sar_report_no_memory(p->context);
  p->column = p->memory;
  p->row = p->column + size + 1;
  p->lower = p->row + all;
  p->upper = p->lower + entries;
  p->diagonal = p->upper + entries;
  p->values = p->numbers;
  p->rhs = p->values + all;
  p->left = p->rhs + size;
  p->right = p->left + p->nrows;
  p->basis = p->right + p->nv;
  count_entries(p, g);
  place_entries(p, g, p->diagonal + size);
  SarPattern pattern = {p->size, p->size, p->column, p->row};
  return sar_linear_create(p->context, "auto", &pattern, &p->linear);
}

static SarStatus list_carried(SarSingularProbe *p) {
  p->carried = calloc((size_t)p->nrows + 1, sizeof *p->carried);
  if (!p->carried) return sar_report_no_memory(p->context);
  for (int32_t i = 0; i < p->nrows; i++) {
    if (i >= p->m->problem.n.np || p->m->carried[i]) p->carried[p->ncarried++] = i;
  }
  p->size = p->nv + p->ncarried;
  return SAR_OK;
}

SarStatus sar_singular_create(SarContext *context, SarWorkspace *m, SarSingularProbe **out) {
  SarSingularProbe *p = *out = calloc(1, sizeof *p);
  if (!p) return sar_report_no_memory(context);
  p->context = context;
  p->m = m;
  p->nv = m->problem.n.nv;
  p->nrows = m->problem.n.np + m->problem.n.nn;
  SarStatus status = list_carried(p);
  if (status == SAR_OK)
    status = sar_gradients_make(context, m, 0, sar_system_guess(m->system).q, sar_system_length(m->system),
                                &p->g); /* for its pattern alone */
  if (status == SAR_OK) status = make_pattern(p, &p->g);
  if (status != SAR_OK) sar_singular_destroy(out);
  return status;
}

void sar_singular_destroy(SarSingularProbe **probe) {
  if (!probe || !*probe) return;
  sar_linear_destroy(&(*probe)->linear);
  sar_gradients_free(&(*probe)->g);
  free((*probe)->carried);
  free((*probe)->memory);
  free((*probe)->numbers);
  free(*probe);
  *probe = NULL;
}

int64_t sar_singular_work(const SarSingularProbe *probe) {
  SarLinearStats stats = sar_linear_stats(probe->linear);
  return stats.fill * (stats.factorisations + stats.solves);
}

const double *sar_singular_left(const SarSingularProbe *probe) { return probe->left; }
const double *sar_singular_right(const SarSingularProbe *probe) { return probe->right; }

/* ---- the value ---- */

static SarStatus factor(SarSingularProbe *p, const SarGradients *g) {
  SarStatus status = SAR_SINGULAR;
  const double regularisation[] = {REGULARISATION, LOOSER};
  for (int i = 0; i < 2 && status == SAR_SINGULAR; i++) {
    for (int32_t k = 0; k < p->size; k++) p->values[p->diagonal[k]] = k < p->nv ? 1 : -regularisation[i];
    for (int32_t k = 0; k < g->column[p->nrows]; k++) {
      if (p->lower[k] >= 0) p->values[p->lower[k]] = p->values[p->upper[k]] = g->values[k];
    }
    status = sar_linear_factor(p->linear, p->values);
  }
  return status;
}

/* u = (J J^T + eps)^-1 b */
static void apply_inverse(void *self, const double *b, double *u) {
  SarSingularProbe *p = self;
  memset(p->rhs, 0, (size_t)p->nv * sizeof(double));
  for (int32_t j = 0; j < p->ncarried; j++) p->rhs[p->nv + j] = -b[j];
  sar_linear_solve(p->linear, p->rhs);
  memcpy(u, p->rhs + p->nv, (size_t)p->ncarried * sizeof(double));
}

/* right = J^T left; returns its length. */
static double make_right(SarSingularProbe *p, const SarGradients *g) {
  double square = 0;
  memset(p->right, 0, (size_t)p->nv * sizeof(double));
  for (int32_t j = 0; j < p->ncarried; j++) {
    int32_t r = p->carried[j];
    for (int32_t k = g->column[r]; k < g->column[r + 1]; k++) p->right[g->row[k]] += g->values[k] * p->left[r];
  }
  for (int32_t i = 0; i < p->nv; i++) square += p->right[i] * p->right[i];
  return sqrt(square);
}

/* ---- names ---- */

/* An element's part in the left vector. */
typedef struct Part {
  int32_t element, row; /* row: the one with the largest part of it */
  double sum, largest;
} Part;

/* Among the first `count` of the largest parts, in their order; of equal ones the first stays in front. */
static void insert_part(Part *parts, int32_t count, Part part) {
  int32_t at = count;
  while (at > 0 && part.sum > parts[at - 1].sum * CLEARLY) at--;
  for (int32_t i = count - 1; i > at; i--) parts[i] = parts[i - 1];
  if (at < count) parts[at] = part;
}

/* The element whose rows together have the largest part in the left vector, and the largest of them; the elements next
 * to it. Rows of an element stand together. */
static void name_row(const SarSingularProbe *p, SarSingular *out) {
  const SarSystem *system = p->m->system;
  const SarModel *model = sar_system_model(system);
  Part parts[SAR_SINGULAR_WITH + 1] = {{0}}, part = {.element = -1};
  for (int32_t j = 0; j <= p->ncarried; j++) {
    int32_t row = j < p->ncarried ? p->carried[j] : -1, element = row < 0 ? -1 : sar_row_element(system, row);
    if (j == p->ncarried || element != part.element) {
      if (part.element >= 0) insert_part(parts, SAR_SINGULAR_WITH + 1, part);
      part = (Part){.element = element};
    }
    double square = row < 0 ? 0 : p->left[row] * p->left[row];
    part.sum += square;
    if (square > part.largest * CLEARLY) part.largest = square, part.row = row;
  }
  if (!(parts[0].sum > 0)) return;
  out->row = parts[0].row;
  out->element = parts[0].element;
  out->equation = sar_row_equation(system, out->row);
  out->joint = model->elements[out->element].name;
  for (int32_t i = 0; i < SAR_SINGULAR_WITH && parts[i + 1].sum > TAKES_PART * parts[0].sum; i++) {
    out->with[i] = model->elements[parts[i + 1].element].name;
  }
}

void sar_singular_others(const SarSingular *s, char text[SAR_SINGULAR_OTHERS]) {
  size_t used = 0;
  text[0] = 0;
  for (int32_t i = 0; i < SAR_SINGULAR_WITH && s->with[i] && used < SAR_SINGULAR_OTHERS; i++) {
    bool last = i + 1 == SAR_SINGULAR_WITH || !s->with[i + 1];
    used += (size_t)snprintf(text + used, SAR_SINGULAR_OTHERS - used, "%s`%.60s`%s",
                             i == 0 ? " (above all those of "
                             : last ? " and "
                                    : ", ",
                             s->with[i], last ? ")" : "");
  }
}

/* Weights of the bodies' coordinates: the right vector, or, where the pose is so singular that it is nothing but
 * rounding, how strongly the combination of rows touches them: that tells the body, not its direction. */
static void weigh_coordinates(const SarSingularProbe *p, const SarGradients *g, double value, double *weight) {
  for (int32_t i = 0; i < p->nv; i++) weight[i] = fabs(p->right[i]);
  if (value > NO_DIRECTION) return;
  memset(weight, 0, (size_t)p->nv * sizeof(double));
  for (int32_t j = 0; j < p->ncarried; j++) {
    int32_t r = p->carried[j];
    for (int32_t k = g->column[r]; k < g->column[r + 1]; k++) weight[g->row[k]] += fabs(g->values[k] * p->left[r]);
  }
}

/* A motion that the constraints allow at a pose so singular that the right vector says nothing: any vector less its
 * part that they hold. Into p->rhs. */
static void find_open_motion(SarSingularProbe *p) {
  memset(p->rhs, 0, (size_t)p->size * sizeof(double));
  for (int32_t i = 0; i < p->nv; i++) {
    double x = GOLDEN * (i + 1);
    p->rhs[i] = 1 + x - floor(x);
  }
  sar_linear_solve(p->linear, p->rhs);
}

/* The largest of a body's six numbers. */
static int32_t largest_of(const double *six) {
  int32_t largest = 0;
  for (int32_t i = 1; i < 6; i++) {
    if (fabs(six[i]) > fabs(six[largest]) * CLEARLY) largest = i;
  }
  return largest;
}

/* A scalar coordinate that has a larger part than any body. */
static void name_coordinate(const SarSingularProbe *p, const double *weight, double most, SarSingular *out) {
  for (int32_t i = 6 * sar_system_bodies(p->m->system); i < p->nv; i++) {
    double part = weight[i] * weight[i];
    if (!(part > most * CLEARLY)) continue;
    int32_t element = sar_culprit_name(p->m->system, i).index;
    if (element < 0) continue;
    most = part;
    out->body = -1;
    out->body_name = sar_system_element(p->m->system, element)->name;
    out->direction = "this coordinate";
  }
}

static void name_body(SarSingularProbe *p, const SarGradients *g, SarSingular *out) {
  double *weight = p->rhs, most = 0; /* room for nv numbers that nobody needs now */
  weigh_coordinates(p, g, out->value, weight);
  for (int32_t b = 0; b < sar_system_bodies(p->m->system); b++) {
    double sum = 0;
    for (int32_t i = 0; i < 6; i++) sum += weight[6 * b + i] * weight[6 * b + i];
    if (!(sum > most * CLEARLY)) continue;
    most = sum;
    out->body = b;
    out->body_name = sar_system_body(p->m->system, b)->name;
    out->direction = sar_direction_name(largest_of(weight + 6 * b));
  }
  name_coordinate(p, weight, most, out);
  if (out->body < 0 || out->value > NO_DIRECTION) return;
  find_open_motion(p);
  out->direction = sar_direction_name(largest_of(p->rhs + 6 * out->body));
}

/* ---- all ---- */

/* The left vector and the value. Exactly: from a vector of which no structure of a mechanism is orthogonal. Otherwise
 * from the vector of the pose before with a part of that one, so that another vector that has become the smallest is
 * found too. */
static SarStatus find_smallest(SarSingularProbe *p, bool exactly, double *value) {
  SAR_TRY(factor(p, &p->g));
  SarLanczos lanczos = {.n = p->ncarried, .self = p, .apply = apply_inverse, .basis = p->basis};
  if (!exactly) lanczos.accuracy = ROUGHLY;
  double part = exactly ? 1 : ADDED / sqrt(p->ncarried);
  for (int32_t j = 0; j < p->ncarried; j++) {
    double x = GOLDEN * (j + 1);
    p->basis[j] = part * (1 + x - floor(x)) + (exactly ? 0 : p->left[p->carried[j]]);
  }
  const double *u = sar_lanczos_largest(&lanczos);
  memset(p->left, 0, (size_t)p->nrows * sizeof(double));
  for (int32_t j = 0; j < p->ncarried; j++) p->left[p->carried[j]] = u[j];
  *value = make_right(p, &p->g);
  return SAR_OK;
}

SarStatus sar_singular_value(SarSingularProbe *p, double t, const double *q, double *value) {
  *value = INFINITY;
  if (p->ncarried == 0) return SAR_OK;
  SAR_TRY(sar_gradients_update(p->m, t, q, sar_system_length(p->m->system), &p->g));
  return find_smallest(p, false, value);
}

SarStatus sar_singular_at(SarSingularProbe *p, double t, const double *q, SarSingular *out) {
  *out = (SarSingular){.value = INFINITY, .row = -1, .element = -1, .body = -1};
  if (p->ncarried == 0) return SAR_OK;
  SAR_TRY(sar_gradients_update(p->m, t, q, sar_system_length(p->m->system), &p->g));
  SAR_TRY(find_smallest(p, true, &out->value));
  name_row(p, out);
  name_body(p, &p->g, out);
  for (int32_t i = 0; i < p->nv && out->value > 0; i++) p->right[i] /= out->value;
  return SAR_OK;
}

SarStatus sar_singular_diagnose(SarContext *context, SarWorkspace *m, double t, const double *q, SarSingular *out) {
  SarSingularProbe *probe = NULL;
  *out = (SarSingular){.value = INFINITY, .row = -1, .element = -1, .body = -1};
  SAR_TRY(sar_singular_create(context, m, &probe));
  SarStatus status = sar_singular_at(probe, t, q, out);
  sar_singular_destroy(&probe);
  return status;
}

SarStatus sar_singular_warn_start(SarContext *context, SarWorkspace *m, const double *q) {
  SarSingular s;
  SarStatus status = sar_singular_diagnose(context, m, sar_system_begin(m->system), q, &s);
  if (status != SAR_OK) return status == SAR_SINGULAR ? SAR_OK : status;
  if (s.value > NEARLY || s.element < 0 || !s.body_name) return SAR_OK;
  const SarModelElement *element = sar_system_element(m->system, s.element);
  char others[SAR_SINGULAR_OTHERS];
  sar_singular_others(&s, others);
  sar_warn(context, element->source, element->name,
           "write a pose a little away from it, on the side to which the mechanism shall move",
           "the mechanism starts in a singular pose or very near to one: `%s` (%s) says almost the same as the other "
           "constraints%s, and `%s` gains a freedom (%s); smallest singular value %.2g",
           s.joint, s.equation, others, s.body_name, s.direction, s.value);
  return SAR_OK;
}
