/* The settings of a model file: units, frames on the ground, `output:` and `simulate:`. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "method/method.h"
#include "model/shapes.h"
#include "read/reader.h"

/* ---- units ---- */

static SarStatus read_unit(SarFile *file, const char *kind, const SarNode *node) {
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_SCALAR, kind, "the name of a unit"));
  if (sar_units_choose(&file->units, kind, node->text) == SAR_OK) return SAR_OK;
  const char *remedy = sar_arena_printf(file->reader->scratch, "use one of: %s", sar_units_known(kind));
  return sar_report(file->reader->context, SAR_INPUT, node->source, NULL, remedy, "`%s` is not a unit of %s",
                    node->text, kind);
}

SarStatus sar_read_units(SarFile *file, const SarNode *node) {
  static const char kinds[] = "length mass time force angle";
  file->units = sar_units_si();
  if (!node) return SAR_OK;
  if (node->kind == SAR_NODE_SCALAR) {
    if (strcmp(node->text, "SI") == 0) return SAR_OK;
    return sar_report(file->reader->context, SAR_INPUT, node->source, NULL,
                      "write SI or {length: mm, mass: kg, time: s, angle: deg}", "unknown units `%s`", node->text);
  }
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_MAPPING, "units", "SI or named units"));
  SarStatus status = sar_read_check_keys(file, node, "units", kinds);
  for (int32_t i = 0; i < node->count; i++) {
    if (sar_field_choice(kinds, node->keys[i]->text) < 0) continue;
    SarStatus one = read_unit(file, node->keys[i]->text, node->items[i]);
    if (one != SAR_OK) status = one;
  }
  sar_units_complete(&file->units, sar_node_get(node, "force") != NULL);
  return status;
}

/* ---- ground ---- */

static SarStatus read_ground_frames(SarFile *file, const SarNode *node) {
  SarModel *model = file->reader->model;
  const SarNamedFrame *frames = NULL;
  int32_t count = 0;
  SarStatus status = node ? sar_read_frames(file, node, false, &frames, &count) : SAR_OK;
  for (int32_t i = 0; i < count; i++) {
    SarNamedFrame frame = frames[i];
    frame.name = sar_arena_printf(model->arena, "%s%s", file->prefix, frames[i].name);
    if (!frame.name) return sar_read_no_memory(file->reader);
    SarStatus one = sar_model_add_ground_frame(model, &frame);
    if (one != SAR_OK) status = one;
  }
  return status;
}

static SarStatus read_ground_looks(SarFile *file, const SarNode *node) {
  SarModel *model = file->reader->model;
  const SarLook *looks = NULL;
  int32_t count = 0;
  if (node) SAR_TRY(sar_read_looks(file, node, &looks, &count));
  for (int32_t i = 0; i < count; i++) {
    SarLook look = looks[i];
    look.name = sar_arena_printf(model->arena, "%s%s", file->prefix, looks[i].name);
    if (!look.name) return sar_read_no_memory(file->reader);
    SAR_TRY(sar_model_add_ground_look(model, &look));
  }
  return SAR_OK;
}

static SarStatus read_ground_shapes(SarFile *file, const SarNode *node) {
  SarModel *model = file->reader->model;
  const SarModelShape *shapes = NULL;
  int32_t count = 0;
  SarStatus status = node ? sar_read_shapes(file, node, &shapes, &count) : SAR_OK;
  model->ground_faulty = model->ground_faulty || status != SAR_OK;
  for (int32_t i = 0; i < count; i++) {
    SarModelShape shape = shapes[i];
    shape.name = sar_arena_printf(model->arena, "%s%s", file->prefix, shapes[i].name);
    if (!shape.name) return sar_read_no_memory(file->reader);
    SAR_TRY(sar_model_add_ground_shape(model, &shape));
  }
  return status;
}

SarStatus sar_read_ground(SarFile *file, const SarNode *node) {
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_MAPPING, "ground", "{frames: .., shapes: .., looks: ..}"));
  SarStatus status = sar_read_check_keys(file, node, "ground", "frames looks shapes");
  file->element = "ground";
  file->section = SAR_SECTION_BODIES;
  file->on_nodes = false;
  SarStatus frames = read_ground_frames(file, sar_node_get(node, "frames"));
  SarStatus looks = read_ground_looks(file, sar_node_get(node, "looks"));
  SarStatus shapes = read_ground_shapes(file, sar_node_get(node, "shapes"));
  file->element = NULL;
  if (status == SAR_OK) status = frames;
  if (status == SAR_OK) status = shapes;
  return status != SAR_OK ? status : looks;
}

/* ---- output and simulate ---- */

/* A positive number, NaN if it is not good, so that it is not judged a second time. */
SarStatus sar_read_positive(SarFile *file, const SarNode *mapping, const char *key, const char *unit, double *out) {
  const SarNode *node = sar_node_get(mapping, key);
  if (!node) return SAR_OK;
  double value;
  SAR_TRY(sar_read_number(file, node, key, unit, &value));
  if (!(value > 0)) {
    return sar_report(file->reader->context, SAR_INPUT, node->source, NULL, "give a positive number",
                      "`%s` must be positive, but is %g", key, value / sar_units_factor(&file->units, unit));
  }
  *out = value;
  return SAR_OK;
}

/* A list of names, each with its place. */
SarStatus sar_read_listed_names(SarFile *file, const SarNode *node, const char *what, const char *takes,
                                SarNameList *out) {
  SarModel *model = file->reader->model;
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_SEQUENCE, what, takes));
  out->names = SAR_NEW(model->arena, node->count + 1, const char *);
  out->sources = SAR_NEW(model->arena, node->count + 1, SarSource);
  if (!out->names || !out->sources) return sar_read_no_memory(file->reader);
  for (int32_t i = 0; i < node->count; i++) {
    const char *text;
    SAR_TRY(sar_read_text(file, node->items[i], what, &text));
    const char *copy = sar_arena_copy_text(model->arena, text);
    if (!copy) return sar_read_no_memory(file->reader);
    out->names[i] = copy;
    out->sources[i] = node->items[i]->source;
    out->count = i + 1;
  }
  return SAR_OK;
}

SarStatus sar_read_outputs(SarFile *file, const SarNode *node) {
  if (node->kind == SAR_NODE_SCALAR && !node->text[0]) return SAR_OK; /* `outputs:` with nothing below */
  return sar_read_listed_names(file, node, "outputs", "a list of columns", &file->reader->model->outputs);
}

SarStatus sar_read_output(SarFile *file, const SarNode *node) {
  SarSimulation *simulation = &file->reader->model->simulation;
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_MAPPING, "output", "{every: .., of: [..]}"));
  SarStatus status = sar_read_check_keys(file, node, "output",
#define SAR_OUTPUT(member, key, unit, fallback, option, meaning) key /* the one number comes first */
#define SAR_OUTPUT_CHOICE(key, kind, meaning) " " #key
#include "model/simulation.def"
  );
  SarStatus one = SAR_OK;
  const SarNode *every = sar_node_get(node, "every"), *of = sar_node_get(node, "of"), *raw = sar_node_get(node, "raw");
  const SarNode *compress = sar_node_get(node, "compress");
  if (every && every->kind == SAR_NODE_SCALAR && strcmp(every->text, "step") == 0) {
    simulation->output_every_step = true;
  } else {
    one = sar_read_positive(file, node, "every", "s", &simulation->output_every);
    if (one != SAR_OK) status = one;
  }
  if (every) file->reader->model->every_source = every->source;
  bool all = of && of->kind == SAR_NODE_SCALAR && strcmp(of->text, "all") == 0; /* as without it */
  if (of && !all) {
    one = sar_read_listed_names(file, of, "of", "`all` or a list of elements", &file->reader->model->output_of);
  }
  if (one != SAR_OK) status = one;
  if (raw) one = sar_read_bool(file, raw, "raw", &simulation->output_raw);
  if (one != SAR_OK) status = one;
  if (compress) one = sar_read_bool(file, compress, "compress", &simulation->output_compress);
  return one != SAR_OK ? one : status;
}

static SarStatus read_method(SarFile *file, const SarNode *node) {
  SarModel *model = file->reader->model;
  const char *text;
  if (!node) return SAR_OK;
  SAR_TRY(sar_read_text(file, node, "method", &text));
  if (!text[0]) {
    return sar_report(file->reader->context, SAR_INPUT, node->source, NULL, "`sarrus methods` lists all methods",
                      "`method` has no value");
  }
  SarMethodChoice choice; /* only to find mistakes here, where the place in the file is known */
  SAR_TRY(sar_method_parse(file->reader->context, text, node->inside, &choice));
  model->simulation.method = sar_arena_copy_text(model->arena, text);
  return model->simulation.method ? SAR_OK : sar_read_no_memory(file->reader);
}

static bool is_method_key(const char *name) {
  SarMethodKeyInfo key;
  for (int32_t m = 0; m < sar_method_count(); m++) {
    for (int32_t i = 0; sar_method_key_info(m, i, &key); i++) {
      if (strcmp(key.name, name) == 0) return true;
    }
  }
  return false;
}

/* Keys of methods stand in the text of the method. */
static SarStatus check_simulate_keys(SarFile *file, const SarNode *node, const char *keys) {
  const SarNode *method = sar_node_get(node, "method");
  bool plain = method && method->kind == SAR_NODE_SCALAR && !strchr(method->text, ':');
  SarStatus status = SAR_OK;
  for (int32_t i = 0; i < node->count; i++) {
    const SarNode *key = node->keys[i], *value = node->items[i];
    if (sar_field_choice(keys, key->text) >= 0) continue;
    if (!is_method_key(key->text)) {
      status = sar_read_unknown_key(file, key, "simulate", keys, NULL);
      continue;
    }
    const char *remedy =
        sar_arena_printf(file->reader->scratch, "write method: \"%s:%s=%s\"", plain ? method->text : "hht", key->text,
                         value->kind == SAR_NODE_SCALAR ? value->text : "..");
    if (!remedy) return sar_read_no_memory(file->reader);
    status = sar_report(file->reader->context, SAR_INPUT, key->source, NULL, remedy,
                        "`%s` is a key of the method, not of `simulate`", key->text);
  }
  return status;
}

/* "1 %", or a number in the unit of the column. */
static SarStatus read_goal(SarFile *file, const SarNode *node, SarAccuracyGoal *out) {
  const char *text;
  SAR_TRY(sar_read_text(file, node, out->column, &text));
  size_t length = strlen(text), used = sar_text_number(text, length, &out->value);
  const char *rest = text + used + strspn(text + used, " ");
  out->relative = strcmp(rest, "%") == 0;
  out->source = node->source;
  if (out->relative) out->value /= 100;
  if (used > 0 && (!rest[0] || out->relative) && out->value > 0 && isfinite(out->value)) return SAR_OK;
  return sar_report(file->reader->context, SAR_INPUT, node->source, NULL,
                    "give a positive number in the unit of the column, or a part of its largest value as 1 %",
                    "`%s` is no accuracy of `%s`", text, out->column);
}

static SarStatus read_goals(SarFile *file, const SarNode *node) {
  SarModel *model = file->reader->model;
  SarStatus status = SAR_OK;
  if (node->count == 0) {
    return sar_report(file->reader->context, SAR_INPUT, node->source, NULL,
                      "write a number for positions and angles, `accuracy: 1e-4`, or columns with their errors, "
                      "`accuracy: {rod.x: 1e-6, A.fx: 1 %}`",
                      "`accuracy` names no column");
  }
  model->accuracy_goals = SAR_NEW(model->arena, node->count + 1, SarAccuracyGoal);
  if (!model->accuracy_goals) return sar_read_no_memory(file->reader);
  for (int32_t i = 0; i < node->count; i++) {
    SarAccuracyGoal *goal = &model->accuracy_goals[model->naccuracy_goals];
    goal->column = sar_arena_copy_text(model->arena, node->keys[i]->text);
    if (!goal->column) return sar_read_no_memory(file->reader);
    SarStatus one = read_goal(file, node->items[i], goal);
    if (one == SAR_OK) model->naccuracy_goals++;
    if (one != SAR_OK) status = one;
  }
  return status;
}

static SarStatus read_flag(SarFile *file, const SarNode *node, const char *key, bool *out) {
  const SarNode *value = sar_node_get(node, key);
  return value ? sar_read_bool(file, value, key, out) : SAR_OK;
}

/* `key: word`, or `key: written`. */
static SarStatus read_word(SarFile *file, const SarNode *node, const char *key, const char *word, bool *out) {
  const SarNode *value = sar_node_get(node, key);
  if (!value) return SAR_OK;
  bool scalar = value->kind == SAR_NODE_SCALAR;
  *out = scalar && strcmp(value->text, word) == 0;
  if (*out || (scalar && strcmp(value->text, "written") == 0)) return SAR_OK;
  return sar_report(file->reader->context, SAR_INPUT, value->source, NULL, "leave it out for the written pose",
                    "`%s` is `%s` or `written`", key, word);
}

SarStatus sar_read_simulation(SarFile *file, const SarNode *node, const char *more) {
  SarModel *model = file->reader->model;
  SarSimulation *s = &model->simulation;
  model->simulation_source = node->source;
  static const char own[] =
#define SAR_SIMULATE_TEXT(member, fallback, option, meaning) #member /* the one text comes first */
#define SAR_SIMULATE(member, unit, fallback, option, meaning) " " #member
#define SAR_SIMULATE_FLAG(member, option, meaning) " " #member
#define SAR_SIMULATE_WORD(member, key, word, option, meaning) " " key
#include "model/simulation.def"
      ;
  const char *keys = more[0] ? sar_arena_printf(file->reader->scratch, "%s %s", more, own) : own;
  if (!keys) return sar_read_no_memory(file->reader);
  SarStatus status = check_simulate_keys(file, node, keys);
  const struct {
    const char *key, *unit;
    double *out;
  } numbers[] = {
#define SAR_SIMULATE(member, unit, fallback, option, meaning) {#member, unit, &s->member},
#include "model/simulation.def"
  };
  for (int i = 0; i < SAR_COUNT(numbers); i++) {
    const SarNode *value = sar_node_get(node, numbers[i].key);
    bool goals = value && value->kind == SAR_NODE_MAPPING && numbers[i].out == &s->accuracy;
    SarStatus one = goals ? read_goals(file, value)
                          : sar_read_positive(file, node, numbers[i].key, numbers[i].unit, numbers[i].out);
    if (one != SAR_OK) status = one;
  }
#define SAR_SIMULATE_FLAG(member, option, meaning)               \
  {                                                              \
    SarStatus flag = read_flag(file, node, #member, &s->member); \
    if (flag != SAR_OK) status = flag;                           \
  }
#define SAR_SIMULATE_WORD(member, key, word, option, meaning)     \
  {                                                               \
    SarStatus one = read_word(file, node, key, word, &s->member); \
    if (one != SAR_OK) status = one;                              \
  }
#include "model/simulation.def"
  const SarNode *step = sar_node_get(node, "step"), *max_step = sar_node_get(node, "max_step");
  if (step) model->step_source = step->source;
  if (max_step) model->max_step_source = max_step->source;
  SarStatus method = read_method(file, sar_node_get(node, "method"));
  if (method != SAR_OK) status = method;
  bool accuracy = sar_node_get(node, "accuracy") != NULL;
  if (accuracy && (!isnan(s->step) || !isnan(s->tolerance))) {
    s->step = s->tolerance = NAN;
    return sar_report(file->reader->context, SAR_INPUT, sar_node_get(node, "accuracy")->source, NULL,
                      "keep `accuracy`, which chooses the tolerance, or the other",
                      "`accuracy` and `tolerance` or `step` exclude each other");
  }
  if (isnan(s->step) || isnan(s->tolerance)) return status;
  s->tolerance = NAN;
  return sar_report(file->reader->context, SAR_INPUT, sar_node_get(node, "step")->source, NULL,
                    "keep `step` for fixed steps or `tolerance` for error control",
                    "`step` and `tolerance` exclude each other");
}
