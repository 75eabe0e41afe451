/* Shared objects: the only place that knows how the system loads them. */
#ifndef SAR_ELEMENT_PLUGIN_LOADER_H
#define SAR_ELEMENT_PLUGIN_LOADER_H

#include "base/context.h"
#include "sarrus/plugin.h"

/* Loads a shared object and asks it for its table. `path` must have a slash in it; `shown` stands in messages for it.
 * On errors *handle is null. */
SarStatus sar_plugin_load(SarContext *context, const char *path, const char *shown, SarSource source,
                          const char *element, void **handle, const SarPlugin **plugin);

/* Whether it was made for this version of the interface. */
SarStatus sar_plugin_check_version(SarContext *context, const SarPlugin *plugin, const char *shown, SarSource source,
                                   const char *element);

void sar_plugin_unload(void *handle); /* null: nothing happens */

/* The shared object of an FMU, which is unloaded like a plugin, and the address of one of its functions, whose bytes
 * are those of a function pointer; null: it has none of that name. */
SarStatus sar_object_load(SarContext *context, const char *path, const char *shown, SarSource source,
                          const char *element, void **handle);
void *sar_object_symbol(void *handle, const char *name);

#endif
