/* Runs of a toy, step by step. */
#ifndef RUN_H
#define RUN_H

#include "method/toy.h"

typedef struct Run {
  SarContext *context;
  Toy toy;
  SarIntegrator *integrator;
} Run;

void begin(Run *run, const ToyClass *class, const SarStepOptions *options);
void finish(Run *run);

/* One step, which must succeed. */
const SarStepView *step(Run *run);

/* The next step on which something fires; null: the end was reached. */
const SarStepView *next_event(Run *run, double end);

void print_cost(const char *what, const Run *run);

#endif
