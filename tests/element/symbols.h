/* A builder without a system: four bodies and a few more unknowns whose symbols are numbered here, and the derivatives
 * of these symbols along every coordinate. What measures and elements write in symbols can be evaluated at any motion
 * of the bodies and differentiated, exactly and by differences. */
#ifndef SAR_TESTS_ELEMENT_SYMBOLS_H
#define SAR_TESTS_ELEMENT_SYMBOLS_H

#include "element/measure/measure.h"
#include "element/support.h"

enum {
  SYMBOLS_BODIES = 4,                               /* the ground is body 4 */
  SYMBOLS_OF_BODY = 24,                             /* r 3, A 9 (by rows), v 3, w 3, a 3, alpha 3 */
  SYMBOLS_EXTRA = SYMBOLS_BODIES * SYMBOLS_OF_BODY, /* from here: force and torque on both sides of `element` */
  SYMBOLS_QUANTITY = SYMBOLS_EXTRA + 12,            /* a quantity of `element` */
  SYMBOLS_COUNT = SYMBOLS_QUANTITY + 1,             /* of symbols */
  SYMBOLS_EXTRAS = SYMBOLS_COUNT - SYMBOLS_EXTRA,   /* force and torque on both sides, quantity */
  SYMBOLS_COORDINATES = 18 * SYMBOLS_BODIES + SYMBOLS_EXTRAS /* r theta v w a alpha of each body, then extras */
};

/* All numbers that symbols stand for. Angular velocities and accelerations are in body axes. */
typedef struct Motion {
  SarKin kin[SYMBOLS_BODIES];
  SarVec3 a[SYMBOLS_BODIES], alpha[SYMBOLS_BODIES];
  double extra[SYMBOLS_EXTRAS];
} Motion;

Motion motion_random(uint64_t *seed);
void motion_values(const Motion *motion, double variables[SYMBOLS_COUNT]);

/* One coordinate changed by s; a rotation by the angle s about an axis of the body. */
Motion motion_moved(const Motion *motion, int32_t coordinate, double s);

/* After the time t, with constant accelerations; its rotations are exact to the order t^3. */
Motion motion_after(const Motion *motion, double t);

typedef struct Symbols {
  SarBuilder builder; /* the first member: what a builder points to */
  SarBuilderOps ops;
  /* What the last question was, of those that are answered with extras. */
  const char *asked_element, *asked_quantity;
  const SarSideName *asked_i, *asked_j;
  const SarExpr *asked_rate;
  int asked_side;
} Symbols;

/* Checked allocations: a test ends where there is no memory. */
Symbols *symbols_open(void);
void symbols_close(Symbols *symbols);

/* A direction to differentiate in: at which rate each coordinate changes. */
typedef struct Direction {
  Symbols *symbols;
  const SarExpr *rate[SYMBOLS_COORDINATES];
} Direction;

Direction direction_of_coordinate(Symbols *symbols, int32_t coordinate);
Direction direction_random(Symbols *symbols, uint64_t *seed);
Direction direction_of_time(Symbols *symbols); /* for expressions without accelerations */
const SarExpr *derived(const SarExpr *f, Direction *direction);

/* The values of expressions at a motion. */
void symbols_evaluate(Symbols *symbols, const SarExpr *const *f, int32_t n, const Motion *at, double *out);

/* A call of a measure: frames on the four bodies for its arguments of that kind, "element" for elements. */
typedef struct CallSpec {
  SarSide sides[SAR_MEASURE_ARGUMENTS];
  bool left_out[SAR_MEASURE_ARGUMENTS]; /* then the ground */
  double numbers[SAR_MEASURE_ARGUMENTS];
  bool between; /* the first argument is a frame, where it may also be an element */
  SarSideName written[SAR_MEASURE_ARGUMENTS];
} CallSpec;

CallSpec call_random(uint64_t *seed);
SarSide ground_side(void);

/* What the measure's `make` gives. */
SarStatus measure_try(Symbols *symbols, const SarMeasureClass *measure, const CallSpec *spec, const SarExpr **out);
const SarExpr *measure_make(Symbols *symbols, const SarMeasureClass *measure, const CallSpec *spec);
const SarExpr *measure_named(Symbols *symbols, const char *name, const CallSpec *spec);

#endif
