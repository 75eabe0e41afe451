#include "fmi/motion.h"

#include <stdio.h>
#include <string.h>

#include "file.h"

static void complain(const Motion *m) {
  for (int32_t i = 0; i < sar_context_count(m->context); i++) {
    print_message("%s\n", sar_context_get(m->context, i)->message);
  }
  fail_msg("the motion cannot be made");
}

SarStatus motion_try(Motion *m, const char *folder, const char *text) {
  char path[160];
  SarRunOptions options = sar_run_options_default();
  *m = (Motion){.context = sar_context_create()};
  snprintf(path, sizeof path, "%s/mechanism.yaml", folder);
  file_write_text(path, text);
  SarStatus status = sar_model_read(m->context, path, NULL, 0, &m->model);
  if (status == SAR_OK) status = sar_system_compile(m->context, m->model, &m->system);
  return status == SAR_OK ? sar_stepper_create(m->context, m->system, &options, &m->stepper) : status;
}

void motion_begin(Motion *m, const char *folder, const char *text) {
  if (motion_try(m, folder, text) != SAR_OK) complain(m);
}

void motion_end(Motion *m) {
  sar_stepper_destroy(&m->stepper);
  sar_system_destroy(&m->system);
  sar_model_destroy(&m->model);
  sar_context_destroy(&m->context);
}

double motion_at(Motion *m, double t) {
  double value = NAN;
  if (sar_stepper_advance(m->stepper, t) != SAR_OK) complain(m);
  if (sar_stepper_get(m->stepper, 0, &value) != SAR_OK) complain(m);
  return value;
}

void motion_expect(const Motion *m, const char *words) {
  int32_t count = sar_context_count(m->context);
  const char *message = count ? sar_context_get(m->context, count - 1)->message : "(none)";
  if (!strstr(message, words)) fail_msg("`%s` is not in: %s", words, message);
}
