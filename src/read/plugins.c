/* `plugins:` names shared objects whose functions expressions may call: name.function(..), name.function.output(..).
 *
 *   plugins: {tyre: {file: libtyre.so, version: "1.0", parameters: {stiffness: 6e4}}}
 *
 * They belong to the file that names them, as parameters do. A path is one from the folder of that file, and follows
 * the rules of `include:`, or an absolute one; system folders are never searched. */
#define _XOPEN_SOURCE 700

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "read/reader.h"

static const char keys[] = "file version parameters";

/* ---- reading ---- */

/* Where the plugin was found when the model was read before, if it is still there. */
static const char *known_path(const SarFile *file) {
  const SarReadOptions *options = file->reader->options;
  for (int32_t i = 0; i < options->nplugins; i++) {
    const SarModelPlugin *known = &options->plugins[i];
    if (strcmp(known->name, file->element) != 0) continue;
    return known->path[0] == '/' && access(known->path, R_OK) == 0 ? known->path : NULL;
  }
  return NULL;
}

/* The path in full, for those who read the model again elsewhere. */
static SarStatus resolve(SarReader *reader, const char *path, SarPluginInstance *instance) {
  char *whole = realpath(path, NULL);
  instance->path = sar_arena_copy_text(reader->model->arena, whole ? whole : path);
  free(whole);
  return instance->path ? SAR_OK : sar_read_no_memory(reader);
}

static SarStatus read_file_name(SarFile *file, const SarNode *item, const SarNode *key, const char *example,
                                const char **shown) {
  SarReader *reader = file->reader;
  const SarNode *node = sar_node_get(item, "file");
  const char *remedy = sar_arena_printf(reader->scratch, "name the file: {file: %s}", example);
  if (!remedy) return sar_read_no_memory(reader);
  if (!node) return sar_report(reader->context, SAR_INPUT, key->source, file->element, remedy, "`file` is missing");
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_SCALAR, "file", "a path"));
  SAR_TRY(sar_read_text(file, node, "file", shown));
  if (reader->options->no_include || !(*shown)[0]) {
    return sar_report(reader->context, SAR_INPUT, node->source, file->element, remedy,
                      (*shown)[0] ? "plugins cannot be loaded here" : "`file` has no value");
  }
  return SAR_OK;
}

/* Where the shared object is; the path has a slash in it. */
static SarStatus find_path(SarFile *file, const SarNode *item, const char *shown, const char **path) {
  SarReader *reader = file->reader;
  const SarNode *node = sar_node_get(item, "file");
  const char *known = known_path(file);
  *path = known ? known : shown;
  if ((*path)[0] == '/') return SAR_OK;
  const char *inside = sar_path_join(reader->arena, file->folder, shown);
  if (!inside || !inside[0]) {
    return sar_report(reader->context, SAR_INPUT, node->source, file->element,
                      "keep plugins in the folder of the model or below it, or give an absolute path",
                      "the path `%s` leaves the folder of the model", shown);
  }
  *path = sar_arena_printf(reader->arena, "%s/%s", reader->top_folder, inside);
  if (!*path) return sar_read_no_memory(reader);
  return sar_path_check_links(reader->context, reader->top_folder, *path, shown, node->source);
}

/* Where the shared object would be looked for. It need not be there: who shows results of others seldom has it. */
static const char *expected_path(SarFile *file, const char *shown) {
  const char *known = known_path(file);
  if (known || shown[0] == '/') return known ? known : shown;
  const char *inside = sar_path_join(file->reader->arena, file->folder, shown);
  if (!inside || !inside[0]) return shown; /* loading it would say what is wrong */
  return sar_arena_printf(file->reader->arena, "%s/%s", file->reader->top_folder, inside);
}

/* A file that says which version it was written for gets that one or an error: results can be repeated. */
static SarStatus check_version(SarFile *file, const SarNode *node, const SarPlugin *plugin) {
  const char *text, *version = plugin->version ? plugin->version : "";
  if (!node) return SAR_OK;
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_SCALAR, "version", "a text"));
  SAR_TRY(sar_read_text(file, node, "version", &text));
  if (strcmp(text, version) == 0) return SAR_OK;
  return sar_report(file->reader->context, SAR_INPUT, node->source, file->element,
                    "use that version of the plugin, or change `version`", "the plugin is version `%s`, not `%s`",
                    version, text);
}

static SarStatus report_parameter(SarFile *file, const SarNode *key, const SarPlugin *plugin) {
  const char *list = "", *name = plugin->name ? plugin->name : "plugin";
  for (int32_t i = 0; list && i < plugin->nparameters; i++) {
    list = sar_arena_printf(file->reader->scratch, "%s %s", list, plugin->parameters[i].name);
  }
  const char *owner = sar_arena_printf(file->reader->scratch, "the parameters of the plugin `%s`", name);
  if (!list || !owner) return sar_read_no_memory(file->reader);
  return sar_read_unknown_key(file, key, owner, list[0] ? list + 1 : "(none)", NULL);
}

static SarStatus read_parameters(SarFile *file, const SarNode *node, SarPluginInstance *instance) {
  const SarPlugin *plugin = instance->plugin;
  SarStatus status = SAR_OK;
  if (!node) return SAR_OK;
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_MAPPING, "parameters", "names with values"));
  for (int32_t i = 0; i < node->count; i++) {
    const SarNode *key = node->keys[i], *item = node->items[i];
    int32_t index = sar_plugin_parameter(plugin, key->text);
    SarStatus one = index < 0 ? report_parameter(file, key, plugin) : SAR_OK;
    if (one == SAR_OK) {
      one = sar_read_number(file, item, key->text, plugin->parameters[index].unit, &instance->parameters[index]);
    }
    if (one != SAR_OK) status = one;
  }
  return status;
}

SarStatus sar_read_keep_plugin(SarReader *reader, SarPluginInstance *instance) {
  SarModel *model = reader->model;
  if (model->nplugins == model->plugins_capacity) {
    int32_t capacity = model->plugins_capacity ? 2 * model->plugins_capacity : 8;
    void *grown =
        sar_arena_grow(model->arena, model->plugins, (size_t)model->nplugins, (size_t)capacity, sizeof *model->plugins);
    if (!grown) return sar_read_no_memory(reader);
    model->plugins = grown;
    model->plugins_capacity = capacity;
  }
  model->plugins[model->nplugins++] = instance;
  return SAR_OK;
}

SarStatus sar_read_code(SarFile *file, const SarNode *item, const SarNode *key, const char *example,
                        SarPluginInstance *instance, const char **path) {
  SarReader *reader = file->reader;
  SarArena *arena = reader->model->arena;
  const char *shown;
  SAR_TRY(read_file_name(file, item, key, example, &shown));
  if (reader->options->no_code) {
    *path = expected_path(file, shown);
    if (!*path) return sar_read_no_memory(reader);
  } else {
    SAR_TRY(find_path(file, item, shown, path));
  }
  instance->name = sar_arena_copy_text(arena, file->element);
  instance->file = sar_arena_copy_text(arena, shown);
  instance->source = sar_node_get(item, "file")->source;
  if (!instance->name || !instance->file) return sar_read_no_memory(reader);
  SAR_TRY(sar_read_keep_plugin(reader, instance));
  return resolve(reader, *path, instance);
}

static SarStatus load(SarFile *file, const SarNode *item, const SarNode *key, SarPluginInstance *instance) {
  SarReader *reader = file->reader;
  SarArena *arena = reader->model->arena;
  const char *path;
  SAR_TRY(sar_read_check_keys(file, item, "a plugin", keys));
  SAR_TRY(sar_read_code(file, item, key, "libtyre.so", instance, &path));
  if (reader->options->no_code) return SAR_OK;
  SAR_TRY(sar_plugin_open(reader->context, arena, path, instance));
  SAR_TRY(check_version(file, sar_node_get(item, "version"), instance->plugin));
  SAR_TRY(read_parameters(file, sar_node_get(item, "parameters"), instance));
  return sar_plugin_start(reader->context, arena, &file->units, instance);
}

static SarStatus read_plugin(SarFile *file, const SarNode *key, const SarNode *item, SarFilePlugin *plugin) {
  SarReader *reader = file->reader;
  *plugin = (SarFilePlugin){.name = key->text, .faulty = true};
  SAR_TRY(sar_read_expect(file, item, SAR_NODE_MAPPING, key->text, "{file: ..}"));
  if (!sar_text_is_name(key->text)) {
    return sar_report(reader->context, SAR_INPUT, key->source, key->text,
                      "use letters, digits and _, and do not start with a digit", "`%s` is not a valid name",
                      key->text);
  }
  const char *name = sar_arena_printf(reader->arena, "%s%s", file->prefix, key->text);
  plugin->instance = SAR_NEW(reader->model->arena, 1, SarPluginInstance);
  if (!name || !plugin->instance) return sar_read_no_memory(reader);
  SAR_TRY(sar_model_take_name(reader->model, name, key->source, "plugin", SAR_NAME_PREFIX));
  const char *outer = file->element;
  file->element = name;
  SarStatus status = load(file, item, key, plugin->instance);
  file->element = outer;
  plugin->faulty = status != SAR_OK;
  return status;
}

SarStatus sar_read_plugins(SarFile *file, const SarNode *node) {
  SarStatus status = SAR_OK;
  if (!node) return SAR_OK;
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_MAPPING, "plugins", "named shared objects"));
  file->plugins = SAR_NEW(file->reader->arena, node->count, SarFilePlugin);
  if (!file->plugins) return sar_read_no_memory(file->reader);
  for (int32_t i = 0; i < node->count; i++) {
    SarStatus one = read_plugin(file, node->keys[i], node->items[i], &file->plugins[file->nplugins++]);
    if (one != SAR_OK) status = one;
    if (one == SAR_NO_MEMORY) return one;
  }
  return status;
}
