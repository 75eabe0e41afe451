/* A small model and three columns, which the tests of the sinks share. */
#ifndef SAR_TESTS_RESULT_SAMPLE_H
#define SAR_TESTS_RESULT_SAMPLE_H

#include "result/sink.h"

#define SAMPLE_UNITS "{\"length\":\"mm\",\"mass\":\"kg\",\"time\":\"s\",\"force\":\"N\",\"angle\":\"deg\"}"

/* units: length mm, time s, angle deg; parameters r, l; columns crank.x, crank.pin.vx, A.angle. */
SarModel sample_model(void);
SarSinkHeader sample_header(const SarModel *model);

/* Row k: time k/10 s, then k/1000 m, k m/s, k*pi/180 rad: in the model's units k, 1000 k, k. */
double sample_row(int64_t k, double values[3]);

/* Gives the sink the header, the first rows and the end. */
void sample_fill(SarSink *sink, const SarSinkHeader *header, int64_t rows);

/* The whole file as text; freed by the caller, with its length. Fails the test if it cannot be read. */
char *read_all(const char *path, size_t *length);

void assert_same_files(const char *a, const char *b);

#endif
