/* The events of the model, at compile time: when they happen and what they change, in symbols. */
#include "system/user/user.h"

static SarStatus check_impact(SarBuilder *b, const SarValue *written, const SarExpr *when) {
  uint32_t content = sar_symbols_content(when);
  if (content & SAR_HAS_ANYTHING) return sar_report_no_memory(b->context);
  if ((content & SAR_HAS_POSITION) && !(content & ~(uint32_t)(SAR_HAS_TIME | SAR_HAS_POSITION))) return SAR_OK;
  return sar_report(b->context, SAR_INPUT, written->source, b->name,
                    "let `when` be an expression of positions, such as the gap between two bodies",
                    "an impulse along `when` needs an expression of positions and time alone");
}

static SarStatus bind_settings(SarBuilder *b, const SarValue *set, SarUserEvent *event) {
  event->nsettings = set->given ? set->nlist : 0;
  event->settings = SAR_NEW(b->arena, event->nsettings + 1, const SarExpr *);
  event->parameters = SAR_NEW(b->arena, event->nsettings + 1, int32_t);
  if (!event->settings || !event->parameters) return sar_report_no_memory(b->context);
  for (int32_t i = 0; i < event->nsettings; i++) {
    SAR_TRY(sar_builder_bind(b, set->settings[i].function, NULL, &event->settings[i]));
    event->parameters[i] = set->settings[i].parameter;
  }
  return SAR_OK;
}

static SarStatus build_event(SarUserBuild *build, int32_t element) {
  SarUser *u = build->user;
  const SarModelElement *e = &build->system->model->elements[element];
  SarBuilderOf x = sar_user_builder(build, element);
  const SarValue *restitution = sar_model_value(e, "restitution");
  static const int32_t directions[] = {1, -1, 0}; /* up, down, both */
  SarUserEvent event = {
      .info = {.element = element,
               .stop = sar_model_value(e, "stop")->real != 0,
               .end_phase = sar_model_value(e, "end_phase")->real != 0,
               .record = sar_model_value(e, "record")->real != 0,
               .restart = sar_model_value(e, "restart")->real != 0,
               .sets = sar_model_value(e, "set")->given,
               .impact = restitution->given,
               .restitution = restitution->given ? restitution->real : 0},
      .direction = directions[(int)sar_model_value(e, "direction")->real],
  };
  SAR_TRY(sar_builder_bind(&x.builder, sar_model_value(e, "when")->function[0], NULL, &event.when));
  if (e->inactive) event.when = sar_expr_constant(x.builder.arena, 1); /* it never happens */
  if (!event.when) return sar_report_no_memory(build->system->context);
  if (event.info.impact) SAR_TRY(check_impact(&x.builder, sar_model_value(e, "when"), event.when));
  SAR_TRY(bind_settings(&x.builder, sar_model_value(e, "set"), &event));
  SarUserEvent *slot =
      sar_system_append(build->system, &u->events, &u->nevents, &u->capacity[SAR_USER_EVENTS], sizeof *slot);
  if (!slot) return sar_report_no_memory(build->system->context);
  *slot = event;
  return SAR_OK;
}

SarStatus sar_user_build_events(SarUserBuild *build) {
  SarStatus worst = SAR_OK;
  for (int32_t e = 0; e < build->system->model->nelements; e++) {
    if (build->system->model->elements[e].class->section != SAR_SECTION_EVENTS) continue;
    SarStatus status = build_event(build, e);
    if (status == SAR_NO_MEMORY) return status;
    if (status != SAR_OK) worst = status;
  }
  return worst;
}
