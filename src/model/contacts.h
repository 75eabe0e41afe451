/* What contacts of a model mean: pairs of shapes, and the law between two of them. */
#ifndef SAR_MODEL_CONTACTS_H
#define SAR_MODEL_CONTACTS_H

#include "element/contact/contact.h"
#include "model/shapes.h"

typedef struct SarModelPair {
  int32_t element[2]; /* of the model; -1: the ground */
  int32_t shape[2];   /* index among sar_model_shapes */
} SarModelPair;

/* The pairs of shapes that a contact speaks of, sorted by (element, shape, element, shape), each once; without pairs of
 * one body, pairs that do not touch (sar_pair), excluded ones, and bodies joined by a joint or neighbours on a beam
 * (unless declared by `between`). What a contact declares by `between` is its own: groups leave it out. The first side
 * is that of `between`; of groups the ground comes second, else the body that was written first comes first. The model
 * has been validated. */
SarStatus sar_model_contact_pairs(const SarModel *model, int32_t contact, SarArena *arena, SarModelPair **out,
                                  int32_t *count);

/* A shape of a contact. */
typedef struct SarContactMember {
  int32_t element, shape;
  const SarShapeClass *class;
} SarContactMember;

/* The shapes of a contact of groups with more than `few` pairs: each once, by body (the ground last); of others there
 * are none (count = 0). It lives in the arena. And whether two of them, by their index, may touch: the same pairs as
 * above. */
typedef struct SarModelCrowd {
  const SarContactMember *members;
  const int32_t *set; /* to which group each belongs; -1: to several */
  int32_t count;
  const struct SarContactRules *rules;
} SarModelCrowd;
SarStatus sar_model_contact_crowd(const SarModel *model, int32_t contact, double few, SarArena *arena,
                                  SarModelCrowd *out);
bool sar_crowd_may_touch(const SarModelCrowd *crowd, int32_t a, int32_t b);

/* The law between two shapes: numbers of the contact, restitution turned into damping, hertz from materials (young,
 * poisson of the shapes' `material` or the contact's) and hertz_radius of both shapes. The radius for rolling and
 * spinning is that of both shapes across their x axes: of spheres, capsules, cylinders and wheels the one they roll on.
 */
SarStatus sar_model_contact_law(const SarModel *model, int32_t contact, const SarModelPair *pair, SarContactLaw *out);
/* Whether it is the same between any two shapes of the contact. */
bool sar_model_contact_law_is_common(const SarModel *model, int32_t contact);

/* ---- for the files that make these ---- */

typedef struct SarContactSet {
  SarContactMember *members;
  int32_t count, capacity;
} SarContactSet;

/* Whether the element is a body or a beam: what other elements are called may be the name of a group, too. */
bool sar_contact_is_body(const SarModel *model, int32_t element);

/* Adds the shapes of a body (-1: the ground) or a beam; of a side of `between`; of a group. SAR_NO_MEMORY is not
 * reported. */
SarStatus sar_contact_add_body(const SarModel *model, int32_t element, SarArena *arena, SarContactSet *set);
SarStatus sar_contact_add_side(const SarModel *model, const SarSideName *side, SarArena *arena, SarContactSet *set);
SarStatus sar_contact_add_group(const SarModel *model, const char *name, SarArena *arena, SarContactSet *set);
/* All that a contact speaks of. */
SarStatus sar_contact_add_all(const SarModel *model, int32_t contact, SarArena *arena, SarContactSet *set);

/* Whether there is at least one pair. */
SarStatus sar_model_contact_has_pair(const SarModel *model, int32_t contact, SarArena *arena, bool *out);

/* The material of a shape in a contact: its own or that of the contact; null: there is none. */
const SarModelElement *sar_contact_material(const SarModel *model, const SarModelElement *contact,
                                            const SarModelShape *shape);

/* Names in fields of a contact; and, when all elements are known, whether what it speaks of can touch. */
/* Of a field that takes a road. */
SarStatus sar_model_check_ground_shape(SarModel *model, const char *owner, const SarField *field, SarSideName *side);
SarStatus sar_model_check_contact_sides(SarModel *model, const SarModelElement *contact, SarValue *between);
SarStatus sar_model_check_groups(SarModel *model, const SarModelElement *contact, const SarValue *groups);
SarStatus sar_model_check_excluded(SarModel *model, const SarModelElement *contact, const SarValue *exclude);
SarStatus sar_model_check_contact(SarModel *model, int32_t contact);
/* Of its two sides, or of all groups as the first set: what profiles ask of what touches them (contact_profile.c). */
SarStatus sar_model_check_profiles(SarModel *model, const SarModelElement *contact, const SarContactSet sets[2]);

#endif
