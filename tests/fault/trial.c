#define _GNU_SOURCE
#include "fault/trial.h"

#include <dirent.h>
#include <fcntl.h>
#include <hdf5.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

enum { MOST_SECONDS = 60 }; /* far more than any of the cases takes, with sanitizers on a busy machine */

/* Our objects' blocks are counted one by one (faults_live); the leak check at the end of every process would take
 * seconds and see the libraries' blocks too. */
__attribute__((visibility("default"))) const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "detect_leaks=0:allocator_may_return_null=1"; }

static void redirect(int descriptor, const char *path) {
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (file < 0 || dup2(file, descriptor) < 0) _exit(99);
  close(file);
}

static void child(const TrialCase *what, FaultKind kind, long n, bool onwards, int report) {
  char *arguments[1 + sizeof what->arguments / sizeof *what->arguments] = {"sarrus"};
  int count = 1;
  for (; what->arguments[count - 1]; count++) arguments[count] = (char *)what->arguments[count - 1];
  redirect(STDOUT_FILENO, "out");
  redirect(STDERR_FILENO, "err");
  signal(SIGSEGV, SIG_DFL); /* not cmocka's: the parent is to see it */
  signal(SIGBUS, SIG_DFL);
  signal(SIGFPE, SIG_DFL);
  signal(SIGILL, SIG_DFL);
  alarm(MOST_SECONDS);
  faults_begin(kind, n, onwards);
  Trial trial = {.code = sarrus_main(count, arguments)};
  trial.count = faults_end();
  trial.live = faults_live();
  trial.happened = faults_happened();
  faults_trail(trial.trail);
  if (write(report, &trial, sizeof trial) != (ssize_t)sizeof trial) _exit(99);
  exit(trial.code); /* not _exit: what libraries do at the end belongs to it */
}

static void remove_files(const TrialCase *what) {
  char name[64];
  for (int i = 0; i < TRIAL_FILES && what->files[i]; i++) {
    unlink(what->files[i]);
    snprintf(name, sizeof name, "%s.part", what->files[i]);
    unlink(name);
    snprintf(name, sizeof name, "%s.part.new", what->files[i]);
    unlink(name);
    snprintf(name, sizeof name, "%s.new", what->files[i]);
    unlink(name);
  }
}

static Trial call(const TrialCase *what, FaultKind kind, long n, bool onwards) {
  int ends[2], state = 0;
  assert_int_equal(pipe(ends), 0);
  fflush(NULL);
  pid_t process = fork();
  assert_true(process >= 0);
  if (process == 0) {
    close(ends[0]);
    child(what, kind, n, onwards, ends[1]);
  }
  close(ends[1]);
  Trial trial = {.code = -1};
  bool told = read(ends[0], &trial, sizeof trial) == (ssize_t)sizeof trial;
  close(ends[0]);
  assert_int_equal(waitpid(process, &state, 0), process);
  if (WIFSIGNALED(state)) {
    trial.signal = WTERMSIG(state);
  } else if (!told || WEXITSTATUS(state) != trial.code) {
    trial.signal = SIGABRT; /* a sanitizer or a library ended it */
  }
  return trial;
}

Trial trial_run(const TrialCase *what, FaultKind kind, long n, bool onwards) {
  remove_files(what);
  for (int i = 0; i < TRIAL_INPUTS && what->inputs[i].name; i++) {
    trial_copy(what->inputs[i].copy_of, what->inputs[i].name, -1);
  }
  return call(what, kind, n, onwards);
}

Trial trial_again(const TrialCase *what) { return call(what, FAULT_MEMORY, 0, false); }

static long count_rows(const char *path, const char *reference) {
  (void)reference;
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  if (file < 0 || H5Aexists(file, "hash") <= 0) return 0;
  hid_t data = H5Dopen2(file, "time", H5P_DEFAULT), space = data < 0 ? data : H5Dget_space(data);
  return space < 0 ? 0 : (long)H5Sget_simple_extent_npoints(space);
}

long trial_count_apart(long (*count)(const char *path, const char *reference), const char *path,
                       const char *reference) {
  int ends[2];
  long rows = -1;
  assert_int_equal(pipe(ends), 0);
  fflush(NULL);
  pid_t process = fork();
  assert_true(process >= 0);
  if (process == 0) {
    alarm(MOST_SECONDS);
    rows = count(path, reference);
    _exit(write(ends[1], &rows, sizeof rows) == (ssize_t)sizeof rows ? 0 : 99);
  }
  close(ends[1]);
  if (read(ends[0], &rows, sizeof rows) != (ssize_t)sizeof rows) rows = -1;
  close(ends[0]);
  assert_int_equal(waitpid(process, NULL, 0), process);
  return rows;
}

long trial_rows(const char *path) {
  long rows = trial_count_apart(count_rows, path, NULL);
  return rows < 0 ? 0 : rows; /* HDF5 may not survive the reading of a broken file */
}

char *trial_read(const char *path, long *length) {
  FILE *stream = fopen(path, "rb");
  if (!stream) return NULL;
  fseek(stream, 0, SEEK_END);
  long size = ftell(stream);
  rewind(stream);
  char *text = calloc(1, (size_t)size + 1);
  assert_non_null(text);
  assert_int_equal(fread(text, 1, (size_t)size, stream), size);
  fclose(stream);
  if (length) *length = size;
  return text;
}

void trial_copy(const char *from, const char *to, long length) {
  long size = 0;
  char *bytes = trial_read(from, &size);
  FILE *stream = fopen(to, "wb");
  assert_non_null(bytes);
  assert_non_null(stream);
  if (length >= 0 && length < size) size = length;
  assert_int_equal(fwrite(bytes, 1, (size_t)size, stream), size);
  assert_int_equal(fclose(stream), 0);
  free(bytes);
}

void trial_enter_folder(char path[64]) {
  snprintf(path, 64, "fault.XXXXXX");
  assert_non_null(mkdtemp(path));
  assert_int_equal(chdir(path), 0);
  setenv("TMPDIR", ".", 1);
}

void trial_leave_folder(const char *path) {
  DIR *folder = opendir(".");
  for (struct dirent *entry; folder && (entry = readdir(folder));) {
    if (entry->d_name[0] != '.') unlink(entry->d_name);
  }
  if (folder) closedir(folder);
  assert_int_equal(chdir(".."), 0);
  rmdir(path);
}
