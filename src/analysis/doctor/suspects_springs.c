/* Springs and dampers whose own time scale is far from that of the motion. The mass that moves with a spring is
 * estimated as that of the two bodies alone, without their joints: 1/m = g^T M^-1 g with the gradient g of its length.
 */
#include <math.h>
#include <string.h>

#include "analysis/doctor/suspects.h"

#define PI 3.14159265358979323846
#define FAST 1e6       /* periods within the simulated time, or against the slowest spring */
#define RIGID 1e12     /* N/m or N m/rad: no part is so stiff */
#define OVERDAMPED 1e3 /* damping over the critical one */

/* One elastic direction of a force element. */
typedef struct Spring {
  const SarModelElement *element;
  const char *unit;          /* of the stiffness, SI */
  double stiffness, damping; /* SI */
  double mass;               /* kg or kg m^2; 0: not known */
} Spring;

static double inverse_inertia(const SarSystem *system, int32_t body, SarVec3 g) {
  if (body >= sar_system_bodies(system) || sar_dot(g, g) == 0) return 0;
  SarMat3 inverse = sar_mat3_inverse(&sar_system_body(system, body)->inertia);
  return sar_dot(g, sar_mul(&inverse, g));
}

static double inverse_mass(const SarSystem *system, int32_t body, double g) {
  return body >= sar_system_bodies(system) || g == 0 ? 0 : g * g / sar_system_body(system, body)->mass;
}

static double known(double inverse) { return isfinite(inverse) && inverse > 0 ? 1 / inverse : 0; }

static double mass_along(const SarSuspects *s, int32_t index) {
  const SarCoordinate *c = sar_system_coordinate(s->system, index);
  SarGradient g = sar_workspace_coordinate(s->m, index, 0).g;
  double translation = sar_norm(g.d);
  return known(inverse_mass(s->system, c->a, translation) + inverse_mass(s->system, c->b, translation) +
               inverse_inertia(s->system, c->a, g.a) + inverse_inertia(s->system, c->b, g.b));
}

/* What is done with every spring. */
typedef void Visit(void *self, const Spring *spring);

static void visit_laws(const SarSuspects *s, int32_t element, Visit *visit, void *self) {
  const SarPlace *place = sar_system_place(s->system, element);
  for (int32_t i = 0; i < place->laws.count; i++) {
    const SarLawForce *law = sar_system_law(s->system, place->laws.first + i);
    if (!law->law.linear) continue;
    bool angle = law->law.primitive == &sar_primitive_angle;
    Spring spring = {sar_system_element(s->system, element), angle ? "N m/rad" : "N/m", law->law.stiffness,
                     law->law.damping, mass_along(s, law->coordinate)};
    visit(self, &spring);
  }
}

static void visit_axes(const SarSuspects *s, int32_t element, Visit *visit, void *self) {
  const SarModelElement *e = sar_system_element(s->system, element);
  const SarPlace *place = sar_system_place(s->system, element);
  SarSprings springs;
  double value[4][3];
  e->class->springs(e->values, &springs);
  sar_vec3_store(springs.stiffness, value[0]), sar_vec3_store(springs.damping, value[1]);
  sar_vec3_store(springs.torsional_stiffness, value[2]), sar_vec3_store(springs.torsional_damping, value[3]);
  double linear = inverse_mass(s->system, place->a.body, 1) + inverse_mass(s->system, place->b.body, 1);
  for (int i = 0; i < 3; i++) {
    double turning = inverse_inertia(s->system, place->a.body, sar_column(&place->a.axes, i)) +
                     inverse_inertia(s->system, place->b.body, sar_column(&place->b.axes, i));
    visit(self, &(Spring){e, "N/m", value[0][i], value[1][i], known(linear)});
    visit(self, &(Spring){e, "N m/rad", value[2][i], value[3][i], known(turning)});
  }
}

static void visit_springs(const SarSuspects *s, Visit *visit, void *self) {
  const SarModel *model = sar_system_model(s->system);
  for (int32_t i = 0; i < model->nelements; i++) {
    if (model->elements[i].class->section != SAR_SECTION_FORCES) continue;
    if (model->elements[i].class->springs) {
      visit_axes(s, i, visit, self);
    } else {
      visit_laws(s, i, visit, self);
    }
  }
}

/* ---- rules ---- */

typedef struct Look {
  SarSuspects *s;
  double slowest;              /* period, s */
  const SarModelElement *last; /* the element warned of: once is enough */
} Look;

static double period(const Spring *spring) {
  return spring->stiffness > 0 && spring->mass > 0 ? 2 * PI * sqrt(spring->mass / spring->stiffness) : 0;
}

static void find_slowest(void *self, const Spring *spring) {
  Look *look = self;
  look->slowest = fmax(look->slowest, period(spring));
}

static void warn_stiff(Look *look, const Spring *spring, double T, double against, const char *what) {
  const SarUnits *units = &sar_system_model(look->s->system)->units;
  sar_warn(look->s->context, spring->element->source, spring->element->name,
           "the step will have to resolve this vibration, or a method with damping has to suppress it; use a joint "
           "instead of a very stiff spring, or a lower stiffness",
           "`%s` is very stiff: with the bodies at its ends it vibrates with a period of %.2g %s, but %s %.2g %s",
           spring->element->name, T / units->time, units->time_name, what, against / units->time, units->time_name);
}

static void look_at_stiffness(void *self, const Spring *spring) {
  Look *look = self;
  double T = period(spring), end = sar_system_model(look->s->system)->simulation.end;
  if (spring->element == look->last) return;
  bool rigid = spring->stiffness >= RIGID, long_run = T > 0 && T * FAST < end;
  bool spread = T > 0 && T * FAST < look->slowest;
  if (!(rigid || long_run || spread)) return;
  look->last = spring->element;
  if (!sar_suspect(look->s)) return;
  if (long_run) {
    warn_stiff(look, spring, T, end, "the simulated time is");
  } else if (spread) {
    warn_stiff(look, spring, T, look->slowest, "the slowest spring has one of");
  } else {
    sar_warn(look->s->context, spring->element->source, spring->element->name,
             "use a joint for a rigid connection, or the stiffness of the real part",
             "`%s` has a stiffness of %.2g %s: no part is so stiff", spring->element->name, spring->stiffness,
             spring->unit);
  }
}

static void look_at_damping(void *self, const Spring *spring) {
  Look *look = self;
  double critical = 2 * sqrt(spring->stiffness * spring->mass);
  if (spring->element == look->last || !(critical > 0 && spring->damping > OVERDAMPED * critical)) return;
  look->last = spring->element;
  if (!sar_suspect(look->s)) return;
  sar_warn(look->s->context, spring->element->source, spring->element->name,
           "check the unit of the damping; a damper of a few tenths of the critical value is usual",
           "the damper of `%s` is %.1e times the critical one: after a push it needs about %.2g s to come back",
           spring->element->name, spring->damping / critical, spring->damping / spring->stiffness);
}

SarStatus sar_suspect_stiffness(SarSuspects *s) {
  Look look = {.s = s};
  visit_springs(s, find_slowest, &look);
  visit_springs(s, look_at_stiffness, &look);
  return SAR_OK;
}

SarStatus sar_suspect_damping(SarSuspects *s) {
  Look look = {.s = s};
  visit_springs(s, look_at_damping, &look);
  return SAR_OK;
}
