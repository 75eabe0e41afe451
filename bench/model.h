/* The mechanisms, read from tests/models. */
#ifndef BENCH_MODEL_H
#define BENCH_MODEL_H

#include <sarrus/sarrus.h>

#include "case.h"

/* Reads the case's model, told to record only what its error needs. Destroy with sar_model_destroy. */
SarStatus bench_model_read(SarContext *context, const char *root, const BenchCase *c, SarModel **out);

#endif
