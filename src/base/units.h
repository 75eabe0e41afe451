/* Units: what the model file's numbers mean in SI.
 *
 * A field's unit is a product of powers of the symbols m kg s N rad, written "N*s/m", "kg*m^2", "N/m^1.5", "1" or "".
 * The user chooses what stands for each symbol; force follows from the others unless it is chosen too. J is N*m, W is
 * N*m/s. A unit that begins with = is the user's own word for it, "=rpm": it is shown and nothing is converted. */
#ifndef SAR_BASE_UNITS_H
#define SAR_BASE_UNITS_H

#include <stddef.h>

#include "base/context.h"

typedef struct SarUnits SarUnits;
struct SarUnits {
  /* SI value of one user unit, and its name, for length, mass, time, force, angle */
  double length, mass, time, force, angle;
  char length_name[12], mass_name[12], time_name[8], force_name[40], angle_name[8];
};

SarUnits sar_units_si(void);

/* Sets one kind ("length", "mass", "time", "force", "angle") to a named unit ("mm", "t", "ms", "kN", "deg", ...).
 * A force may be a multiple, "386.0886 N": what is called UCF elsewhere. SAR_INPUT for an unknown kind or name. Call
 * sar_units_complete when all are set: force follows if not given. */
SarStatus sar_units_choose(SarUnits *units, const char *kind, const char *name);
void sar_units_complete(SarUnits *units, int force_given);

/* The unit names known for a kind, separated by blanks, for messages. */
const char *sar_units_known(const char *kind);

/* A unit that begins with this is a label of the user's own: shown as it stands, never converted. */
#define SAR_UNIT_LABEL '='

/* SI value of one user unit of the dimension `unit`. */
double sar_units_factor(const SarUnits *units, const char *unit);

/* The name of the user's unit for a dimension, e.g. "mm/s^2"; "1" for pure numbers. */
void sar_units_label(const SarUnits *units, const char *unit, char *label, size_t size);

#endif
