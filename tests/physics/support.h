/* Shared by the tests of physics: run a model and look at its columns; load a reference. Everything that cannot go
 * wrong in a correct program fails the running test at once, so that tests need no error paths. */
#ifndef SAR_TESTS_PHYSICS_SUPPORT_H
#define SAR_TESTS_PHYSICS_SUPPORT_H

#include "check.h"
#include "sarrus/sarrus.h"

/* What to run. Zero or null: as the model says. Either a tolerance or a fixed step. */
typedef struct Setup {
  const char *model; /* below tests/models, without .yaml */
  const char *set;   /* "NAME=VALUE" */
  const char *also;  /* another one, after the first */
  const char *method;
  double tolerance, step, end, every;
} Setup;

/* A finished run. */
typedef struct Run {
  SarContext *context;
  SarModel *model;
  SarSystem *system;
  SarTable *table;
  SarRunSummary summary;
} Run;

/* A model compiled but not run. */
Run physics_compile(const Setup *setup);
Run physics_run(const Setup *setup);
void physics_finish(Run *run);

int64_t physics_rows(const Run *run);
const double *physics_column(const Run *run, const char *name);
/* Column "element.quantity". */
const double *physics_of(const Run *run, const char *element, const char *quantity);

/* A CSV file of numbers below tests/data: one line of names, then rows. */
typedef struct Reference {
  int columns, rows;
  char **names;
  double *values; /* column after column */
} Reference;

Reference reference_load(const char *path);
void reference_free(Reference *reference);
bool reference_has(const Reference *reference, const char *name);
const double *reference_column(const Reference *reference, const char *name);

/* Rows of run and reference that belong to the same time. */
typedef struct Grid {
  int count;
  int *run, *reference;
} Grid;

Grid grid_match(const Run *run, const Reference *reference);
void grid_free(Grid *grid);

/* max |value - expected| over the grid. */
double grid_error(const Grid *grid, const double *value, const double *expected);

/* Rows before what happened: the first of two rows at one time, `most` of them at most. Returns how many. */
int physics_pairs(const Run *run, int64_t *rows, int most);

/* Slope of log(error) over log(tolerance) between two runs. */
double physics_slope(double tolerance1, double error1, double tolerance2, double error2);

/* What the method makes of an oscillation of the rate omega with steps up to h: HHT with alpha = -0.2 lengthens its
 * period by 0.1183 (omega h)^2, from the eigenvalues of a step, so that in the time t it comes late by the product. */
double physics_late(double omega, double h, double t);

/* The longest step that the error test lets pass where one of six coordinates of a single body has this jerk (over L):
 * (beta - 1/(6 (1 + alpha))) h^3 jerk/sqrt(6) = tolerance, eq (26), with alpha = -0.2, beta = 0.36. */
double physics_longest_step(double tolerance, double jerk);

/* The vector v turned from ground axes into the axes of the body whose quaternion is (q0, q1, q2, q3). */
void physics_to_body(const double q[4], const double v[3], double out[3]);

/* Plugins are not built next to the models of the source tree; tests/program/plugin.sh runs those. */
bool names_plugins(const char *path);
/* A file that needs bodies of another one cannot be run alone. */
bool needs_bodies(const char *path);

#endif
