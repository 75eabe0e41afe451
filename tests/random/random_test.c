/* Random mechanisms, judged by what must hold for all of them (judge.c).
 *
 *   SAR_RANDOM_MODELS=5000 SAR_RANDOM_FIRST=1 build/release/tests/random_random_test
 *
 * A model that is at fault stays in the folder `random` beside the test: its number is its name and its seed. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "random/judge.h"

#define MODELS 60

static long number(const char *name, long otherwise) {
  const char *text = getenv(name);
  return text && *text ? strtol(text, NULL, 10) : otherwise;
}

static void random_mechanisms_hold(void **state) {
  (void)state;
  const char *folder = "random";
  long models = number("SAR_RANDOM_MODELS", MODELS), first = number("SAR_RANDOM_FIRST", 1);
  long faults = 0, ended = 0, doubtful = 0, compared = 0, refused = 0;
  mkdir(folder, 0777);
  for (long seed = first; seed < first + models; seed++) {
    RandomMechanism mechanism;
    char path[256], part[256];
    random_mechanism(&mechanism, (uint64_t)seed);
    assert_true(random_write(&mechanism, folder, path, sizeof path));
    Verdict verdict = random_judge(&mechanism, path);
    ended += verdict.ended[0] != 0, doubtful += verdict.doubtful, compared += verdict.compared,
        refused += verdict.refused;
    if (verdict.ended[0]) print_message("%s: comes to no end %s\n", path, verdict.ended);
    if (verdict.fault[0]) print_message("%s: %s\n", path, verdict.fault);
    faults += verdict.fault[0] != 0;
    if (verdict.fault[0] || verdict.ended[0]) continue; /* to be looked at */
    snprintf(part, sizeof part, "%s/%ld-part.yaml", folder, seed);
    unlink(path);
    if (mechanism.submodel) unlink(part);
  }
  print_message(
      "%ld models: %ld faults, %ld reference runs came to no end, %ld ranks in doubt; %ld runs compared, %ld refused\n",
      models, faults, ended, doubtful, compared, refused);
  assert_int_equal(faults, 0);
  assert_true(compared > models / 2); /* it is judged indeed */
  assert_true(ended <= 2 + models / 20);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_mechanisms_hold)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
