/* One element that consists of equations: its builder, and building it when somebody needs what it says. What a builder
 * can do comes with the build (build.c), so that the parts of the builder may ask for other elements. */
#include "system/user/user.h"

#define MOST_DEPTH 1000 /* measures that use measures, written before them: each is a level of calls */

SarBuilderOf sar_user_builder(SarUserBuild *build, int32_t element) {
  SarSystem *s = build->system;
  const SarModelElement *e = &s->model->elements[element];
  SarBuilder builder = {.ops = e->inactive ? build->silent : build->ops,
                        .context = s->context,
                        .arena = build->user->symbols.arena, /* both write to the same place */
                        .name = e->name,
                        .source = e->source,
                        .values = e->values,
                        .a = s->places[element].a,
                        .b = s->places[element].b,
                        .length = s->length,
                        .units = &s->model->units,
                        .class = e->class};
  return (SarBuilderOf){builder, build, element};
}

SarStatus sar_user_build_element(SarUserBuild *build, int32_t element, SarSource source, const char *owner) {
  const SarModelElement *e = &build->system->model->elements[element];
  bool nothing = !build->system->is_user[element] || !e->class->equations;
  if (build->stage[element] == SAR_BUILD_DONE || nothing) return SAR_OK;
  if (build->stage[element] == SAR_BUILD_FAILED) return SAR_INPUT; /* said before */
  if (build->stage[element] == SAR_BUILD_ACTIVE) {
    return sar_report(build->system->context, SAR_INPUT, source, owner,
                      "make one of them a variable: variables are solved for together",
                      "`%s` needs itself: expressions that use each other in a circle have no value", e->name);
  }
  if (build->depth == MOST_DEPTH) {
    return sar_report(build->system->context, SAR_INPUT, source, owner, "shorten the chain, or make one a variable",
                      "expressions use each other over more than %d levels", MOST_DEPTH);
  }
  build->stage[element] = SAR_BUILD_ACTIVE;
  build->depth++;
  SarArena *before = build->user->symbols.arena; /* who needs the element may be writing into the scratch */
  build->user->symbols.arena = build->system->arena;
  SarBuilderOf x = sar_user_builder(build, element);
  SarStatus status = e->class->equations->build(&x.builder);
  build->user->symbols.arena = before;
  build->depth--;
  build->stage[element] = status == SAR_OK ? SAR_BUILD_DONE : SAR_BUILD_FAILED;
  return status;
}
