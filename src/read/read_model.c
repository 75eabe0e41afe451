/* The model file from the top: its keys, in the order in which they depend on each other. Units come first, then
 * parameters and which of them events change, then loops and splines, then everything that uses them, in the order of
 * the file. */
#include <stdlib.h>
#include <string.h>

#include "read/adams/adams.h"
#include "read/read.h"
#include "read/reader.h"
#include "read/urdf/urdf.h"

static const char top_keys[] =
    "model title units gravity length_scale needs parameters splines loops plugins fmus ground bodies materials "
    "sections "
    "beams joints forces contacts motions coordinates states variables equations measures inputs outputs events output "
    "simulate include";

/* ---- one file ---- */

/* Parameters that an include gives are expressions of the including file. */
static SarStatus give_parameters(SarFile *file, const SarNode *given) {
  SarStatus status = SAR_OK;
  if (!given) return SAR_OK;
  SAR_TRY(sar_read_expect(file->parent, given, SAR_NODE_MAPPING, "parameters", "names with values"));
  for (int32_t i = 0; i < given->count; i++) {
    const SarNode *key = given->keys[i], *item = given->items[i];
    SarParameter by = {.state = SAR_KNOWN, .source = item->inside};
    const char *text;
    SarStatus one = sar_read_text(file->parent, item, key->text, &text);
    if (one == SAR_OK) one = sar_read_constant(file->parent, text, item->inside, &by.value, &by.angle);
    if (one == SAR_OK) one = sar_parameter_replace(file, key->text, key->source, &by);
    if (one != SAR_OK) status = one;
  }
  return status;
}

/* `model:` and `title:` are free text; the title wins. */
static SarStatus read_title(SarFile *file) {
  const SarNode *name = sar_node_get(file->root, "model"), *title = sar_node_get(file->root, "title");
  SarStatus status = SAR_OK;
  if (name) status = sar_read_expect(file, name, SAR_NODE_SCALAR, "model", "free text");
  if (title) SAR_TRY(sar_read_expect(file, title, SAR_NODE_SCALAR, "title", "free text"));
  SAR_TRY(status);
  const SarNode *chosen = title ? title : name;
  return chosen ? sar_model_set_title(file->reader->model, chosen->text) : SAR_OK;
}

static SarStatus read_gravity(SarFile *file, const SarNode *node) {
  return sar_read_vector(file, node, "gravity", "m/s^2", &file->reader->model->gravity);
}

static SarStatus read_length_scale(SarFile *file, const SarNode *node) {
  double scale;
  SAR_TRY(sar_read_number(file, node, "length_scale", "m", &scale));
  if (!(scale > 0)) {
    return sar_report(file->reader->context, SAR_INPUT, node->source, NULL, "give a typical length of the model",
                      "`length_scale` must be positive");
  }
  file->reader->model->length_scale = scale;
  return SAR_OK;
}

/* What a sub-model says about these does not count when it is included. */
static SarStatus read_top_settings(SarFile *file) {
  static const struct {
    const char *key;
    SarStatus (*read)(SarFile *, const SarNode *);
  } settings[] = {{"gravity", read_gravity},
                  {"length_scale", read_length_scale},
                  {"output", sar_read_output},
                  {"outputs", sar_read_outputs},
                  {"simulate", sar_read_simulate}};
  SarStatus status = read_title(file);
  for (int i = 0; i < SAR_COUNT(settings); i++) {
    const SarNode *node = sar_node_get(file->root, settings[i].key);
    SarStatus one = node ? settings[i].read(file, node) : SAR_OK;
    if (one != SAR_OK) status = one;
  }
  return status;
}

static SarStatus read_sections(SarFile *file, const SarNode *given);

static SarStatus read_section(SarFile *file, const char *key, const SarNode *node) {
  if (strcmp(key, "ground") == 0) return sar_read_ground(file, node);
  if (strcmp(key, "fmus") == 0) return sar_read_fmus(file, node);
  if (strcmp(key, "include") == 0) return sar_read_include(file, node, read_sections);
  for (int i = 0; i < SAR_NSECTIONS; i++) {
    if (strcmp(key, sar_section_name((SarSection)i)) == 0) return sar_read_section(file, (SarSection)i, node);
  }
  return SAR_OK;
}

/* A misspelt section is read as the one that was probably meant, so that one slip is one error. */
static SarStatus check_top_keys(SarFile *file) {
  SarStatus status = SAR_OK;
  const SarNode *root = file->root;
  for (int32_t i = 0; i < root->count; i++) {
    const char *meant = NULL;
    if (sar_field_choice(top_keys, root->keys[i]->text) >= 0) continue;
    status = sar_read_unknown_key(file, root->keys[i], "a model", top_keys, &meant);
    if (!meant || sar_node_get(root, meant)) continue;
    SarNode *key = SAR_NEW(file->reader->arena, 1, SarNode);
    if (!key) return sar_read_no_memory(file->reader);
    *key = *root->keys[i];
    key->text = sar_arena_copy_text(file->reader->arena, meant);
    if (!key->text) return sar_read_no_memory(file->reader);
    root->keys[i] = key;
  }
  return status;
}

static SarStatus read_sections(SarFile *file, const SarNode *given) {
  const SarNode *root = file->root;
  if (root->kind != SAR_NODE_MAPPING) {
    return sar_report(file->reader->context, SAR_INPUT, root->source, NULL, "start with `bodies:` and the like",
                      "a model is a mapping of keys, not %s", sar_node_kind_text(root));
  }
  SarStatus steps[12] = {check_top_keys(file)};
  steps[1] = sar_read_units(file, sar_node_get(root, "units"));
  if (!file->parent) SAR_TRY(sar_read_given(file));
  steps[2] = sar_read_needs(file, sar_node_get(root, "needs"));
  steps[3] = sar_read_parameters(file, sar_node_get(root, "parameters"));
  steps[4] = file->parent ? give_parameters(file, given) : SAR_OK;
  steps[5] = sar_read_set_options(file);
  steps[6] = sar_read_changes(file);
  steps[7] = sar_read_loops(file, sar_node_get(root, "loops"));
  steps[8] = sar_read_evaluate_parameters(file);
  steps[9] = sar_read_finish_loops(file);
  steps[10] = sar_read_splines(file, sar_node_get(root, "splines"));
  steps[11] = sar_read_plugins(file, sar_node_get(root, "plugins"));
  SarStatus status = SAR_OK;
  int32_t first_element = file->reader->model->nelements;
  for (int32_t i = 0; i < root->count; i++) {
    SarStatus one = read_section(file, root->keys[i]->text, root->items[i]);
    if (one != SAR_OK) status = one;
    if (one == SAR_NO_MEMORY) return one;
  }
  SAR_TRY(sar_read_relations(file, first_element));
  if (!file->parent) SAR_TRY(read_top_settings(file));
  for (int i = 0; i < SAR_COUNT(steps) && status == SAR_OK; i++) status = steps[i];
  return status;
}

/* ---- the model ---- */

static SarStatus keep_parameters(SarReader *reader, const SarFile *file) {
  SarModel *model = reader->model;
  model->units = file->units;
  model->parameters = SAR_NEW(model->arena, file->nparameters + reader->nchanged, SarModelParameter);
  if (!model->parameters) return sar_read_no_memory(reader);
  for (int32_t i = 0; i < file->nparameters; i++) {
    const SarParameter *p = &file->parameters[i];
    const char *name = sar_arena_copy_text(model->arena, p->name);
    if (!name) return sar_read_no_memory(reader);
    model->parameters[i] = (SarModelParameter){name, p->value, p->computed, p->angle, p->marks};
  }
  for (int32_t i = 0; i < reader->nchanged; i++) model->parameters[file->nparameters + i] = reader->changed[i];
  model->nparameters = file->nparameters + reader->nchanged;
  model->first_hidden = file->nparameters - file->nhidden;
  model->nhidden = file->nhidden;
  return SAR_OK;
}

static SarStatus keep_text(SarReader *reader, const char *path, const char *text, size_t length) {
  SarModel *model = reader->model;
  model->text = model->format == SAR_FORMAT_ADAMS ? sar_adams_clean(model->arena, text, length)
                                                  : sar_arena_copy_text_n(model->arena, text, length);
  model->path = sar_arena_copy_text(model->arena, path);
  model->files = reader->files;
  model->nfiles = reader->nfiles;
  model->set = sar_model_copy_names(model, reader->options->set, reader->options->nset);
  model->nset = reader->options->nset;
  model->files_only = reader->options->files_only;
  model->no_code = reader->options->no_code;
  model->in_phase = reader->options->in_phase;
  return model->text && model->path && model->set ? SAR_OK : sar_read_no_memory(reader);
}

static SarModelFormat format_of(const SarReadOptions *options, const char *path) {
  if (options->format != SAR_FORMAT_YAML) return options->format;
  if (sar_urdf_is_robot(path)) return SAR_FORMAT_URDF;
  return sar_adams_is_deck(path) ? SAR_FORMAT_ADAMS : SAR_FORMAT_YAML;
}

/* Made once where it is wanted again. */
static SarStatus parse_yaml(SarReader *reader, const char *name, const char *text, size_t length,
                            const SarNode **root) {
  SarReadTree *kept = reader->options->tree;
  if (!kept) return sar_yaml_parse(reader->context, reader->arena, name, text, length, SAR_YAML_MODEL, root);
  if (!kept->arena) kept->arena = sar_arena_create();
  if (!kept->arena) return sar_report_no_memory(reader->context);
  *root = kept->root;
  if (!*root) SAR_TRY(sar_yaml_parse(reader->context, kept->arena, name, text, length, SAR_YAML_MODEL, root));
  kept->root = *root;
  return SAR_OK;
}

/* Whatever the format: the tree that a model file would give. */
static SarStatus parse(SarFile *file, const char *name, const char *text, size_t length) {
  SarReader *reader = file->reader;
  if (reader->model->format == SAR_FORMAT_ADAMS) return sar_read_deck(file, name, text, length);
  if (reader->model->format == SAR_FORMAT_URDF) return sar_read_robot(file, name, text, length);
  return parse_yaml(reader, name, text, length, &file->root);
}

/* Parses, reads, places and validates; every error is in the context. */
static SarStatus read_model(SarReader *reader, const char *path, const char *text, size_t length) {
  SarContext *context = reader->context;
  const char *name = sar_intern(context, path), *slash = strrchr(path, '/');
  SarFile *file = SAR_NEW(reader->arena, 1, SarFile);
  if (!name || !file) return sar_read_no_memory(reader);
  *file = (SarFile){.reader = reader, .path = slash ? slash + 1 : path, .folder = "", .index = -1, .prefix = ""};
  file->placement = (SarPlacement){.turn = sar_quat_identity(), .mirror = -1};
  reader->model->format = format_of(reader->options, path);
  SAR_TRY(parse(file, name, text, length));
  SAR_TRY(sar_read_phase_tree(file));
  SAR_TRY(sar_read_fmu_tree(file));
  SarStatus status = read_sections(file, NULL);
  if (status == SAR_NO_MEMORY || file->root->kind != SAR_NODE_MAPPING) return status;
  SarStatus unused = sar_read_unused_options(file, status == SAR_OK);
  if (status == SAR_OK) status = unused;
  SAR_TRY(keep_parameters(reader, file));
  SAR_TRY(keep_text(reader, path, text, length));
  SarStatus fmus = sar_read_finish_fmus(file);
  if (status == SAR_OK) status = fmus;
  SAR_TRY(sar_read_warn_of_degrees(reader));
  SarStatus needed = sar_read_check_needs(reader);
  SAR_TRY(sar_read_finish_references(reader));
  SarStatus phases = sar_read_finish_phases(reader);
  SarStatus valid = sar_model_validate(reader->model);
  if (status == SAR_OK) status = needed;
  if (status == SAR_OK) status = phases;
  return status != SAR_OK ? status : valid;
}

/* Of all that was wrong, what the environment could not do counts first: a model is not to blame for an exhausted
 * memory or a broken disk, even if its elements seem to be missing then. */
static SarStatus worst_status(const SarContext *context, int32_t first) {
  if (sar_context_out_of_memory(context)) return SAR_NO_MEMORY;
  for (int32_t i = first; i < sar_context_count(context); i++) {
    if (sar_context_get(context, i)->status == SAR_IO) return SAR_IO;
  }
  return SAR_INPUT;
}

SarStatus sar_model_read_text(SarContext *context, const char *name, const char *text, size_t length,
                              const SarReadOptions *options, SarModel **out) {
  static const SarReadOptions none = {0};
  *out = NULL;
  const char *slash = strrchr(name, '/');
  SarReader reader = {.context = context, .options = options ? options : &none};
  int32_t before = sar_context_errors(context), first = sar_context_count(context);
  reader.arena = sar_arena_create();
  reader.scratch = sar_arena_create();
  SarStatus status = SAR_NO_MEMORY;
  if (reader.arena && reader.scratch) {
    reader.top_folder =
        slash ? sar_arena_copy_text_n(reader.arena, name, (size_t)(slash - name) + (slash == name)) : ".";
    status = reader.top_folder ? sar_model_create(context, &reader.model) : SAR_NO_MEMORY;
  }
  if (status == SAR_OK) status = read_model(&reader, name, text, length);
  if (status == SAR_NO_MEMORY && !reader.out_of_memory) sar_report_no_memory(context);
  sar_arena_destroy(&reader.arena);
  sar_arena_destroy(&reader.scratch);
  if (status != SAR_OK || sar_context_errors(context) > before) {
    sar_model_destroy(&reader.model);
    return worst_status(context, first);
  }
  *out = reader.model;
  return SAR_OK;
}

SarStatus sar_model_read_file(SarContext *context, const char *path, const char *shown, SarSource from,
                              const SarReadOptions *given, SarModel **out) {
  *out = NULL;
  SarArena *arena = sar_arena_create();
  if (!arena) return sar_report_no_memory(context);
  const char *text;
  size_t length;
  SarModelFile commands = {0};
  SarReadOptions options = *given;
  options.files = &commands;
  SarStatus status = sar_read_bytes(context, arena, path, shown, from, &text, &length);
  if (status == SAR_OK) status = sar_read_commands(context, arena, path, &options.deck, &commands);
  options.nfiles = commands.path != NULL;
  if (status == SAR_OK) status = sar_model_read_text(context, path, text, length, &options, out);
  sar_arena_destroy(&arena);
  return status;
}

SarStatus sar_model_read_deck(SarContext *context, const char *path, const SarDeckOptions *deck, const char *const *set,
                              int32_t nset, SarModel **out) {
  SAR_NEED(context, context && path && deck && (set || nset <= 0) && out);
  SarReadOptions options = {.set = set, .nset = nset, .deck = *deck};
  return sar_model_read_file(context, path, path, (SarSource){sar_intern(context, path), 0, 0}, &options, out);
}

SarStatus sar_model_read(SarContext *context, const char *path, const char *const *set, int32_t nset, SarModel **out) {
  static const SarDeckOptions usual = {0};
  return sar_model_read_deck(context, path, &usual, set, nset, out);
}

SarStatus sar_model_parse(SarContext *context, const char *name, const char *text, const char *const *set, int32_t nset,
                          SarModel **out) {
  SAR_NEED(context, context && name && text && (set || nset <= 0) && out);
  SarReadOptions options = {.set = set, .nset = nset};
  return sar_model_read_text(context, name, text, strlen(text), &options, out);
}
