/* The one place with a global: a signal handler can reach nothing else. */
#define _POSIX_C_SOURCE 200809L

#include "cli/interrupt.h"

#include <signal.h>
#include <string.h>

static volatile sig_atomic_t requested = 0;

static void handle(int signal_number) {
  (void)signal_number;
  requested = 1;
}

void sar_interrupt_watch(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handle;
  action.sa_flags = (int)SA_RESETHAND | SA_RESTART; /* the second signal finds the default again */
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
}

bool sar_interrupt_requested(void) { return requested != 0; }
