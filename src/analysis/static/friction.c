#include "analysis/static/friction.h"

#include "element/contact/contact_fields.h"

void sar_static_warn_friction(SarContext *context, const SarSystem *system) {
  const SarModel *model = sar_system_model(system);
  for (int32_t i = 0; i < model->nelements; i++) {
    const SarModelElement *e = &model->elements[i];
    if (e->class != &sar_contact_contact) continue;
    bool rubs =
        e->values[SAR_CONTACT_FIELD_FRICTION_STATIC].real > 0 || e->values[SAR_CONTACT_FIELD_FRICTION_SLIDING].real > 0;
    if (!rubs || e->values[SAR_CONTACT_FIELD_FRICTION_STICK].real != 0) continue;
    sar_warn(context, e->source, e->name,
             "nothing to do if nothing leans on it; else write `stick: true`, which holds at rest and does not creep",
             "the friction of this contact is a law of velocities: it holds nothing at rest, and statics goes without "
             "it");
  }
}
