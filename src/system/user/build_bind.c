/* From the user's expression to symbols: measures are written out, names of elements become their unknowns. */
#include <string.h>

#include "base/text.h"
#include "system/user/user.h"

static SarStatus no_memory(SarBuilder *b) { return sar_report_no_memory(b->context); }

/* ---- quantities of elements ---- */

typedef struct Question {
  SarBuilder *b;
  SarUserBuild *build;
  int32_t element;
  const char *quantity;
  const SarExpr *answer; /* null: no such quantity */
} Question;

static void ask_offers(Question *q) {
  for (int32_t i = q->build->offers[q->element]; i >= 0 && !q->answer; i = q->build->user->offers[i].next) {
    if (strcmp(q->build->user->offers[i].quantity, q->quantity) == 0) q->answer = q->build->user->offers[i].f;
  }
}

/* name itself, or name followed by _rate */
static SarStatus ask_coordinate(Question *q, const char *name, const char *rate_name, int32_t coordinate) {
  bool rate = strcmp(q->quantity, rate_name) == 0;
  if (!rate && strcmp(q->quantity, name) != 0) return SAR_OK;
  const SarExpr *value = sar_user_coordinate(q->build, coordinate);
  q->answer = value && rate ? sar_symbols_by_time(&q->build->user->symbols, value) : value;
  return q->answer ? SAR_OK : no_memory(q->b);
}

static SarStatus ask_joint(Question *q, const SarJointSpec *joint) {
  const SarPlace *place = &q->build->system->places[q->element];
  for (int32_t i = 0; i < place->coordinates.count && i < joint->ncoordinates && !q->answer; i++) {
    const char *name = joint->coordinates[i].name, *rate = sar_arena_printf(q->b->arena, "%s_rate", name);
    if (!rate) return no_memory(q->b);
    SAR_TRY(ask_coordinate(q, name, rate, place->coordinates.first + i));
  }
  return SAR_OK;
}

/* The force of a spring: linear, or the law that the user has written. */
static SarStatus law_force(Question *q, const SarLawForce *force, const SarExpr **out) {
  SarArena *arena = q->b->arena;
  const SarLawSetup *law = &force->law;
  const SarExpr *y = sar_user_coordinate(q->build, force->coordinate);
  const SarExpr *rate = y ? sar_symbols_by_time(&q->build->user->symbols, y) : NULL;
  if (!rate) return no_memory(q->b);
  if (!law->linear) {
    const SarModelElement *element = &q->build->system->model->elements[q->element];
    const SarExpr *local[3] = {y, rate, NULL};
    return sar_builder_bind(q->b, sar_model_value(element, "law")->function[0], local, out);
  }
  const SarExpr *stretch = sar_sym_sub(arena, y, sar_expr_constant(arena, law->rest));
  const SarExpr *spring = sar_expr_multiply(arena, sar_expr_constant(arena, law->stiffness), stretch);
  const SarExpr *damper = sar_expr_multiply(arena, sar_expr_constant(arena, law->damping), rate);
  *out = sar_expr_add(arena, sar_expr_constant(arena, law->preload), sar_expr_add(arena, spring, damper));
  return *out ? SAR_OK : no_memory(q->b);
}

static SarStatus ask_law(Question *q) {
  const SarPlace *place = &q->build->system->places[q->element];
  if (!place->laws.count) return SAR_OK;
  const SarLawForce *force = &q->build->system->laws[place->laws.first];
  bool angle = sar_coordinate_turns(&q->build->system->coordinates[force->coordinate]);
  SAR_TRY(ask_coordinate(q, angle ? "angle" : "length", "rate", force->coordinate));
  if (!q->answer && strcmp(q->quantity, angle ? "torque" : "force") == 0) return law_force(q, force, &q->answer);
  return SAR_OK;
}

/* What acts along the coordinates of a relation or a motion. */
static SarStatus ask_relation(Question *q, const char *name) {
  SarRange own = q->build->system->places[q->element].relations;
  SarArena *arena = q->b->arena;
  if (!own.count && !q->answer && strcmp(q->quantity, name) == 0) { /* a phase has taken it out */
    q->answer = sar_expr_constant(arena, 0);
    return q->answer ? SAR_OK : no_memory(q->b);
  }
  if (!own.count) return SAR_OK;
  const SarRelationRow *row = &q->build->system->relations[own.first];
  SarSymbolKind kind = row->level == SAR_LEVEL_POSITION ? SAR_SYMBOL_LAMBDA : SAR_SYMBOL_MU;
  if (q->answer || strcmp(q->quantity, name) != 0) return SAR_OK;
  q->answer = sar_expr_multiply(arena, sar_expr_constant(arena, -row->scale),
                                sar_symbols_variable(&q->build->user->symbols, kind, row->row));
  return q->answer ? SAR_OK : no_memory(q->b);
}

static SarStatus ask_motion(Question *q) {
  int32_t coordinate = q->build->system->places[q->element].coordinates.first;
  bool angle = sar_coordinate_turns(&q->build->system->coordinates[coordinate]);
  SAR_TRY(ask_coordinate(q, "value", "rate", coordinate));
  if (strcmp(q->quantity, "power") == 0) SAR_TRY(sar_user_element_power(q->build, q->element, &q->answer));
  return ask_relation(q, angle ? "torque" : "force");
}

/* `rate` asked of a joint means that of its coordinate: "angle_rate". Null where there is none, or more than one. */
static const char *only_rate(const Question *q, const char *outputs) {
  const char *found = NULL;
  if (strcmp(q->quantity, "rate") != 0) return NULL;
  for (const char *word = outputs; *(word += strspn(word, " ")); word += strcspn(word, " ")) {
    size_t length = strcspn(word, " ");
    if (length <= 5 || strncmp(word + length - 5, "_rate", 5) != 0) continue;
    if (found) return NULL;
    found = sar_arena_copy_text_n(q->b->arena, word, length);
  }
  return found;
}

static SarStatus report_unknown(const Question *q, SarSource source) {
  const SarModelElement *element = &q->build->system->model->elements[q->element];
  char outputs[SAR_OUTPUTS_SIZE];
  sar_class_outputs(element->class, outputs);
  bool listed = strstr(outputs, "x1...") && (strcmp(q->quantity, "value") == 0 || strcmp(q->quantity, "rate") == 0);
  const char *word = strcmp(q->quantity, "rate") == 0 ? "rate" : "state";
  const char *remedy =
      listed ? sar_arena_printf(q->b->arena, "it has several: write %s(%s, 1) for the first", word, element->name)
             : sar_arena_printf(q->b->arena, "it has: %s", outputs);
  const char *rate = only_rate(q, outputs);
  if (rate) remedy = sar_arena_printf(q->b->arena, "did you mean %s(%s)? it has: %s", rate, element->name, outputs);
  bool beam = element->class->section == SAR_SECTION_BEAMS && !outputs[0];
  if (beam) {
    remedy = sar_arena_printf(q->b->arena, "ask one of its elements, as in %s(%s.e0)", q->quantity, element->name);
  }
  bool known = (outputs[0] || beam) && remedy;
  return sar_report(q->b->context, SAR_INPUT, source, q->b->name, known ? remedy : "ask another element",
                    "`%s` (%s) has no `%s` to use in an expression", element->name, element->class->name, q->quantity);
}

SarStatus sar_builder_quantity(SarBuilder *b, const char *element, const char *quantity, SarSource source,
                               const SarExpr **out) {
  SarUserBuild *build = sar_builder_of(b)->build;
  Question q = {b, build, sar_model_find(build->system->model, element), quantity, NULL};
  *out = NULL;
  if (q.element < 0) {
    return sar_report(b->context, SAR_INPUT, source, b->name, "give the name of an element", "there is no element `%s`",
                      element);
  }
  const SarElementClass *class = build->system->model->elements[q.element].class;
  ask_offers(&q);
  if (!q.answer && class->joint && !class->joint->relation)
    SAR_TRY(ask_joint(&q, class->joint));                                            /* friction asks its own joint */
  if (class->joint && class->joint->relation) SAR_TRY(ask_relation(&q, "reaction")); /* teeth ask their own gear */
  bool complete = class->section == SAR_SECTION_STATES; /* they offer everything before they are built */
  if (!q.answer && complete) return report_unknown(&q, source);
  if (!q.answer) {
    SAR_TRY(sar_user_build_element(build, q.element, source, b->name));
    ask_offers(&q);
  }
  if (!q.answer) SAR_TRY(sar_user_part_quantity(b, q.element, quantity, source, &q.answer));
  if (!q.answer && class->force) SAR_TRY(ask_law(&q));
  if (!q.answer && class->section == SAR_SECTION_MOTIONS) SAR_TRY(ask_motion(&q));
  *out = q.answer;
  return q.answer ? SAR_OK : report_unknown(&q, source);
}

/* ---- references ---- */

/* Whether argument i of a call is a frame. */
static bool takes_frame(const SarReference *reference, int32_t i) {
  const char *word = reference->measure->arguments;
  for (int32_t k = 0; k < i && *word; k++) {
    word += strcspn(word, " ");
    word += strspn(word, " ");
  }
  return strncmp(word, "frame", 5) == 0 || (strncmp(word, "thing", 5) == 0 && !reference->elements[i]);
}

static SarStatus write_measure(SarBuilder *b, const SarReference *reference, const SarExpr **out) {
  SarUserBuild *build = sar_builder_of(b)->build;
  SarMeasureCall call = {.class = reference->measure, .source = reference->source};
  SarSideName written[SAR_MEASURE_ARGUMENTS];
  call.narguments = reference->narguments;
  for (int32_t i = 0; i < SAR_MEASURE_ARGUMENTS; i++) {
    call.sources[i] = i < reference->narguments ? reference->sources[i] : reference->source;
    call.names[i] = reference->elements[i];
    call.numbers[i] = reference->numbers[i];
    if (!takes_frame(reference, i)) {
      call.given[i] = i < reference->narguments;
      continue;
    }
    call.given[i] = reference->frames[i].body != NULL;
    written[i] = sar_reference_written(reference, i);
    call.named[i] = call.given[i] ? &written[i] : NULL;
    SarSide ground = {sar_system_ground(build->system), sar_vec3(0, 0, 0), sar_mat3_identity()};
    call.sides[i] = call.given[i] ? sar_system_side(build->system, &reference->frames[i]) : ground;
    SAR_TRY(b->ops->frame(b, &call.sides[i], &call.frames[i]));
  }
  SarSource element = b->source;
  b->source = reference->source; /* what is wrong with the call is said where it stands */
  SarStatus status = reference->measure->make(b, &call, out);
  b->source = element;
  return status;
}

/* The frames of a call say more of the motion than any one measure needs. */
static SarStatus keep_measure(SarBuilder *b, const SarReference *reference, const SarExpr **out) {
  SarUserArenas before = sar_user_open_scratch(b);
  SarStatus status = write_measure(b, reference, out);
  SarStatus kept = sar_user_close_scratch(b, before, out, status == SAR_OK ? 1 : 0);
  return status == SAR_OK ? kept : status;
}

static SarStatus bind_reference(SarBuilder *b, int32_t index, const SarExpr **out) {
  SarUserBuild *build = sar_builder_of(b)->build;
  const SarReference *reference = &build->system->model->references[index];
  if (build->bound[index]) {
    *out = build->bound[index];
    return SAR_OK;
  }
  SarStatus status = SAR_OK;
  if (reference->parameter >= 0) {
    *out = sar_symbols_variable(&build->user->symbols, SAR_SYMBOL_PARAMETER, reference->parameter);
  } else if (!reference->measure) {
    status = sar_builder_quantity(b, reference->elements[0], "value", reference->source, out);
  } else {
    status = keep_measure(b, reference, out);
  }
  if (status != SAR_OK) return status;
  /* others will use it, when what is being written now is forgotten */
  if (!*out || !sar_expr_keep(build->system->arena, build->scratch, out, 1)) return no_memory(b);
  build->bound[index] = *out;
  return SAR_OK;
}

/* ---- binding ---- */

typedef struct Binding {
  SarBuilder *b;
  const SarExpr *const *local;
  const SarExpr *time;
} Binding;

static const SarExpr *replace(void *self, const SarExpr *node, const SarExpr *now) {
  const Binding *binding = self;
  int32_t variable = sar_expr_is_variable(node);
  if (variable < 0 || variable >= sar_symbol(SAR_SYMBOL_TIME, 0)) return now;
  if (variable >= SAR_REFERENCES) return sar_builder_of(binding->b)->build->bound[variable - SAR_REFERENCES];
  const SarExpr *local = binding->local ? binding->local[variable] : NULL;
  return local ? local : binding->time;
}

typedef struct Finding {
  SarBuilder *b;
  SarStatus status;
} Finding;

static void bind_each(void *self, int32_t variable) {
  Finding *finding = self;
  if (variable < SAR_REFERENCES || variable >= sar_symbol(SAR_SYMBOL_TIME, 0)) return;
  const SarExpr *ignored;
  SarStatus status = bind_reference(finding->b, variable - SAR_REFERENCES, &ignored);
  if (status != SAR_OK) finding->status = status;
}

/* No constraint may jump, but one that speaks of an angle need not come to its cut. */
static const SarExpr *without_cut(void *self, const SarExpr *node, const SarExpr *now) {
  (void)node;
  if (now->operation != SAR_EXPR_ATAN2) return now;
  return sar_node_ternary(self, SAR_EXPR_ANGLE, now->arguments[0], now->arguments[1], sar_expr_constant(self, 0));
}

static const SarExpr *without_cuts(SarArena *arena, const SarExpr *f) {
  return sar_expr_rewrite(arena, f, &(SarRewriter){without_cut, arena});
}

SarStatus sar_builder_bind(SarBuilder *b, const SarExpr *f, const SarExpr *const *local, const SarExpr **out) {
  Finding finding = {b, SAR_OK};
  *out = NULL;
  if (!sar_expr_each_variable(f, bind_each, &finding)) return no_memory(b);
  SAR_TRY(finding.status);
  Binding binding = {b, local, b->ops->time(b)};
  if (binding.time) *out = sar_expr_rewrite(b->arena, f, &(SarRewriter){replace, &binding});
  if (!*out) return no_memory(b);
  SarUserBuild *build = sar_builder_of(b)->build;
  int32_t element = sar_builder_of(b)->element;
  SarSection section = build->system->model->elements[element].class->section;
  if (section == SAR_SECTION_MEASURES || section == SAR_SECTION_EVENTS) return SAR_OK; /* no equations depend on it */
  if (section == SAR_SECTION_EQUATIONS) *out = without_cuts(b->arena, *out);
  return *out ? sar_user_hold(build, element, out) : no_memory(b);
}
