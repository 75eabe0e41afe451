/* One file in two spellings is one file, whether it is there already or not. */
#define _XOPEN_SOURCE 700

#include "base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

/* A folder of the test's own, in which it works. */
static int enter(void **state) {
  static char folder[] = "/tmp/sarrus-file-test-XXXXXX";
  *state = mkdtemp(folder);
  return *state && chdir(folder) == 0 ? 0 : 1;
}

static int leave(void **state) {
  static const char *const made[] = {"there.csv", "other.csv", "hard.csv", "link.csv",   "dangling.csv",
                                     "again.csv", "loop.csv",  "away.csv", "sub/up.csv", "sub"};
  for (size_t i = 0; i < sizeof made / sizeof *made; i++) remove(made[i]);
  return chdir("/") == 0 && rmdir(*state) == 0 ? 0 : 1;
}

static void touch(const char *path) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fclose(file);
}

static void one_file_has_many_spellings(void **state) {
  char absolute[256];
  assert_int_equal(mkdir("sub", 0700), 0);
  snprintf(absolute, sizeof absolute, "%s/new.csv", (const char *)*state);
  const char *same[] = {"new.csv", "./new.csv", ".//new.csv", "sub/../new.csv", absolute};
  for (int i = 0; i < 5; i++) {
    for (int k = 0; k < 5; k++) assert_true(sar_file_is_same(same[i], same[k]));
    assert_false(sar_file_is_same(same[i], "sub/new.csv"));
    assert_false(sar_file_is_same(same[i], "newer.csv"));
    assert_false(sar_file_is_same(same[i], "no/new.csv")); /* there is no such folder */
  }
}

static void files_that_exist_are_known_by_their_bytes(void **state) {
  (void)state;
  touch("there.csv");
  touch("other.csv");
  assert_int_equal(link("there.csv", "hard.csv"), 0);
  assert_int_equal(symlink("there.csv", "link.csv"), 0);
  assert_true(sar_file_is_same("there.csv", "./there.csv"));
  assert_true(sar_file_is_same("there.csv", "hard.csv"));
  assert_true(sar_file_is_same("hard.csv", "link.csv"));
  assert_false(sar_file_is_same("there.csv", "other.csv"));
  assert_false(sar_file_is_same("there.csv", "new.csv"));
}

/* What is written through a link that leads to nothing makes the file at its end. */
static void links_to_files_of_the_future(void **state) {
  (void)state;
  assert_int_equal(symlink("new.csv", "dangling.csv"), 0);
  assert_int_equal(symlink("./dangling.csv", "again.csv"), 0);
  assert_int_equal(symlink("../new.csv", "sub/up.csv"), 0);
  assert_int_equal(symlink("loop.csv", "loop.csv"), 0);
  assert_int_equal(symlink("elsewhere.csv", "away.csv"), 0);
  assert_true(sar_file_is_same("new.csv", "dangling.csv"));
  assert_true(sar_file_is_same("again.csv", "./new.csv"));
  assert_true(sar_file_is_same("sub/up.csv", "again.csv"));
  assert_false(sar_file_is_same("away.csv", "again.csv"));
  assert_false(sar_file_is_same("loop.csv", "new.csv"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_file_has_many_spellings),
      cmocka_unit_test(files_that_exist_are_known_by_their_bytes),
      cmocka_unit_test(links_to_files_of_the_future),
  };
  return cmocka_run_group_tests(tests, enter, leave);
}
