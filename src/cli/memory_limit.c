/* OpenBLAS starts its threads when it is loaded, before main, and each of them, as the program itself, takes 128 MB of
 * address space when it first works. Where that fails it tries again for ever: a program under `ulimit -v` would never
 * end, since its end waits for the threads. The program uses one thread anyway (linear/one_thread.h). */
#define _DEFAULT_SOURCE

#include "cli/memory_limit.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/context.h"

#define THREADS "OPENBLAS_NUM_THREADS"
#define MOST_VARIABLES 4096
#define NEEDED ((size_t)192 << 20) /* bytes: OpenBLAS takes 128 MB, a small model the rest */

static bool is_limited(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

/* Runs before the libraries that the program is linked with begin to work: the environment cannot be changed for them
 * any more, but the program can be started anew with another one. Nothing but system calls is safe here. */
static void begin_with_one_thread(int argc, char **argv, char **environment) {
  static char one[] = THREADS "=1", *changed[MOST_VARIABLES + 2];
  int count = 0;
  if (argc < 1 || !is_limited()) return;
  for (; environment[count] && count < MOST_VARIABLES; count++) {
    if (strncmp(environment[count], THREADS "=", sizeof THREADS) == 0) return; /* also the second time */
    changed[count] = environment[count];
  }
  if (environment[count]) return;
  changed[count] = one;
  execve("/proc/self/exe", argv, changed); /* where that is not possible all stays as it is */
}

#ifdef __ELF__
typedef void Beginning(int, char **, char **);
__attribute__((section(".preinit_array"), used)) static Beginning *const begins = begin_with_one_thread;
#endif

SarStatus sar_cli_check_memory(SarContext *context) {
  if (!is_limited()) return SAR_OK;
  void *room = mmap(NULL, NEEDED, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED) {
    return sar_report(context, SAR_IO, sar_nowhere(), NULL, "raise the limit (`ulimit -v`)",
                      "the limit of the address space leaves less than the %d MB that linear algebra needs",
                      (int)(NEEDED >> 20));
  }
  munmap(room, NEEDED);
  return SAR_OK;
}
