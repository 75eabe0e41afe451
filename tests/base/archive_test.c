/* Bytes and back: what is saved comes back, and bytes of something else are refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above */
#include <cmocka.h>

#include "base/archive.h"

typedef struct Thing {
  int32_t count;
  double value, list[3];
} Thing;

static void transfer(Thing *thing, SarArchive *archive) {
  sar_archive_section(archive, "thing");
  SAR_ARCHIVE(archive, thing->count);
  SAR_ARCHIVE(archive, thing->value);
  sar_archive_reals(archive, thing->list, 3);
}

static SarArchive saved(void) {
  SarArchive archive = sar_archive_save();
  transfer(&(Thing){7, 0.1, {1, -0.0, 1e300}}, &archive);
  assert_int_equal(sar_archive_end(&archive), SAR_OK);
  return archive;
}

static void round_trip(void **state) {
  (void)state;
  SarArchive out = saved(), in = sar_archive_load(out.bytes, out.count);
  Thing thing = {0};
  transfer(&thing, &in);
  assert_int_equal(sar_archive_end(&in), SAR_OK);
  assert_int_equal(thing.count, 7);
  assert_memory_equal(&thing.value, &(double){0.1}, sizeof(double));
  assert_memory_equal(thing.list, ((double[3]){1, -0.0, 1e300}), sizeof thing.list);
  sar_archive_destroy(&out);
}

static void any_cut_is_refused(void **state) {
  (void)state;
  SarArchive out = saved();
  for (size_t count = 0; count < out.count; count++) {
    SarArchive in = sar_archive_load(out.bytes, count);
    Thing thing = {0};
    transfer(&thing, &in);
    assert_int_equal(sar_archive_end(&in), SAR_INPUT);
  }
  sar_archive_destroy(&out);
}

static void more_bytes_than_expected_are_refused(void **state) {
  (void)state;
  SarArchive out = saved(), in;
  SAR_ARCHIVE(&out, (int){0});
  in = sar_archive_load(out.bytes, out.count);
  Thing thing = {0};
  transfer(&thing, &in);
  assert_int_equal(in.status, SAR_OK);
  assert_int_equal(sar_archive_end(&in), SAR_INPUT);
  sar_archive_destroy(&out);
}

static void other_sections_and_sizes_are_refused(void **state) {
  (void)state;
  SarArchive out = saved(), in = sar_archive_load(out.bytes, out.count);
  double value = 3;
  sar_archive_section(&in, "thong");
  SAR_ARCHIVE(&in, value);
  assert_int_equal(sar_archive_end(&in), SAR_INPUT);
  assert_true(value == 3);
  in = sar_archive_load(out.bytes, out.count);
  sar_archive_section(&in, "thing");
  SAR_ARCHIVE(&in, value); /* an int stands there */
  assert_int_equal(sar_archive_end(&in), SAR_INPUT);
  assert_true(value == 3);
  sar_archive_destroy(&out);
}

static void rewinding_keeps_the_memory(void **state) {
  (void)state;
  SarArchive out = saved();
  size_t count = out.count, capacity = out.capacity;
  sar_archive_rewind(&out);
  transfer(&(Thing){8, 0, {0}}, &out);
  assert_int_equal(out.count, count);
  assert_int_equal(out.capacity, capacity);
  sar_archive_destroy(&out);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(round_trip),
      cmocka_unit_test(any_cut_is_refused),
      cmocka_unit_test(more_bytes_than_expected_are_refused),
      cmocka_unit_test(other_sections_and_sizes_are_refused),
      cmocka_unit_test(rewinding_keeps_the_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
