#include "sarrus/plugin.h"

SARRUS_PLUGIN_EXPORT const SarPlugin *sarrus_plugin(void) { return NULL; }
