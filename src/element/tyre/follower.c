/* follower: a vertical force alone, a spring and a damper between the wheel and the road. */
#include "element/tyre/tyre.h"

const SarTyreModel sar_tyre_follower = {.name = "follower", .format = 'V'};
