/* Reading models in tests. */
#ifndef SAR_TESTS_READ_READING_H
#define SAR_TESTS_READ_READING_H

#include "check.h"
#include "model/model.h"
#include "read/read.h"

/* A context and the model read in it; fails the test with the messages if there are any. */
typedef struct Reading {
  SarContext *context;
  SarModel *model;
} Reading;

Reading read_text(const char *text);
Reading read_file(const char *name); /* of tests/data/read */
Reading read_with(const char *text, const char *set);
void end_reading(Reading *reading);

/* The first error that reading gives, as "LINE:COLUMN: MESSAGE". Free it. */
char *first_error(const char *text, const char *set);

SarModelElement *element_of(const Reading *reading, const char *name);
const SarValue *value_of(const Reading *reading, const char *element, const char *field);

/* f at some values of its variables. */
double evaluate(const SarExpr *f, const double *variables);

void check_vector(SarVec3 value, double x, double y, double z);

#endif
