#define _GNU_SOURCE
#include "fault/campaign.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/resource.h"
#include "check.h"
#include "fault/rescue.h"

enum { OUT = TRIAL_FILES, KEPT = TRIAL_FILES + 1 };

typedef struct Campaign {
  const TrialCase *what;
  FaultKind kind;
  bool onwards;
  int code; /* of an undisturbed call */
  char *reference[KEPT];
  long length[KEPT], rows[KEPT];
  char *rescued; /* the last journal that was looked at, and what was in it: many faults leave the same one */
  long rescued_length, rescued_rows;
  int failures;
} Campaign;

static const char *path_of(const TrialCase *what, int i) { return i == OUT ? "out" : what->files[i]; }

static void complain(Campaign *c, long n, const Trial *trial, const char *about) {
  if (++c->failures > 5) return;
  static const char *const kinds[] = {"allocation", "file operation", "allocation anywhere"};
  char *err = trial_read("err", NULL);
  print_message("sarrus %s %s, %s %ld fails: %s (exit status %d, signal %d, %ld blocks left)\n%.900s\n",
                c->what->arguments[0], c->what->arguments[1] ? c->what->arguments[1] : "", kinds[c->kind], n, about,
                trial->code, trial->signal, trial->live, err ? err : "");
  free(err);
}

static long lines_of(const char *text) {
  long lines = 0;
  for (; *text; text++) lines += *text == '\n';
  return lines;
}

/* The results as they must be after status 0: the first `count` of the files. */
static bool same_files(const Campaign *c, int count) {
  bool same = true;
  for (int i = 0; i < count; i++) {
    const char *path = path_of(c->what, i);
    long length = 0;
    char *text = path ? trial_read(path, &length) : NULL;
    same = same && !text == !c->reference[i];
    if (text && same) same = length == c->length[i] && memcmp(text, c->reference[i], (size_t)length) == 0;
    free(text);
  }
  return same;
}

static bool same_results(const Campaign *c) { return same_files(c, KEPT); }

static bool is_hdf5(const char *path) { return strstr(path, ".h5") != NULL; }

static long rows_of(const char *path, const char *text) { return is_hdf5(path) ? trial_rows(path) : lines_of(text); }

/* A text file that has all the rows and yet not the right contents. */
static bool deceives(const Campaign *c) {
  bool found = false;
  for (int i = 0; i < TRIAL_FILES; i++) {
    const char *path = path_of(c->what, i);
    long length = 0;
    char *text = path && !is_hdf5(path) ? trial_read(path, &length) : NULL;
    if (!text || !c->reference[i]) continue;
    bool differs = length != c->length[i] || memcmp(text, c->reference[i], (size_t)length) != 0;
    found = found || (differs && rows_of(path, text) >= c->rows[i]);
    free(text);
  }
  return found;
}

/* ---- results and their journals ---- */

static const char *input_of(const Campaign *c, const char *path) {
  for (int i = 0; i < TRIAL_INPUTS && c->what->inputs[i].name; i++) {
    if (strcmp(c->what->inputs[i].name, path) == 0) return c->what->inputs[i].copy_of;
  }
  return NULL;
}

static bool same_bytes(const char *path, const char *other) {
  long length = 0, length_other = 0;
  char *text = trial_read(path, &length), *text_other = trial_read(other, &length_other);
  bool same = text && text_other && length == length_other && memcmp(text, text_other, (size_t)length) == 0;
  free(text);
  free(text_other);
  return same;
}

/* As rescue_rows, and -2 where there is no journal. */
static long journal_rows(Campaign *c, const char *part) {
  long length = 0;
  char *text = trial_read(part, &length);
  if (!text) return -2;
  if (c->rescued && length == c->rescued_length && memcmp(text, c->rescued, (size_t)length) == 0) {
    free(text);
    return c->rescued_rows;
  }
  free(c->rescued);
  c->rescued = text;
  c->rescued_length = length;
  return c->rescued_rows = rescue_rows(part, "reference.h5");
}

static bool promises_journal(void) {
  char *err = trial_read("err", NULL);
  bool promises = err && strstr(err, "the results are kept in");
  free(err);
  return promises;
}

/* Rows that must not be lost: those before the checkpoint to which `resume` goes back. */
static long least_rows(const Campaign *c, int i, const char *path, const char *part) {
  const char *before = input_of(c, path);
  bool same_run = input_of(c, part) || (before && strcmp(before, "cut.h5") == 0);
  return same_run ? c->rows[i] / 3 : 0;
}

/* The file is what it was before the call, or complete, or the beginning of the results of a run that could not go on;
 * if it is not complete, what was there before can still be had from it or the journal, and nothing wrong. Null, or
 * what is not so. */
static const char *look_at_hdf5(Campaign *c, int i, bool failed) {
  char part[64], new[64];
  const char *path = c->what->files[i], *before = input_of(c, path);
  snprintf(part, sizeof part, "%s.part", path);
  snprintf(new, sizeof new, "%s.new", path);
  bool there = access(path, F_OK) == 0, complete = there && same_bytes(path, "reference.h5");
  bool old = there && before && same_bytes(path, before), may_end = strcmp(c->what->arguments[0], "recover") != 0;
  long rows = there && !complete && !old ? rescue_prefix(path, "reference.h5") : 0;
  if (rows < 0 || rows >= c->rows[i] || (rows > 0 && !may_end)) return "the HDF5 file is wrong or looks complete";
  if (!there && before) return "the older HDF5 file is lost";
  if (!c->onwards && access(new, F_OK) == 0) return "half a file was left";
  snprintf(new, sizeof new, "%s.part.new", path);
  if (c->kind != FAULT_FILE && access(new, F_OK) == 0) return "half a journal was left";
  long kept = journal_rows(c, part), least = old ? 0 : least_rows(c, i, path, part);
  if (promises_journal() && kept <= 0) return "the message speaks of a journal that is not there or has no rows";
  if (kept == -1) return "the journal cannot be recovered, or has other rows";
  if (old && input_of(c, part)) least = least_rows(c, i, path, part);
  if (!complete && rows < least && kept < least) return "rows of the journal are lost";
  bool may_stay = failed || c->kind == FAULT_FILE; /* the operation that failed may be its deletion */
  if (complete && kept >= 0 && (!may_stay || kept == 0)) return "a journal was left";
  return NULL;
}

static const char *look_at_results(Campaign *c, bool failed) {
  const char *wrong = NULL;
  for (int i = 0; i < TRIAL_FILES && c->what->files[i] && !wrong; i++) {
    if (is_hdf5(c->what->files[i])) wrong = look_at_hdf5(c, i, failed);
  }
  return wrong;
}

/* Temporary files of `verify`. A file that cannot be deleted stays, of course. */
static bool leaves_temporary_files(const Campaign *c) {
  bool found = false;
  DIR *folder = opendir(".");
  assert_non_null(folder);
  for (struct dirent *entry; (entry = readdir(folder));) {
    if (strncmp(entry->d_name, "sarrus-verify", 13) != 0) continue;
    unlink(entry->d_name);
    found = true;
  }
  closedir(folder);
  return found && c->kind != FAULT_FILE;
}

static bool explains(void) {
  char *err = trial_read("err", NULL);
  const char *error = err ? strstr(err, "error: ") : NULL;
  bool ok = error && strstr(error, "; ");
  free(err);
  return ok;
}

static void judge(Campaign *c, long n, const Trial *trial) {
  const char *wrong = look_at_results(c, trial->code != c->code);
  bool own = c->kind != FAULT_ANY_ALLOCATION; /* libraries keep blocks for later use, and lose some */
  if (trial->signal) {
    complain(c, n, trial, "a crash");
  } else if (own && trial->live) {
    complain(c, n, trial, "a leak");
  } else if (leaves_temporary_files(c)) {
    complain(c, n, trial, "a temporary file was left");
  } else if (trial->code == c->code) {
    if (!same_results(c)) complain(c, n, trial, "the usual exit status, but not the usual results");
    if (wrong) complain(c, n, trial, wrong);
  } else if (trial->code != 3) {
    complain(c, n, trial, "the exit status is wrong");
  } else if (!explains()) {
    complain(c, n, trial, "no message, or one that does not say what to do");
  } else if (deceives(c)) {
    complain(c, n, trial, "a file looks complete");
  } else if (wrong) {
    complain(c, n, trial, wrong);
  }
}

static bool is_over(void) {
  char *err = trial_read("err", NULL);
  bool over = err && strstr(err, "p.h5.part is complete; `sarrus recover` makes the results file of it");
  free(err);
  return over;
}

/* A resumption that failed can be done again, and gives what the first one would have given. Where only the results
 * file could not be made, the program says how it is made. */
static void resume_again(Campaign *c, long n) {
  if (strcmp(c->what->arguments[0], "resume") != 0 || same_bytes("p.h5", "reference.h5")) return;
  static const TrialCase recover = {{"recover", "p.h5.part", "--quiet"}, {"p.h5"}, .fragile = true};
  Trial trial = trial_again(c->what);
  if (trial.code == 2 && is_over()) {
    trial = trial_again(&recover);
    if (trial.code != 0 || !same_bytes("p.h5", "reference.h5")) complain(c, n, &trial, "the results cannot be made");
    return;
  }
  if (trial.code != c->code || trial.signal || !same_results(c)) complain(c, n, &trial, "resume cannot be done again");
}

/* A study that failed goes on from its journal, and its files become what they would have been; what it prints says
 * that it went on. */
static void study_again(Campaign *c, long n, const Trial *before) {
  const char *verb = c->what->arguments[0];
  bool study = strcmp(verb, "sweep") == 0 || strcmp(verb, "optimize") == 0;
  if (!study || before->code == c->code) return;
  Trial trial = trial_again(c->what);
  bool well = trial.code == c->code && !trial.signal && !trial.live;
  if (!well || !same_files(c, TRIAL_FILES)) complain(c, n, &trial, "the study cannot go on to the same end");
}

static long take_reference(Campaign *c) {
  Trial trial = trial_run(c->what, c->kind, 0, false);
  c->code = trial.code;
  bool works = c->what->files[0] ? trial.code == 0 : trial.code != 3;
  if (trial.signal || !works || trial.live) complain(c, 0, &trial, "not even without a fault");
  if (trial.count == 0) complain(c, 0, &trial, "there is no call that could fail");
  for (int i = 0; i < KEPT; i++) {
    const char *path = path_of(c->what, i);
    c->reference[i] = path ? trial_read(path, &c->length[i]) : NULL;
    if (c->reference[i]) c->rows[i] = rows_of(path, c->reference[i]);
    if (c->reference[i] && is_hdf5(path)) trial_copy(path, "reference.h5", -1);
  }
  return trial.count;
}

/* How often a journal is flushed depends on the clock: on a busy machine the last file operations may be missing. */
static void require_fault(Campaign *c, long n, const Trial *trial) {
  if (trial->signal || trial->happened) return;
  if (c->kind == FAULT_FILE && trial_run(c->what, c->kind, 0, false).count < n) return;
  complain(c, n, trial, "there was no such call");
}

static long next(long n, Pace pace) { return n < pace.every ? n + 1 : (long)(pace.factor * (double)n) + 1; }

void campaign(TrialCases cases, FaultKind kind, bool onwards, Pace pace) {
  char folder[64];
  int failures = 0;
  long trials = 0;
  trial_enter_folder(folder);
  rescue_prepare(SAR_TEST_DIR "/models/pendulum.yaml", "0.3");
  for (int i = 0; i < cases.count; i++) {
    Campaign c = {.what = &cases.at[i], .kind = kind, .onwards = onwards};
    if (kind == FAULT_ANY_ALLOCATION && c.what->fragile) continue;
    double begin = sar_wall_seconds();
    long count = take_reference(&c);
    for (long n = 1; n <= count; n = next(n, pace)) {
      Trial trial = trial_run(c.what, kind, n, onwards);
      judge(&c, n, &trial);
      resume_again(&c, n);
      study_again(&c, n, &trial);
      require_fault(&c, n, &trial);
      trials++;
    }
    if (getenv("SAR_VERBOSE")) {
      print_message("%s: %ld calls, %.1f s\n", c.what->arguments[0], count, sar_wall_seconds() - begin);
    }
    for (int k = 0; k < KEPT; k++) free(c.reference[k]);
    free(c.rescued);
    failures += c.failures;
  }
  trial_leave_folder(folder);
  print_message("%ld faults\n", trials);
  assert_int_equal(failures, 0);
}
