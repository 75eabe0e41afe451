/* The one place with a global: a signal handler can reach nothing else. */
#define _POSIX_C_SOURCE 200809L

#include "cli/interrupt.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static volatile sig_atomic_t requested = 0;

static void handle(int signal_number) {
  (void)signal_number;
  requested = 1;
}

static void watch(int signal_number, void (*handler)(int), int flags) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = flags | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(signal_number, &action, NULL);
}

/* SIGPIPE and SIGXFSZ also come from writes, which fail by themselves: the run says so and ends. Only what another
 * process, or this one by kill, has sent asks it to end. */
static void handle_sent(int signal_number, siginfo_t *about, void *unused) {
  (void)signal_number;
  (void)unused;
  bool sent = about->si_code == SI_USER || about->si_code == SI_QUEUE;
  if (sent && about->si_pid != getpid()) requested = 1;
}

static void watch_sent(int signal_number) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = handle_sent;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(signal_number, &action, NULL);
}

#define SPARE 20      /* a twentieth of the time that is allowed is kept for writing the results, ... */
#define MOST_SPARE 10 /* ... a second at least, and so many at most */

/* `ulimit -t` sets both limits, and at the hard one the kernel kills at once: the warning shall come before. */
static void warn_before_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_CPU, &limit) != 0 || limit.rlim_max == RLIM_INFINITY) return;
  if (limit.rlim_cur < limit.rlim_max || limit.rlim_max < 2) return;
  rlim_t spare = limit.rlim_max / SPARE;
  limit.rlim_cur = limit.rlim_max - (spare < 1 ? 1 : spare > MOST_SPARE ? MOST_SPARE : spare);
  setrlimit(RLIMIT_CPU, &limit);
}

static bool is_ignored(int signal_number) {
  struct sigaction before;
  return sigaction(signal_number, NULL, &before) == 0 && before.sa_handler == SIG_IGN;
}

void sar_interrupt_watch(void) {
  int once = (int)SA_RESETHAND; /* the second signal finds the default again */
  watch(SIGINT, handle, once);
  watch(SIGTERM, handle, once);
  if (!is_ignored(SIGHUP)) watch(SIGHUP, handle, once); /* nohup asks to go on */
  watch(SIGXCPU, handle, 0);                            /* comes every second: the last one is SIGKILL */
  if (!is_ignored(SIGPIPE)) watch_sent(SIGPIPE);
  if (!is_ignored(SIGXFSZ)) watch_sent(SIGXFSZ);
  warn_before_limit();
}

bool sar_interrupt_requested(void) { return requested != 0; }
