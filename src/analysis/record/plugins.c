/* Plugins of a recorded run. The file names shared objects of this machine, and whoever wrote the file may have chosen
 * them: nothing is loaded unless the user says so, who is told which files they are. The hash tells one build from
 * another. It is no signature: who makes a file can write any hash into it. */
#include <string.h>

#include "analysis/record/record.h"
#include "read/read.h"
#include "result/hash.h"

bool sar_record_plugin(const SarRecord *record, int32_t index, SarRecordPlugin *out) {
  if (!record || !record->model || !out || index < 0 || index >= record->model->nplugins) return false;
  const SarPluginInstance *plugin = record->model->plugins[index];
  *out = (SarRecordPlugin){.name = plugin->name, .path = plugin->path};
  sar_hash_file(plugin->path, out->hash);
  return true;
}

/* The plugin as the results remember it; empty texts where they do not. */
static const SarModelPlugin *then_of(const SarRecord *r, const char *name) {
  static const SarModelPlugin none = {"", "", "", NULL};
  const SarSinkHeader *header = &r->file.header;
  for (int32_t i = 0; i < header->nplugins; i++) {
    if (strcmp(header->plugins[i].name, name) == 0) return &header->plugins[i];
  }
  return &none;
}

SarStatus sar_record_need_plugins(const SarRecord *record) {
  SarRecordPlugin plugin;
  SarStatus status = SAR_OK;
  if (record->loaded) return SAR_OK;
  if (!record->system) return SAR_INPUT; /* loading them has failed */
  for (int32_t i = 0; sar_record_plugin(record, i, &plugin); i++) {
    if (!plugin.path[0]) { /* of the program that ran it */
      if (record->model->plugins[i]->plugin) continue;
      status = sar_read_report_missing(record->context, plugin.name, then_of(record, plugin.name)->version);
      continue;
    }
    status = sar_report(record->context, SAR_INPUT, sar_nowhere(), plugin.name,
                        "if you trust that file and whoever made the results, say `--allow-plugins` (docs/security.md)",
                        plugin.hash[0] ? "the model needs a plugin, which is code and not loaded unasked: %s, hash %s"
                                       : "the model needs a plugin, which cannot be read here: %s%s",
                        plugin.path, plugin.hash);
  }
  return status;
}

/* Before anything of it runs. */
static SarStatus check_hashes(const SarRecord *r) {
  SarRecordPlugin plugin;
  SarStatus status = SAR_OK;
  for (int32_t i = 0; sar_record_plugin(r, i, &plugin); i++) {
    const char *then = then_of(r, plugin.name)->hash; /* null: the results do not say */
    if (!then || strcmp(then, plugin.hash) == 0) continue;
    status = sar_report(r->context, SAR_INPUT, sar_nowhere(), plugin.name,
                        "use the plugin of then, or run the model again with this one",
                        "the plugin `%s` is not the one that these results were made with: hash %s, then %s",
                        plugin.path, plugin.hash[0] ? plugin.hash : "(it cannot be read)", then);
  }
  return status;
}

SarStatus sar_record_load_plugins(SarRecord *record) {
  if (!record || !record->model) return SAR_USAGE;
  int32_t count = record->model->nplugins, before = sar_context_count(record->context);
  if (record->loaded || !count) return SAR_OK;
  SAR_TRY(check_hashes(record));
  SarModelPlugin *found = SAR_NEW(record->arena, count, SarModelPlugin);
  if (!found) return sar_report_no_memory(record->context);
  for (int32_t i = 0; i < count; i++) { /* exactly those that were named */
    const SarPluginInstance *plugin = record->model->plugins[i];
    const char *version = then_of(record, plugin->name)->version;
    found[i] = (SarModelPlugin){.name = sar_arena_copy_text(record->arena, plugin->name),
                                .path = sar_arena_copy_text(record->arena, plugin->path),
                                .version = sar_arena_copy_text(record->arena, version)};
    if (!found[i].name || !found[i].path || !found[i].version) return sar_report_no_memory(record->context);
  }
  sar_system_destroy(&record->system);
  sar_model_destroy(&record->model);
  SarStatus status = sar_record_read_model(record, found, count, true);
  sar_context_drop_repeated(record->context, before);
  record->loaded = status == SAR_OK;
  return status;
}
