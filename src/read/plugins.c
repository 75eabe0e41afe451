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

struct SarFilePlugin {
  const char *name; /* in this file */
  SarPluginInstance *instance;
  bool faulty; /* an error has been reported: calls of its functions are not reported again */
};

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

/* Where the shared object is; the path has a slash in it. */
static SarStatus find_path(SarFile *file, const SarNode *item, const SarNode *key, const char **shown,
                           const char **path) {
  SarReader *reader = file->reader;
  const SarNode *node = sar_node_get(item, "file");
  if (!node) {
    return sar_report(reader->context, SAR_INPUT, key->source, file->element, "name the file: {file: libtyre.so}",
                      "`file` is missing");
  }
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_SCALAR, "file", "a path"));
  SAR_TRY(sar_read_text(file, node, "file", shown));
  if (reader->options->no_include || !(*shown)[0]) {
    return sar_report(reader->context, SAR_INPUT, node->source, file->element, "name the file: {file: libtyre.so}",
                      (*shown)[0] ? "plugins cannot be loaded here" : "`file` has no value");
  }
  const char *known = known_path(file);
  *path = known ? known : *shown;
  if ((*path)[0] == '/') return SAR_OK;
  const char *inside = sar_path_join(reader->arena, file->folder, *shown);
  if (!inside || !inside[0]) {
    return sar_report(reader->context, SAR_INPUT, node->source, file->element,
                      "keep plugins in the folder of the model or below it, or give an absolute path",
                      "the path `%s` leaves the folder of the model", *shown);
  }
  *path = sar_arena_printf(reader->arena, "%s/%s", reader->top_folder, inside);
  if (!*path) return sar_read_no_memory(reader);
  return sar_path_check_links(reader->context, reader->top_folder, *path, *shown, node->source);
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
  return sar_read_unknown_key(file, key, owner, list[0] ? list + 1 : "(none)");
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

/* Takes the instance into the model, which closes it in the end. */
static SarStatus keep(SarReader *reader, SarPluginInstance *instance) {
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

static SarStatus load(SarFile *file, const SarNode *item, const SarNode *key, SarPluginInstance *instance) {
  SarReader *reader = file->reader;
  SarArena *arena = reader->model->arena;
  const char *shown, *path;
  SAR_TRY(sar_read_check_keys(file, item, "a plugin", keys));
  SAR_TRY(find_path(file, item, key, &shown, &path));
  instance->name = sar_arena_copy_text(arena, file->element);
  instance->file = sar_arena_copy_text(arena, shown);
  instance->source = sar_node_get(item, "file")->source;
  if (!instance->name || !instance->file) return sar_read_no_memory(reader);
  SAR_TRY(keep(reader, instance));
  SAR_TRY(resolve(reader, path, instance));
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

/* ---- calls ---- */

static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

/* Where a name first stands in an expression: the parser asks for names from left to right, and ends at the first that
 * there is not. */
static SarSource place_of(const char *name, const char *text, SarSource at) {
  size_t length = strlen(name);
  const char *found = strstr(text, name);
  while (found && (is_word(found[length]) || (found > text && is_word(found[-1])))) found = strstr(found + 1, name);
  for (const char *c = text; found && at.column > 0 && c < found; c++) at.column += ((unsigned char)*c & 0xc0) != 0x80;
  return at;
}

/* All that may be called of a plugin, or the outputs of one of its functions, as a remedy; and what was meant. */
typedef struct Offer {
  SarSuggestion suggestion;
  const char *list;
} Offer;

static void offer(SarArena *scratch, Offer *o, const char *word) {
  sar_suggestion_offer(&o->suggestion, word);
  if (o->list) o->list = sar_arena_printf(scratch, "%s%s%s", o->list, o->list[0] ? ", " : "", word);
}

static SarStatus report_unknown(SarFile *file, const SarPluginInstance *instance, const SarPluginCall *call,
                                const char *rest, SarSource at) {
  SarArena *scratch = file->reader->scratch;
  const char *dot = strchr(rest, '.'), *wanted = call && dot ? dot + 1 : rest;
  size_t length = call ? strlen(wanted) : strcspn(wanted, ".");
  const char *word = sar_arena_copy_text_n(scratch, wanted, length);
  if (!word) return sar_read_no_memory(file->reader);
  Offer o = {sar_suggestion(word), ""};
  int32_t count = call ? call->function->noutputs : instance->plugin->nfunctions;
  for (int32_t i = 0; i < count; i++) {
    offer(scratch, &o, call ? call->function->outputs[i].name : instance->plugin->functions[i].name);
  }
  const char *best = sar_suggestion_best(&o.suggestion);
  const char *remedy = sar_arena_printf(scratch, "it has: %s", o.list ? o.list : "");
  const char *hint = best ? sar_arena_printf(scratch, "; did you mean `%s`?", best) : "";
  if (!o.list || !remedy || !hint) return sar_read_no_memory(file->reader);
  if (!call) {
    sar_report(file->reader->context, SAR_INPUT, at, file->element, remedy, "the plugin `%s` has no function `%s`%s",
               instance->name, word, hint);
  } else if (!dot) {
    sar_report(file->reader->context, SAR_INPUT, at, file->element, remedy,
               "`%s` has %d outputs: say which one, as in `%s.%s(..)`", call->external.name, (int)count,
               call->external.name, call->function->outputs[0].name);
  } else {
    sar_report(file->reader->context, SAR_INPUT, at, file->element, remedy, "`%s` has no output `%s`%s",
               call->external.name, word, hint);
  }
  return SAR_FAILED;
}

static void warn_of_differences(SarFile *file, SarPluginCall *call) {
  if (call->function->has_jacobian || call->differences_reported) return;
  call->differences_reported = true;
  sar_warn(file->reader->context, call->instance->source, call->instance->name, "let the plugin give its jacobian",
           "`%s` has no derivatives of its own: they are taken by differences", call->external.name);
}

SarStatus sar_read_plugin_function(SarFile *file, const char *name, const char *text, SarSource at,
                                   const SarExternal **out, int32_t *output, bool *angle) {
  const char *dot = strchr(name, '.');
  const SarFilePlugin *plugin = NULL;
  for (int32_t i = 0; dot && i < file->nplugins && !plugin; i++) {
    const char *known = file->plugins[i].name;
    if (strlen(known) == (size_t)(dot - name) && memcmp(known, name, (size_t)(dot - name)) == 0) {
      plugin = &file->plugins[i];
    }
  }
  if (!plugin) return SAR_INPUT;
  if (plugin->faulty) return SAR_FAILED; /* reported */
  SarPluginCall *call;
  if (sar_plugin_find(plugin->instance, dot + 1, &call, output) != SAR_OK) {
    return report_unknown(file, plugin->instance, call, dot + 1, place_of(name, text, at));
  }
  warn_of_differences(file, call);
  if (call->has_angles) *angle = true;
  *out = &call->external;
  return SAR_OK;
}
