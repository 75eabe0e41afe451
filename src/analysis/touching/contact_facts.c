/* What the laws of contacts mean for the bodies that they act on: how long a touch lasts, how deep bodies rest, how
 * they bounce and how far they creep. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/touching/touching.h"
#include "element/contact/contact_fields.h"
#include "model/modal.h"

#define SPEED 1            /* m/s, of the impact whose restitution is told */
#define FEW_PAIRS 1000     /* looked at one by one; of more the extreme bodies stand for all */
#define WORTH_WARNING 1e-3 /* m of creep */
#define SINKS 0.5          /* of the rounding */
#define LEVEL 1e-7         /* slope: it is rounding */
#define NEAR 0.05          /* of the smaller body: a touch of this gap counts as one, for the creep */

typedef struct Facts {
  SarContext *context;
  const SarWorkspace *m;
  const SarSystem *system;
  const SarModel *model;
  SarArena *arena; /* of texts */
  SarArena *scratch;
  double end; /* s */
  int32_t contact;
  SarContactFacts *out;
  double reach; /* m, rounding of the pair that rests deepest */
} Facts;

/* Of an interface, the whole of its modal body. */
static double mass_of(const SarSystem *s, int32_t element) {
  if (element >= 0 && sar_system_element(s, element)->modal) element = sar_system_element(s, element)->modal->element;
  return element < 0 ? INFINITY : sar_system_body(s, sar_system_place(s, element)->body)->mass;
}

double sar_touching_weight(const SarSystem *system, const SarModelPair *names) {
  double heaviest = 0;
  for (int i = 0; i < 2; i++) {
    double mass = mass_of(system, names->element[i]);
    if (isfinite(mass)) heaviest = fmax(heaviest, mass);
  }
  return heaviest * sar_norm(sar_system_gravity(system));
}

/* kg, of both bodies along the normal, as if nothing else held them. Not a number: nothing is known. */
static double pair_mass(const Facts *f, const SarModelPair *names) {
  double inverse = 0;
  for (int i = 0; i < 2; i++) inverse += 1 / mass_of(f->system, names->element[i]);
  return inverse > 0 && isfinite(inverse) ? 1 / inverse : NAN;
}

/* Keeps the worse of two. sign 1: larger is worse. */
static SarStatus offer(Facts *f, SarContactFact *fact, double value, int sign, const SarModelPair *names) {
  char name[SAR_TOUCH_NAME];
  if (isnan(value) || (!isnan(fact->value) && sign * (value - fact->value) <= 0)) return SAR_OK;
  sar_touch_name(f->model, names, name);
  fact->value = value;
  fact->pair = sar_arena_copy_text(f->arena, name);
  return fact->pair ? SAR_OK : sar_report_no_memory(f->context);
}

static double rounding_of(const Facts *f, const SarModelPair *names) {
  double largest = 0;
  for (int i = 0; i < 2; i++) {
    int32_t count;
    const SarShape *shape = &sar_model_shapes(f->model, names->element[i], &count)[names->shape[i]].shape;
    SarSpot spot;
    if (shape->class->unbounded || !shape->class->support) continue;
    shape->class->support(shape, sar_vec3(0, 0, 1), 0, &spot);
    largest = fmax(largest, spot.radius);
  }
  return largest;
}

/* Places that carry a shape which stands or lies flat: corners of a box, ends of a capsule, rims of a cylinder; a hull
 * stands on three at least. */
static double supports_of(const SarShape *shape) {
  const SarShapeClass *class = shape->class;
  if (class->unbounded) return INFINITY;
  if (!class->nedges || !class->nsupports) return 1;
  int32_t n = class->nsupports(shape);
  return n == 2 ? 2 : strcmp(class->name, "box") == 0 ? 4 : 3;
}

/* The places that a pair at rest shares its load among: of a shape on a plane, or of one with faces on another. */
static double pair_supports(const Facts *f, const SarModelPair *names) {
  double n[2];
  for (int i = 0; i < 2; i++) {
    int32_t count;
    n[i] = supports_of(&sar_model_shapes(f->model, names->element[i], &count)[names->shape[i]].shape);
  }
  double fewest = fmin(n[0], n[1]);
  return isfinite(fewest) && (isinf(n[0]) || isinf(n[1]) || fewest > 2) ? fewest : 1;
}

static SarStatus add_pair(Facts *f, const SarModelPair *names) {
  SarContactLaw law;
  SAR_TRY(sar_model_contact_law(f->model, f->contact, names, &law));
  double mass = pair_mass(f, names), weight = sar_touching_weight(f->system, names);
  if (isnan(mass)) return SAR_OK;
  double share = 1 / pair_supports(f, names);
  double rest = weight > 0 ? sar_law_depth_of_weight(&law.normal, share * weight) : NAN;
  double where = weight > 0 ? rest : sar_law_depth_of_impact(&law.normal, share * mass, SPEED);
  if (!isnan(rest) && !(rest <= f->out->depth.value)) f->reach = rounding_of(f, names);
  SAR_TRY(offer(f, &f->out->period, sar_law_period(&law.normal, share * mass, where), -1, names));
  SAR_TRY(offer(f, &f->out->depth, rest, 1, names));
  bool same = law.normal.class->restitution && !isnan(f->out->restitution.value);
  return same ? SAR_OK : offer(f, &f->out->restitution, sar_law_restitution(&law.normal, mass, SPEED), -1, names);
}

/* ---- which pairs ---- */

typedef struct Extremes {
  SarContactMember members[4]; /* lightest, heaviest, most and least curved */
  int32_t count;
} Extremes;

static double curvature_of(const Facts *f, const SarContactMember *member) {
  int32_t count;
  const SarShape *shape = &sar_model_shapes(f->model, member->element, &count)[member->shape].shape;
  return shape->class->hertz_radius ? shape->class->hertz_radius(shape) : INFINITY;
}

/* The members of a set at both ends of mass and of radius. */
static void find_extremes(const Facts *f, const SarContactSet *set, Extremes *out) {
  double best[4];
  out->count = set->count ? 4 : 0;
  for (int32_t i = 0; i < set->count; i++) {
    const SarContactMember *member = &set->members[i];
    double mass = mass_of(f->system, member->element), radius = curvature_of(f, member);
    const double values[4] = {mass, -mass, radius, -radius};
    for (int k = 0; k < 4; k++) {
      if (i > 0 && values[k] >= best[k]) continue;
      best[k] = values[k];
      out->members[k] = *member;
    }
  }
}

static SarStatus add_extremes(Facts *f, const Extremes *a, const Extremes *b) {
  for (int32_t i = 0; i < a->count; i++) {
    for (int32_t k = 0; k < b->count; k++) {
      SarContactMember x = a->members[i], y = b->members[k];
      SarModelPair names = {{x.element, y.element}, {x.shape, y.shape}};
      if (x.element < 0 && y.element < 0) continue;
      SAR_TRY(add_pair(f, &names));
    }
  }
  return SAR_OK;
}

static SarStatus collect(Facts *f, SarContactSet *sets, int32_t *nsets, double *npairs) {
  const SarValue *values = f->model->elements[f->contact].values;
  const SarValue *between = &values[SAR_CONTACT_FIELD_BETWEEN], *groups = &values[SAR_CONTACT_FIELD_GROUPS];
  double all = 0, within = 0;
  *nsets = between->given ? 2 : groups->nlist;
  for (int32_t i = 0; i < *nsets; i++) {
    SAR_TRY(between->given ? sar_contact_add_side(f->model, &between->side[i], f->scratch, &sets[i])
                           : sar_contact_add_group(f->model, groups->names[i], f->scratch, &sets[i]));
    all += sets[i].count;
    within += (double)sets[i].count * sets[i].count;
  }
  *npairs = *nsets == 1 ? all * (all - 1) / 2 : (all * all - within) / 2;
  return SAR_OK;
}

/* Groups are large: every body is looked at once, not every pair. */
static SarStatus look_at_extremes(Facts *f, const SarContactSet *sets, int32_t nsets) {
  Extremes *extremes = SAR_NEW(f->scratch, nsets, Extremes);
  if (!extremes) return sar_report_no_memory(f->context);
  for (int32_t i = 0; i < nsets; i++) find_extremes(f, &sets[i], &extremes[i]);
  for (int32_t i = 0; i < nsets; i++) {
    for (int32_t k = nsets == 1 ? i : i + 1; k < nsets; k++) SAR_TRY(add_extremes(f, &extremes[i], &extremes[k]));
  }
  return SAR_OK;
}

static SarStatus look_at_pairs(Facts *f) {
  const SarValue *groups = &f->model->elements[f->contact].values[SAR_CONTACT_FIELD_GROUPS];
  SarContactSet *sets = SAR_NEW(f->scratch, 2 + groups->nlist, SarContactSet);
  SarModelPair *pairs;
  int32_t nsets, count;
  double npairs;
  if (!sets || collect(f, sets, &nsets, &npairs) != SAR_OK) return sar_report_no_memory(f->context);
  if (npairs > FEW_PAIRS) {
    f->out->pairs = (int64_t)npairs;
    return look_at_extremes(f, sets, nsets);
  }
  SAR_TRY(sar_model_contact_pairs(f->model, f->contact, f->scratch, &pairs, &count));
  f->out->pairs = count;
  for (int32_t k = 0; k < count; k++) SAR_TRY(add_pair(f, &pairs[k]));
  return SAR_OK;
}

/* ---- creep ---- */

typedef struct Creeping {
  Facts *f;
  SarContactFacts *all;
  const int32_t *place; /* by element of the model: among all */
  SarStatus status;
} Creeping;

/* Along the ground where the touch is, or will be: planes have the same normal everywhere. */
static void add_creep(const SarSeenTouch *touch, void *self) {
  Creeping *c = self;
  const SarContactSeen *seen = touch->seen;
  const SarTouch *where = seen->touching.contact.touch;
  const SarFriction *friction = &seen->pair->law.friction;
  bool ground[2] = {touch->names.element[0] < 0, touch->names.element[1] < 0};
  bool plane = seen->pair->shape[0]->class->unbounded || seen->pair->shape[1]->class->unbounded;
  if (c->status != SAR_OK || friction->stick || !(friction->fixed > 0)) return;
  if (ground[0] == ground[1] || (!plane && where->gap > NEAR * seen->most_depth)) return;
  SarVec3 gravity = sar_system_gravity(c->f->system);
  double normal = sar_dot(gravity, where->n) * (ground[0] ? -1 : 1);
  if (!(normal > 0)) return; /* it is not pressed on there */
  double across = sqrt(fmax(sar_dot(gravity, gravity) - normal * normal, 0));
  double speed = across < LEVEL * normal ? 0 : sar_friction_creep(friction, across / normal);
  SarContactFacts *facts = &c->all[c->place[touch->contact]];
  if (isfinite(speed)) c->status = offer(c->f, &facts->creep, speed * c->f->end, 1, &touch->names);
}

static SarStatus look_for_creep(Facts *f, const SarPoint *at, SarContactFacts *all) {
  int32_t *place = SAR_NEW(f->scratch, f->model->nelements + 1, int32_t), count = 0;
  if (!place) return sar_report_no_memory(f->context);
  for (int32_t i = 0; i < f->model->nelements; i++) {
    place[i] = count;
    count += f->model->elements[i].class->section == SAR_SECTION_CONTACTS;
  }
  Creeping creeping = {f, all, place, SAR_OK};
  sar_touches_see(f->m, at, INFINITY, add_creep, &creeping);
  return creeping.status;
}

static void warn_creep(const Facts *f) {
  const SarModelElement *element = &f->model->elements[sar_model_find(f->model, f->out->name)];
  const SarUnits *u = &f->model->units;
  double creep = f->out->creep.value, v_s = element->values[SAR_CONTACT_FIELD_FRICTION_V_S].real;
  if (!(creep > WORTH_WARNING)) return;
  char remedy[160];
  snprintf(remedy, sizeof remedy, "add `stick: true` to its friction, or give `v_s: %.2g` (it is %.2g %s/%s)",
           v_s * WORTH_WARNING / creep * u->time / u->length, v_s * u->time / u->length, u->length_name, u->time_name);
  sar_warn(f->context, element->source, element->name, remedy,
           "friction that is a law of speed lets %s creep by %.3g %s within the run, though it would hold them",
           f->out->creep.pair, creep / u->length, u->length_name);
}

static void warn_soft(const Facts *f) {
  const SarModelElement *element = &f->model->elements[f->contact];
  const SarUnits *u = &f->model->units;
  if (!(f->reach > 0) || !(f->out->depth.value > SINKS * f->reach)) return;
  sar_warn(f->context, element->source, element->name, "raise `stiffness`: a hundredth of the radius is a usual depth",
           "%s sink into each other by %.3g %s under their weight, which is more than half of their radius",
           f->out->depth.pair, f->out->depth.value / u->length, u->length_name);
}

/* ---- all ---- */

static SarStatus look_at(Facts *f) {
  const SarModelElement *element = &f->model->elements[f->contact];
  const SarContactFact none = {NAN, ""};
  *f->out = (SarContactFacts){.name = sar_arena_copy_text(f->arena, element->name),
                              .law = sar_contact_normal_class(element->values)->name,
                              .period = none,
                              .depth = none,
                              .restitution = none,
                              .creep = none,
                              .sticks = element->values[SAR_CONTACT_FIELD_FRICTION_STICK].real != 0};
  f->reach = 0;
  if (!f->out->name) return sar_report_no_memory(f->context);
  SAR_TRY(look_at_pairs(f));
  warn_soft(f);
  return SAR_OK;
}

static SarStatus look_at_all(Facts *f, const SarPoint *at, SarContactFacts *all, int32_t *count) {
  for (f->contact = 0; f->contact < f->model->nelements; f->contact++) {
    if (f->model->elements[f->contact].class->section != SAR_SECTION_CONTACTS) continue;
    f->out = &all[(*count)++];
    SAR_TRY(look_at(f));
  }
  if (*count == 0 || !isfinite(f->end)) return SAR_OK;
  SAR_TRY(look_for_creep(f, at, all));
  for (int32_t i = 0; i < *count; i++) {
    f->out = &all[i];
    warn_creep(f);
  }
  return SAR_OK;
}

SarStatus sar_contact_facts(SarContext *context, const SarWorkspace *m, const SarPoint *at, double end, SarArena *arena,
                            const SarContactFacts **out, int32_t *count) {
  const SarModel *model = sar_system_model(m->system);
  SarContactFacts *all = SAR_NEW(arena, sar_system_contacts(m->system) + 1, SarContactFacts);
  SarArena *scratch = sar_arena_create();
  Facts f = {.context = context,
             .m = m,
             .system = m->system,
             .model = model,
             .arena = arena,
             .scratch = scratch,
             .end = end > 0 ? end : model->simulation.end};
  *out = all, *count = 0;
  SarStatus status = all && scratch ? look_at_all(&f, at, all, count) : sar_report_no_memory(context);
  sar_arena_destroy(&scratch);
  return status;
}
