/* The Model as the modules to its right see it. */
#ifndef SAR_MODEL_H
#define SAR_MODEL_H

#include <stdio.h>

#include "base/arena.h"
#include "base/units.h"
#include "element/class.h"
#include "element/look.h"
#include "element/measure/measure.h"
#include "element/plugin/instance.h"
#include "expr/expr.h"
#include "sarrus/model.h"

#define SAR_MAX_ELEMENTS 1000000 /* of one model, after `for:` and `include:` */

/* A file that `include:` has brought in: its path relative to the folder of the model, and its text. */
typedef struct SarModelFile {
  const char *path, *text;
} SarModelFile;

/* A plugin as results remember it: its name in the model, the absolute path of the shared object, the version that it
 * says it has, the hash of its bytes (32 hexadecimal digits, or "" where they could not be read). */
typedef struct SarModelPlugin {
  const char *name, *path, *version, *hash;
} SarModelPlugin;

/* An event as results remember it: its name, and in words what it does ("set impact record"). */
typedef struct SarModelEvent {
  const char *name, *action;
} SarModelEvent;

/* A part of a model's text: bytes begin .. end - 1. */
typedef struct SarSpan {
  size_t begin, end;
} SarSpan;

/* One key of an entry with its value: `axis: z`. */
typedef struct SarModelKey {
  const char *name;
  SarSpan span, value;
} SarModelKey;

/* An entry of a section as it stands in the text, for edits. Elements that one `for:` makes share it. Where the entry
 * is an alias, its keys stand at the anchor. */
typedef struct SarModelEntry {
  int32_t file;      /* -1: the model's own text; else the index in SarModel.files */
  SarSource type_at; /* of the value of `type:`; line 0: there is none */
  SarSpan type;      /* the value of `type:` */
  SarSpan span;      /* from the start of the name to the end of the value */
  const SarModelKey *keys;
  int32_t nkeys;
  bool braces, in_braces; /* the entry, and the section around it, are written {...} rather than in lines */
} SarModelEntry;

typedef struct SarModelElement {
  const SarElementClass *class;
  const char *name;
  SarSource source;
  SarValue *values;           /* class->nfields of them, defaults filled in by sar_model_add */
  bool faulty;                /* an error in it has been reported: checks that would only repeat it are skipped */
  bool inactive;              /* a phase has taken it out: it neither holds nor acts, but is still measured */
  bool unclear;               /* one of its keys is unknown, and may have been meant for any field that is missing */
  const SarModelEntry *entry; /* in the text; null: built element by element */
  /* Of a beam, and of the nodes and elements that it was expanded to: what it consists of (beam.h), and their numbers.
   */
  struct SarBeam *beam;
  int32_t number;
  struct SarModal *modal;             /* the same of a modal body (number -1) and of its interfaces (modal.h) */
  struct SarMassProperties *attached; /* of a body: what beams that begin or end on it bring; null: nothing */
} SarModelElement;

/* A measure, or a bare name, in an expression of the user: variable SAR_REFERENCES + index. Checked when all names are
 * known (sar_model_validate). */
typedef struct SarReference {
  const SarMeasureClass *measure; /* null: the bare name of an element: its "value" */
  const char *name;               /* as written */
  SarSource source;
  const char *owner; /* the element whose expression it stands in, for messages */
  int32_t narguments;
  SarSideName frames[SAR_MEASURE_ARGUMENTS];
  const char *elements[SAR_MEASURE_ARGUMENTS];
  double numbers[SAR_MEASURE_ARGUMENTS];
  SarSource sources[SAR_MEASURE_ARGUMENTS]; /* of the arguments */
  int32_t parameter; /* >= 0: not a measure but a parameter that events change: its index in model->parameters */
  bool whole_ground[SAR_MEASURE_ARGUMENTS]; /* frames[i] was written `ground`, and is the ground of a sub-model */
  const char *nearest; /* a name of the field or a parameter that a bare name which is unknown resembles; or null */
} SarReference;

/* The arguments that a measure takes. */
typedef enum SarArgumentKind {
  SAR_ARGUMENT_FRAME,
  SAR_ARGUMENT_ELEMENT,
  SAR_ARGUMENT_NUMBER,
  SAR_ARGUMENT_THING /* the first one: an element, or a frame: then elements[0] is null */
} SarArgumentKind;
typedef struct SarMeasureArguments {
  SarArgumentKind kinds[SAR_MEASURE_ARGUMENTS];
  int32_t count, required; /* the last ones may be left out */
} SarMeasureArguments;
SarMeasureArguments sar_measure_arguments(const SarMeasureClass *measure);

/* What `outputs:` lists. */
#define SAR_OUTPUTS_MEANING \
  "columns of the results that whoever steps the model reads (sarrus/stepper.h), in this order; default: all"

/* What a spline does beyond its ends. */
#define SAR_EXTRAPOLATIONS "parabola linear constant periodic"

/* A spline of the model: `splines:`. */
typedef struct SarModelSpline {
  const char *name;
  const SarSpline *spline;
  SarSource source;
} SarModelSpline;

/* A set of numbers, 64 in each word. */
typedef uint64_t SarMarks;
static inline bool sar_marks_have(const SarMarks *marks, int32_t k) { return marks && (marks[k / 64] >> (k % 64) & 1); }

typedef struct SarModelParameter {
  const char *name;
  double value;  /* as the user wrote it: in the file's units */
  bool computed; /* other parameters stand in its text */
  bool angle;    /* its text says deg or rad: the value is in radians, whatever the units of the file */
  /* Of a model that was read with some of them marked: it may be another one because of the k-th; null: of none. */
  const SarMarks *marks;
} SarModelParameter;

/* A parameter as a file of the model writes it, whatever replaces it: who shows the text can offer to change it. */
typedef struct SarModelWritten {
  const char *name, *text; /* "speed", "100*pi" */
  SarSource source;        /* of the text */
} SarModelWritten;

/* Names that the user lists, each with its place in the text. */
typedef struct SarNameList {
  const char **names;
  SarSource *sources;
  int32_t count;
} SarNameList;

/* One name in use: an element (index >= 0), or a word that no element may have. */
typedef struct SarNameEntry {
  const char *name; /* null: free slot */
  int32_t index;
  SarSource source;
} SarNameEntry;

#define SAR_NAME_NONE (-1)
#define SAR_NAME_PREFIX (-2) /* of an include */
#define SAR_NAME_FAULTY (-3) /* an element that could not be added; references to it are not reported again */

/* Open addressing, capacity a power of two, at most half full. */
typedef struct SarNameTable {
  SarNameEntry *entries;
  int32_t capacity, count;
  bool spoilt;     /* an include could not be read: names below it are faulty */
  bool incomplete; /* names of elements could not be read: one that is not found may be one of them */
} SarNameTable;

/* A frame in the table: that of an element (-1: the ground), the number in its list from 1 on; 0: free slot. */
typedef struct SarFrameEntry {
  int32_t owner, number;
} SarFrameEntry;

/* Like the table of names. */
typedef struct SarFrameTable {
  SarFrameEntry *entries;
  int32_t capacity, count;
} SarFrameTable;

/* An error that is allowed in one column: in its unit, or as a part of its largest value. */
typedef struct SarAccuracyGoal {
  const char *column;
  double value;
  bool relative;
  SarSource source;
} SarAccuracyGoal;

/* A phase of a run: `simulate:` as a list. The model that is read is that of one phase: what this one and those before
 * it change has been changed. */
#define SAR_PHASE_ANALYSES "dynamics static kinematics assemble modes"
typedef enum SarPhaseAnalysis {
  SAR_PHASE_DYNAMICS, /* in the order of the words */
  SAR_PHASE_STATIC,
  SAR_PHASE_KINEMATICS,
  SAR_PHASE_ASSEMBLE,
  SAR_PHASE_MODES
} SarPhaseAnalysis;

typedef struct SarModelPhase {
  SarSource source;
  SarPhaseAnalysis analysis;
  double end, duration; /* s; NaN: not given */
  int32_t steps;        /* rows after the first; 0: not given */
  bool undamped;        /* of modes: without what depends on velocities */
  SarNameList activate, deactivate;
  int32_t nset, nchanges;   /* parameters, and fields of elements */
  SarSimulation simulation; /* its settings; of what it does not say, those of the phase before */
} SarModelPhase;

/* The word for it. */
const char *sar_phase_analysis_name(SarPhaseAnalysis analysis);

/* Why a phase cannot take an element out, in words; null: it can. */
const char *sar_model_keeps(const SarModelElement *element);

/* What a model was written in. */
typedef enum SarModelFormat {
  SAR_FORMAT_YAML,  /* a model file */
  SAR_FORMAT_ADAMS, /* a deck */
  SAR_FORMAT_URDF   /* a robot */
} SarModelFormat;

struct SarModel {
  SarContext *context;
  SarArena *arena;
  const char *title;         /* `model:`, or "" */
  const char *text;          /* the file as read, or "" */
  const char *path;          /* or "" */
  const SarModelFile *files; /* that `include:` has brought in, each once */
  int32_t nfiles;
  const char *const *set; /* the texts "NAME=VALUE" it was read with */
  int32_t nset;
  SarModelFormat format; /* of the text */
  SarDeckOptions deck;   /* how it was read, if it is none of ours; commands: the path of one of `files`, or null */
  const char *notes;     /* what was left out of it, and what is different, in lines; or null */
  const struct SarModelOrigin *origins; /* of a deck's elements, by name (origin.h) */
  int32_t norigins;
  SarUnits units;      /* of the file and of the output columns */
  SarVec3 gravity;     /* m/s^2 */
  double length_scale; /* m; 0: computed */
  SarModelParameter *parameters;
  int32_t nparameters;
  int32_t first_hidden, nhidden; /* so many of them are no part of the model as its user sees it */
  SarModelWritten *written;      /* parameters of all files; those of a file that is included twice stand here twice */
  int32_t nwritten, written_capacity;
  SarModelElement *elements; /* in the order of the file */
  int32_t nelements, elements_capacity;
  SarNamedFrame *ground_frames; /* on the ground */
  int32_t nground_frames, ground_frames_capacity;
  SarLook *ground_looks; /* what pictures show of the ground */
  int32_t nground_looks, ground_looks_capacity;
  SarModelShape *ground_shapes; /* what of the ground can be touched */
  int32_t nground_shapes, ground_shapes_capacity;
  bool ground_faulty; /* an error in its shapes has been reported: whatever needs them is left alone */
  SarReference *references;
  int32_t nreferences, references_capacity;
  SarModelSpline *splines;
  int32_t nsplines, splines_capacity;
  SarPluginInstance **plugins; /* closed with the model; loaded, unless it is only shown (SarReadOptions.no_code) */
  int32_t nplugins, plugins_capacity;
  struct SarFmuLink *fmus; /* FMUs that are stepped along with it (element/fmu/link.h) */
  int32_t nfmus;
  SarSimulation simulation;
  SarSource simulation_source;                          /* where `simulate:` stands */
  SarSource step_source, max_step_source, every_source; /* ... and values of it and of `output:` */
  SarAccuracyGoal *accuracy_goals;                      /* `simulate: {accuracy: {column: error}}` */
  int32_t naccuracy_goals;
  SarModelPhase *phases;    /* of `simulate:` as a list */
  int32_t nphases, phase;   /* how many, and whose model this is */
  bool in_phase;            /* it is run as that one, by who runs all of them; else it is the first one's */
  bool files_only, no_code; /* how it was read (read.h), for those who read it again */
  SarNameList output_of;    /* what to record; names null: everything */
  SarNameList outputs;      /* columns that whoever steps reads */
  SarNameTable names;
  SarFrameTable frames; /* of the ground, and of bodies that have many (frames.c) */
  const SarValue *
      *class_defaults; /* by index of the class: its field values when nothing is given; null: not yet made */
};

/* What to do where the time to simulate is not given. */
static inline const char *sar_model_end_remedy(const SarModel *model) {
  if (model->format == SAR_FORMAT_URDF) return "give `--end 2`";
  if (model->format == SAR_FORMAT_YAML) return "write `simulate: {end: 2}`, or give `--end 2`";
  return model->deck.commands ? "the command file has no SIMULATE: write one, or give `--end 2`"
                              : "give `--end 2`, or a command file with SIMULATE by `--acf FILE`";
}

/* What to do where a model without parameters is asked for one. */
static inline const char *sar_model_parameter_remedy(const SarModel *model) {
  return model->format == SAR_FORMAT_YAML
             ? "the model has no parameters: give the number a name in `parameters:`, and use that name"
             : "the model has no parameters: `sarrus convert` makes a model file of it, where numbers can have names";
}

/* Index of the element of that name, -1 if there is none. A hash makes this quick. */
int32_t sar_model_find(const SarModel *model, const char *name);

/* The frame `name` of a body element (index -1: the ground); null if there is none. */
const SarNamedFrame *sar_model_find_frame(const SarModel *model, int32_t element, const char *name);

/* Makes that quick for bodies with many frames, once they are all there; validation does it. */
SarStatus sar_model_index_frames(SarModel *model);

/* How a body looks (element: its index; -1: the ground): *count looks, in the order of the file (look.h). They are
 * there whether the model was read from the disk or again from its results, meshes included. */
const SarLook *sar_model_looks(const SarModel *model, int32_t element, int32_t *count);

/* The value of a field by name; the class must have it. */
const SarValue *sar_model_value(const SarModelElement *element, const char *field);

/* ---- building; for readers and for the public interface ---- */

/* What a name stands for: index of an element or SAR_NAME_*. */
int32_t sar_model_lookup(const SarModel *model, const char *name);

/* Checks a new name (letters, dots between the parts of an included name, not reserved, not used) and takes it.
 * `what` says what it names: "element", "include". */
SarStatus sar_model_take_name(SarModel *model, const char *name, SarSource source, const char *what, int32_t index);

/* The include of this name could not be read: whatever begins with it counts as faulty. */
void sar_model_spoil_prefix(SarModel *model, const char *name);

/* Adds an element whose type is wrong, with a class that stands in for it, so that its references are checked. It is
 * faulty, and so is its name. */
SarStatus sar_model_add_typeless(SarModel *model, const SarElementClass *stand_in, const char *name, SarSource source,
                                 int32_t *index);

/* The index among the joint's coordinates of the one that a motion drives; -1: the joint has no such one. */
int32_t sar_model_driven_coordinate(const SarModelElement *motion, const SarModelElement *joint);

/* The coordinate with which a joint, number i of those that a relation names, takes part in it; -1: it has none. */
int32_t sar_model_related_coordinate(const SarModelElement *relation, int32_t i, const SarModelElement *joint);

/* A frame's name is valid, and none of a body's output columns (both are found under the body's name). */
SarStatus sar_model_check_frame_name(SarModel *model, const char *owner, const char *name, SarSource source);

/* Adds an element with its defaults. The index stays valid, the pointer only until the next call. */
SarStatus sar_model_add_class(SarModel *model, const SarElementClass *element_class, const char *name, SarSource source,
                              int32_t *index);

/* Adds an element of a class that is not in the registry and has no fields: made by the model itself. */
SarStatus sar_model_add_made(SarModel *model, const SarElementClass *element_class, const char *name, SarSource source,
                             int32_t *index);

/* Copies names into the model's arena; null when memory is exhausted. */
const char **sar_model_copy_names(SarModel *model, const char *const *names, int32_t count);

/* The name of an element or a frame in an included file, in the whole model; null when memory is exhausted. */
const char *sar_model_prefixed(SarModel *model, const char *prefix, const char *text);

/* The names of a file: those of its own elements get the prefix; some stand for what another file has. */
typedef struct SarNameAlias {
  const char *name, *target; /* `chassis`, and what it is in the whole model */
} SarNameAlias;
typedef struct SarNameScope {
  const char *prefix;
  const SarNameAlias *aliases;
  int32_t naliases;
} SarNameScope;

/* The same for a name that may be an alias, or `alias.frame`. */
const char *sar_model_scoped(SarModel *model, const SarNameScope *names, const char *text);

SarStatus sar_model_add_ground_frame(SarModel *model, const SarNamedFrame *frame);
SarStatus sar_model_add_ground_look(SarModel *model, const SarLook *look);

/* Splits "body", "body.frame", "ground.frame" at the last dot (ground: the first). Where elements have dots in their
 * names sar_model_validate decides, when all of them are known. */
SarStatus sar_model_split_side(SarModel *model, const char *text, SarSource source, SarSideName *side);

/* The variables of a function field, from "length:m rate:m/s t:s". */
#define SAR_MAX_VARIABLES 8
typedef struct SarVariables {
  int32_t count;
  struct {
    char name[24], unit[24];
  } list[SAR_MAX_VARIABLES];
} SarVariables;
SarVariables sar_field_variables(const SarField *field);

/* The values of a class's fields when nothing is given; made once per model. */
SarStatus sar_model_class_defaults(SarModel *model, const SarElementClass *element_class, const SarValue **out);

/* Adds a reference; its variable is SAR_REFERENCES + *index. */
SarStatus sar_model_add_reference(SarModel *model, const SarReference *reference, int32_t *index);

/* Adds a spline that lives in the model's arena, as its name does. */
SarStatus sar_model_keep_spline(SarModel *model, const SarModelSpline *spline);

/* A call in an expression as a reference. names: of the file in which it stands. SAR_INPUT: there is no such
 * measure, nothing is reported; SAR_FAILED: the arguments are wrong, which is reported. */
SarStatus sar_model_make_reference(SarModel *model, const SarCall *call, const SarNameScope *names, const char *owner,
                                   SarReference *out);

/* The unit of what a reference stands for, in SI symbols; all names must be known. */
const char *sar_model_reference_unit(const SarModel *model, const SarReference *reference);
/* The unit of a quantity that an element offers, where it follows from its fields. */
const char *sar_model_quantity_unit(const SarModel *model, const SarModelElement *element, const char *quantity);

/* A frame as it was written: a body alone, for the ground of a sub-model too. */
static inline SarSideName sar_reference_written(const SarReference *reference, int32_t argument) {
  SarSideName side = reference->frames[argument];
  if (reference->whole_ground[argument]) side.frame = NULL;
  return side;
}

/* Decides, when the names are known, what a `thing` is. */
void sar_model_settle_reference(const SarModel *model, SarReference *reference);

/* Checks the names in references; part of sar_model_validate. */
SarStatus sar_model_check_references(SarModel *model);

/* Checks a side: its body and its frame. */
SarStatus sar_model_check_side(SarModel *model, const char *owner, SarSideName *side);

/* ---- what follows from a model ---- */

/* Mass, inertia about the centre of mass (body axes) and centre of mass (from the reference point, body axes) of a
 * body, from mass/inertia or shape/density. */
typedef struct SarMassProperties {
  double mass;     /* kg */
  SarMat3 inertia; /* kg m^2 */
  SarVec3 com;     /* m */
} SarMassProperties;
SarMassProperties sar_model_mass(const SarModelElement *body);
/* Of two bodies that are one, in common axes. */
SarMassProperties sar_mass_together(const SarMassProperties *a, const SarMassProperties *b);

/* Reference of element classes as text (class_name = null: all) and as a JSON schema of the model file. */
SarStatus sar_model_describe(SarContext *context, const char *class_name, FILE *stream);
void sar_model_describe_json(const char *class_name, FILE *stream);
void sar_model_schema(FILE *stream);

/* Index of a word among the choices of a field, -1 if it is none of them. */
int32_t sar_field_choice(const char *choices, const char *word);

/* The words for shapes, in the order of SarShapeKind, and how many sizes each takes. */
const char *sar_shape_words(void);
int32_t sar_shape_sizes(SarShapeKind shape);

/* The words for looks, in the order of SarLookKind, and how many sizes each takes (a mesh: none). */
const char *sar_look_words(void);
int32_t sar_look_sizes(SarLookKind kind);

/* 0xRRGGBB of "#rrggbb", "#rgb" or one of the words in sar_colour_words(); SAR_NO_COLOUR: it is none of them. */
int32_t sar_colour(const char *text);
const char *sar_colour_words(void);

/* The output columns that every element of a section has, separated by blanks. */
const char *sar_section_outputs(SarSection section);

/* All output columns of an element of a class, in the order of the files, separated by blanks: `[word]` is there only
 * with some of the fields, `x1...` stands for x1, x2 and so on. */
#define SAR_OUTPUTS_SIZE 512
void sar_class_outputs(const SarElementClass *element_class, char text[SAR_OUTPUTS_SIZE]);

/* The kind of a field in words: "number", "three numbers", ... */
const char *sar_field_kind_text(SarFieldKind kind);

#endif
