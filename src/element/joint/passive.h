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
                       "e of the " thing " stiffness * stop_depth * (depth/stop_depth)^e"),                \
      SAR_PASSIVE_REAL(prefix "friction_limit", force, "", "largest " thing " of friction; default: none")

/* Of the joint. */
#define SAR_PASSIVE_FRICTION_LAW                                                                                \
  SAR_PASSIVE_REAL("friction", "", "0", "coefficient of sliding friction"),                                     \
      SAR_PASSIVE_REAL("static_friction", "", "", "coefficient of static friction; default: that of sliding"),  \
      SAR_PASSIVE_REAL("stiction_velocity", "m/s", "1e-3",                                                      \
                       "slip with the static coefficient; from sliding_ratio times that on it is sliding"),     \
      SAR_PASSIVE_REAL("sliding_ratio", "", "1.5", "slip from which on it is sliding, over stiction_velocity"), \
      SAR_PASSIVE_REAL("friction_preload", "N", "0", "normal force in the joint besides its reactions"), {      \
    .name = "reaction_friction", .kind = SAR_FIELD_BOOL, .unit = "", .fallback = "true",                        \
    .meaning = "the reaction force of the joint is a normal force; false: preload and moments alone are"        \
  }

#define SAR_PASSIVE_FRICTION                   \
  SAR_PASSIVE_FRICTION_LAW,                    \
      SAR_PASSIVE_REAL("bending_arm", "m", "", \
                       "distance over which a moment across the axis is carried as forces; default: it is not seen")

/* Of a joint that slides in a guide. */
#define SAR_PASSIVE_GUIDE                                                                                           \
  SAR_PASSIVE_REAL("torsion_arm", "m", "",                                                                          \
                   "distance over which a moment about the axis is carried; default: bending_arm for all moments"), \
      SAR_PASSIVE_REAL("bending_arm_growth", "", "0", "what the bending arm gains per displacement: 1, 0 or -1"), { \
    .name = "moments_at", .kind = SAR_FIELD_CHOICE, .unit = "", .fallback = "second",                               \
    .meaning = "the side at whose point moments are taken: the two are apart when it slides",                       \
    .choices = "second first"                                                                                       \
  }

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
/* Parts of it that other laws share: checks of the fields, mu(v), and the size of a vector by its square, with a
 * derivative also where it vanishes. */
SarStatus sar_passive_friction_check(const SarPassive *p);
const SarExpr *sar_passive_friction_mu(const SarPassive *p, const SarExpr *v);
const SarExpr *sar_passive_size(SarArena *arena, const SarExpr *square);
#define SAR_FRICTION_SMALLEST_SPEED                                                \
  1e-3 /* of the stiction velocity: keeps the direction of a speed defined at rest \
        */
bool sar_stops_wanted(const SarPassive *p);
/* What is said of stops that there are none of; null: nothing. */
const SarValue *sar_stops_missing(const SarPassive *p);
SarStatus sar_stops_declare(const SarPassive *p);
SarStatus sar_stops_build(const SarPassive *p, SarUnknown unknown);

#endif
