/* A first Ctrl-C sets the flag, a second one ends the program. */
#define _POSIX_C_SOURCE 200809L

#include "cli/interrupt.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "cli/progress.h"

static void second_signal_kills(void **state) {
  (void)state;
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    sar_interrupt_watch();
    raise(SIGINT);
    raise(SIGINT);
    _exit(0);
  }
  int status = 0;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFSIGNALED(status));
  assert_int_equal(WTERMSIG(status), SIGINT);
}

static void first_signal_sets_the_flag(void **state) {
  (void)state;
  SarProgressLine line = sar_progress_line(true, 1, "s");
  SarProgress progress = {.time = 1, .end = 2, .step = 0.1, .steps = 10};
  sar_interrupt_watch();
  assert_false(sar_interrupt_requested());
  assert_int_equal(sar_progress_step(&line, &progress), 0);
  raise(SIGINT);
  assert_true(sar_interrupt_requested());
  assert_int_not_equal(sar_progress_step(&line, &progress), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(second_signal_kills),
                                     cmocka_unit_test(first_signal_sets_the_flag)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
