/* What was found as bytes: whole ones come back, and of ones that are cut off nothing is believed. */
#include "study/optimum_code.h"

#include <math.h>

#include "check.h"

#define FIT SAR_TEST_DIR "/../examples/quarter_car/study.yaml"

static SarOptimumRoom *make_room(SarContext *context, const SarStudy *study) {
  const SarFitGoal *fit = sar_study_fit_goal(study);
  SarOptimumRoom *room = NULL;
  SarOptimumSize size = {.nparameters = sar_study_parameters(study), .ncurves = fit->nmatches, .nrows = fit->ntimes};
  assert_int_equal(sar_optimum_create(context, size, &room), SAR_OK);
  return room;
}

static void bytes_come_back(void **state) {
  (void)state;
  SarContext *context = sar_context_create(), *other = sar_context_create();
  SarStudy *study = NULL;
  assert_int_equal(sar_study_read(context, FIT, &study), SAR_OK);
  SarOptimumRoom *room = make_room(context, study), *back = make_room(context, study);
  int32_t said = sar_context_count(context);
  room->found.method = "by hand";
  room->deviation[1] = INFINITY;
  room->bounds[2] = -1;
  for (int32_t k = 0; k < room->found.ncurves; k++) {
    sar_optimum_begin_curve(room, sar_study_fit_goal(study), k);
    room->model[k * room->found.curves[k].rows] = 3 + k;
  }
  sar_warn(context, sar_nowhere(), "k", NULL, "not %s", "sure");
  sar_note(context, SAR_OK, (SarSource){"m.csv", 3, 4}, NULL, "look", "so it is");
  SarBytes bytes = {0};
  sar_optimum_encode(&bytes, &room->found, context, said);
  assert_false(bytes.no_memory);
  SarByteReader whole = sar_byte_reader(bytes.at, bytes.used);
  assert_int_equal(sar_optimum_decode(&whole, other, study, back), SAR_OK);
  assert_string_equal(back->found.method, "by hand");
  assert_true(isinf(back->deviation[1]));
  assert_int_equal(back->bounds[2], -1);
  for (int32_t k = 0; k < back->found.ncurves; k++) assert_true(back->found.curves[k].model[0] == 3 + k);
  assert_int_equal(sar_context_count(other), 2);
  assert_string_equal(sar_context_get(other, 0)->message, "not sure");
  assert_string_equal(sar_context_get(other, 0)->element, "k");
  assert_null(sar_context_get(other, 0)->remedy);
  assert_int_equal(sar_context_get(other, 1)->severity, SAR_NOTE);
  assert_int_equal(sar_context_get(other, 1)->source.column, 4);
  for (size_t length = 0; length < bytes.used; length += length + 200 < bytes.used ? 7 : 1) {
    SarByteReader cut = sar_byte_reader(bytes.at, length);
    assert_int_equal(sar_optimum_decode(&cut, other, study, back), SAR_INPUT);
  }
  sar_bytes_put_int(&bytes, 0); /* and what is longer is something else */
  SarByteReader longer = sar_byte_reader(bytes.at, bytes.used);
  assert_int_equal(sar_optimum_decode(&longer, other, study, back), SAR_INPUT);
  sar_bytes_free(&bytes);
  const SarOptimum *found[] = {&room->found, &back->found};
  for (int i = 0; i < 2; i++) sar_optimum_destroy(&found[i]);
  sar_study_destroy(&study);
  sar_context_destroy(&context);
  sar_context_destroy(&other);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(bytes_come_back)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
