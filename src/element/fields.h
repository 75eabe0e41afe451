/* Fields: what an element class can be told, as a table. The reader, the validator, `sarrus describe`, the JSON schema,
 * the C API and the reference manual all work from these tables; nothing about a class is written twice. */
#ifndef SAR_ELEMENT_FIELDS_H
#define SAR_ELEMENT_FIELDS_H

#include <stdbool.h>

#include "base/context.h"
#include "base/rotation.h"
#include "base/vec3.h"
#include "element/contact/model_shape.h"
#include "element/look.h"
#include "expr/expr.h"

typedef enum SarFieldKind {
  SAR_FIELD_REAL,       /* a number or constant expression */
  SAR_FIELD_VECTOR,     /* three numbers */
  SAR_FIELD_REALS,      /* a list of numbers */
  SAR_FIELD_AXIS,       /* a direction: x, y, z, -x, -y, -z or three numbers; normalised */
  SAR_FIELD_TURN,       /* an orientation: {axis, angle} | {quaternion} | {euler, angles} | {x, y} (any two axes) */
  SAR_FIELD_INERTIA,    /* three principal moments or a symmetric 3x3 tensor */
  SAR_FIELD_SHAPE,      /* {box: [a,b,c]} | {sphere: r} | {cylinder: [r, l]} (axis z) | {rod: [r, l]} (axis x) */
  SAR_FIELD_FRAMES,     /* named frames: {name: {at, turn}} */
  SAR_FIELD_FUNCTION,   /* an expression of the field's variables */
  SAR_FIELD_FUNCTIONS3, /* three expressions */
  SAR_FIELD_SIDES,      /* two sides, each `body`, `ground` or `body.frame` */
  SAR_FIELD_SIDE,       /* one of them */
  SAR_FIELD_JOINT,      /* the name of a joint */
  SAR_FIELD_JOINTS,     /* a list of joints */
  SAR_FIELD_BOOL,       /* true or false */
  SAR_FIELD_CHOICE,     /* one of the words in `choices` */
  SAR_FIELD_FUNCTIONS,  /* a list of expressions */
  SAR_FIELD_MATRIX,     /* rows of numbers, [[1, 2], [3, 4]]; a number alone is a matrix of one */
  SAR_FIELD_SETTINGS,   /* parameters with expressions of their new values: {k: "2*k"} */
  SAR_FIELD_TEXT,       /* free text */
  SAR_FIELD_ELEMENT,    /* the name of an element of one of the sections in `choices` */
  SAR_FIELD_ELEMENTS,   /* a list of them */
  SAR_FIELD_WORDS,      /* a list of the words in `choices` */
  SAR_FIELD_LOOKS,      /* named looks: {name: {box, sphere, cylinder, capsule or mesh, at, turn, colour}} */
  SAR_FIELD_STARTS,     /* coordinates of the joint and their rates with numbers: {angle: 1, angle_rate: 2} */
  SAR_FIELD_AXES,       /* a direction, or a list of them */
  SAR_FIELD_SHAPES,     /* named shapes that touch: {name: {sphere: r, at, turn, group}} */
  SAR_FIELD_NAMES,      /* a list of names: of elements, or labels */
  SAR_FIELD_PAIRS,      /* a list of pairs of names: [[a, b], [b, c]] */
  SAR_FIELD_TYRE_FILE,  /* the name of a property file of a tyre */
  SAR_FIELD_BODY_FILE   /* the name of a file with a reduced body */
} SarFieldKind;
#define SAR_NFIELD_KINDS 31

typedef struct SarField {
  const char *name; /* "loads.force": the key `force` in the mapping `loads` */
  SarFieldKind kind;
  /* In the symbols m kg s N rad, e.g. "N*s/m"; "" = a pure number. A list whose numbers count powers, from 0, ends in
   * ^i: "s^i" (sar_field_unit_of); a matrix of stiffnesses between strains and curvatures in ^ij (sar_field_unit_at).
   * Several, separated by commas: of what moves along three axes and turns about them. */
  const char *unit;
  /* Default, written as in the model file ("0", "[0, 0, 0]", "false"); null = required; "" = none: not given is a
   * case of its own. A turn has none: not given is the identity. */
  const char *fallback;
  const char *meaning;   /* one line for the manual */
  const char *variables; /* functions: names of the variables with their units, "length:m rate:m/s t:s" */
  /* CHOICE, WORDS: words separated by blanks; MATRIX: the word for infinity, where that may be meant; REAL: those that
   * may stand in place of a number; STARTS: names of coordinates, each followed by that of its rate; ELEMENT, ELEMENTS:
   * sections, "coordinates states"; SIDE: "shapes", where a shape of the ground is meant, not a frame */
  const char *choices;
} SarField;

/* A side of a joint or force as the user wrote it. */
typedef struct SarSideName {
  const char *body;  /* "ground" or the name of a body */
  const char *frame; /* null: the body itself */
  SarSource source;
} SarSideName;

/* A named frame on a body: position of its origin from the body's reference point and its axes, in body axes. */
typedef struct SarNamedFrame {
  const char *name;
  SarVec3 at;   /* m, body axes, from the reference point */
  SarQuat turn; /* frame axes -> body axes */
  SarSource source;
  const char *node; /* of a beam: the node that it is fixed on ("end"); null: not said */
} SarNamedFrame;

/* A parameter that gets a new value. */
typedef struct SarSetting {
  int32_t parameter;       /* its index in the model's parameters */
  const char *name;        /* of the parameter, with the prefix of an included file */
  const SarExpr *function; /* the new value, as parameters have it: in the file's units */
  SarSource source;
} SarSetting;

/* The value of a coordinate, or of its rate, at the start. */
typedef struct SarStartValue {
  int32_t index; /* of the word among the field's choices: 2 i is coordinate i of the joint, 2 i + 1 its rate */
  double value;  /* SI */
  SarSource source;
} SarStartValue;

typedef enum SarShapeKind { SAR_SHAPE_BOX, SAR_SHAPE_SPHERE, SAR_SHAPE_CYLINDER, SAR_SHAPE_ROD } SarShapeKind;

/* The value of one field, in SI units. Which member holds depends on the field's kind. */
typedef struct SarValue {
  bool given;         /* by the user (a default fills the value but leaves this false) */
  SarShapeKind shape; /* SHAPE; its sizes are in vector */
  int32_t nlist;      /* entries of list, functions, settings, names, joints, frames, looks, shapes or starts; rows of a
                         matrix; REAL: 0, or 1 + the index of the word in place of a number, which is 0 then */
  int32_t columns;    /* MATRIX */
  SarSource source;
  const struct SarUnits *units; /* of the model, for messages; null: SI */
  union {
    double real;                         /* REAL, BOOL (0 or 1), CHOICE (index of the word) */
    double tensor[3][3];                 /* INERTIA, signs as in the matrix */
    SarVec3 vector;                      /* VECTOR, AXIS, SHAPE */
    SarQuat turn;                        /* TURN */
    const double *list;                  /* REALS; MATRIX: row by row; AXES: three numbers each */
    const SarNamedFrame *frames;         /* FRAMES */
    const SarLook *looks;                /* LOOKS */
    const SarModelShape *shapes;         /* SHAPES */
    const SarExpr *function[3];          /* FUNCTION: [0]; FUNCTIONS3: all; of SI variables, giving SI */
    SarSideName side[2];                 /* SIDES: both; SIDE: [0] */
    const char *const *joints;           /* JOINT, JOINTS */
    const char *const *names;            /* ELEMENT, ELEMENTS, WORDS, NAMES; PAIRS: two each */
    const SarExpr *const *functions;     /* FUNCTIONS */
    const SarSetting *settings;          /* SETTINGS */
    const char *text;                    /* TEXT */
    const SarStartValue *starts;         /* STARTS */
    const struct SarTyreFile *tyre;      /* TYRE_FILE (element/tyre/tyre_file.h) */
    const struct SarBodyFile *body_file; /* BODY_FILE (element/body/modal.h) */
  };
} SarValue;

#endif
