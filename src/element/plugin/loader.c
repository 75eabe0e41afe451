#include "element/plugin/loader.h"

#include <dlfcn.h>
#include <string.h>

#include "base/file.h"

#define SYMBOL "sarrus_plugin"

typedef const SarPlugin *(*GetPlugin)(void);

/* What the system says about its last failure, without the path before it, which the message has already. */
static const char *reason(const char *path) {
  const char *text = dlerror();
  if (!text) return "no reason is given";
  size_t length = strlen(path);
  if (strncmp(text, path, length) == 0 && strncmp(text + length, ": ", 2) == 0) text += length + 2;
  return text;
}

/* ISO C has no conversion from an object pointer to a function pointer; POSIX promises that the bytes are the same. */
static GetPlugin as_function(void *symbol) {
  GetPlugin function;
  _Static_assert(sizeof function == sizeof symbol, "function pointers are as large as others");
  memcpy(&function, &symbol, sizeof function);
  return function;
}

static SarStatus ask(SarContext *context, void *handle, const char *shown, SarSource source, const char *element,
                     const SarPlugin **plugin) {
  void *symbol = dlsym(handle, SYMBOL);
  if (!symbol) {
    return sar_report(context, SAR_INPUT, source, element,
                      "export it: SARRUS_PLUGIN_EXPORT const SarPlugin *" SYMBOL "(void), in C++ within extern \"C\"",
                      "`%s` is no plugin: it does not export the function `" SYMBOL "`", shown);
  }
  *plugin = as_function(symbol)();
  if (!*plugin) {
    return sar_report(context, SAR_INPUT, source, element, "let " SYMBOL "() return the address of its table",
                      "the plugin `%s` gives no table", shown);
  }
  return sar_plugin_check_version(context, *plugin, shown, source, element);
}

SarStatus sar_plugin_check_version(SarContext *context, const SarPlugin *plugin, const char *shown, SarSource source,
                                   const char *element) {
  if (plugin->abi == SARRUS_PLUGIN_ABI) return SAR_OK;
  return sar_report(context, SAR_INPUT, source, element, "build the plugin with the sarrus/plugin.h of this version",
                    "the plugin `%s` is made for version %lu of the plugin interface, this is version %d", shown,
                    (unsigned long)plugin->abi, SARRUS_PLUGIN_ABI);
}

SarStatus sar_plugin_load(SarContext *context, const char *path, const char *shown, SarSource source,
                          const char *element, void **handle, const SarPlugin **plugin) {
  *handle = NULL;
  *plugin = NULL;
  SAR_TRY(sar_file_check_regular(context, path, shown, source, "give the path of a shared object"));
  void *loaded = dlopen(path, RTLD_NOW | RTLD_LOCAL); /* all its symbols now: a missing one is no surprise later */
  if (!loaded) {
    return sar_report(context, SAR_INPUT, source, element,
                      "build it as a shared object for this machine: cc -shared -fPIC", "cannot load `%s`: %s", shown,
                      reason(path));
  }
  SarStatus status = ask(context, loaded, shown, source, element, plugin);
  if (status != SAR_OK) {
    sar_plugin_unload(loaded);
    return status;
  }
  *handle = loaded;
  return SAR_OK;
}

void sar_plugin_unload(void *handle) {
  if (handle) dlclose(handle);
}

SarStatus sar_object_load(SarContext *context, const char *path, const char *shown, SarSource source,
                          const char *element, void **handle) {
  *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (*handle) return SAR_OK;
  return sar_report(context, SAR_INPUT, source, element, "get an FMU for this machine, and what its code needs",
                    "the shared object in `%s` cannot be loaded: %s", shown, reason(path));
}

void *sar_object_symbol(void *handle, const char *name) { return dlsym(handle, name); }
