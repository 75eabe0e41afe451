/* `fmus:` names FMUs of others, with which the model is stepped (element/fmu/link.h).
 *
 *   fmus: {motor: {file: motor.fmu, step: 1e-3, set: {R: 1.2}, inputs: {speed: angle_rate(shaft)}, outputs: {T:
 * torque}}}
 *
 * To the rest of the program such an entry is an event of its name that happens at multiples of the step, and
 * parameters that it sets: before anything is read, they are put into the tree. When all is read, the file of the FMU
 * is looked at: its description, not its code. */
#include <string.h>

#include "base/text.h"
#include "element/fmu/link.h"
#include "read/reader.h"
#include "read/tree.h"

static const char keys[] = "file step set inputs outputs";

/* ---- the tree ---- */

static const char *count_name(SarArena *arena, const char *fmu) { return sar_arena_printf(arena, "%s__count", fmu); }

static const char *input_name(SarArena *arena, const char *fmu, int32_t index) {
  return sar_arena_printf(arena, "%s__input%d", fmu, (int)index + 1);
}

/* A mapping with the same entries, to which more may be put. */
static SarNode *copy_mapping(SarTree *tree, const SarNode *mapping, SarSource source) {
  SarNode *copy = sar_tree_mapping(tree, mapping ? mapping->source : source);
  for (int32_t i = 0; copy && mapping && i < mapping->count; i++) {
    sar_tree_put(tree, copy, mapping->keys[i]->text, mapping->keys[i]->source, mapping->items[i]);
    if (tree->out_of_memory) return NULL;
    copy->keys[i] = mapping->keys[i];
  }
  return copy;
}

static SarStatus add_parameter(SarFile *file, SarTree *tree, SarNode *parameters, const SarNode *key,
                               const char *name) {
  SarReader *reader = file->reader;
  if (!name) return sar_read_no_memory(reader);
  if (sar_node_get(parameters, name)) {
    return sar_report(reader->context, SAR_INPUT, key->source, name,
                      "give it another name: `outputs: {NAME: variable}`", "there is a parameter of this name already");
  }
  sar_tree_put_text(tree, parameters, name, key->source, "0");
  return tree->out_of_memory ? sar_read_no_memory(reader) : SAR_OK;
}

/* Names of outputs in the model: those of a list are called as the FMU calls them. */
static SarStatus add_outputs(SarFile *file, SarTree *tree, const SarNode *outputs, SarNode *parameters, SarNode *set) {
  bool listed = outputs->kind == SAR_NODE_SEQUENCE;
  for (int32_t i = 0; i < outputs->count; i++) {
    const SarNode *name = listed ? outputs->items[i] : outputs->keys[i];
    SAR_TRY(sar_read_expect(file, name, SAR_NODE_SCALAR, "outputs", "names"));
    if (!sar_text_is_name(name->text)) {
      return sar_report(file->reader->context, SAR_INPUT, name->source, name->text,
                        "give it one: `outputs: {NAME: variable}`", "`%s` is no name that expressions could use",
                        name->text);
    }
    SAR_TRY(add_parameter(file, tree, parameters, name, name->text));
    sar_tree_put_text(tree, set, name->text, name->source, "%s", name->text);
  }
  return SAR_OK;
}

static SarStatus add_inputs(SarFile *file, SarTree *tree, const SarNode *key, const SarNode *inputs,
                            SarNode *parameters, SarNode *set) {
  for (int32_t i = 0; inputs && i < inputs->count; i++) {
    const char *name = input_name(file->reader->arena, key->text, i);
    SAR_TRY(add_parameter(file, tree, parameters, inputs->keys[i], name));
    sar_tree_put(tree, set, name, inputs->keys[i]->source, inputs->items[i]);
  }
  return SAR_OK;
}

static SarStatus need(SarFile *file, const SarNode *key, const SarNode *item, const char *what, const char *remedy,
                      const SarNode **out) {
  *out = sar_node_get(item, what);
  if (*out) return SAR_OK;
  return sar_report(file->reader->context, SAR_INPUT, key->source, key->text, remedy, "`%s` is missing", what);
}

static SarStatus add_fmu(SarFile *file, SarTree *tree, const SarNode *key, const SarNode *item, SarNode *parameters,
                         SarNode *events) {
  const SarNode *step, *outputs, *inputs;
  const char *count = count_name(file->reader->arena, key->text);
  SAR_TRY(sar_read_expect(file, item, SAR_NODE_MAPPING, key->text, "{file: .., step: .., ..}"));
  SAR_TRY(sar_read_check_keys(file, item, "an FMU", keys));
  SAR_TRY(need(file, key, item, "step", "say how often it is told its inputs and asked for its outputs: step: 1e-3",
               &step));
  SAR_TRY(need(file, key, item, "outputs", "name those that expressions use: outputs: {T: torque}", &outputs));
  SAR_TRY(sar_read_expect(file, step, SAR_NODE_SCALAR, "step", "a time"));
  inputs = sar_node_get(item, "inputs");
  if (inputs) SAR_TRY(sar_read_expect(file, inputs, SAR_NODE_MAPPING, "inputs", "names with expressions"));
  if (outputs->kind == SAR_NODE_SCALAR) {
    return sar_read_expect(file, outputs, SAR_NODE_MAPPING, "outputs", "names with variables of the FMU");
  }
  SarNode *event = sar_tree_mapping(tree, item->source), *set = sar_tree_mapping(tree, item->source);
  SAR_TRY(add_parameter(file, tree, parameters, key, count));
  sar_tree_put_text(tree, event, "when", step->source, "t - %s*(%s)", count, step->text);
  sar_tree_put_text(tree, event, "direction", key->source, "up");
  sar_tree_put_text(tree, event, "record", key->source, "false");
  sar_tree_put_text(tree, set, count, key->source, "%s + 1", count);
  SAR_TRY(add_inputs(file, tree, key, inputs, parameters, set));
  SAR_TRY(add_outputs(file, tree, outputs, parameters, set));
  sar_tree_put(tree, event, "set", key->source, set);
  sar_tree_put(tree, events, key->text, key->source, event);
  return tree->out_of_memory ? sar_read_no_memory(file->reader) : SAR_OK;
}

/* The root with other sections of these names. */
static SarStatus replace_sections(SarFile *file, SarTree *tree, const SarNode *parameters, const SarNode *events) {
  SarNode *root = copy_mapping(tree, file->root, file->root->source);
  const struct {
    const char *name;
    const SarNode *node;
  } sections[] = {{"parameters", parameters}, {"events", events}};
  for (int i = 0; root && i < SAR_COUNT(sections); i++) {
    int32_t k = 0;
    while (k < root->count && strcmp(root->keys[k]->text, sections[i].name) != 0) k++;
    if (k < root->count)
      root->items[k] = sections[i].node;
    else
      sar_tree_put(tree, root, sections[i].name, sections[i].node->source, sections[i].node);
  }
  if (!root || tree->out_of_memory) return sar_read_no_memory(file->reader);
  file->root = root;
  return SAR_OK;
}

SarStatus sar_read_fmu_tree(SarFile *file) {
  const SarNode *fmus = file->root->kind == SAR_NODE_MAPPING ? sar_node_get(file->root, "fmus") : NULL;
  if (!fmus || (fmus->kind == SAR_NODE_SCALAR && !fmus->text[0])) return SAR_OK;
  SAR_TRY(sar_read_expect(file, fmus, SAR_NODE_MAPPING, "fmus", "named FMUs"));
  SarTree tree = {.arena = file->reader->arena};
  const SarNode *before[] = {sar_node_get(file->root, "parameters"), sar_node_get(file->root, "events")};
  for (int i = 0; i < 2; i++) {
    if (before[i] && before[i]->kind != SAR_NODE_MAPPING) return SAR_OK; /* what is wrong with it is said later */
  }
  SarNode *parameters = copy_mapping(&tree, before[0], fmus->source),
          *events = copy_mapping(&tree, before[1], fmus->source);
  if (!parameters || !events) return sar_read_no_memory(file->reader);
  for (int32_t i = 0; i < fmus->count; i++) {
    file->element = fmus->keys[i]->text;
    SarStatus status = add_fmu(file, &tree, fmus->keys[i], fmus->items[i], parameters, events);
    file->element = NULL;
    SAR_TRY(status);
  }
  return replace_sections(file, &tree, parameters, events);
}

SarStatus sar_read_fmus(SarFile *file, const SarNode *node) {
  if (!file->parent) return SAR_OK; /* it stands in the tree as an event */
  return sar_report(file->reader->context, SAR_INPUT, node->source, NULL, "put it into the file that includes this one",
                    "`fmus` of a file that is included cannot be used");
}

/* ---- the files ---- */

typedef struct Finish {
  SarFile *file;
  const SarNode *key, *item;
  SarFmuLink *link;
} Finish;

static int32_t parameter_of(const SarModel *model, const char *name) {
  for (int32_t i = 0; name && i < model->nparameters; i++) {
    if (strcmp(model->parameters[i].name, name) == 0) return i;
  }
  return -1;
}

/* Events are numbered in the order of the file. */
static int32_t event_of(const SarModel *model, const char *name) {
  int32_t count = 0;
  for (int32_t i = 0; i < model->nelements; i++) {
    if (model->elements[i].class->section != SAR_SECTION_EVENTS) continue;
    if (strcmp(model->elements[i].name, name) == 0) return count;
    count++;
  }
  return -1;
}

/* The variable of a name that can be used so. */
static SarStatus find_variable(const Finish *f, const SarNode *name, SarSlaveCause cause, unsigned *reference) {
  static const char *const words[] = {"input", "output", "parameter"};
  const SarSlaveFile *file = f->link->file;
  SarContext *context = f->file->reader->context;
  const SarSlavePort *port = sar_slave_port(file, name->text);
  SarSuggestion suggestion = sar_suggestion(name->text);
  for (int32_t i = 0; !port && i < file->nports; i++) {
    if (file->ports[i].cause == cause) sar_suggestion_offer(&suggestion, file->ports[i].name);
  }
  SarHint hint = sar_hint(&suggestion);
  if (!port) {
    return sar_report(context, SAR_INPUT, name->source, f->key->text, "name one of those in its modelDescription.xml",
                      "the FMU `%s` has no variable `%s`%s%s%s", file->shown, name->text, hint.open, hint.word,
                      hint.close);
  }
  if (port->cause != cause) {
    return sar_report(context, SAR_INPUT, name->source, f->key->text, "name one of those in its modelDescription.xml",
                      "`%s` of the FMU `%s` is no %s", name->text, file->shown, words[cause]);
  }
  if (!port->real) {
    return sar_report(context, SAR_INPUT, name->source, f->key->text, "let it be a real number in the FMU",
                      "`%s` of the FMU `%s` is no real number of 64 bits", name->text, file->shown);
  }
  *reference = port->reference;
  return SAR_OK;
}

static SarStatus finish_inputs(const Finish *f, const SarNode *inputs, unsigned *references, int32_t *from) {
  SarReader *reader = f->file->reader;
  for (int32_t i = 0; i < f->link->ninputs; i++) {
    from[i] = parameter_of(reader->model, input_name(reader->scratch, f->key->text, i));
    if (f->link->file) SAR_TRY(find_variable(f, inputs->keys[i], SAR_SLAVE_INPUT, &references[i]));
  }
  return SAR_OK;
}

static SarStatus finish_outputs(const Finish *f, const SarNode *outputs, unsigned *references, int32_t *to) {
  bool listed = outputs->kind == SAR_NODE_SEQUENCE;
  for (int32_t i = 0; i < f->link->noutputs; i++) {
    const SarNode *variable = outputs->items[i];
    to[i] = parameter_of(f->file->reader->model, listed ? variable->text : outputs->keys[i]->text);
    SAR_TRY(sar_read_expect(f->file, variable, SAR_NODE_SCALAR, "outputs", "names of variables of the FMU"));
    if (f->link->file) SAR_TRY(find_variable(f, variable, SAR_SLAVE_OUTPUT, &references[i]));
  }
  return SAR_OK;
}

static SarStatus finish_settings(const Finish *f, const SarNode *set, unsigned *references, double *values) {
  for (int32_t i = 0; i < f->link->nsettings; i++) {
    SAR_TRY(sar_read_number(f->file, set->items[i], set->keys[i]->text, "", &values[i]));
    if (f->link->file) SAR_TRY(find_variable(f, set->keys[i], SAR_SLAVE_PARAMETER, &references[i]));
  }
  return SAR_OK;
}

static SarStatus open_file(const Finish *f) {
  SarReader *reader = f->file->reader;
  SarArena *arena = reader->model->arena;
  SarPluginInstance *instance = SAR_NEW(arena, 1, SarPluginInstance);
  SarSlaveFile *file = SAR_NEW(arena, 1, SarSlaveFile);
  const char *path;
  if (!instance || !file) return sar_read_no_memory(reader);
  instance->fmu = true;
  SAR_TRY(sar_read_code(f->file, f->item, f->key, "motor.fmu", instance, &path));
  if (reader->options->no_code) return SAR_OK;
  *file = (SarSlaveFile){
      .path = instance->path, .shown = instance->file, .element = instance->name, .source = instance->source};
  SAR_TRY(sar_slave_open(reader->context, arena, file));
  f->link->file = file;
  return SAR_OK;
}

static SarStatus finish(const Finish *f) {
  SarReader *reader = f->file->reader;
  SarModel *model = reader->model;
  SarFmuLink *link = f->link;
  const SarNode *inputs = sar_node_get(f->item, "inputs"), *outputs = sar_node_get(f->item, "outputs"),
                *set = sar_node_get(f->item, "set"), *step = sar_node_get(f->item, "step");
  if (set) SAR_TRY(sar_read_expect(f->file, set, SAR_NODE_MAPPING, "set", "parameters with values"));
  link->ninputs = inputs ? inputs->count : 0;
  link->noutputs = outputs->count;
  link->nsettings = set ? set->count : 0;
  int32_t most = link->ninputs + link->noutputs + link->nsettings + 1;
  int32_t *places = SAR_NEW(model->arena, most, int32_t);
  unsigned *references = SAR_NEW(model->arena, most, unsigned);
  double *values = SAR_NEW(model->arena, most, double);
  link->name = sar_arena_copy_text(model->arena, f->key->text);
  if (!places || !references || !values || !link->name) return sar_read_no_memory(reader);
  SAR_TRY(open_file(f));
  SAR_TRY(sar_read_number(f->file, step, "step", "s", &link->step));
  if (!(link->step > 0)) {
    return sar_report(reader->context, SAR_INPUT, step->source, f->key->text, "give a positive time",
                      "`step` must be positive, but is %g s", link->step);
  }
  link->event = event_of(model, link->name);
  link->count = parameter_of(model, count_name(reader->scratch, link->name));
  SAR_TRY(finish_inputs(f, inputs, references, places));
  SAR_TRY(finish_outputs(f, outputs, references + link->ninputs, places + link->ninputs));
  SAR_TRY(finish_settings(f, set, references + link->ninputs + link->noutputs, values));
  link->from = places;
  link->to = places + link->ninputs;
  link->inputs = references;
  link->outputs = references + link->ninputs;
  link->settings = references + link->ninputs + link->noutputs;
  link->values = values;
  return SAR_OK;
}

SarStatus sar_read_finish_fmus(SarFile *file) {
  SarModel *model = file->reader->model;
  const SarNode *fmus = sar_node_get(file->root, "fmus");
  SarStatus status = SAR_OK;
  if (!fmus || fmus->kind != SAR_NODE_MAPPING || !fmus->count) return SAR_OK;
  if (model->nphases > 1) {
    return sar_report(file->reader->context, SAR_INPUT, fmus->source, NULL, "let `simulate` be one phase",
                      "FMUs cannot be stepped through several phases");
  }
  model->fmus = SAR_NEW(model->arena, fmus->count, SarFmuLink);
  if (!model->fmus) return sar_read_no_memory(file->reader);
  for (int32_t i = 0; i < fmus->count; i++) {
    const char *outer = file->element;
    Finish f = {file, fmus->keys[i], fmus->items[i], &model->fmus[model->nfmus++]};
    file->element = f.key->text;
    SarStatus one = finish(&f);
    file->element = outer;
    if (one != SAR_OK) status = one;
  }
  return status;
}
