#include "system/poles.h"

#include "expr/poles.h"
#include "system/user/run.h"
#include "system/user/user.h"

#define OUTPUTS 3 /* of each pole: SarPoleValue */

/* Poles of expressions, found twice: first they are counted (outputs null), then noted. */
typedef struct Finding {
  SarPoles *poles;
  SarArena *arena;         /* for divisors */
  const SarExpr **outputs; /* OUTPUTS per pole */
  const SarExpr *term;
  int32_t element, count;
} Finding;

static void note(void *self, const SarExprPole *pole) {
  Finding *f = self;
  int32_t i = f->count++;
  if (!f->outputs) return;
  const SarExprPlace *place = sar_expr_place(pole->node);
  f->poles->list[i] = (SarPole){.element = f->element, .word = place->name, .source = place->source};
  f->outputs[OUTPUTS * i] = pole->divisor;
  f->outputs[OUTPUTS * i + 1] = f->term;
  f->outputs[OUTPUTS * i + 2] = pole->node;
}

static bool look_at(Finding *f, const SarExpr *term, int32_t element) {
  f->term = term;
  f->element = element;
  return sar_expr_each_pole(f->arena, term, note, f);
}

static bool find_symbolic(const SarSystem *system, Finding *f) {
  const SarUser *u = system->user;
  for (int32_t i = 0; u && i < u->nterms; i++) {
    if (!look_at(f, u->terms[i].f, u->terms[i].element)) return false;
  }
  for (int32_t i = 0; u && i < u->nconstraints; i++) {
    if (!look_at(f, u->constraints[i].f, u->constraints[i].element)) return false;
  }
  return true;
}

/* ---- functions of a field's own variables ---- */

/* A law reads its length or angle, its rate and t; all others t alone. */
static const SarExpr *number_leaf(void *self, const SarExpr *node, const SarExpr *now) {
  const Finding *f = self;
  int32_t variable = sar_expr_is_variable(node), first = 2 * f->poles->nlaws - 1;
  return variable < 0 ? now : sar_expr_variable(f->arena, variable == 2 ? 0 : first + variable);
}

static bool look_at_law(const SarSystem *system, Finding *f, int32_t element, const SarExpr *law) {
  SarPoles *p = f->poles;
  int32_t before = f->count;
  p->nlaws++;
  const SarExpr *numbered = sar_expr_rewrite(f->arena, law, &(SarRewriter){number_leaf, f});
  if (!numbered || !look_at(f, numbered, element)) return false;
  if (f->count == before) {
    p->nlaws--; /* nothing to watch */
  } else if (p->laws) {
    p->laws[p->nlaws - 1] = system->places[element].laws.first;
  }
  return true;
}

static bool look_at_element(const SarSystem *system, Finding *f, int32_t e) {
  const SarModelElement *element = &system->model->elements[e];
  bool law = system->places[e].laws.count > 0;
  for (int32_t i = 0; i < element->class->nfields; i++) {
    SarFieldKind kind = element->class->fields[i].kind;
    int32_t count = kind == SAR_FIELD_FUNCTION ? 1 : kind == SAR_FIELD_FUNCTIONS3 ? 3 : 0;
    for (int32_t k = 0; element->values[i].given && k < count; k++) {
      const SarExpr *function = element->values[i].function[k];
      if (!function || sar_expr_depends_on_far(function)) continue;
      if (!(law ? look_at_law(system, f, e, function) : look_at(f, function, e))) return false;
    }
  }
  return true;
}

/* Forces and motions that the system evaluates without symbols. Motions are never in terms. */
static bool find_plain(const SarSystem *system, Finding *f) {
  f->poles->nlaws = 0;
  for (int32_t e = 0; e < system->model->nelements; e++) {
    const SarElementClass *class = system->model->elements[e].class;
    bool motion = class->section == SAR_SECTION_MOTIONS, force = class->force && !system->is_user[e];
    if ((motion || force) && !look_at_element(system, f, e)) return false;
  }
  return true;
}

/* ---- programs ---- */

static SarStatus compile(SarContext *context, SarPoles *p, const SarExpr *const *outputs, int32_t count,
                         const SarProgram **out) {
  *out = NULL;
  return count ? sar_program_compile(context, p->arena, outputs, OUTPUTS * count, out) : SAR_OK;
}

static SarStatus make_programs(SarContext *context, const SarSystem *system, SarPoles *p,
                               const SarExpr *const *outputs) {
  int32_t scratch = 0;
  SAR_TRY(compile(context, p, outputs, p->nsymbolic, &p->symbolic));
  SAR_TRY(compile(context, p, outputs + OUTPUTS * p->nsymbolic, p->count - p->nsymbolic, &p->plain));
  if (p->symbolic) {
    sar_user_renumber(system, system->user, p->symbolic);
    scratch = sar_program_scratch(p->symbolic);
  }
  if (p->plain && sar_program_scratch(p->plain) > scratch) scratch = sar_program_scratch(p->plain);
  p->scratch = SAR_NEW(p->arena, scratch + 1, double);
  p->leaves = SAR_NEW(p->arena, 2 * p->nlaws + 1, double);
  return p->scratch && p->leaves ? SAR_OK : sar_report_no_memory(context);
}

static SarStatus fill(SarContext *context, const SarSystem *system, SarPoles *p) {
  Finding f = {.poles = p, .arena = p->arena};
  if (!find_symbolic(system, &f)) return sar_report_no_memory(context);
  p->nsymbolic = f.count;
  if (!find_plain(system, &f)) return sar_report_no_memory(context);
  p->count = f.count;
  p->list = SAR_NEW(p->arena, p->count + 1, SarPole);
  p->values = SAR_NEW(p->arena, p->count + 1, SarPoleValue);
  p->laws = SAR_NEW(p->arena, p->nlaws + 1, int32_t);
  f.outputs = SAR_NEW(p->arena, OUTPUTS * p->count + 1, const SarExpr *);
  if (!p->list || !p->values || !p->laws || !f.outputs) return sar_report_no_memory(context);
  f.count = 0;
  if (!find_symbolic(system, &f) || !find_plain(system, &f)) return sar_report_no_memory(context);
  return make_programs(context, system, p, f.outputs);
}

SarStatus sar_poles_create(SarContext *context, const SarSystem *system, SarPoles **out) {
  *out = NULL;
  SarArena *arena = sar_arena_create();
  SarPoles *poles = arena ? SAR_NEW(arena, 1, SarPoles) : NULL;
  if (!poles) {
    sar_arena_destroy(&arena);
    return sar_report_no_memory(context);
  }
  *poles = (SarPoles){.arena = arena};
  *out = poles;
  SarStatus status = fill(context, system, poles);
  if (status != SAR_OK || poles->count == 0) sar_poles_destroy(out);
  return status;
}

void sar_poles_destroy(SarPoles **poles) {
  if (!poles || !*poles) return;
  SarArena *arena = (*poles)->arena;
  *poles = NULL;
  sar_arena_destroy(&arena);
}

void sar_poles_evaluate(SarPoles *p, const SarWorkspace *m, const SarPoint *at) {
  if (p->symbolic || p->nlaws) sar_workspace_place(m, at->q, at->v);
  if (p->symbolic) {
    sar_user_load(m, at);
    sar_program_evaluate(p->symbolic, m->leaves, p->scratch, (double *)p->values);
  }
  if (!p->plain) return;
  p->leaves[0] = at->t;
  for (int32_t i = 0; i < p->nlaws; i++) {
    SarCoordinateValue y = sar_workspace_coordinate(m, m->system->laws[p->laws[i]].coordinate, at->t);
    p->leaves[2 * i + 1] = y.y;
    p->leaves[2 * i + 2] = y.rate;
  }
  sar_program_evaluate(p->plain, p->leaves, p->scratch, (double *)(p->values + p->nsymbolic));
}
