/* Runs of model files for the tests of physics. Everything that goes wrong fails the test with the messages. */
#ifndef SAR_TESTS_PHYSICS_TRIAL_H
#define SAR_TESTS_PHYSICS_TRIAL_H

#include "check.h"
#include "sarrus/sarrus.h"

typedef struct Trial {
  SarContext *context;
  SarModel *model;
  SarSystem *system;
  SarTable *table;
  SarRunSummary summary;
  SarOrderReferences *references;
} Trial;

/* Reads a model; path: from tests/, or absolute. */
void trial_read(Trial *trial, const char *path);

/* Output times every `every` seconds instead of the model's. Before trial_compile. */
void trial_output(Trial *trial, double every);
void trial_compile(Trial *trial);

/* sar_order; references are kept for the next method. */
SarStatus trial_order(Trial *trial, SarOrderOptions options, SarOrderResult *result);

/* Runs into trial->table. */
void trial_go(Trial *trial, SarRunOptions options);
void trial_close(Trial *trial);

/* Fixed steps with the corrector at its floor; adaptive steps. */
SarRunOptions fixed_steps(double end, double step);
SarRunOptions adaptive_steps(double end, double tolerance);

/* Fails with the messages of the context unless status is SAR_OK. */
void expect_ok(const SarContext *context, SarStatus status, const char *what);

#endif
