/* The Model as the modules to its right see it. */
#ifndef SAR_MODEL_H
#define SAR_MODEL_H

#include <stdio.h>

#include "base/arena.h"
#include "base/units.h"
#include "element/class.h"
#include "sarrus/model.h"

typedef struct SarModelElement {
  const SarElementClass *class;
  const char *name;
  SarSource source;
  SarValue *values; /* class->nfields of them, defaults filled in by sar_model_add */
} SarModelElement;

typedef struct SarModelParameter {
  const char *name;
  double value; /* as the user wrote it: in the file's units */
} SarModelParameter;

struct SarModel {
  SarContext *context;
  SarArena *arena;
  const char *title;   /* `model:`, or "" */
  const char *text;    /* the file as read, or "" */
  const char *path;    /* or "" */
  SarUnits units;      /* of the file and of the output columns */
  SarVec3 gravity;     /* m/s^2 */
  double length_scale; /* m; 0: computed */
  SarModelParameter *parameters;
  int32_t nparameters;
  SarModelElement *elements; /* in the order of the file */
  int32_t nelements, elements_capacity;
  SarNamedFrame *ground_frames; /* on the ground */
  int32_t nground_frames;
  SarSimulation simulation;
  SarSource simulation_source; /* where `simulate:` stands */
  const char **output_of;      /* elements to record; null: all */
  SarSource *output_of_source;
  int32_t noutput_of;
};

/* Index of the element of that name, -1 if there is none. After sar_model_validate a hash makes this quick. */
int32_t sar_model_find(const SarModel *model, const char *name);

/* The frame `name` of a body element (index -1: the ground); null if there is none. */
const SarNamedFrame *sar_model_find_frame(const SarModel *model, int32_t element, const char *name);

/* The value of a field by name; the class must have it. */
const SarValue *sar_model_value(const SarModelElement *element, const char *field);

/* Mass, inertia about the centre of mass (body axes) and centre of mass (from the reference point, body axes) of a
 * body, from mass/inertia or shape/density. */
typedef struct SarMassProperties {
  double mass;     /* kg */
  SarMat3 inertia; /* kg m^2 */
  SarVec3 com;     /* m */
} SarMassProperties;
SarMassProperties sar_model_mass(const SarModelElement *body);

/* Reference of element classes as text (class_name = null: all) and as a JSON schema of the model file. */
SarStatus sar_model_describe(SarContext *context, const char *class_name, FILE *stream);
void sar_model_describe_json(const char *class_name, FILE *stream);
void sar_model_schema(FILE *stream);

#endif
