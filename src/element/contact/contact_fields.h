/* Fields of a contact, for those who make pairs and laws of it. */
#ifndef SAR_ELEMENT_CONTACT_CONTACT_FIELDS_H
#define SAR_ELEMENT_CONTACT_CONTACT_FIELDS_H

#include "element/class.h"
#include "element/contact/normal.h"

enum {
  SAR_CONTACT_FIELD_BETWEEN,
  SAR_CONTACT_FIELD_GROUPS,
  SAR_CONTACT_FIELD_EXCLUDE,
  SAR_CONTACT_FIELD_LAW,
  SAR_CONTACT_FIELD_STIFFNESS,
  SAR_CONTACT_FIELD_EXPONENT,
  SAR_CONTACT_FIELD_DAMPING,
  SAR_CONTACT_FIELD_DAMPING_DEPTH,
  SAR_CONTACT_FIELD_RESTITUTION,
  SAR_CONTACT_FIELD_IMPACT_SPEED,
  SAR_CONTACT_FIELD_MATERIAL,
  SAR_CONTACT_FIELD_ROLLING,
  SAR_CONTACT_FIELD_SPINNING,
  SAR_CONTACT_FIELD_TANGENTIAL_STIFFNESS,
  SAR_CONTACT_FIELD_TANGENTIAL_DAMPING,
  SAR_CONTACT_FIELD_FRICTION_STATIC,
  SAR_CONTACT_FIELD_FRICTION_SLIDING,
  SAR_CONTACT_FIELD_FRICTION_V_S,
  SAR_CONTACT_FIELD_FRICTION_V_D,
  SAR_CONTACT_FIELD_FRICTION_STICK
};

extern const SarElementClass sar_contact_contact;

/* The law of a contact's normal force, and the exponent: as given, or the law's own. */
const SarNormalClass *sar_contact_normal_class(const SarValue *values);
double sar_contact_exponent(const SarValue *values);

/* The unit of one of its fields. Those of stiffness and damping depend on law and exponent; the table has those of the
 * default law. */
const char *sar_contact_unit(const SarValue *values, int32_t field, char room[SAR_FIELD_UNIT]);

#endif
