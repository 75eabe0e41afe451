/* Fields of a modal body, for those who make its nodes and its part. */
#ifndef SAR_ELEMENT_BODY_MODAL_H
#define SAR_ELEMENT_BODY_MODAL_H

#include "element/class.h"
#include "store/reduced.h"

enum {
  SAR_MODAL_FIELD_FILE,
  SAR_MODAL_FIELD_AT,
  SAR_MODAL_FIELD_TURN,
  SAR_MODAL_FIELD_VELOCITY,
  SAR_MODAL_FIELD_OMEGA,
  SAR_MODAL_FIELD_DAMPING,
  SAR_MODAL_FIELD_DAMPING_RATIOS,
  SAR_MODAL_FIELD_AMPLITUDES,
  SAR_MODAL_FIELD_TERMS,
  SAR_MODAL_FIELD_COUPLING,
  SAR_MODAL_FIELD_FRAMES,
  SAR_MODAL_FIELD_LOCK,
  SAR_MODAL_FIELD_WEIGHT,
  SAR_MODAL_FIELD_LOOKS,
  SAR_MODAL_FIELD_SHAPES
};

/* The words of `terms` and of `coupling`. */
enum { SAR_TERMS_ALL, SAR_TERMS_FIRST_ORDER, SAR_TERMS_CONSTANT };
enum { SAR_COUPLING_DIAGONAL, SAR_COUPLING_FULL };

/* A file of a reduced body that a model names. */
struct SarBodyFile {
  const char *path;  /* from the folder of the model */
  const char *whole; /* the same from where the program runs */
  SarReduced body;   /* without its mesh */
};

static inline const SarReduced *sar_modal_body(const SarValue *values) {
  return &values[SAR_MODAL_FIELD_FILE].body_file->body;
}

/* The damping ratio of each mode: n numbers. */
void sar_modal_damping(const SarValue *values, double *ratio);

extern const SarElementClass sar_body_modal;

#endif
