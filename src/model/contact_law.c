/* The law between two shapes of a contact. */
#include <math.h>

#include "element/contact/contact_fields.h"
#include "geometry/shape_classes.h"
#include "model/contacts.h"

const SarModelElement *sar_contact_material(const SarModel *model, const SarModelElement *contact,
                                            const SarModelShape *shape) {
  const SarValue *common = &contact->values[SAR_CONTACT_FIELD_MATERIAL];
  const char *name = shape->material ? shape->material : common->given ? common->names[0] : NULL;
  int32_t index = name ? sar_model_find(model, name) : -1;
  return index < 0 ? NULL : &model->elements[index];
}

static double hertz_stiffness(const SarModel *model, const SarModelElement *contact,
                              const SarModelShape *const shapes[2]) {
  double young[2], poisson[2], radius[2];
  for (int i = 0; i < 2; i++) {
    const SarModelElement *material = sar_contact_material(model, contact, shapes[i]);
    const SarShape *shape = &shapes[i]->shape;
    if (!material || !shape->class->hertz_radius) return NAN;
    young[i] = sar_model_value(material, "young")->real;
    poisson[i] = sar_model_value(material, "poisson")->real;
    radius[i] = shape->class->hertz_radius(shape);
  }
  return sar_hertz_stiffness(young, poisson, radius);
}

static double damping_of(const SarValue *values) {
  const SarValue *restitution = &values[SAR_CONTACT_FIELD_RESTITUTION];
  const SarValue *damping = &values[SAR_CONTACT_FIELD_DAMPING];
  double speed = values[SAR_CONTACT_FIELD_IMPACT_SPEED].real;
  if (!restitution->given) return damping->real;
  return damping->nlist > 0 ? sar_damping_flores(restitution->real, speed) : sar_damping_for(restitution->real, speed);
}

static SarFriction friction_of(const SarValue *values) {
  const SarValue *fixed = &values[SAR_CONTACT_FIELD_FRICTION_STATIC];
  const SarValue *sliding = &values[SAR_CONTACT_FIELD_FRICTION_SLIDING];
  return (SarFriction){
      .fixed = fixed->given ? fixed->real : sliding->real,
      .sliding = sliding->given ? sliding->real : fixed->real,
      .v_s = values[SAR_CONTACT_FIELD_FRICTION_V_S].real,
      .v_d = values[SAR_CONTACT_FIELD_FRICTION_V_D].real,
      .stick = values[SAR_CONTACT_FIELD_FRICTION_STICK].real != 0,
  };
}

/* Of what is round about an axis across that axis, which is z; of all others a mean that does not know how the axes are
 * called. Infinite for a plane. */
static double rolling_radius(const SarShape *shape) {
  if (shape->class->unbounded) return INFINITY;
  double reach[3];
  for (int i = 0; i < 3; i++) reach[i] = shape->class->reach(shape, (SarVec3){i == 0, i == 1, i == 2});
  bool is_round = shape->class->hertz_radius || shape->class == &sar_shape_cylinder;
  return is_round ? reach[0] : cbrt(reach[0] * reach[1] * reach[2]);
}

bool sar_model_contact_law_is_common(const SarModel *model, int32_t contact) {
  const SarValue *values = model->elements[contact].values;
  return !sar_contact_normal_class(values)->hertz && values[SAR_CONTACT_FIELD_ROLLING].real == 0 &&
         values[SAR_CONTACT_FIELD_SPINNING].real == 0;
}

SarStatus sar_model_contact_law(const SarModel *model, int32_t contact, const SarModelPair *pair, SarContactLaw *out) {
  const SarModelElement *element = &model->elements[contact];
  const SarValue *values = element->values, *depth = &values[SAR_CONTACT_FIELD_DAMPING_DEPTH];
  const SarModelShape *shapes[2];
  int32_t count;
  for (int i = 0; i < 2; i++) shapes[i] = &sar_model_shapes(model, pair->element[i], &count)[pair->shape[i]];
  const SarNormalClass *class = sar_contact_normal_class(values);
  *out = (SarContactLaw){
      .normal = {.class = class,
                 .stiffness =
                     class->hertz ? hertz_stiffness(model, element, shapes) : values[SAR_CONTACT_FIELD_STIFFNESS].real,
                 .exponent = sar_contact_exponent(values),
                 .damping = damping_of(values),
                 .depth = depth->given ? depth->real : 1}, /* any: there is no damping */
      .friction = friction_of(values),
      .rolling = values[SAR_CONTACT_FIELD_ROLLING].real,
      .spinning = values[SAR_CONTACT_FIELD_SPINNING].real,
      .tangential = values[SAR_CONTACT_FIELD_TANGENTIAL_STIFFNESS].real,
      .tangential_by = values[SAR_CONTACT_FIELD_TANGENTIAL_DAMPING].real,
  };
  if (out->rolling > 0 || out->spinning > 0) {
    out->radius = 1 / (1 / rolling_radius(&shapes[0]->shape) + 1 / rolling_radius(&shapes[1]->shape));
  }
  const char *fault = sar_normal_fault(&out->normal);
  if (!fault) fault = sar_friction_fault(&out->friction);
  if (!fault) return SAR_OK;
  return sar_report(model->context, SAR_INPUT, element->source, element->name, "correct the numbers of the contact",
                    "%s between `%s` and `%s`", fault, shapes[0]->name, shapes[1]->name);
}
