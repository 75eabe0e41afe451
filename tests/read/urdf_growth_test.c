/* What reading a robot costs, counted, not timed: texts that are compared. Three times as many links take three times
 * as much, and a little; whoever looked for one link among all of them would take nine times. */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>

#include "check.h"
#include "compared.h"
#include "model/model.h"
#include "read/read.h"

enum { FEW = 200, MANY = 3 * FEW };
#define LINEAR 3.4 /* times; a square would be nine */

/* A chain with a branch at every link: materials by name, shapes, limits, losses, mimics. */
static void put_link(FILE *out, int i) {
  fprintf(out, "<material name=\"paint%d\"><color rgba=\"0.1 0.2 0.3 1\"/></material>\n", i);
  for (int k = 0; k < 2; k++) {
    fprintf(out,
            "<link name=\"%s%d\"><inertial><origin xyz=\"0 0 0.1\"/><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1\" "
            "izz=\"1\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial><visual><geometry><box size=\"1 1 1\"/></geometry>"
            "<material name=\"paint%d\"/></visual><collision><geometry><sphere radius=\"0.1\"/></geometry></collision>"
            "</link>\n",
            k ? "twig" : "link", i, i);
  }
  fprintf(
      out,
      "<joint name=\"turn%d\" type=\"revolute\"><parent link=\"%s%d\"/><child link=\"link%d\"/><axis xyz=\"0 0 1\"/>"
      "<limit lower=\"-1\" upper=\"1\" effort=\"10\" velocity=\"1\"/><dynamics damping=\"0.1\" friction=\"0.1\"/>"
      "</joint>\n",
      i, i > 1 ? "link" : "base", i > 1 ? i - 1 : 0, i);
  fprintf(out,
          "<joint name=\"follow%d\" type=\"continuous\"><parent link=\"link%d\"/><child link=\"twig%d\"/>"
          "<axis xyz=\"0 0 1\"/><mimic joint=\"turn%d\" multiplier=\"2\"/></joint>\n",
          i, i, i, i);
}

static long work_of(int count) {
  char *text = NULL;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  assert_non_null(out);
  fputs("<robot name=\"growth\"><link name=\"base0\"/>\n", out);
  for (int i = 1; i <= count; i++) put_link(out, i);
  fputs("</robot>\n", out);
  fclose(out);
  SarContext *context = sar_context_create();
  SarModel *model = NULL;
  SarReadOptions options = {0};
  compared = 0;
  SarStatus status = sar_model_read_text(context, "growth.urdf", text, length, &options, &model);
  long work = compared;
  if (status != SAR_OK) fail_msg("%s", sar_context_get(context, 0)->message);
  assert_true(sar_model_find(model, "turn1") >= 0 && model->nelements > 4 * count);
  sar_model_destroy(&model);
  sar_context_destroy(&context);
  free(text);
  return work;
}

static void reading(void **state) {
  (void)state;
  long few = work_of(FEW), many = work_of(MANY);
  print_message("%ld comparisons of %d links, %ld of %d\n", few, FEW, many, MANY);
  assert_true(few > FEW); /* something is counted */
  assert_true((double)many < LINEAR * (double)few);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(reading)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
