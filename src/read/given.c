/* Functions of the calling program (sar_context_add_plugin), which all files of a model may call. Results remember
 * their names: who reads the model again without the functions may look at it, and computes nothing. */
#include <string.h>

#include "expr/parsing.h"
#include "read/reader.h"

static bool is_called_already(const char *name) { return sar_parse_is_function(name) || sar_measure_class_find(name); }

/* The name, which nothing else in the model may have. Numbers go in and come out as expressions write them: a unit that
 * the table says counts in SI, as in the top file. */
static SarStatus take_name(SarFile *file, const char *name, SarPluginInstance *instance) {
  SarReader *reader = file->reader;
  SarArena *arena = reader->model->arena;
  if (is_called_already(name)) {
    return sar_report(reader->context, SAR_INPUT, sar_nowhere(), NULL, "give it another name",
                      "the function `%s` of the program has the name of a function that expressions have", name);
  }
  SAR_TRY(sar_model_take_name(reader->model, name, sar_nowhere(), "function", SAR_NAME_PREFIX));
  instance->name = instance->file = sar_arena_copy_text(arena, name);
  instance->path = "";
  if (!instance->name) return sar_read_no_memory(reader);
  return sar_read_keep_plugin(reader, instance);
}

static SarStatus take(SarFile *file, const SarGivenPlugin *given, SarPluginInstance *instance) {
  SarReader *reader = file->reader;
  SAR_TRY(take_name(file, given->name, instance));
  SAR_TRY(sar_plugin_take(reader->context, reader->model->arena, given, instance));
  return sar_plugin_start(reader->context, reader->model->arena, &file->units, instance);
}

/* One that results remember and nobody has given. version: what made it, in words. */
static SarStatus miss(SarFile *file, const SarModelPlugin *known, SarPluginInstance *instance) {
  SarReader *reader = file->reader;
  if (reader->options->no_code) return take_name(file, known->name, instance);
  return sar_read_report_missing(reader->context, known->name, known->version);
}

SarStatus sar_read_report_missing(SarContext *context, const char *name, const char *what) {
  bool said = what && what[0];
  return sar_report(context, SAR_INPUT, sar_nowhere(), name,
                    "go on where that function is: in the program that has run the model",
                    "the model calls `%s`, a function of the program that made these results%s%s%s, which is not here",
                    name, said ? " (" : "", said ? what : "", said ? ")" : "");
}

static bool is_given(const SarReader *reader, const char *name) {
  for (int32_t i = 0; i < reader->ngiven; i++) {
    if (strcmp(reader->given[i].name, name) == 0) return true;
  }
  return false;
}

static SarStatus add(SarFile *file, const char *name, const SarGivenPlugin *given, const SarModelPlugin *known) {
  SarReader *reader = file->reader;
  SarFilePlugin *plugin = &reader->given[reader->ngiven++];
  *plugin = (SarFilePlugin){.name = name, .faulty = true};
  plugin->instance = SAR_NEW(reader->model->arena, 1, SarPluginInstance);
  if (!plugin->instance) return sar_read_no_memory(reader);
  SarStatus status = given ? take(file, given, plugin->instance) : miss(file, known, plugin->instance);
  plugin->faulty = status != SAR_OK;
  return status;
}

SarStatus sar_read_given(SarFile *file) {
  SarReader *reader = file->reader;
  const SarReadOptions *options = reader->options;
  int32_t ngiven = options->ngiven;
  const SarGivenPlugin *given = options->given ? options->given : sar_context_plugins(reader->context, &ngiven);
  SarStatus status = SAR_OK;
  if (!ngiven && !options->nplugins) return SAR_OK;
  reader->given = SAR_NEW(reader->arena, ngiven + options->nplugins, SarFilePlugin);
  if (!reader->given) return sar_read_no_memory(reader);
  for (int32_t i = 0; i < ngiven && status != SAR_NO_MEMORY; i++) {
    SarStatus one = add(file, given[i].name, &given[i], NULL);
    if (one != SAR_OK) status = one;
  }
  for (int32_t i = 0; i < options->nplugins && status != SAR_NO_MEMORY; i++) {
    const SarModelPlugin *known = &options->plugins[i];
    if (known->path[0] || is_given(reader, known->name)) continue;
    SarStatus one = add(file, known->name, NULL, known);
    if (one != SAR_OK) status = one;
  }
  return status;
}
