/* Validation of what expressions of the user speak of: names of frames and elements, bare names, circles of measures.
 */
#include <string.h>

#include "expr/definition.h"
#include "expr/function.h"
#include "expr/parser.h"
#include "model/validate_names.h"

/* "a body", for messages; null where an element of the section has a value under its bare name. */
static const char *valueless(SarSection section) {
  static const char *const words[SAR_NSECTIONS] = {
      [SAR_SECTION_BODIES] = "a body",      [SAR_SECTION_MATERIALS] = "a material",
      [SAR_SECTION_SECTIONS] = "a section", [SAR_SECTION_BEAMS] = "a beam",
      [SAR_SECTION_JOINTS] = "a joint",     [SAR_SECTION_FORCES] = "a force",
      [SAR_SECTION_CONTACTS] = "a contact", [SAR_SECTION_EQUATIONS] = "an equation",
      [SAR_SECTION_EVENTS] = "an event",
  };
  return words[section];
}

static const char *suggest(const SarModel *model, const SarReference *reference, const char *name, bool bare) {
  SarSuggestion suggestion = sar_suggestion(name);
  if (reference->nearest) sar_suggestion_offer(&suggestion, reference->nearest);
  bool worth = sar_model_worth_suggesting(model);
  for (int32_t i = 0; worth && i < model->nelements; i++) {
    SarSection section = model->elements[i].class->section;
    if (bare ? !valueless(section) : section != SAR_SECTION_BODIES) {
      sar_suggestion_offer(&suggestion, model->elements[i].name);
    }
  }
  return sar_suggestion_best(&suggestion);
}

/* ---- bare names ---- */

static bool is_callable(const char *name) {
  return sar_measure_class_find(name) || sar_function_find(name, false) != SAR_EXPR_CONSTANT ||
         sar_definition_find(name, false);
}

/* What to write instead of a column of the results, `pivot.angle`: angle(pivot). Empty: it is none. */
static const char *as_measure(const SarModel *model, const char *name) {
  const char *point = strrchr(name, '.');
  if (!point) return "";
  const char *element = sar_arena_copy_text_n(model->arena, name, (size_t)(point - name));
  if (!element) return NULL;
  int32_t index = sar_model_lookup(model, element);
  if (index < 0) return "";
  if (model->elements[index].class->section == SAR_SECTION_BODIES) {
    return sar_arena_printf(model->arena,
                            "ask for it by a measure, as in dx(%s); `sarrus describe measures` lists them", element);
  }
  bool numbered = (point[1] == 'x' || point[1] == 'y') && point[2] >= '1' && point[2] <= '9';
  if (numbered) {
    return sar_arena_printf(model->arena, "write %s(%s, %s)", point[1] == 'x' ? "state" : "output", element, point + 2);
  }
  if (!sar_measure_class_find(point + 1)) return "";
  return sar_arena_printf(model->arena, "write %s(%s)", point + 1, element);
}

bool sar_model_names_nothing(const SarModel *model, const SarModelElement *element) {
  for (int32_t i = 0; i < model->nreferences; i++) {
    const SarReference *r = &model->references[i];
    if (r->measure || r->parameter >= 0 || !r->owner || !r->elements[0]) continue;
    bool its = !element || strcmp(r->owner, element->name) == 0;
    if (its && sar_model_lookup(model, r->elements[0]) < 0) return true;
  }
  return false;
}

static SarStatus check_bare(SarModel *model, const SarReference *reference) {
  const char *name = reference->elements[0];
  int32_t index = sar_model_lookup(model, name);
  if (index == SAR_NAME_FAULTY) return SAR_OK;
  if (index < 0 && is_callable(reference->name)) {
    return sar_report(model->context, SAR_INPUT, reference->source, reference->owner,
                      "write its argument in parentheses", "`%s` is a function", reference->name);
  }
  const char *instead = index < 0 ? sar_parse_refused(reference->name) : NULL;
  if (instead) {
    return sar_report(model->context, SAR_INPUT, reference->source, reference->owner, instead,
                      "`%s` of Adams is not supported", reference->name);
  }
  if (index < 0) {
    const char *remedy = as_measure(model, name), *best = NULL;
    bool known = remedy && *remedy;
    if (!known) best = suggest(model, reference, name, true);
    if (best) remedy = sar_arena_printf(model->arena, "did you mean `%s`?", best);
    if (!known && !best) remedy = "name a parameter, coordinate, state, variable or measure";
    if (!remedy) return sar_report_no_memory(model->context);
    return sar_report(model->context, SAR_INPUT, reference->source, reference->owner, remedy, "unknown name `%s`",
                      reference->name);
  }
  const char *what = valueless(model->elements[index].class->section);
  if (!what) return SAR_OK;
  return sar_report(model->context, SAR_INPUT, reference->source, reference->owner,
                    "say what of it is meant, as in dx(body) or angle(joint); `sarrus describe measures` lists them",
                    "`%s` is %s, which has no value", reference->name, what);
}

/* ---- elements as arguments ---- */

static bool names_frame(SarModel *model, const char *name) {
  SarSideName side;
  if (strcmp(name, "ground") == 0) return true;
  if (sar_model_split_side(model, name, sar_nowhere(), &side) != SAR_OK || !side.frame) return false;
  bool ground = strcmp(side.body, "ground") == 0;
  int32_t body = sar_model_find(model, side.body);
  return (ground || body >= 0) && sar_model_find_frame(model, body, side.frame);
}

/* Forces and torques are asked of what acts on bodies: of anything else they would be a silent zero. */
static SarStatus check_action(SarModel *model, const SarReference *reference, int32_t argument,
                              const SarModelElement *element) {
  char outputs[SAR_OUTPUTS_SIZE];
  sar_class_outputs(element->class, outputs);
  int32_t on = sar_field_index(element->class, "reaction_on"); /* equations: where they act, if that is said */
  bool acts = sar_field_choice(outputs, "fx") >= 0 || (on >= 0 && element->values[on].given);
  if (!sar_measure_is_action(reference->measure) || acts) return SAR_OK;
  const char *remedy = sar_arena_printf(model->arena, "name a joint, motion or force between two frames; `%s` has: %s",
                                        element->name, outputs[0] ? outputs : "nothing to ask for");
  if (!remedy) return sar_report_no_memory(model->context);
  return sar_report(model->context, SAR_INPUT, reference->sources[argument], reference->owner, remedy,
                    "`%s` (%s) acts on no body: there is no `%s` of it", element->name, element->class->name,
                    reference->name);
}

static SarStatus check_element(SarModel *model, const SarReference *reference, int32_t argument) {
  const char *name = reference->elements[argument];
  SarSource source = reference->sources[argument];
  int32_t index = sar_model_lookup(model, name);
  if (index == SAR_NAME_FAULTY) return SAR_OK;
  bool frame = index < 0 && names_frame(model, name);
  bool body = index >= 0 && model->elements[index].class->section == SAR_SECTION_BODIES;
  if (frame || (body && !model->elements[index].class->equations)) { /* modal bodies have modes */
    return sar_report(
        model->context, SAR_INPUT, source, reference->owner, "name a joint, a force, a coordinate or the like",
        "`%s` takes an element that is no body, but `%s` is a %s", reference->name, name, frame ? "frame" : "body");
  }
  if (index >= 0) return check_action(model, reference, argument, &model->elements[index]);
  const char *best = suggest(model, reference, name, false);
  return sar_report(model->context, SAR_INPUT, source, reference->owner, "name an element of the model",
                    "there is no element `%s`%s%s%s", name, best ? "; did you mean `" : "", best ? best : "",
                    best ? "`?" : "");
}

/* Of an element, fx takes one frame and fm none; of frames, one more each. */
static SarStatus check_thing(SarModel *model, const SarReference *reference, const SarMeasureArguments *a) {
  if (reference->narguments < a->count) return SAR_OK;
  return sar_report(model->context, SAR_INPUT, reference->sources[a->count - 1], reference->owner,
                    "leave it out, or name two frames instead of the element", "`%s` of an element takes %s",
                    reference->name, a->count == 2 ? "no frame" : "one frame only");
}

static SarStatus check_measure(SarModel *model, SarReference *reference) {
  SarMeasureArguments a = sar_measure_arguments(reference->measure);
  SarStatus status = SAR_OK;
  sar_model_settle_reference(model, reference);
  for (int32_t i = 0; i < reference->narguments; i++) {
    SarStatus one = SAR_OK;
    bool thing = a.kinds[i] == SAR_ARGUMENT_THING,
         frame = thing ? !reference->elements[i] : a.kinds[i] == SAR_ARGUMENT_FRAME;
    bool left_out = !reference->frames[i].body;
    if (frame && !left_out) one = sar_model_check_side(model, reference->owner, &reference->frames[i]);
    if (a.kinds[i] == SAR_ARGUMENT_ELEMENT || (thing && !frame)) one = check_element(model, reference, i);
    if (one == SAR_OK && thing && !frame) one = check_thing(model, reference, &a);
    if (one != SAR_OK) status = one;
  }
  return status;
}

/* ---- circles: a measure is an expression, so that it cannot speak of itself. A variable is an unknown and may. ----
 */

typedef struct Circles {
  SarModel *model;
  int32_t *first, *next; /* references that stand in an element: first by element, next by reference; -1: no more */
  int32_t *path, *mark;  /* path: from the outermost measure to the present one; mark: 0 new, 1 on the path, 2 done */
  int32_t *by;           /* the reference that leads on from it */
  int32_t depth;
} Circles;

static bool is_measure(const SarModel *model, int32_t index) {
  return index >= 0 && model->elements[index].class->section == SAR_SECTION_MEASURES;
}

static SarStatus report_circle(const Circles *c, int32_t again) {
  SarModel *model = c->model;
  int32_t start = c->depth - 1;
  while (c->path[start] != again) start--;
  const char *chain = model->elements[again].name;
  for (int32_t i = start + 1; chain && i <= c->depth; i++) {
    int32_t element = i < c->depth ? c->path[i] : again;
    chain = sar_arena_printf(model->arena, "%s -> %s", chain, model->elements[element].name);
  }
  if (!chain) return sar_report_no_memory(model->context);
  return sar_report(model->context, SAR_INPUT, model->references[c->by[start]].source, model->elements[again].name,
                    "make one of them a variable, which is solved for", "measures depend on each other in a circle: %s",
                    chain);
}

/* Depth first without recursion: first[e] runs along the references of e. */
static SarStatus walk(Circles *c, int32_t root) {
  c->path[0] = root;
  c->mark[root] = 1;
  c->depth = 1;
  while (c->depth > 0) {
    int32_t e = c->path[c->depth - 1], k = c->first[e];
    if (k < 0) {
      c->mark[e] = 2;
      c->depth--;
      continue;
    }
    c->first[e] = c->next[k];
    int32_t target = sar_model_find(c->model, c->model->references[k].elements[0]);
    if (!is_measure(c->model, target) || c->mark[target] == 2) continue;
    c->by[c->depth - 1] = k;
    if (c->mark[target] == 1) {
      SarStatus status = report_circle(c, target);
      while (c->depth > 0) c->mark[c->path[--c->depth]] = 2; /* once is enough for all on the way to it */
      return status;
    }
    c->mark[target] = 1;
    c->path[c->depth++] = target;
  }
  return SAR_OK;
}

static SarStatus check_circles(SarModel *model) {
  SarStatus status = SAR_OK;
  Circles c = {.model = model};
  c.first = SAR_NEW(model->arena, model->nelements, int32_t);
  c.path = SAR_NEW(model->arena, model->nelements, int32_t);
  c.mark = SAR_NEW(model->arena, model->nelements, int32_t);
  c.by = SAR_NEW(model->arena, model->nelements, int32_t);
  c.next = SAR_NEW(model->arena, model->nreferences, int32_t);
  if (!c.first || !c.path || !c.mark || !c.by || !c.next) return sar_report_no_memory(model->context);
  for (int32_t e = 0; e < model->nelements; e++) c.first[e] = -1;
  for (int32_t k = model->nreferences - 1; k >= 0; k--) {
    const SarReference *reference = &model->references[k];
    int32_t owner = reference->owner ? sar_model_find(model, reference->owner) : -1;
    if (!is_measure(model, owner) || !reference->elements[0]) continue;
    c.next[k] = c.first[owner];
    c.first[owner] = k;
  }
  for (int32_t e = 0; e < model->nelements; e++) {
    if (!is_measure(model, e) || c.mark[e] != 0) continue;
    SarStatus one = walk(&c, e);
    if (one != SAR_OK) status = one;
    if (one == SAR_NO_MEMORY) return one;
  }
  return status;
}

SarStatus sar_model_check_references(SarModel *model) {
  SarStatus status = SAR_OK;
  const SarReference *wrong = NULL;
  if (!model->nreferences) return SAR_OK;
  for (int32_t k = 0; k < model->nreferences; k++) {
    SarReference *reference = &model->references[k];
    bool emptied = !reference->measure && !reference->elements[0];
    if (reference->parameter >= 0 || emptied) continue;
    bool repeated = wrong && reference->source.line > 0 && wrong->source.line == reference->source.line &&
                    wrong->source.column == reference->source.column && wrong->source.file == reference->source.file;
    if (repeated) continue; /* one mistake, repeated by `for:` */
    SarStatus one = reference->measure ? check_measure(model, reference) : check_bare(model, reference);
    if (one == SAR_NO_MEMORY) return one;
    if (one == SAR_OK) continue;
    status = one;
    wrong = reference;
  }
  SarStatus circles = check_circles(model);
  return status == SAR_OK ? circles : status;
}
