/* What profiles, and meshes that are not convex, ask of their partners: one of the kinds that can touch them, and a
 * roller that fits into their hollows. Pairs that `between` names are refused; of groups, where there may be others, a
 * warning tells what does not touch. */
#include <math.h>
#include <string.h>

#include "element/contact/contact_fields.h"
#include "geometry/pair.h"
#include "geometry/profile_build.h"
#include "model/contacts.h"

static bool is_profile(SarContactMember member) { return strcmp(member.class->name, "profile") == 0; }

/* Meshes that are not convex touch some shapes only, too. */
static bool is_choosy(SarContactMember member) { return is_profile(member) || strcmp(member.class->name, "mesh") == 0; }

static const SarModelShape *shape_of(const SarModel *model, SarContactMember member) {
  int32_t count;
  return &sar_model_shapes(model, member.element, &count)[member.shape];
}

static const char *body_of(const SarModel *model, SarContactMember member) {
  return member.element < 0 ? "ground" : model->elements[member.element].name;
}

static const char *kind_remedy(SarContactMember a) {
  if (is_profile(a))
    return "profiles touch spheres, cylinders along their axis, planes and other profiles: use one of these";
  return "meshes that are not convex touch spheres, capsules, boxes, planes and meshes: use one of these, or split the "
         "mesh into convex pieces";
}

static SarStatus no_pair(SarModel *model, const SarModelElement *contact, SarContactMember a, SarContactMember b,
                         bool between) {
  const SarValue *field = &contact->values[between ? SAR_CONTACT_FIELD_BETWEEN : SAR_CONTACT_FIELD_GROUPS];
  const char *own = shape_of(model, a)->name, *other = shape_of(model, b)->name;
  if (between) {
    return sar_report(model->context, SAR_INPUT, field->source, contact->name, kind_remedy(a),
                      "the %s `%s.%s` cannot touch the %s `%s.%s`", a.class->name, body_of(model, a), own,
                      b.class->name, body_of(model, b), other);
  }
  sar_warn(model->context, field->source, contact->name, kind_remedy(a),
           "the %s `%s.%s` and the %s `%s.%s` pass through each other", a.class->name, body_of(model, a), own,
           b.class->name, body_of(model, b), other);
  return SAR_OK;
}

static SarStatus too_large(SarModel *model, const SarModelElement *contact, SarContactMember a, SarContactMember b,
                           bool between) {
  static const char remedy[] = "give the hollow a larger radius, or use a smaller roller";
  const SarValue *field = &contact->values[between ? SAR_CONTACT_FIELD_BETWEEN : SAR_CONTACT_FIELD_GROUPS];
  double radius = shape_of(model, b)->shape.sizes[0], hollow = sar_profile_hollow(shape_of(model, a)->shape.data);
  if (!between) {
    sar_warn(model->context, field->source, contact->name, remedy,
             "`%s.%s` has a radius of %g m, but a hollow of `%s.%s` one of %g m", body_of(model, b),
             shape_of(model, b)->name, radius, body_of(model, a), shape_of(model, a)->name, hollow);
    return SAR_OK;
  }
  return sar_report(model->context, SAR_INPUT, field->source, contact->name, remedy,
                    "`%s.%s` has a radius of %g m, but a hollow of `%s.%s` one of %g m", body_of(model, b),
                    shape_of(model, b)->name, radius, body_of(model, a), shape_of(model, a)->name, hollow);
}

static bool is_roller(const SarShapeClass *class) { return class->point || strcmp(class->name, "cylinder") == 0; }

/* hollow: of the profile a, m. */
static SarStatus check_pair(SarModel *model, const SarModelElement *contact, SarContactMember a, double hollow,
                            SarContactMember b, bool between, bool *done) {
  if (a.element == b.element) return SAR_OK;
  bool pair = sar_pair(a.class, b.class).class != NULL;
  bool large = pair && is_roller(b.class) && shape_of(model, b)->shape.sizes[0] > hollow * (1 + 1e-9);
  *done = !pair || large; /* said once */
  if (!pair) return no_pair(model, contact, a, b, between);
  return large ? too_large(model, contact, a, b, between) : SAR_OK;
}

SarStatus sar_model_check_profiles(SarModel *model, const SarModelElement *contact, const SarContactSet sets[2]) {
  bool between = contact->values[SAR_CONTACT_FIELD_BETWEEN].given, done = false;
  for (int k = 0; k < 2; k++) {
    const SarContactSet *own = &sets[k], *others = between ? &sets[1 - k] : &sets[k];
    for (int32_t i = 0; i < own->count && !done; i++) {
      if (!is_choosy(own->members[i])) continue;
      const void *data = shape_of(model, own->members[i])->shape.data;
      double hollow = is_profile(own->members[i]) ? sar_profile_hollow(data) : INFINITY;
      for (int32_t j = 0; j < others->count && !done; j++) {
        SAR_TRY(check_pair(model, contact, own->members[i], hollow, others->members[j], between, &done));
      }
    }
  }
  return SAR_OK;
}
