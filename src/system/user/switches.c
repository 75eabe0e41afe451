/* Jumps and kinks of user-defined expressions at compile time, and the programs of the switching functions. */
#include "expr/switches.h"

#include <stdlib.h>

#include "system/user/user.h"

/* ---- holding ---- */

typedef struct Held {
  SarUserBuild *build;
  int32_t element;
  const SarExpr **nodes; /* jumping nodes of this expression ... */
  int32_t *modes;        /* ... and their modes */
  int32_t count, capacity, nmodes, modes_capacity;
  int32_t first; /* switch of this expression */
  int32_t own;   /* mode whose value is written: its node is evaluated, not replaced; -1: none */
} Held;

static SarUserSwitch *append_switch(Held *held) {
  SarUser *u = held->build->user;
  return sar_system_append(held->build->system, &u->switches, &u->nswitches, &u->capacity[SAR_USER_SWITCHES],
                           sizeof(SarUserSwitch));
}

static bool remember(Held *held, const SarExpr *node, int32_t mode) {
  const SarExpr **of = sar_append(&held->nodes, &held->count, &held->capacity, sizeof *of);
  int32_t *slot = sar_append(&held->modes, &held->nmodes, &held->modes_capacity, sizeof *slot);
  if (of) *of = node;
  if (slot) *slot = mode;
  return of && slot;
}

static SarStatus see(void *self, const SarSwitch *found) {
  Held *held = self;
  SarUserSwitch *slot = append_switch(held);
  if (!slot) return SAR_NO_MEMORY;
  *slot = (SarUserSwitch){.element = held->element,
                          .mode = -1,
                          .range = found->range,
                          .crossing = found->bounds ? found->bounds : found->crossing,
                          .value = found->mode,
                          .place = sar_expr_place(found->node)};
  if (found->kind != SAR_SWITCH_JUMP) return SAR_OK;
  slot->mode = held->build->user->nmodes++;
  return remember(held, found->node, slot->mode) ? SAR_OK : SAR_NO_MEMORY;
}

static int32_t mode_of(void *self, const SarExpr *node, SarSwitchKind kind) {
  const Held *held = self;
  for (int32_t i = 0; kind == SAR_SWITCH_JUMP && i < held->count; i++) {
    if (held->nodes[i] == node && held->modes[i] != held->own) return sar_symbol(SAR_SYMBOL_MODE, held->modes[i]);
  }
  return -1;
}

static bool hold(Held *held, const SarExpr **f) {
  if (*f) *f = sar_expr_hold(held->build->system->arena, *f, &(SarHold){mode_of, held});
  return *f != NULL;
}

SarStatus sar_user_hold(SarUserBuild *build, int32_t element, const SarExpr **f) {
  SarSystem *s = build->system;
  SarUser *u = build->user;
  Held held = {.build = build, .element = element, .first = u->nswitches, .own = -1};
  /* what is found lasts, and so must what it speaks of */
  if (!sar_expr_keep(s->arena, build->scratch, f, 1)) return sar_report_no_memory(s->context);
  SarStatus status = sar_expr_switches(s->context, s->arena, *f, &(SarSwitchVisitor){see, &held});
  bool ok = status == SAR_OK && (!held.count || hold(&held, f));
  for (int32_t i = held.first; ok && held.count && i < u->nswitches;
       i++) { /* an `if` within the condition of an `if` */
    held.own = -1;
    ok = hold(&held, &u->switches[i].crossing);
    held.own = u->switches[i].mode;
    ok = ok && (held.own < 0 || hold(&held, &u->switches[i].value));
  }
  free(held.nodes);
  free(held.modes);
  return ok ? SAR_OK : sar_report_no_memory(s->context);
}

SarStatus sar_builder_kinks(SarBuilder *b, const SarExpr *f) {
  if (!f) return sar_report_no_memory(b->context);
  return sar_user_hold(sar_builder_of(b)->build, sar_builder_of(b)->element, &f); /* elements make no jumps */
}

/* ---- motions ---- */

/* Functions of motions are evaluated elsewhere, as they stand: whatever they do, steps end there. */
static SarStatus see_of_motion(void *self, const SarSwitch *found) {
  Held *held = self;
  SarUserSwitch *slot = append_switch(held);
  if (!slot) return SAR_NO_MEMORY;
  *slot = (SarUserSwitch){.element = held->element, .mode = -1, .range = found->range, .crossing = found->crossing};
  return SAR_OK;
}

static const SarExpr *in_symbols(void *self, const SarExpr *node, const SarExpr *now) {
  return sar_expr_is_variable(node) == 0 ? self : now;
}

static SarStatus note_motion(SarUserBuild *build, int32_t element, const SarExpr *f) {
  SarSystem *s = build->system;
  SarUser *u = build->user;
  Held held = {.build = build, .element = element, .first = u->nswitches};
  SarStatus status = sar_expr_switches(s->context, s->arena, f, &(SarSwitchVisitor){see_of_motion, &held});
  const SarExpr *time = sar_symbols_variable(&u->symbols, SAR_SYMBOL_TIME, 0);
  if (status != SAR_OK || !time) return sar_report_no_memory(s->context);
  for (int32_t i = held.first; i < u->nswitches; i++) {
    SarRewriter rewriter = {in_symbols, (void *)(uintptr_t)time};
    u->switches[i].crossing = sar_expr_rewrite(s->arena, u->switches[i].crossing, &rewriter);
    if (!u->switches[i].crossing) return sar_report_no_memory(s->context);
  }
  return SAR_OK;
}

SarStatus sar_user_note_motions(SarUserBuild *build) {
  for (int32_t e = 0; e < build->system->model->nelements; e++) {
    const SarModelElement *element = &build->system->model->elements[e];
    if (element->class->section != SAR_SECTION_MOTIONS || element->inactive) continue;
    for (int32_t i = 0; i < element->class->nfields; i++) {
      bool function = element->class->fields[i].kind == SAR_FIELD_FUNCTION && element->values[i].given;
      if (function) SAR_TRY(note_motion(build, e, element->values[i].function[0]));
    }
  }
  return SAR_OK;
}

/* ---- variables ---- */

/* Between the ends of a step a variable is only known on a straight line. Where it has an expression, that tells more:
 * the expression takes its place in switching functions. A loop of variables has to stay. */
static SarStatus replace_all_variables(SarUserCollection *c) {
  SarUser *u = c->u;
  SarArena *arena = c->s->arena;
  SarUserDefinitions d;
  if (!u->nalgebraic) return SAR_OK;
  bool ok = sar_user_definitions(arena, u, &d) && sar_user_write_definitions_out(arena, &d);
  for (int32_t i = 0; ok && i < u->nevents; i++) ok = sar_user_write_out(arena, &d, &u->events[i].when);
  for (int32_t i = 0; ok && i < u->nswitches; i++) {
    ok = sar_user_write_out(arena, &d, &u->switches[i].crossing);
    if (ok && u->switches[i].mode >= 0) ok = sar_user_write_out(arena, &d, &u->switches[i].value);
  }
  return ok ? SAR_OK : sar_report_no_memory(c->s->context);
}

/* ---- programs ---- */

static SarStatus make_event(SarUserCollection *c, SarUserEvent *event) {
  const SarSymbols *symbols = &c->u->symbols;
  for (int32_t i = 0; i < event->nsettings; i++) sar_user_collect(c, event->settings[i], event->parameters[i]);
  SAR_TRY(sar_user_finish(c, &event->set));
  if (!event->info.impact) return SAR_OK;
  SarDependence on;
  const SarExpr *rate = sar_symbols_by_time(symbols, event->when);
  if (!rate || !sar_symbols_dependence(symbols, rate, &on)) return sar_report_no_memory(c->s->context);
  sar_user_collect(c, rate, -1);
  for (int32_t i = 0; i < on.nvelocity; i++) {
    sar_user_collect(c, sar_symbols_by_velocity(symbols, rate, on.velocity[i]), on.velocity[i]);
  }
  return sar_user_finish(c, &event->impact);
}

static bool is_of_time(const SarExpr *f) {
  return !(sar_symbols_content(f) & ~(uint32_t)(SAR_HAS_TIME | SAR_HAS_JUMP));
}

static SarRootKind kind_of(const SarUserSwitch *s) {
  return s->mode >= 0 ? SAR_ROOT_JUMP : s->range > 0 ? SAR_ROOT_TABLE : SAR_ROOT_KINK;
}

static void collect_switches(SarUserCollection *c, SarRootKind kind) {
  SarUser *u = c->u;
  for (int32_t i = 0; i < u->nswitches; i++) {
    const SarUserSwitch *s = &u->switches[i];
    if (kind_of(s) != kind) continue;
    u->root[u->nroots] = (SarRoot){.kind = kind, .of_time = is_of_time(s->crossing), .range = s->range};
    u->root_switch[u->nroots++] = i;
    sar_user_collect(c, u->switches[i].crossing, 0);
  }
}

SarStatus sar_user_make_switches(SarUserCollection *c) {
  SarUser *u = c->u;
  SAR_TRY(replace_all_variables(c));
  for (int32_t i = 0; i < u->nevents; i++) SAR_TRY(make_event(c, &u->events[i]));
  u->root = SAR_NEW(c->s->arena, u->nevents + u->nswitches + 1, SarRoot);
  u->root_switch = SAR_NEW(c->s->arena, u->nevents + u->nswitches + 1, int32_t);
  if (!u->root || !u->root_switch) return sar_report_no_memory(c->s->context);
  for (int32_t i = 0; i < u->nevents; i++) {
    u->root[u->nroots] = (SarRoot){.kind = SAR_ROOT_EVENT,
                                   .direction = u->events[i].direction,
                                   .of_time = is_of_time(u->events[i].when),
                                   .returns = u->events[i].info.impact};
    u->root_switch[u->nroots++] = -1;
    sar_user_collect(c, u->events[i].when, 0);
  }
  collect_switches(c, SAR_ROOT_JUMP); /* jumps stand before kinks */
  collect_switches(c, SAR_ROOT_KINK);
  collect_switches(c, SAR_ROOT_TABLE);
  SAR_TRY(sar_user_finish(c, &u->roots));
  if (u->roots.program) {
    SAR_TRY(sar_program_slices(c->s->context, c->s->arena, u->roots.program, &u->root_slices));
  }
  for (int32_t i = 0; i < u->nswitches; i++) {
    if (u->switches[i].mode >= 0) sar_user_collect(c, u->switches[i].value, u->switches[i].mode);
  }
  return sar_user_finish(c, &u->modes);
}
