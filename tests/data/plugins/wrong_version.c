/* Made for another version of the interface: nothing but the first member is to be read. */
#include "sarrus/plugin.h"

static const uint32_t abi = 999;

SARRUS_PLUGIN_EXPORT const SarPlugin *sarrus_plugin(void) { return (const SarPlugin *)(const void *)&abi; }
