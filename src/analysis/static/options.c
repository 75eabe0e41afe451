#include "sarrus/static.h"

SarStaticOptions sar_static_options_default(void) { return (SarStaticOptions){.count = 1}; }
