#define _GNU_SOURCE

#include "study/pool_process.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/context.h"

#define READ_BYTES ((size_t)1 << 16)
#define PATH_BYTES 4096
#define OWN_PROGRAM "/proc/self/exe"
#define MPI_ENDING "-mpi"
#define LOOKS 2000 /* for its end, one every millisecond; a process that then still lives is killed */

extern char **environ;

/* ---- the command ---- */

/* The program itself; beside sarrus-mpi it is sarrus, which starts faster. */
static const char *find_program(char *path, size_t size) {
  ssize_t length = readlink(OWN_PROGRAM, path, size - 1);
  if (length <= 0) return OWN_PROGRAM;
  path[length] = 0;
  size_t ending = strlen(MPI_ENDING);
  if ((size_t)length <= ending || strcmp(path + length - ending, MPI_ENDING) != 0) return OWN_PROGRAM;
  path[(size_t)length - ending] = 0;
  return NULL;
}

char **sar_process_command(const SarStudyOptions *options, const char **file) {
  char own[PATH_BYTES] = "sarrus";
  const char *const standard[] = {own, "worker"};
  const char *const *words = options->command;
  int32_t count = options->ncommand;
  *file = NULL;
  if (!words || count <= 0) {
    *file = find_program(own, sizeof own);
    words = standard;
    count = 2;
  }
  size_t bytes = 0;
  for (int32_t i = 0; i < count; i++) bytes += strlen(words[i]) + 1;
  char **list = malloc(((size_t)count + 1) * sizeof *list + bytes);
  if (!list) return NULL;
  char *at = (char *)(list + count + 1);
  for (int32_t i = 0; i < count; i++) {
    list[i] = at;
    at = stpcpy(at, words[i]) + 1;
  }
  list[count] = NULL;
  return list;
}

/* ---- starting ---- */

/* All handlers as they are by default; what the keyboard or a batch system sends to all processes is held back. */
static bool set_signals(posix_spawnattr_t *attributes) {
  static const int held[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2};
  sigset_t all, mask;
  sigfillset(&all);
  sigemptyset(&mask);
  for (size_t i = 0; i < sizeof held / sizeof *held; i++) sigaddset(&mask, held[i]);
  return posix_spawnattr_setsigdefault(attributes, &all) == 0 && posix_spawnattr_setsigmask(attributes, &mask) == 0 &&
         posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK) == 0;
}

static int spawn(const char *file, char *const *command, int theirs, pid_t *pid) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int reason = posix_spawn_file_actions_init(&actions);
  if (reason) return reason;
  if ((reason = posix_spawnattr_init(&attributes)) == 0) {
    bool ready = set_signals(&attributes) && posix_spawn_file_actions_adddup2(&actions, theirs, STDIN_FILENO) == 0 &&
                 posix_spawn_file_actions_adddup2(&actions, theirs, STDOUT_FILENO) == 0 &&
                 posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1) == 0;
    reason = ready ? posix_spawnp(pid, file ? file : command[0], &actions, &attributes, command, environ) : ENOMEM;
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return reason;
}

SarStatus sar_process_start(SarContext *context, const char *file, char *const *command, SarProcess *p) {
  int ends[2] = {-1, -1};
  *p = (SarProcess){.socket = -1};
  int reason = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0 ? 0 : errno;
  if (!reason) reason = spawn(file, command, ends[1], &p->pid);
  if (ends[1] >= 0) close(ends[1]);
  p->socket = ends[0];
  if (!reason) return SAR_OK;
  if (ends[0] >= 0) close(ends[0]);
  *p = (SarProcess){.socket = -1};
  const char *remedy =
      reason == EMFILE || reason == ENFILE   ? "allow more open files (`ulimit -n`), or use fewer workers"
      : reason == EAGAIN || reason == ENOMEM ? "close other programs, or use fewer workers (`--workers`)"
                                             : "look whether the program is there and may be run";
  return sar_report(context, SAR_ENVIRONMENT, sar_nowhere(), NULL, remedy,
                    "a worker process cannot be started (%s): %s", command[0], strerror(reason));
}

/* ---- talking ---- */

static bool is_later(int reason) { return reason == EAGAIN || reason == EWOULDBLOCK || reason == EINTR; }

/* MSG_NOSIGNAL: a worker that is gone is no SIGPIPE for the program that we are part of. */
static bool send_due(SarProcess *p) {
  while (p->out.used) {
    ssize_t count = send(p->socket, p->out.at, p->out.used, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count < 0) return is_later(errno);
    sar_bytes_drop(&p->out, (size_t)count);
  }
  return true;
}

bool sar_process_exchange(SarProcess *p, bool *no_memory) {
  bool sent = send_due(p);
  for (;;) { /* what it has said before it went away counts */
    uint8_t *room = sar_bytes_reserve(&p->got, READ_BYTES);
    *no_memory = !room;
    if (!room) return false;
    ssize_t count = recv(p->socket, room, READ_BYTES, MSG_DONTWAIT);
    if (count < 0) return is_later(errno) && sent;
    if (count == 0) return false;
    p->got.used += (size_t)count;
    if ((size_t)count < READ_BYTES) return sent;
  }
}

double sar_process_cpu(const SarProcess *p) {
  clockid_t clock;
  struct timespec time;
  if (p->pid <= 0 || clock_getcpuclockid(p->pid, &clock) != 0 || clock_gettime(clock, &time) != 0) return -1;
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* ---- the end ---- */

static double seconds(struct timeval time) { return (double)time.tv_sec + 1e-6 * (double)time.tv_usec; }

/* Zero if it is still running. */
static pid_t look(pid_t pid, int *status, struct rusage *used, int options) {
  pid_t ended;
  do ended = wait4(pid, status, options, used);
  while (ended < 0 && errno == EINTR);
  return ended;
}

SarProcessEnd sar_process_end(SarProcess *p, bool at_once) {
  SarProcessEnd end = {0};
  struct rusage used = {0};
  struct timespec millisecond = {.tv_nsec = 1000000};
  int status = 0;
  if (p->socket >= 0) close(p->socket);
  if (p->pid > 0) {
    pid_t ended = 0;
    if (at_once) kill(p->pid, SIGKILL);
    for (int i = 0; !at_once && !ended && i < LOOKS; i++) {
      ended = look(p->pid, &status, &used, WNOHANG);
      if (!ended) nanosleep(&millisecond, NULL);
    }
    if (!ended && !at_once) kill(p->pid, SIGKILL);
    if (!ended) ended = look(p->pid, &status, &used, 0);
    end.known = ended == p->pid; /* the program that we are part of may have waited for it */
  }
  if (end.known) {
    end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    end.code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    end.cpu_seconds = seconds(used.ru_utime) + seconds(used.ru_stime);
  }
  sar_bytes_free(&p->out);
  sar_bytes_free(&p->got);
  *p = (SarProcess){.socket = -1};
  return end;
}

void sar_process_end_text(const SarProcessEnd *end, char *text, size_t size) {
  const char *name = end->signal ? sigdescr_np(end->signal) : NULL;
  if (!end->known) {
    snprintf(text, size, "is gone");
  } else if (end->signal == SIGKILL) {
    snprintf(text, size, "was killed (signal %d), perhaps because memory was exhausted", end->signal);
  } else if (end->signal) {
    snprintf(text, size, "died of signal %d (%s)", end->signal, name ? name : "unknown");
  } else {
    snprintf(text, size, "ended with status %d", end->code);
  }
}
