/* Forces: springs along a primitive, and those that bring their own mathematics. */
#include "element/force/modal_load.h"
#include "system/modal.h"
#include "system/parts.h"
#include "system/user/user.h"

static SarFrameRule frame_rule(const SarElementClass *class) {
  return sar_field_index(class, "axis") >= 0 ? SAR_FRAMES_COMMON : SAR_FRAMES_NONE;
}

/* What has been taken out is still measured. */
static void silence(SarLawSetup *law) {
  law->linear = true;
  law->program = law->by_time = NULL;
  law->stiffness = law->damping = law->preload = 0;
}

static SarStatus no_load(const void *param, double t, const SarKin *a, const SarKin *b, SarLoad *load) {
  (void)param, (void)t, (void)a, (void)b;
  *load = (SarLoad){0};
  return SAR_OK;
}

static SarStatus no_jacobian(const void *param, double t, const SarKin *a, const SarKin *b, SarLoadJacobian *out) {
  (void)param, (void)t, (void)a, (void)b;
  *out = (SarLoadJacobian){0};
  return SAR_OK;
}

static void no_energy(const void *param, double t, const SarKin *a, const SarKin *b, SarEnergy *energy) {
  (void)param, (void)t, (void)a, (void)b;
  *energy = (SarEnergy){0};
}

static const SarForceClass silent = {.load = no_load, .jacobian = no_jacobian, .energy = no_energy};

static SarStatus add_law(SarSystem *s, int32_t e, const SarForceSetup *setup) {
  SarLawForce force = {0};
  SAR_TRY(s->model->elements[e].class->force->law(setup, &force.law));
  if (s->model->elements[e].inactive) silence(&force.law);
  SarCoordinate y = {.class = force.law.primitive,
                     .data = force.law.data,
                     .a = setup->a.body,
                     .b = setup->b.body,
                     .sign = 1,
                     .offset = force.law.offset};
  force.coordinate = sar_system_add_coordinate(s, y);
  SarLawForce *slot = sar_system_add_law(s);
  if (force.coordinate < 0 || !slot) return sar_report_no_memory(s->context);
  *slot = force;
  if (force.law.program) sar_system_need_scratch(s, force.law.program);
  if (force.law.by_time) sar_system_need_scratch(s, force.law.by_time);
  s->places[e].laws = (SarRange){s->nlaws - 1, 1};
  s->places[e].coordinates = (SarRange){force.coordinate, 1};
  s->has_power = true;
  return SAR_OK;
}

static SarStatus add_force(SarSystem *s, int32_t e, const SarForceSetup *setup) {
  const SarForceClass *class = s->model->elements[e].class->force;
  void *param = sar_arena_alloc(s->arena, 1, class->param_size);
  if (!param) return sar_report_no_memory(s->context);
  SAR_TRY(class->prepare(setup, param));
  SarForce *slot = sar_system_add_force(s);
  if (!slot) return sar_report_no_memory(s->context);
  *slot = (SarForce){s->model->elements[e].inactive ? &silent : class, param, setup->a.body, setup->b.body};
  s->places[e].forces = (SarRange){s->nforces - 1, 1};
  s->has_power = true;
  return SAR_OK;
}

SarStatus sar_compile_force(SarSystem *s, int32_t e) {
  const SarModelElement *element = &s->model->elements[e];
  SarPlace *place = &s->places[e];
  if (sar_field_index(element->class, "between") >= 0) {
    SAR_TRY(sar_system_sides(s, e, frame_rule(element->class), &place->a, &place->b));
  }
  if (element->class == &sar_force_modal_load) return sar_compile_modal_load(s, e);
  if (element->class->part) return sar_compile_part(s, e);
  if (element->class->force && element->class->force->resists && !element->inactive)
    SAR_TRY(sar_system_add_limited(s, e));
  if (s->is_user[e]) return SAR_OK; /* its equations are built when everything else is there */
  SarKin a = sar_system_written(s, place->a.body), b = sar_system_written(s, place->b.body);
  SarForceSetup setup = {.context = s->context, .arena = s->arena, .name = element->name, .values = element->values};
  setup.a = place->a;
  setup.b = place->b;
  setup.ka = &a;
  setup.kb = &b;
  return element->class->force->law ? add_law(s, e, &setup) : add_force(s, e, &setup);
}
