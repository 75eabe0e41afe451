/* Friction, damping and stops in joints: fields that every joint with a coordinate along or about its axis has, and the
 * equations they make (friction.c, stops.c).
 *
 * A joint class has them by two lines: the fields in its table, and `.equations = &sar_joint_passive`. In a joint that
 * turns and slides, the fields of the rotation have the prefix `angle_`; on a plane those of the two translations have
 * `x_` and `y_`. */
#ifndef SAR_ELEMENT_JOINT_PASSIVE_H
#define SAR_ELEMENT_JOINT_PASSIVE_H

#include "element/equations.h"

extern const SarEquationClass sar_joint_passive;

/* ---- fields ---- */

#define SAR_PASSIVE_REAL(field, dimension, default_text, what) \
  { .name = field, .kind = SAR_FIELD_REAL, .unit = dimension, .fallback = default_text, .meaning = what }

/* Of one coordinate: `unit` is that of the coordinate, `force` that of its force. */
#define SAR_PASSIVE_COORDINATE(prefix, length, force, thing)                                               \
  SAR_PASSIVE_REAL(prefix "damping", force "*s/" length, "0", "viscous damping: " thing " per rate"),      \
      {.name = prefix "stops",                                                                             \
       .kind = SAR_FIELD_REALS,                                                                            \
       .unit = length,                                                                                     \
       .fallback = "",                                                                                     \
       .meaning = "[lower, upper]: the coordinate is held between them by stops"},                         \
      SAR_PASSIVE_REAL(prefix "stop_stiffness", force "/" length, "", thing " per depth in a stop"),       \
      SAR_PASSIVE_REAL(prefix "stop_damping", force "*s/" length, "0", "damping of the stops"),            \
      SAR_PASSIVE_REAL(prefix "stop_depth", length, "",                                                    \
                       "depth at which the damping is fully there; needed with it or with stop_exponent"), \
      SAR_PASSIVE_REAL(prefix "stop_exponent", "", "1",                                                    \
                       "e of the " thing " stiffness * stop_depth * (depth/stop_depth)^e")

/* Of the joint. */
#define SAR_PASSIVE_FRICTION                                                                                   \
  SAR_PASSIVE_REAL("friction", "", "0", "coefficient of sliding friction"),                                    \
      SAR_PASSIVE_REAL("static_friction", "", "", "coefficient of static friction; default: that of sliding"), \
      SAR_PASSIVE_REAL("stiction_velocity", "m/s", "1e-3",                                                     \
                       "slip with the static coefficient; from 1.5 times that on it is sliding"),              \
      SAR_PASSIVE_REAL("friction_preload", "N", "0", "normal force in the joint besides its reactions"),       \
      SAR_PASSIVE_REAL("bending_arm", "m", "",                                                                 \
                       "distance over which a moment across the axis is carried as forces; default: it is not seen")

/* Of a joint that turns. */
#define SAR_PASSIVE_PIN                                                                               \
  SAR_PASSIVE_REAL("pin_radius", "m", "", "radius at which radial forces rub; needed with friction"), \
      SAR_PASSIVE_REAL("axial_radius", "m", "0", "radius at which axial forces rub")

#define SAR_PASSIVE_ROTATION SAR_PASSIVE_COORDINATE("", "rad", "N*m", "torque")
#define SAR_PASSIVE_ROTATION_TOO SAR_PASSIVE_COORDINATE("angle_", "rad", "N*m", "torque")
#define SAR_PASSIVE_TRANSLATION SAR_PASSIVE_COORDINATE("", "m", "N", "force")

/* ---- one coordinate of one joint ---- */

typedef struct SarPassive {
  SarBuilder *b;
  const SarCoordinateSpec *coordinate;
  bool rotation;
  const SarCoordinateSpec *across; /* sliding on a plane: the other direction; else null */
  bool plane;                      /* the joint is a plane, to which its axis is normal */
  const char *prefix;              /* of the fields of this coordinate */
  const SarExpr *value, *rate;     /* in `build` */
} SarPassive;

/* The value of a field of the joint, or, with its prefix, of the coordinate. */
const SarValue *sar_passive_of_joint(const SarPassive *p, const char *field);
const SarValue *sar_passive_of_coordinate(const SarPassive *p, const char *field);

/* Offers the force as a column `<coordinate>_<what>`. */
SarStatus sar_passive_offer(const SarPassive *p, const char *what, const SarExpr *force);

/* Each says whether it is wanted, declares one unknown, and builds its equation. */
bool sar_friction_wanted(const SarPassive *p);
SarStatus sar_friction_declare(const SarPassive *p);
SarStatus sar_friction_build(const SarPassive *p, SarUnknown unknown);
bool sar_stops_wanted(const SarPassive *p);
/* What is said of stops that there are none of; null: nothing. */
const SarValue *sar_stops_missing(const SarPassive *p);
SarStatus sar_stops_declare(const SarPassive *p);
SarStatus sar_stops_build(const SarPassive *p, SarUnknown unknown);

#endif
