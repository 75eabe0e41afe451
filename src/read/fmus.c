/* `fmus:` names FMUs of others, with which the model is stepped (element/fmu/link.h).
 *
 *   fmus: {motor: {file: motor.fmu, step: 1e-3, set: {R: 1.2}, inputs: {speed: angle_rate(shaft)}, outputs: {T:
 * torque}}}
 *
 * To the rest of the program such an entry is an event of its name that happens at multiples of the step, and
 * parameters that it sets: before anything is read, they are put into the tree. When all is read, the file of the FMU
 * is looked at: its description, not its code. */
#include <string.h>

#include "base/index.h"
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

/* What comes into the tree. */
typedef struct Growth {
  SarFile *file;
  SarTree tree;
  SarNode *parameters, *events;
  SarNode *own;   /* parameters that nobody is to see: in the end they stand behind the others */
  SarIndex names; /* of all parameters */
} Growth;

static SarStatus add_parameter(Growth *g, SarNode *to, const SarNode *key, const char *name) {
  SarReader *reader = g->file->reader;
  if (!name) return sar_read_no_memory(reader);
  if (sar_index_get(&g->names, name) >= 0) {
    return sar_report(reader->context, SAR_INPUT, key->source, name,
                      "give it another name: `outputs: {NAME: variable}`", "there is a parameter of this name already");
  }
  sar_tree_put_text(&g->tree, to, name, key->source, "0");
  bool put = !g->tree.out_of_memory && sar_index_put(&g->names, name, 0);
  return put ? SAR_OK : sar_read_no_memory(reader);
}

/* Names of outputs in the model: those of a list are called as the FMU calls them. */
static SarStatus add_outputs(Growth *g, const SarNode *outputs, SarNode *set) {
  SarFile *file = g->file;
  bool listed = outputs->kind == SAR_NODE_SEQUENCE;
  for (int32_t i = 0; i < outputs->count; i++) {
    const SarNode *name = listed ? outputs->items[i] : outputs->keys[i];
    SAR_TRY(sar_read_expect(file, name, SAR_NODE_SCALAR, "outputs", "names"));
    if (!sar_text_is_name(name->text)) {
      return sar_report(file->reader->context, SAR_INPUT, name->source, name->text,
                        "give it one: `outputs: {NAME: variable}`", "`%s` is no name that expressions could use",
                        name->text);
    }
    SAR_TRY(add_parameter(g, g->parameters, name, name->text));
    sar_tree_put_text(&g->tree, set, name->text, name->source, "%s", name->text);
  }
  return SAR_OK;
}

static SarStatus add_inputs(Growth *g, const SarNode *key, const SarNode *inputs, SarNode *set) {
  for (int32_t i = 0; inputs && i < inputs->count; i++) {
    const char *name = input_name(g->file->reader->arena, key->text, i);
    SAR_TRY(add_parameter(g, g->own, inputs->keys[i], name));
    sar_tree_put(&g->tree, set, name, inputs->keys[i]->source, inputs->items[i]);
  }
  return SAR_OK;
}

static SarStatus need(SarFile *file, const SarNode *key, const SarNode *item, const char *what, const char *remedy,
                      const SarNode **out) {
  *out = sar_node_get(item, what);
  if (*out) return SAR_OK;
  return sar_report(file->reader->context, SAR_INPUT, key->source, key->text, remedy, "`%s` is missing", what);
}

static SarStatus add_fmu(Growth *g, const SarNode *key, const SarNode *item) {
  SarFile *file = g->file;
  SarTree *tree = &g->tree;
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
  SAR_TRY(add_parameter(g, g->own, key, count));
  sar_tree_put_text(tree, event, "when", step->source, "t - %s*(%s)", count, step->text);
  sar_tree_put_text(tree, event, "direction", key->source, "up");
  sar_tree_put_text(tree, event, "record", key->source, "false");
  sar_tree_put_text(tree, set, count, key->source, "%s + 1", count);
  SAR_TRY(add_inputs(g, key, inputs, set));
  SAR_TRY(add_outputs(g, outputs, set));
  sar_tree_put(tree, event, "set", key->source, set);
  sar_tree_put(tree, g->events, key->text, key->source, event);
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
  SarArena *arena = file->reader->arena;
  Growth g = {.file = file, .tree.arena = arena, .names.arena = arena};
  const SarNode *before[] = {sar_node_get(file->root, "parameters"), sar_node_get(file->root, "events")};
  for (int i = 0; i < 2; i++) {
    if (before[i] && before[i]->kind != SAR_NODE_MAPPING) return SAR_OK; /* what is wrong with it is said later */
  }
  g.parameters = copy_mapping(&g.tree, before[0], fmus->source);
  g.events = copy_mapping(&g.tree, before[1], fmus->source);
  g.own = sar_tree_mapping(&g.tree, fmus->source);
  if (!g.parameters || !g.events || !g.own) return sar_read_no_memory(file->reader);
  for (int32_t i = 0; i < g.parameters->count; i++) {
    if (!sar_index_put(&g.names, g.parameters->keys[i]->text, 0)) return sar_read_no_memory(file->reader);
  }
  for (int32_t i = 0; i < fmus->count; i++) {
    file->element = fmus->keys[i]->text;
    SarStatus status = add_fmu(&g, fmus->keys[i], fmus->items[i]);
    file->element = NULL;
    SAR_TRY(status);
  }
  for (int32_t i = 0; i < g.own->count; i++) {
    sar_tree_put(&g.tree, g.parameters, g.own->keys[i]->text, g.own->keys[i]->source, g.own->items[i]);
  }
  file->nhidden = g.own->count;
  file->has_fmus = true;
  return replace_sections(file, &g.tree, g.parameters, g.events);
}

SarStatus sar_read_fmus(SarFile *file, const SarNode *node) {
  if (!file->parent) return SAR_OK; /* it stands in the tree as an event */
  return sar_report(file->reader->context, SAR_INPUT, node->source, NULL, "put it into the file that includes this one",
                    "`fmus` of a file that is included cannot be used");
}

/* ---- the files ---- */

typedef struct Finish {
  SarFile *file;
  SarIndex parameters, events; /* numbers by names */
  const SarNode *key, *item;
  SarFmuLink *link;
} Finish;

/* Events are numbered in the order of the file. */
static bool index_names(Finish *f) {
  const SarModel *model = f->file->reader->model;
  bool good = true;
  int32_t count = 0;
  f->parameters.arena = f->events.arena = f->file->reader->scratch;
  for (int32_t i = 0; good && i < model->nparameters; i++) {
    good = sar_index_put(&f->parameters, model->parameters[i].name, i);
  }
  for (int32_t i = 0; good && i < model->nelements; i++) {
    if (model->elements[i].class->section != SAR_SECTION_EVENTS) continue;
    good = sar_index_put(&f->events, model->elements[i].name, count++);
  }
  return good;
}

static int32_t parameter_of(const Finish *f, const char *name) {
  return name ? sar_index_get(&f->parameters, name) : -1;
}

static bool is_usable(const SarSlavePort *port, SarSlaveCause as) {
  switch (as) {
    case SAR_SLAVE_PARAMETER: return port->settable;
    case SAR_SLAVE_OUTPUT: return port->cause == SAR_SLAVE_OUTPUT || port->cause == SAR_SLAVE_LOCAL;
    default: return port->cause == as;
  }
}

/* Why its type stands against it; null: it does not. Texts can be set before it begins, and that is all. */
static const char *bad_type(const SarSlavePort *port, SarSlaveCause as) {
  if (port->array) return "an array, and only single numbers can be exchanged";
  if (port->type >= SAR_SLAVE_TYPES) return "no number";
  return port->type == SAR_SLAVE_STRING && as != SAR_SLAVE_PARAMETER ? "a text, and expressions have numbers" : NULL;
}

/* The variable of a name that can be used so. */
static SarStatus find_variable(const Finish *f, const SarNode *name, SarSlaveCause as, const SarSlavePort **out) {
  static const char *const words[] = {"no input", "no output", "no parameter that can be set"};
  static const char remedy[] = "name one of those in its modelDescription.xml";
  const SarSlaveFile *file = f->link->file;
  SarContext *context = f->file->reader->context;
  const SarSlavePort *port = *out = sar_slave_port(file, name->text);
  SarSuggestion suggestion = sar_suggestion(name->text);
  for (int32_t i = 0; !port && i < file->nports; i++) {
    if (is_usable(&file->ports[i], as)) sar_suggestion_offer(&suggestion, file->ports[i].name);
  }
  SarHint hint = sar_hint(&suggestion);
  if (!port) {
    return sar_report(context, SAR_INPUT, name->source, f->key->text, remedy, "the FMU `%s` has no variable `%s`%s%s%s",
                      file->shown, name->text, hint.open, hint.word, hint.close);
  }
  const char *why = is_usable(port, as) ? bad_type(port, as) : words[as];
  if (!why) return SAR_OK;
  return sar_report(context, SAR_INPUT, name->source, f->key->text, remedy, "`%s` of the FMU `%s` is %s", name->text,
                    file->shown, why);
}

static SarStatus finish_inputs(const Finish *f, const SarNode *inputs, const SarSlavePort **ports, int32_t *from) {
  SarReader *reader = f->file->reader;
  for (int32_t i = 0; i < f->link->ninputs; i++) {
    from[i] = parameter_of(f, input_name(reader->scratch, f->key->text, i));
    if (f->link->file) SAR_TRY(find_variable(f, inputs->keys[i], SAR_SLAVE_INPUT, &ports[i]));
  }
  return SAR_OK;
}

static SarStatus finish_outputs(const Finish *f, const SarNode *outputs, const SarSlavePort **ports, int32_t *to) {
  bool listed = outputs->kind == SAR_NODE_SEQUENCE;
  for (int32_t i = 0; i < f->link->noutputs; i++) {
    const SarNode *variable = outputs->items[i];
    to[i] = parameter_of(f, listed ? variable->text : outputs->keys[i]->text);
    SAR_TRY(sar_read_expect(f->file, variable, SAR_NODE_SCALAR, "outputs", "names of variables of the FMU"));
    if (f->link->file) SAR_TRY(find_variable(f, variable, SAR_SLAVE_OUTPUT, &ports[i]));
  }
  return SAR_OK;
}

/* `true` and `false` are words for booleans alone. */
static SarStatus read_value(const Finish *f, const SarNode *name, const SarNode *item, SarSlaveSetting *out) {
  SarReader *reader = f->file->reader;
  SarSlaveType type = out->port ? out->port->type : SAR_SLAVE_FLOAT64;
  SAR_TRY(sar_read_expect(f->file, item, SAR_NODE_SCALAR, name->text, "a value"));
  if (type == SAR_SLAVE_STRING) {
    out->text = sar_arena_copy_text(reader->model->arena, item->text);
    return out->text ? SAR_OK : sar_read_no_memory(reader);
  }
  bool yes = strcmp(item->text, "true") == 0, word = yes || strcmp(item->text, "false") == 0;
  out->value = yes;
  if (word && (type == SAR_SLAVE_BOOLEAN || !out->port)) return SAR_OK;
  if (!out->port && !f->link->file) return SAR_OK; /* only shown: texts may be texts */
  SAR_TRY(sar_read_number(f->file, item, name->text, "", &out->value));
  if (sar_slave_type_holds(type, out->value)) return SAR_OK;
  return sar_report(reader->context, SAR_INPUT, item->source, f->key->text, "give it such a value",
                    "`%s` of the FMU `%s` is %s, and cannot be %.9g", name->text, f->link->file->shown,
                    sar_slave_type_words(type), out->value);
}

static SarStatus finish_settings(const Finish *f, const SarNode *set, SarSlaveSetting *settings) {
  for (int32_t i = 0; i < f->link->nsettings; i++) {
    const SarNode *name = set->keys[i];
    if (f->link->file) SAR_TRY(find_variable(f, name, SAR_SLAVE_PARAMETER, &settings[i].port));
    SAR_TRY(read_value(f, name, set->items[i], &settings[i]));
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
  int32_t most = link->ninputs + link->noutputs + 1;
  int32_t *places = SAR_NEW(model->arena, most, int32_t);
  const SarSlavePort **ports = SAR_NEW(model->arena, most, const SarSlavePort *);
  SarSlaveSetting *settings = SAR_NEW(model->arena, link->nsettings + 1, SarSlaveSetting);
  link->name = sar_arena_copy_text(model->arena, f->key->text);
  if (!places || !ports || !settings || !link->name) return sar_read_no_memory(reader);
  SAR_TRY(open_file(f));
  SAR_TRY(sar_read_number(f->file, step, "step", "s", &link->step));
  if (!(link->step > 0)) {
    return sar_report(reader->context, SAR_INPUT, step->source, f->key->text, "give a positive time",
                      "`step` must be positive, but is %g s", link->step);
  }
  link->event = sar_index_get(&f->events, link->name);
  link->count = parameter_of(f, count_name(reader->scratch, link->name));
  SAR_TRY(finish_inputs(f, inputs, ports, places));
  SAR_TRY(finish_outputs(f, outputs, ports + link->ninputs, places + link->ninputs));
  SAR_TRY(finish_settings(f, set, settings));
  link->from = places;
  link->to = places + link->ninputs;
  link->inputs = ports;
  link->outputs = ports + link->ninputs;
  link->settings = settings;
  return SAR_OK;
}

SarStatus sar_read_finish_fmus(SarFile *file) {
  SarModel *model = file->reader->model;
  const SarNode *fmus = sar_node_get(file->root, "fmus");
  SarStatus status = SAR_OK;
  if (!file->has_fmus || !fmus || !fmus->count) return SAR_OK; /* nothing, or what is wrong has been said */
  if (model->nphases > 1) {
    return sar_report(file->reader->context, SAR_INPUT, fmus->source, NULL, "let `simulate` be one phase",
                      "FMUs cannot be stepped through several phases");
  }
  model->fmus = SAR_NEW(model->arena, fmus->count, SarFmuLink);
  Finish f = {.file = file};
  if (!model->fmus || !index_names(&f)) return sar_read_no_memory(file->reader);
  for (int32_t i = 0; i < fmus->count; i++) {
    const char *outer = file->element;
    f.key = fmus->keys[i];
    f.item = fmus->items[i];
    f.link = &model->fmus[model->nfmus++];
    file->element = f.key->text;
    SarStatus one = finish(&f);
    file->element = outer;
    if (one != SAR_OK) status = one;
  }
  return status;
}
