/* Files that the program carries in itself are those of the source tree, byte by byte. */
#include "base/asset.h"

#include <stdio.h>
#include <string.h>

#include "check.h"

extern const SarAsset sar_asset_crank_slider;

static void test_bytes(void **state) {
  (void)state;
  FILE *file = fopen(SAR_TEST_DIR "/../src/analysis/reproduce/models/crank_slider.yaml", "rb");
  assert_non_null(file);
  for (size_t i = 0; i < sar_asset_crank_slider.size; i++) {
    assert_int_equal(getc(file), sar_asset_crank_slider.bytes[i]);
  }
  assert_int_equal(getc(file), EOF);
  fclose(file);
  assert_string_equal(sar_asset_crank_slider.name, "crank_slider.yaml");
}

static void test_ends_with_zero(void **state) {
  (void)state;
  assert_int_equal(strlen((const char *)sar_asset_crank_slider.bytes), sar_asset_crank_slider.size);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_bytes), cmocka_unit_test(test_ends_with_zero)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
