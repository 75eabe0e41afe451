/* A builder that writes down what an element of equations says: unknowns, rows, constraints, work, columns. What it
 * says can then be evaluated at any motion and any values of the unknowns. */
#ifndef SAR_TESTS_ELEMENT_RECORDER_H
#define SAR_TESTS_ELEMENT_RECORDER_H

#include "element/symbols.h"

enum {
  RECORDER_FIELDS = 32,
  RECORDER_ITEMS = 64,
  RECORDER_INPUTS = 8,                              /* references u0, u1, ... of the test's expressions */
  RECORDER_TIME = SYMBOLS_COUNT,                    /* symbols: the time */
  RECORDER_INPUT = RECORDER_TIME + 1,               /* the references */
  RECORDER_RATE = RECORDER_INPUT + RECORDER_INPUTS, /* the rate of a quantity */
  RECORDER_MULTIPLIER = RECORDER_RATE + 1,          /* of constraints */
  RECORDER_UNKNOWN = RECORDER_MULTIPLIER + 8,       /* value, rate, acceleration of each unknown */
  RECORDER_COUNT = RECORDER_UNKNOWN + 3 * RECORDER_ITEMS
};

typedef enum UnknownKind { STATE, ALGEBRAIC, COORDINATE } UnknownKind;

typedef struct Recorder {
  Symbols symbols; /* the first member */
  Symbols *opened;
  SarBuilderOps ops;
  const SarElementClass *class;
  SarValue values[RECORDER_FIELDS];
  struct {
    UnknownKind kind;
    SarMeasureKind measure;
    double start, velocity;
    double rate, scale; /* of a state */
    SarUnknown unknown;
  } unknowns[RECORDER_ITEMS];
  const SarExpr *rows[RECORDER_ITEMS]; /* the sum of what was added to the row of each unknown; null: nothing */
  struct {
    bool holonomic, rotation;
    const SarExpr *f;
  } constraints[RECORDER_ITEMS];
  struct {
    const SarExpr *force, *velocity;
    SarPowerKind kind;
  } works[RECORDER_ITEMS];
  struct {
    const char *quantity, *unit;
    const SarExpr *f;
  } offers[RECORDER_ITEMS];
  const SarExpr *stored;          /* energy of its forces; null: none */
  const SarExpr *kinetic, *kinks; /* kinks: the expression whose kinks steps shall end on */
  int32_t nunknowns, nconstraints, nworks, noffers;
  double variables[RECORDER_COUNT]; /* at which expressions are evaluated */
} Recorder;

/* An element of a class with its defaults where they are numbers, words or lists of zeros. Sides: bodies 0 and 1. */
Recorder *recorder_open(const SarElementClass *element_class, uint64_t *seed);
void recorder_close(Recorder *recorder);

/* The field, marked as given. */
SarValue *recorder_field(Recorder *recorder, const char *name);
void recorder_real(Recorder *recorder, const char *name, double value);

/* An expression of t, of u0, u1, ... (references), and of the field's own variables. */
const SarExpr *recorder_parse(Recorder *recorder, const char *field, const char *text);
void recorder_function(Recorder *recorder, const char *name, const char *text);

SarStatus recorder_try(Recorder *recorder); /* declare and build */
void recorder_build(Recorder *recorder);

/* All variables random, those of bodies from the motion. */
void recorder_randomise(Recorder *recorder, const Motion *motion, uint64_t *seed);
double recorder_value(Recorder *recorder, const SarExpr *f);
double recorder_row(Recorder *recorder, int32_t unknown);
double recorder_offer(Recorder *recorder, const char *quantity);

/* The symbols of an unknown. */
static inline double *recorder_unknown(Recorder *r, int32_t i) { return &r->variables[RECORDER_UNKNOWN + 3 * i]; }
static inline double *recorder_unknown_rate(Recorder *r, int32_t i) {
  return &r->variables[RECORDER_UNKNOWN + 3 * i + 1];
}

/* The power of all forces, at the motion in the variables. */
double recorder_power(Recorder *recorder);

#endif
