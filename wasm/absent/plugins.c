/* In the place of element/plugin/loader.c where no code can be loaded: shared objects are refused, functions of the
 * calling program are not. */
#include "element/plugin/loader.h"

SarStatus sar_plugin_check_version(SarContext *context, const SarPlugin *plugin, const char *shown, SarSource source,
                                   const char *element) {
  if (plugin->abi == SARRUS_PLUGIN_ABI) return SAR_OK;
  return sar_report(context, SAR_INPUT, source, element, "build the plugin with the sarrus/plugin.h of this version",
                    "the plugin `%s` is made for version %lu of the plugin interface, this is version %d", shown,
                    (unsigned long)plugin->abi, SARRUS_PLUGIN_ABI);
}

SarStatus sar_plugin_load(SarContext *context, const char *path, const char *shown, SarSource source,
                          const char *element, void **handle, const SarPlugin **plugin) {
  (void)path;
  *handle = NULL;
  *plugin = NULL;
  return sar_report(context, SAR_INPUT, source, element, "use the program `sarrus`, which loads plugins",
                    "`%s` cannot be loaded: plugins are code for a machine, and this is none", shown);
}

void sar_plugin_unload(void *handle) { (void)handle; }

SarStatus sar_object_load(SarContext *context, const char *path, const char *shown, SarSource source,
                          const char *element, void **handle) {
  (void)path;
  *handle = NULL;
  return sar_report(context, SAR_INPUT, source, element, "use the program `sarrus`, which loads FMUs",
                    "`%s` cannot be loaded: FMUs are code for a machine, and this is none", shown);
}

void *sar_object_symbol(void *handle, const char *name) {
  (void)handle, (void)name;
  return NULL;
}
