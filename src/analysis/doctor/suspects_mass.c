/* Masses and inertias that do not go with each other or with the size of the body. */
#include <math.h>

#include "analysis/doctor/suspects.h"

#define PI 3.14159265358979323846
#define JOINED_RATIO 1e6   /* of the masses of two bodies that a joint connects */
#define MODEL_RATIO 1e9    /* over the model */
#define LARGE_GYRATION 100 /* radius of gyration over the reach of the joints: a mistake of units gives some 500 */
#define SMALL_GYRATION 1e-3
#define NO_REACH 1e-9 /* of L: the body has no extent that its joints and frames show */
#define HEAVIEST 1e5  /* kg/m^3; osmium has 2.3e4 */
#define LIGHTEST 1e-3 /* kg/m^3, of the cube around it; a wire of steel, 1 m long and 1 mm thick, has 6e-3 */
#define THINNEST 1e-2 /* kg/m^3, of a given shape; air has 1.2 */

SarStatus sar_suspect_mass_ratio(SarSuspects *s) {
  const SarSystem *system = s->system;
  int32_t nbodies = sar_system_bodies(system);
  const SarModel *model = sar_system_model(system);
  for (int32_t i = 0; i < model->nelements; i++) {
    const SarModelElement *joint = &model->elements[i];
    const SarPlace *place = sar_system_place(system, i);
    if (joint->class->section != SAR_SECTION_JOINTS || joint->class->joint->relation) continue;
    if (place->a.body >= nbodies || place->b.body >= nbodies) continue;
    if (sar_suspect_body(s, place->a.body)->beam || sar_suspect_body(s, place->b.body)->beam) continue;
    const SarBody *a = sar_system_body(system, place->a.body), *b = sar_system_body(system, place->b.body);
    double low = fmin(a->mass, b->mass), high = fmax(a->mass, b->mass);
    if (!(low > 0 && high > JOINED_RATIO * low) || !sar_suspect(s)) continue;
    sar_warn(s->context, joint->source, joint->name,
             "check the units of both masses; a body that may be neglected can have mass 0 where joints hold it",
             "`%s` joins bodies whose masses differ by a factor of %.1e: `%s` has %.4g kg, `%s` has %.4g kg",
             joint->name, high / low, a->name, a->mass, b->name, b->mass);
  }
  return SAR_OK;
}

SarStatus sar_suspect_mass_range(SarSuspects *s) {
  const SarSystem *system = s->system;
  const SarBody *low = NULL, *high = NULL;
  for (int32_t b = 0; b < sar_system_bodies(system); b++) {
    const SarBody *body = sar_system_body(system, b);
    if (!(body->mass > 0) || sar_suspect_body(s, b)->beam) continue;
    if (!low || body->mass < low->mass) low = body;
    if (!high || body->mass > high->mass) high = body;
  }
  if (!low || !(high->mass > MODEL_RATIO * low->mass) || !sar_suspect(s)) return SAR_OK;
  const SarModelElement *element = sar_system_element(system, low->element);
  sar_warn(s->context, element->source, element->name, "check the units of both masses",
           "the masses of the model differ by a factor of %.1e: `%s` has %.4g kg, `%s` has %.4g kg",
           high->mass / low->mass, low->name, low->mass, high->name, high->mass);
  return SAR_OK;
}

SarStatus sar_suspect_gyration(SarSuspects *s) {
  for (int32_t b = 0; b < sar_system_bodies(s->system); b++) {
    const SarBodyFacts *f = &s->bodies[b];
    const SarModelElement *body = sar_suspect_body(s, b);
    if (!(f->gyration > 0 && f->reach > NO_REACH * sar_system_length(s->system))) continue;
    bool large = f->gyration > LARGE_GYRATION * f->reach, small = f->gyration < SMALL_GYRATION * f->reach;
    if (!(large || small) || !sar_suspect(s)) continue;
    sar_warn(s->context, sar_model_value(body, "inertia")->source, body->name,
             large ? "check the unit of the inertia: a number in kg mm^2 read as kg m^2 is a million times too large"
                   : "check the unit of the inertia; a point mass has inertia [0, 0, 0], where joints allow it",
             "the inertia of body `%s` does not go with its size: its radius of gyration is %.3g m, but its joints and "
             "frames reach %.3g m from the centre of mass",
             body->name, f->gyration, f->reach);
  }
  return SAR_OK;
}

/* ---- density ---- */

static double shape_volume(const SarValue *shape) {
  SarVec3 v = shape->vector;
  switch (shape->shape) {
    case SAR_SHAPE_BOX: return v.x * v.y * v.z;
    case SAR_SHAPE_SPHERE: return 4.0 / 3 * PI * v.x * v.x * v.x;
    default: return PI * v.x * v.x * v.y;
  }
}

/* Densities that are typed as masses. */
static const char *material_of(double number) {
  static const struct {
    double density;
    const char *name;
  } materials[] = {{7850, "steel"}, {7800, "steel"}, {7870, "iron"}, {2700, "aluminium"}, {8960, "copper"}};
  for (size_t i = 0; i < sizeof materials / sizeof *materials; i++) {
    if (fabs(number - materials[i].density) < 1e-9 * number) return materials[i].name;
  }
  return NULL;
}

static void warn_density(SarSuspects *s, int32_t b, double density, double size, double limit) {
  const SarModelElement *body = sar_suspect_body(s, b);
  const SarValue *mass = sar_model_value(body, "mass");
  double typed = sar_system_body(s->system, b)->mass / sar_system_model(s->system)->units.mass;
  const char *material = density > HEAVIEST && mass->given ? material_of(typed) : NULL;
  if (material) {
    sar_warn(s->context, mass->source, body->name, "give `density:` with `shape:`, or the mass of the body",
             "a mass of %g looks like the density of %s in kg/m^3: body `%s` is only about %.3g m large", typed,
             material, body->name, size);
    return;
  }
  sar_warn(s->context, mass->given ? mass->source : body->source, body->name,
           "check the units of mass and lengths (`units:`)",
           "body `%s` has %.4g kg and is about %.3g m large: its density would be %s %.2g kg/m^3", body->name,
           sar_system_body(s->system, b)->mass, size, density > limit ? "above" : "below", limit);
}

/* Without a shape: the cube around the joints and frames, and for the upper limit also around the mass as its inertia
 * shows it. No body fills more than that, slender ones fill much less. */
static void look_at_density(SarSuspects *s, int32_t b) {
  const SarBodyFacts *f = &s->bodies[b];
  const SarValue *shape = sar_model_value(sar_suspect_body(s, b), "shape");
  double mass = sar_system_body(s->system, b)->mass, low = f->span, high = fmax(f->span, 2 * f->gyration);
  double lightest = LIGHTEST;
  if (shape->given) {
    low = high = cbrt(shape_volume(shape));
    lightest = THINNEST;
  } else if (!(f->span > NO_REACH * sar_system_length(s->system))) {
    return; /* no extent to compare with */
  }
  if (!(mass > 0 && low > 0)) return;
  double most = mass / (low * low * low), least = mass / (high * high * high);
  if (most < lightest && sar_suspect(s)) warn_density(s, b, most, low, lightest);
  if (least > HEAVIEST && sar_suspect(s)) warn_density(s, b, least, high, HEAVIEST);
}

SarStatus sar_suspect_density(SarSuspects *s) {
  for (int32_t b = 0; b < sar_system_bodies(s->system); b++) {
    if (!sar_suspect_is_meshed(s, b)) look_at_density(s, b); /* a node is as large as its beam */
  }
  return SAR_OK;
}
