#include "fault/campaign.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

#define MODELS SAR_TEST_DIR "/models/"
#define READ SAR_TEST_DIR "/data/read/"

/* Fragile are HDF5, which aborts or loops forever when it closes itself, and SuiteSparseQR's least squares, behind the
 * explanation of redundant rows, which does not look at its pointers. The allocations of our objects around them are
 * covered by FAULT_MEMORY. */
static const TrialCase cases[] = {
    {{"run", MODELS "pendulum.yaml", "--end", "0.3", "--quiet", "-o", "p.h5", "--csv", "p.csv", "--steps", "s.csv"},
     {"p.h5", "p.csv", "s.csv"},
     true},
    {{"run", READ "crank_slider.yaml", "--end", "0.02", "--quiet", "--set", "r=0.25", "-o", "p.h5"}, {"p.h5"}, true},
    {{"kinematics", MODELS "driven_fourbar.yaml", "--end", "0.02", "--quiet", "-o", "p.h5", "--csv", "-"},
     {"p.h5"},
     true},
    {{"check", MODELS "A02_Nfourbar_N2_natural.yaml", "--json"}, {0}, true},
    {{"check", READ "fleet.yaml"}, {0}, true},
    {{"assemble", MODELS "driven_slider_crank.yaml", "--csv", "p.csv"}, {"p.csv"}, false},
    {{"order", MODELS "pendulum.yaml", "--end", "0.1", "--step", "0.02", "--halvings", "1"}, {0}, false},
    {{"describe", "--schema"}, {0}, false},
    {{"describe", "revolute", "--json"}, {0}, false},
    {{"methods", "hht"}, {0}, false},
    {{"check", SAR_TEST_DIR "/data/wrong/several.yaml"}, {0}, false},
};

enum { OUT = TRIAL_FILES, KEPT = TRIAL_FILES + 1 };

typedef struct Campaign {
  const TrialCase *what;
  FaultKind kind;
  int code; /* of an undisturbed call */
  char *reference[KEPT];
  long length[KEPT], rows[KEPT];
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

/* The results as they must be after status 0. */
static bool same_results(const Campaign *c) {
  bool same = true;
  for (int i = 0; i < KEPT; i++) {
    const char *path = path_of(c->what, i);
    long length = 0;
    char *text = path ? trial_read(path, &length) : NULL;
    same = same && !text == !c->reference[i];
    if (text && same) same = length == c->length[i] && memcmp(text, c->reference[i], (size_t)length) == 0;
    free(text);
  }
  return same;
}

static long rows_of(const char *path, const char *text) {
  return strstr(path, ".h5") ? trial_rows(path) : lines_of(text);
}

/* A file that has all the rows and yet not the right contents. */
static bool deceives(const Campaign *c) {
  bool found = false;
  for (int i = 0; i < TRIAL_FILES; i++) {
    const char *path = path_of(c->what, i);
    long length = 0;
    char *text = path ? trial_read(path, &length) : NULL;
    if (!text || !c->reference[i]) continue;
    bool differs = length != c->length[i] || memcmp(text, c->reference[i], (size_t)length) != 0;
    found = found || (differs && rows_of(path, text) >= c->rows[i]);
    free(text);
  }
  return found;
}

static bool explains(void) {
  char *err = trial_read("err", NULL);
  const char *error = err ? strstr(err, "error: ") : NULL;
  bool ok = error && strstr(error, "; ");
  free(err);
  return ok;
}

static void judge(Campaign *c, long n, const Trial *trial) {
  bool own = c->kind != FAULT_ANY_ALLOCATION; /* libraries keep blocks for later use, and lose some */
  if (trial->signal) {
    complain(c, n, trial, "a crash");
  } else if (own && trial->live) {
    complain(c, n, trial, "a leak");
  } else if (trial->code == c->code) {
    if (!same_results(c)) complain(c, n, trial, "the usual exit status, but not the usual results");
  } else if (trial->code != 3) {
    complain(c, n, trial, "the exit status is wrong");
  } else if (!explains()) {
    complain(c, n, trial, "no message, or one that does not say what to do");
  } else if (deceives(c)) {
    complain(c, n, trial, "a file looks complete");
  }
}

static long take_reference(Campaign *c) {
  Trial trial = trial_run(c->what, c->kind, 0, false);
  c->code = trial.code;
  if (trial.signal || trial.code == 3 || trial.live) complain(c, 0, &trial, "not even without a fault");
  for (int i = 0; i < KEPT; i++) {
    const char *path = path_of(c->what, i);
    c->reference[i] = path ? trial_read(path, &c->length[i]) : NULL;
    if (c->reference[i]) c->rows[i] = rows_of(path, c->reference[i]);
  }
  return trial.count;
}

static long next(long n, Pace pace) { return n < pace.every ? n + 1 : (long)(pace.factor * (double)n) + 1; }

void campaign(FaultKind kind, bool onwards, Pace pace) {
  char folder[64];
  int failures = 0;
  long trials = 0;
  trial_enter_folder(folder);
  for (int i = 0; i < (int)(sizeof cases / sizeof *cases); i++) {
    Campaign c = {.what = &cases[i], .kind = kind};
    if (kind == FAULT_ANY_ALLOCATION && c.what->fragile) continue;
    long count = take_reference(&c);
    for (long n = 1; n <= count; n = next(n, pace)) {
      Trial trial = trial_run(c.what, kind, n, onwards);
      judge(&c, n, &trial);
      trials++;
    }
    if (getenv("SAR_VERBOSE")) print_message("%s: %ld calls\n", c.what->arguments[0], count);
    for (int k = 0; k < KEPT; k++) free(c.reference[k]);
    failures += c.failures;
  }
  trial_leave_folder(folder);
  print_message("%ld faults\n", trials);
  assert_int_equal(failures, 0);
}
