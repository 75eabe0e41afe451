/* A proposal put to the test: the edited text is read, compiled and assembled like any model. */
#include <math.h>
#include <string.h>

#include "analysis/doctor/cure.h"
#include "read/read.h"
#include "sarrus/analysis.h"

#define SAME_POSE 1e-6    /* of the length L, or rad */
#define SAME_FREEDOM 1e-6 /* part of a row of length about one that the original rows may lack */
#define MOST_WORK 400000  /* on motions, steps times bodies */
#define NEARLY_SAME 0.3   /* the same where joints contradict each other, and the poses differ */

/* What the edited text gives; everything in a context of its own, whose messages nobody reads. */
typedef struct Trial {
  SarContext *context;
  SarArena *arena;
  SarModel *model;
  SarSystem *system;
  SarStart *start;
  SarStatus status;
} Trial;

static void end_trial(Trial *t) {
  sar_start_destroy(&t->start);
  sar_system_destroy(&t->system);
  sar_model_destroy(&t->model);
  sar_arena_destroy(&t->arena);
  sar_context_destroy(&t->context);
}

static SarStatus begin_trial(const SarCase *c, const SarCureEdit *edits, int32_t nedits, Trial *t) {
  const SarModel *model = sar_system_model(c->start->system);
  *t = (Trial){.context = sar_context_create(), .arena = sar_arena_create()};
  if (!t->context || !t->arena) return SAR_NO_MEMORY;
  SarCureText edited;
  SAR_TRY(sar_cure_text(t->context, t->arena, model, edits, nedits, &edited));
  if (!edited.text) return SAR_INPUT;
  SarReadOptions options = {
      .set = model->set, .nset = model->nset, .files = edited.files, .nfiles = model->nfiles, .files_only = true};
  SAR_TRY(sar_model_given(t->arena, model, &options.given, &options.ngiven));
  SAR_TRY(sar_model_read_text(t->context, model->path, edited.text, strlen(edited.text), &options, &t->model));
  SAR_TRY(sar_system_compile(t->context, t->model, &t->system));
  if (sar_system_bodies(t->system) != sar_system_bodies(c->start->system)) return SAR_FAILED;
  t->status = sar_start_create_near(t->context, t->system, c->start->q, &t->start);
  if (t->status == SAR_NO_MEMORY) return SAR_NO_MEMORY;
  return t->start && t->start->rows.dependent ? SAR_OK : SAR_FAILED;
}

/* Fewer rows must leave the bodies where they are, as far as the written pose was assembled. */
static bool same_pose(const SarStart *a, const SarStart *b) {
  double tolerance = fmax(SAME_POSE, a->position_error);
  for (int32_t i = 0; i < a->all->problem.n.nq; i++) {
    double scale = i % 7 < 3 ? sar_system_length(a->system) : 1;
    if (!(fabs(a->q[i] - b->q[i]) <= tolerance * scale)) return false;
  }
  return true;
}

static SarStatus judge(const SarCase *c, Trial *t, int32_t dropped, SarTrial *out) {
  const SarStart *before = c->start, *after = t->start;
  if (sar_system_bodies(after->system) != sar_system_bodies(before->system)) return SAR_OK;
  if (after->degrees_of_freedom != before->degrees_of_freedom) return SAR_OK;
  if (after->rows.nrows - after->rows.rank != c->redundant - dropped) return SAR_OK;
  if (!c->conflicting && !same_pose(before, after)) return SAR_OK;
  bool spans;
  double tolerance = c->conflicting ? NEARLY_SAME : SAME_FREEDOM;
  SAR_TRY(
      sar_row_set_spans(t->context, before->all, before->q, &before->rows, after->all, after->q, tolerance, &spans));
  if (!spans) return SAR_OK;
  *out = t->status == SAR_OK && after->assembled ? SAR_TRIAL_HEALTHY : SAR_TRIAL_PART;
  return SAR_OK;
}

SarStatus sar_cure_try(SarCase *c, const SarCureEdit *edits, int32_t nedits, SarTrial *out) {
  *out = SAR_TRIAL_NO;
  if (c->trials >= c->max_trials) return SAR_OK;
  c->trials++;
  int32_t dropped = 0;
  for (int32_t i = 0; i < nedits; i++) dropped += edits[i].dropped;
  Trial t;
  SarStatus status = begin_trial(c, edits, nedits, &t);
  if (status == SAR_OK) status = judge(c, &t, dropped, out);
  end_trial(&t);
  return status == SAR_NO_MEMORY ? sar_report_no_memory(c->context) : SAR_OK;
}

/* ---- the motion ---- */

static SarStatus follow(SarCase *c, SarContext *context, const SarSystem *system, SarFollowed *out) {
  const SarWatch *watch = NULL;
  SarStatus status = sar_watch(context, system, c->end, &watch);
  if (status == SAR_OK && watch->steps > 0) {
    *out = (SarFollowed){.known = true, .singular = watch->nsingular, .failed = watch->failed, .end = watch->end_time};
    c->work += watch->steps * (sar_system_bodies(system) + 1);
  }
  sar_watch_destroy(&watch);
  return status == SAR_NO_MEMORY ? SAR_NO_MEMORY : SAR_OK;
}

SarStatus sar_cure_may_follow(SarCase *c, bool *out) {
  const SarSystem *system = c->start->system;
  double end = isnan(c->end) ? sar_model_simulation(sar_system_model(system))->end : c->end;
  *out = end > 0 && c->work <= MOST_WORK;
  if (!*out || c->before.known || c->conflicting) return SAR_OK;
  SarContext *quiet = sar_context_create();
  SarStatus status = quiet ? follow(c, quiet, system, &c->before) : SAR_NO_MEMORY;
  sar_context_destroy(&quiet);
  *out = c->before.known;
  return status == SAR_NO_MEMORY ? sar_report_no_memory(c->context) : SAR_OK;
}

SarStatus sar_cure_follow(SarCase *c, const SarCureEdit *edits, int32_t nedits, SarFollowed *out) {
  Trial t;
  *out = (SarFollowed){0};
  SarStatus status = begin_trial(c, edits, nedits, &t);
  if (status == SAR_OK) status = follow(c, t.context, t.system, out);
  end_trial(&t);
  return status == SAR_NO_MEMORY ? sar_report_no_memory(c->context) : SAR_OK;
}

bool sar_cure_is_worse(const SarFollowed *before, const SarFollowed *after) {
  return after->known && (after->singular > before->singular || (after->failed && !before->failed));
}
