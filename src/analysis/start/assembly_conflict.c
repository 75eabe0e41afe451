/* Why a mechanism cannot be assembled: the joints that stay open, their loop, and locks that forbid it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/start/joint_graph.h"
#include "analysis/start/start.h"
#include "system/names.h"

#define MAX_OPEN 6          /* joints that are listed */
#define MAX_LOOP 12         /* joints of the loop that are named */
#define NOTICEABLE_GAP 0.01 /* of the largest one: smaller gaps are not listed */

/* How far an element's rows are from zero: lengths and angles apart. */
typedef struct Gap {
  int32_t element;
  double length, angle; /* m, rad */
} Gap;

/* Appends to a text of fixed size; what does not fit is left out. */
typedef struct Text {
  char *text;
  size_t size, used;
} Text;

static void append(Text *t, const char *before, const char *name, const char *after) {
  int n = snprintf(t->text + t->used, t->size - t->used, "%s`%s`%s", before, name, after);
  if (n > 0 && t->used + (size_t)n < t->size) t->used += (size_t)n;
  t->text[t->used] = 0;
}

static double size_of(const SarSystem *s, const Gap *gap) {
  return hypot(gap->length, gap->angle * sar_system_length(s));
}

/* All gaps, the largest first; equal ones in the order of the file. */
static int32_t find_gaps(const SarSystem *s, const double *phi, const bool *rotation, Gap *gaps) {
  SarCounts counts = sar_system_counts(s);
  int32_t count = 0;
  for (int32_t row = 0; row < counts.position;) {
    Gap gap = {.element = sar_row_element(s, row)};
    for (; row < counts.position && sar_row_element(s, row) == gap.element; row++) {
      if (rotation[row]) gap.angle = hypot(gap.angle, phi[row] / sar_system_length(s));
      if (!rotation[row]) gap.length = hypot(gap.length, phi[row]);
    }
    int32_t at = count++;
    for (; at > 0 && size_of(s, &gaps[at - 1]) < size_of(s, &gap); at--) gaps[at] = gaps[at - 1];
    gaps[at] = gap;
  }
  return count;
}

static void describe_gap(const SarSystem *s, const Gap *gap, char *text, size_t size) {
  const SarUnits *units = &sar_system_model(s)->units;
  char length[64] = "", angle[64] = "";
  bool has_length = gap->length > 1e-3 * size_of(s, gap);
  bool has_angle = gap->angle * sar_system_length(s) > 1e-3 * size_of(s, gap);
  if (has_length) snprintf(length, sizeof length, " by %.3g %s", gap->length / units->length, units->length_name);
  if (has_angle) {
    snprintf(angle, sizeof angle, "%s %.3g %s", has_length ? " and" : " by", gap->angle / units->angle,
             units->angle_name);
  }
  snprintf(text, size, "%s%s", length, angle);
}

static void list_open(const SarSystem *s, const Gap *gaps, int32_t count, Text *out) {
  double largest = size_of(s, &gaps[0]);
  int32_t listed = 0;
  for (int32_t i = 0; i < count && listed < MAX_OPEN; i++) {
    char gap[160];
    if (size_of(s, &gaps[i]) < NOTICEABLE_GAP * largest) break;
    describe_gap(s, &gaps[i], gap, sizeof gap);
    append(out, listed++ ? ", " : "open: ", sar_system_element(s, gaps[i].element)->name, gap);
  }
}

/* The best pose spreads what is missing over the joints: their sum says how much it is. */
static void append_sum(const SarSystem *s, const Gap *gaps, int32_t count, Text *out) {
  Gap sum = {0};
  int32_t open = 0;
  for (; open < count && size_of(s, &gaps[open]) >= NOTICEABLE_GAP * size_of(s, &gaps[0]); open++) {
    sum.length += gaps[open].length, sum.angle += gaps[open].angle;
  }
  char gap[160];
  describe_gap(s, &sum, gap, sizeof gap);
  bool lengths = sum.angle * sar_system_length(s) < 1e-3 * sum.length; /* angles do not add up */
  int n = open > 1 && lengths ? snprintf(out->text + out->used, out->size - out->used, ", together%s", gap) : 0;
  if (n > 0 && out->used + (size_t)n < out->size) out->used += (size_t)n;
}

/* The loop of the first open joint that is in one. */
static SarStatus list_loop(const SarStart *start, const Gap *gaps, int32_t count, Text *out) {
  const SarSystem *s = start->system;
  SarJointGraph graph;
  SAR_TRY(sar_joint_graph_create(start->context, s, &graph));
  int32_t *joints = calloc(4 * (size_t)graph.nnodes + 1, sizeof *joints), found = 0;
  for (int32_t i = 0; joints && !found && i < count && i < MAX_OPEN; i++) {
    if (!sar_is_edge(s, gaps[i].element)) continue;
    found = sar_joint_graph_loop(&graph, gaps[i].element, joints, joints + graph.nnodes + 1);
  }
  for (int32_t i = 0; i < found && i < MAX_LOOP; i++) {
    append(out, i ? ", " : "; loop: ", sar_system_element(s, joints[i])->name,
           i + 1 == MAX_LOOP && found > MAX_LOOP ? ", ..." : "");
  }
  bool allocated = joints != NULL;
  free(joints);
  sar_joint_graph_destroy(&graph);
  return allocated ? SAR_OK : sar_report_no_memory(start->context);
}

/* ---- locks ---- */

static bool has_locks(const SarSystem *s) {
  for (int32_t b = 0; b < sar_system_bodies(s); b++) {
    if (sar_body_keeps_position(s, b)) return true;
  }
  return false;
}

/* Assembles as if there were no locks. */
static SarStatus unlock(SarStart *s, double *q, double *error) {
  SarAssembler a;
  SarAssemblyWork work;
  SAR_TRY(sar_assembler_create(s->context, s->all, &a));
  memcpy(q, sar_system_guess(s->system).q, (size_t)s->all->problem.n.nq * sizeof *q);
  SarStatus status = sar_assembler_run(&a, s->t, q, false, error, &work);
  sar_assembler_destroy(&a);
  return status;
}

static bool is_elsewhere(const SarSystem *s, int32_t body, const double *q) {
  const double *then = sar_system_guess(s).q + (size_t)7 * (size_t)body, *now = q + (size_t)7 * (size_t)body;
  SarVec3 shift = sar_sub(sar_vec3_load(now), sar_vec3_load(then));
  SarVec3 turn = sar_quat_log(sar_quat_mul(sar_quat_conjugate(sar_quat_load(then + 3)), sar_quat_load(now + 3)));
  return sar_norm(shift) / sar_system_length(s) + sar_norm(turn) > 1e-6;
}

/* *blamed: without the locks it closes; then it has been reported. */
static SarStatus blame_locks(SarStart *s, const Gap *worst, bool *blamed) {
  const SarSystem *system = s->system;
  double *q = calloc((size_t)s->all->problem.n.nq + 1, sizeof *q), error = INFINITY;
  if (!q) return sar_report_no_memory(s->context);
  SarStatus status = unlock(s, q, &error);
  *blamed = status == SAR_OK && error <= SAR_ASSEMBLED;
  char names[256] = "", gap[160];
  Text list = {names, sizeof names, 0};
  for (int32_t b = 0; b < sar_system_bodies(system); b++) {
    if (!sar_body_keeps_position(system, b) || !is_elsewhere(system, b, q)) continue;
    append(&list, list.used ? ", " : "", sar_system_body(system, b)->name, "");
  }
  free(q);
  if (!*blamed) return status;
  const SarModelElement *element = sar_system_element(system, worst->element);
  describe_gap(system, worst, gap, sizeof gap);
  return sar_report(
      s->context, SAR_CANNOT_ASSEMBLE, element->source, element->name,
      "remove a lock, or write a pose for the locked body that closes its joints",
      "the joints cannot be closed: `%s` stays open%s while the lock of %s keeps the written pose; without "
      "locks they close",
      element->name, gap, names);
}

static SarStatus report_gaps(SarStart *s, double error, const double *phi, const Gap *gaps, int32_t count) {
  const SarSystem *system = s->system;
  int32_t worst = 0;
  for (int32_t i = 1; i < sar_system_counts(system).position; i++) {
    if (fabs(phi[i]) > fabs(phi[worst])) worst = i;
  }
  bool blamed = false;
  if (has_locks(system)) {
    SarStatus status = blame_locks(s, &gaps[0], &blamed);
    if (blamed || status != SAR_OK) return status;
  }
  char details[2048] = "";
  Text text = {details, sizeof details, 0};
  list_open(system, gaps, count, &text);
  append_sum(system, gaps, count, &text);
  SAR_TRY(list_loop(s, gaps, count, &text));
  const SarModelElement *element = sar_system_element(system, sar_row_element(system, worst));
  const SarUnits *units = &sar_system_model(system)->units;
  return sar_report(
      s->context, SAR_CANNOT_ASSEMBLE, element->source, element->name,
      "move the bodies closer to a pose that closes all joints, or check lengths and axes" SAR_LOOK_FOR_CURE,
      "the joints cannot be closed: the best pose leaves %.3g of the length scale (%.4g %s) open, most in `%s` (%s); "
      "%s%s",
      error, sar_system_length(system) / units->length, units->length_name, element->name,
      sar_row_equation(system, worst), details, s->work.exhausted ? "; the search was cut short" : "");
}

SarStatus sar_start_report_open(SarStart *s, double error, const double *phi) {
  size_t rows = (size_t)sar_system_counts(s->system).position;
  bool *rotation = calloc(rows + 1, sizeof *rotation);
  Gap *gaps = calloc(rows + 1, sizeof *gaps);
  SarStatus status = SAR_OK;
  if (!rotation || !gaps) status = sar_report_no_memory(s->context);
  if (status == SAR_OK) {
    sar_system_rotation_rows(s->system, rotation);
    int32_t count = find_gaps(s->system, phi, rotation, gaps);
    status = report_gaps(s, error, phi, gaps, count);
  }
  free(rotation);
  free(gaps);
  return status;
}
