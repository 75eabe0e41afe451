/* Building: first all elements declare their unknowns, then each says its equations. */
#include <string.h>

#include "expr/switches.h"
#include "model/shapes.h"
#include "system/user/user.h"

/* ---- which elements ---- */

/* Functions of a field's own variables, which are few and near, need no symbols unless they have kinks, or call a
 * plugin where nobody could see that it ends the run. */
static SarStatus find_need(const SarElementClass *class, const SarExpr *f, bool *needed) {
  *needed = f && (sar_expr_depends_on_far(f) || sar_expr_has_switches(f));
  bool may_stop = class->force && class->force->load && class->equations;
  return f && !*needed && may_stop ? sar_expr_find_calls(f, needed) : SAR_OK;
}

static SarStatus find_functions_in_symbols(const SarModelElement *element, bool *found) {
  *found = false;
  for (int32_t i = 0; i < element->class->nfields; i++) {
    SarFieldKind kind = element->class->fields[i].kind;
    const SarValue *value = &element->values[i];
    int count = kind == SAR_FIELD_FUNCTION ? 1 : kind == SAR_FIELD_FUNCTIONS3 ? 3 : 0;
    for (int k = 0; value->given && k < count; k++) {
      SAR_TRY(find_need(element->class, value->function[k], found));
      if (*found) return SAR_OK;
    }
  }
  return SAR_OK;
}

static SarStatus find_user(const SarModelElement *element, bool *user) {
  const SarEquationClass *equations = element->class->equations;
  SarSection section = element->class->section;
  bool event = section == SAR_SECTION_EVENTS, motion = section == SAR_SECTION_MOTIONS;
  *user = event;                                               /* it has no equations, but expressions */
  if (motion) return find_functions_in_symbols(element, user); /* steps end on its kinks */
  if (event || !equations) return SAR_OK;
  *user = equations->applies ? equations->applies(element->class, element->values) : !element->class->force;
  return *user || equations->applies ? SAR_OK : find_functions_in_symbols(element, user);
}

/* Expressions may ask for the components of a force that is computed as a whole. */
static bool is_whole(const SarElementClass *class) {
  return class->force && class->force->load && class->equations && !class->equations->applies;
}

/* Those that act between two frames, for fx(i, j) and the like. False when memory is exhausted, as with the next. */
static bool mark_between(SarSystem *s, const SarReference *reference, SarUserIndex *sides) {
  if (!sar_user_asks_between(reference)) return true;
  if (!sides->first && !sar_user_index_sides(s->arena, s->model, sides)) return false;
  const char *body = sar_reference_written(reference, 0).body, *other = sar_reference_written(reference, 1).body;
  SarUserItems candidates = sar_user_candidates(s->model, sides, body, other);
  for (int32_t k = 0; k < candidates.count; k++) {
    const SarModelElement *element = &s->model->elements[candidates.items[k]];
    bool between = is_whole(element->class) && sar_user_is_between(s->model, element, reference);
    if (between) s->is_user[candidates.items[k]] = true;
  }
  return true;
}

static bool mark_asked(SarSystem *s) {
  SarUserIndex sides = {0};
  for (int32_t i = 0; i < s->model->nreferences; i++) {
    const SarReference *reference = &s->model->references[i];
    int32_t e = reference->elements[0] ? sar_model_find(s->model, reference->elements[0]) : -1;
    if (e >= 0 && is_whole(s->model->elements[e].class)) s->is_user[e] = true;
    if (!reference->elements[0] && !mark_between(s, reference, &sides)) return false;
  }
  return true;
}

SarStatus sar_user_find(SarSystem *s) {
  s->is_user = SAR_NEW(s->arena, s->model->nelements + 1, bool);
  if (!s->is_user) return sar_report_no_memory(s->context);
  for (int32_t e = 0; e < s->model->nelements; e++) {
    if (find_user(&s->model->elements[e], &s->is_user[e]) != SAR_OK) return sar_report_no_memory(s->context);
  }
  return mark_asked(s) ? SAR_OK : sar_report_no_memory(s->context);
}

/* ---- declaring ---- */

static SarStatus no_memory(SarBuilder *b) { return sar_report_no_memory(b->context); }

static SarUserUnknown *append_unknown(SarBuilderOf *x, SarUserUnknown **array, int32_t *count, int32_t *capacity) {
  SarUserUnknown *unknown = sar_system_append(x->build->system, array, count, capacity, sizeof *unknown);
  if (unknown) *unknown = (SarUserUnknown){.element = x->element};
  return unknown;
}

static SarStatus declare(SarBuilderOf *x, SarUnknown unknown, SarUnknown *out) {
  SarUserBuild *build = x->build;
  SarUnknown *slot =
      sar_system_append(build->system, &build->declared, &build->ndeclared, &build->declared_capacity, sizeof *slot);
  if (!slot) return no_memory(&x->builder);
  *slot = unknown;
  SarRange *own = &build->unknowns[x->element];
  if (own->count == 0) own->first = build->ndeclared - 1;
  own->count++;
  *out = unknown;
  return SAR_OK;
}

static const char *copy_label(SarBuilder *b, const char *label) {
  return label ? sar_arena_copy_text(b->arena, label) : NULL;
}

static SarStatus declare_state(SarBuilder *b, const char *label, SarStateStart start, SarUnknown *out) {
  SarBuilderOf *x = sar_builder_of(b);
  SarUser *u = x->build->user;
  SarUserUnknown *state = append_unknown(x, &u->states, &u->nstates, &u->capacity[SAR_USER_STATES]);
  if (!state) return no_memory(b);
  state->label = copy_label(b, label);
  state->start = start.value;
  state->rate = start.rate;
  state->scale = start.scale;
  state->held = start.held;
  int32_t index = x->build->system->nstates++; /* motions have theirs in front */
  SarUnknown unknown = {.value = sar_symbols_variable(&u->symbols, SAR_SYMBOL_X, index),
                        .rate = sar_symbols_variable(&u->symbols, SAR_SYMBOL_XDOT, index),
                        .row = sar_symbol(SAR_SYMBOL_XDOT, index)};
  if (!unknown.value || !unknown.rate) return no_memory(b);
  return declare(x, unknown, out);
}

static SarStatus declare_algebraic(SarBuilder *b, const char *label, double guess, SarUnknown *out) {
  SarBuilderOf *x = sar_builder_of(b);
  SarUser *u = x->build->user;
  SarUserUnknown *variable = append_unknown(x, &u->algebraic, &u->nalgebraic, &u->capacity[SAR_USER_ALGEBRAIC]);
  if (!variable) return no_memory(b);
  variable->label = copy_label(b, label);
  variable->start = guess;
  int32_t index = u->nalgebraic - 1;
  SarUnknown unknown = {.value = sar_symbols_variable(&u->symbols, SAR_SYMBOL_Z, index),
                        .row = sar_symbol(SAR_SYMBOL_Z, index)};
  return unknown.value ? declare(x, unknown, out) : no_memory(b);
}

static SarStatus declare_coordinate(SarBuilder *b, SarMeasureKind kind, double start, double velocity, double scale,
                                    SarUnknown *out) {
  SarBuilderOf *x = sar_builder_of(b);
  SarUser *u = x->build->user;
  SarUserUnknown *coordinate = append_unknown(x, &u->coordinates, &u->ncoordinates, &u->capacity[SAR_USER_COORDINATES]);
  if (!coordinate) return no_memory(b);
  coordinate->kind = kind;
  coordinate->start = start;
  coordinate->velocity = velocity;
  coordinate->scale = scale;
  int32_t index = u->ncoordinates - 1;
  SarUnknown unknown = {.value = sar_symbols_variable(&u->symbols, SAR_SYMBOL_Q, index),
                        .rate = sar_symbols_variable(&u->symbols, SAR_SYMBOL_V, index),
                        .acceleration = sar_symbols_variable(&u->symbols, SAR_SYMBOL_A, index),
                        .row = sar_symbol(SAR_SYMBOL_A, index)};
  if (!unknown.value || !unknown.rate || !unknown.acceleration) return no_memory(b);
  return declare(x, unknown, out);
}

static SarStatus declare_input(SarBuilder *b, double value, const SarExpr **out) {
  SarBuilderOf *x = sar_builder_of(b);
  SarUser *u = x->build->user;
  SarUserInput *input =
      sar_system_append(x->build->system, &u->inputs, &u->ninputs, &u->capacity[SAR_USER_INPUTS], sizeof *input);
  if (!input) return no_memory(b);
  *input = (SarUserInput){x->element, value};
  *out = sar_symbols_variable(&u->symbols, SAR_SYMBOL_INPUT, u->ninputs - 1);
  return *out ? SAR_OK : no_memory(b);
}

static SarUnknown declared(SarBuilder *b, int32_t index) {
  SarBuilderOf *x = sar_builder_of(b);
  return x->build->declared[x->build->unknowns[x->element].first + index];
}

static SarStatus offer(SarBuilder *b, const char *quantity, const char *unit, const SarExpr *f) {
  SarBuilderOf *x = sar_builder_of(b);
  SarUser *u = x->build->user;
  SarUserOffer *slot =
      sar_system_append(x->build->system, &u->offers, &u->noffers, &u->capacity[SAR_USER_OFFERS], sizeof *slot);
  const SarModel *model = x->build->system->model;
  if (strcmp(unit, "?") == 0) unit = sar_model_quantity_unit(model, &model->elements[x->element], quantity);
  const char *name = sar_arena_copy_text(b->arena, quantity), *copy = sar_arena_copy_text(b->arena, unit);
  if (!slot || !name || !copy || !f) return no_memory(b);
  *slot = (SarUserOffer){x->element, name, copy, f, x->build->offers[x->element]};
  x->build->offers[x->element] = u->noffers - 1;
  return SAR_OK;
}

/* ---- asking ---- */

static const SarExpr *time_symbol(SarBuilder *b) {
  return sar_symbols_variable(&sar_builder_of(b)->build->user->symbols, SAR_SYMBOL_TIME, 0);
}

/* One more parameter behind those of the model, which no event changes. */
static const SarExpr *mode_symbol(SarBuilder *b) {
  SarUserBuild *build = sar_builder_of(b)->build;
  int32_t index = build->system->model->nparameters;
  build->user->nparameters = index + 1;
  return sar_symbols_variable(&build->user->symbols, SAR_SYMBOL_PARAMETER, index);
}

static SarStatus frame(SarBuilder *b, const SarSide *side, SarSymbolFrame *out) {
  *out = sar_symbols_frame(&sar_builder_of(b)->build->user->symbols, side);
  return sar_symbol_frame_ok(out) ? SAR_OK : no_memory(b);
}

static SarStatus find_side(SarBuilder *b, const SarSideName *name, SarSide *out) {
  *out = sar_system_side(sar_builder_of(b)->build->system, name);
  return SAR_OK;
}

static SarStatus find_shape(SarBuilder *b, const SarSideName *name, const SarShape **out) {
  const SarModel *model = sar_builder_of(b)->build->system->model;
  int32_t count, index = sar_model_find_shape(model, -1, name->frame);
  *out = &sar_model_shapes(model, -1, &count)[index].shape;
  return SAR_OK;
}

static SarStatus written(SarBuilder *b, const SarSide *side, SarKin *out) {
  SarKin body = sar_system_written(sar_builder_of(b)->build->system, side->body);
  *out = (SarKin){.r = sar_kin_point(&body, side->point), .A = sar_mat3_mul(&body.A, &side->axes)};
  return SAR_OK;
}

static const char *joint_class(SarBuilder *b, const char *name) {
  const SarModel *model = sar_builder_of(b)->build->system->model;
  return model->elements[sar_model_find(model, name)].class->name;
}

static SarStatus find_joint(SarBuilder *b, const char *name, SarSide *first, SarSide *second, bool *slides) {
  const SarSystem *s = sar_builder_of(b)->build->system;
  int32_t e = sar_model_find(s->model, name);
  const SarJointSpec *joint = s->model->elements[e].class->joint;
  *first = s->places[e].a;
  *second = s->places[e].b;
  *slides = false;
  for (int32_t i = 0; i < joint->ncoordinates; i++)
    *slides |= joint->coordinates[i].kind == SAR_COORDINATE_DISPLACEMENT;
  return SAR_OK;
}

static SarStatus rate(SarBuilder *b, const SarExpr *f, const SarExpr **out) {
  const uint32_t without_rate = SAR_HAS_ACCELERATION | SAR_HAS_MULTIPLIER | SAR_HAS_STATE_RATE | SAR_HAS_VARIABLE;
  uint32_t content = sar_symbols_content(f);
  if (content & SAR_HAS_ANYTHING) return no_memory(b);
  if (content & without_rate) {
    return sar_report(b->context, SAR_INPUT, b->source, b->name, "use positions, velocities, states and time only",
                      "the rate of an expression with accelerations, reactions or variables is asked for");
  }
  *out = sar_symbols_by_time(&sar_builder_of(b)->build->user->symbols, f);
  return *out ? SAR_OK : no_memory(b);
}

static uint32_t content(SarBuilder *b, const SarExpr *f) {
  (void)b;
  return sar_symbols_content(f);
}

static const SarBuilderOps ops = {
    .bind = sar_builder_bind,
    .time = time_symbol,
    .mode = mode_symbol,
    .frame = frame,
    .side = find_side,
    .shape = find_shape,
    .written = written,
    .joint = find_joint,
    .joint_class = joint_class,
    .state = declare_state,
    .algebraic = declare_algebraic,
    .coordinate = declare_coordinate,
    .input = declare_input,
    .declared = declared,
    .offer = offer,
    .kinks = sar_builder_kinks,
    .residual = sar_builder_residual,
    .holonomic = sar_builder_holonomic,
    .nonholonomic = sar_builder_nonholonomic,
    .work = sar_builder_work,
    .store = sar_builder_store,
    .kinetic = sar_builder_kinetic,
    .reaction = sar_builder_reaction,
    .action = sar_builder_action,
    .quantity = sar_builder_quantity,
    .angle = sar_builder_angle,
    .rate = rate,
    .content = content,
};

/* ---- all elements ---- */

/* The sides of equations between two frames, or where their reaction is asked for; joints and forces have theirs. */
static void place_sides(SarSystem *s) {
  for (int32_t e = 0; e < s->model->nelements; e++) {
    const SarModelElement *element = &s->model->elements[e];
    if (element->class->section != SAR_SECTION_EQUATIONS) continue;
    int32_t on = sar_field_index(element->class, "reaction_on");
    if (on >= 0 && element->values[on].given) s->places[e].a = sar_system_side(s, element->values[on].side);
    if (sar_field_index(element->class, "between") < 0) continue;
    const SarSideName *names = sar_model_value(element, "between")->side;
    s->places[e].a = sar_system_side(s, &names[0]);
    s->places[e].b = sar_system_side(s, &names[1]);
  }
}

static SarStatus declare_all(SarUserBuild *build) {
  SarStatus worst = SAR_OK;
  for (int32_t e = 0; e < build->system->model->nelements; e++) {
    const SarModelElement *element = &build->system->model->elements[e];
    const SarEquationClass *equations = element->class->equations;
    if (!build->system->is_user[e] || !equations || !equations->declare) continue;
    SarBuilderOf x = sar_user_builder(build, e);
    SarStatus status = equations->declare(&x.builder);
    if (status == SAR_NO_MEMORY) return status;
    if (status != SAR_OK) worst = status;
  }
  return worst;
}

static SarStatus build_all(SarUserBuild *build) {
  SarStatus worst = SAR_OK;
  for (int32_t e = 0; e < build->system->model->nelements; e++) {
    const SarModelElement *element = &build->system->model->elements[e];
    SarStatus status = sar_user_build_element(build, e, element->source, element->name);
    if (status == SAR_NO_MEMORY) return status;
    if (status != SAR_OK) worst = status; /* go on: all errors of a model are reported */
  }
  return worst;
}

static bool has_user_elements(const SarSystem *s) {
  for (int32_t e = 0; e < s->model->nelements; e++) {
    if (s->is_user[e]) return true;
  }
  return false;
}

static SarStatus make_lists(SarUserBuild *build) {
  SarSystem *s = build->system;
  int32_t nelements = s->model->nelements;
  build->bound = SAR_NEW(s->arena, s->model->nreferences + 1, const SarExpr *);
  build->stage = SAR_NEW(s->arena, nelements + 1, uint8_t);
  build->unknowns = SAR_NEW(s->arena, nelements + 1, SarRange);
  build->offers = SAR_NEW(s->arena, nelements + 1, int32_t);
  build->powers = SAR_NEW(s->arena, nelements + 1, SarUserChain);
  build->constraints = SAR_NEW(s->arena, nelements + 1, SarUserChain);
  bool lists = build->offers && build->powers && build->constraints;
  bool ok = build->user && build->scratch && build->bound && build->stage && build->unknowns && lists;
  for (int32_t e = 0; ok && e < nelements; e++) {
    build->offers[e] = -1;
    build->powers[e] = build->constraints[e] = (SarUserChain){-1, -1};
  }
  ok = ok && sar_symbols_make(s->arena, s->nbodies, &build->user->symbols);
  return ok ? SAR_OK : sar_report_no_memory(s->context);
}

static SarStatus build_equations(SarUserBuild *build) {
  SAR_TRY(make_lists(build));
  build->user->nparameters = build->system->model->nparameters;
  SAR_TRY(sar_user_check_sizes(build->system, build->user)); /* what is there before; the rest when it is built */
  place_sides(build->system);
  SAR_TRY(declare_all(build));
  SAR_TRY(build_all(build));
  SAR_TRY(sar_user_note_motions(build));
  SAR_TRY(sar_user_build_events(build));
  return sar_user_drop_unused(build);
}

SarStatus sar_user_compile(SarSystem *s) {
  if (!has_user_elements(s)) return SAR_OK;
  SarBuilderOps silent = ops;
  sar_builder_silence(&silent);
  SarUserBuild build = {.system = s,
                        .ops = &ops,
                        .silent = &silent,
                        .user = SAR_NEW(s->arena, 1, SarUser),
                        .scratch = sar_arena_create()};
  SarStatus status = build_equations(&build);
  sar_arena_destroy(&build.scratch);
  if (status != SAR_OK) return status;
  s->user = build.user;
  return sar_user_make_programs(s, build.user);
}
