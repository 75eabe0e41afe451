/* What the parts of the reader share. One SarReader per model; one SarFile per file being read, linked to the file
 * that includes it.
 *
 * Errors: a function that reports one returns SAR_INPUT, and its caller goes on with what does not depend on it, so
 * that a person sees all mistakes at once. SAR_NO_MEMORY ends everything. */
#ifndef SAR_READ_READER_H
#define SAR_READ_READER_H

#include "model/model.h"
#include "read/node.h"
#include "read/read.h"

#define SAR_MAX_COUNTERS 8
#define SAR_MAX_INCLUDE_DEPTH 16
#define SAR_MAX_INCLUDES 10000
#define SAR_MAX_PARAMETER_DEPTH 200

typedef struct SarReader {
  SarContext *context;
  SarModel *model;
  SarArena *arena;   /* trees of files; lives as long as the reader */
  SarArena *scratch; /* expressions and texts of one element; renewed now and then */
  const SarReadOptions *options;
  struct SarSetOption *set_options; /* of options->set and of phases; null: not yet made (set_options.c) */
  int32_t nset_options;
  struct SarPhaseSetting *settings; /* parameters that phases set, in their order (phases.c) */
  int32_t nsettings, settings_capacity;
  struct SarNeed *needs; /* of all sub-models (needs.c) */
  int32_t nneeds, needs_capacity;
  const char *top_folder; /* of the model's file, "." if none */
  int32_t iterations;     /* of all `for:` */
  int32_t includes;
  struct SarReferenceOrigin *origins; /* of the model's references: the file and the field's variables */
  int32_t origins_capacity;
  SarModelParameter *changed; /* parameters of included files that events change; they follow those of the model */
  int32_t nchanged, changed_capacity;
  int32_t ntop_parameters; /* of the model's own file */
  SarModelFile *files;     /* in the model's arena, each path once */
  int32_t nfiles, files_capacity;
  struct SarReadMesh *meshes; /* each file once (looks.c) */
  int32_t nmeshes, meshes_capacity;
  size_t mesh_bytes;     /* of those that are kept */
  int32_t *spline_slots; /* by hash of the name: number of a spline of the model, from 1 on (outside.c) */
  int32_t spline_capacity, nspline_slots;
  struct SarFilePlugin *given; /* functions of the calling program (given.c) */
  int32_t ngiven;
  bool out_of_memory;
} SarReader;

/* A parameter that a phase sets. */
typedef struct SarPhaseSetting {
  const char *name, *value;
  SarSource source;
} SarPhaseSetting;

typedef enum SarParameterState { SAR_WAITING, SAR_ACTIVE, SAR_KNOWN, SAR_BROKEN } SarParameterState;

typedef struct SarParameter {
  const char *name;
  const SarNode *key;
  const char *text; /* null: the value is already known */
  SarSource source; /* of the text */
  double value;
  bool angle;      /* written with deg or rad: radians whatever the angle unit of the file */
  bool computed;   /* other parameters stand in its text */
  SarMarks *marks; /* it is the k-th that is marked (read.h: probe), or its text names that, or what may follow it */
  SarParameterState state;
  int32_t changed;   /* by an event: its index in the model's parameters; -1: it keeps its value */
  const char *event; /* the one that changes it */
  int32_t reference; /* of a changed one; -1: not yet made */
  /* One that it follows: a parameter in its text, or in those that its text names, which an event changes; or null. */
  const struct SarParameter *follows;
  const SarExpr *written_out; /* of one that follows another: what it is, in references; null: not yet made */
} SarParameter;

/* How a sub-model is put into the model that includes it: x -> turn (mirror x) + at. */
typedef struct SarPlacement {
  SarVec3 at;
  SarQuat turn;
  int mirror; /* 0, 1, 2: the axis that changes sign; -1: none */
} SarPlacement;

typedef struct SarCounter {
  const char *name;
  double value;
} SarCounter;

/* A plugin that a file names (plugins.c), or that the calling program has given to all of them (given.c). */
typedef struct SarFilePlugin {
  const char *name; /* in this file */
  SarPluginInstance *instance;
  bool faulty; /* an error has been reported: calls of its functions are not reported again */
} SarFilePlugin;

typedef struct SarFileLoop SarFileLoop; /* loop.h */

typedef struct SarFile {
  SarReader *reader;
  struct SarFile *parent; /* the file that includes this one, or null */
  const char *path;       /* normalised, relative to the top folder */
  const char *folder;     /* the same for its folder, "" = the top folder itself */
  int32_t index;          /* in the model's files, -1: the model's own text */
  const char *prefix;     /* of element names: "", "left.", "left.front." */
  SarNameScope names;     /* the prefix, and the bodies of other files that this one needs */
  const SarNode *with;    /* what the include says they are, or null */
  SarSource included_at;  /* the name of the include */
  SarPlacement placement; /* in the parent */
  const SarNode *root;
  SarUnits units;
  SarParameter *parameters; /* in the order of the file */
  SarParameter **sorted;    /* the same by name */
  int32_t nparameters;
  int32_t nhidden;             /* the last of them are the reader's own: nobody is told of them, and nobody sets them */
  bool has_fmus;               /* `fmus:` stand in the tree as events and parameters */
  const SarNode *splines;      /* `splines:`, or null */
  bool repeated_spline_failed; /* one of those that `for:` makes; its name is not known */
  const SarParameter *active[SAR_MAX_PARAMETER_DEPTH]; /* being evaluated, outermost first */
  int32_t nactive;
  SarCounter counters[SAR_MAX_COUNTERS];
  int32_t ncounters;
  SarFilePlugin *plugins;
  int32_t nplugins;
  SarFileLoop *loops; /* in the order of the file */
  int32_t nloops;
  SarSection section;  /* being read */
  bool on_nodes;       /* frames and shapes say which node they are fixed on */
  const char *element; /* the one being read, for messages; or null */
} SarFile;

/* ---- messages ---- */

SarStatus sar_read_no_memory(SarReader *reader);

/* "mapping", "list" or "text" */
const char *sar_node_kind_text(const SarNode *node);

/* Checks the kind of a node and says what `what` takes otherwise. */
SarStatus sar_read_expect(SarFile *file, const SarNode *node, SarNodeKind kind, const char *what, const char *takes);

/* Reports an unknown key of a mapping. `keys`: the known ones separated by blanks; `owner`: "body `crank`"; *meant: the
 * one that was probably meant, or null; meant may be null. */
SarStatus sar_read_unknown_key(SarFile *file, const SarNode *key, const char *owner, const char *keys,
                               const char **meant);

/* Checks all keys of a mapping against the known ones. */
SarStatus sar_read_check_keys(SarFile *file, const SarNode *mapping, const char *owner, const char *keys);

/* ---- parameters (parameters.c): the table ---- */

SarStatus sar_read_parameters(SarFile *file, const SarNode *node);
SarParameter *sar_parameter_find(const SarFile *file, const char *name);
/* Replaces a parameter's text (and forgets its value); reports an unknown name. */
SarStatus sar_parameter_replace(SarFile *file, const char *name, SarSource source, const SarParameter *by);
/* Reports a name that is no parameter of the file. */
SarStatus sar_parameter_unknown(SarFile *file, const char *name, SarSource source);

/* ---- bodies of the including file (needs.c) ---- */

typedef struct SarNeed SarNeed;

/* Reads `needs:`, which may be null, with what the include gives. Comes before everything that uses names. */
SarStatus sar_read_needs(SarFile *file, const SarNode *node);

/* An element cannot have the name of what is needed. */
SarStatus sar_read_check_own_name(SarFile *file, const char *name, SarSource source);

/* When all elements are known: reports what is needed and not there. */
SarStatus sar_read_check_needs(SarReader *reader);

/* ---- `--set` (set_options.c) ---- */

typedef struct SarSetOption SarSetOption;

/* What `--set` says about the parameters of this file. */
SarStatus sar_read_set_options(SarFile *file);

/* ... and about an input of it, whose name in the whole model is `whole`. */
SarStatus sar_read_set_input(SarFile *file, const char *name, const char *whole, SarValue *value);

/* Reports what no file has taken, when all have been read. complete: without an error; else names with a prefix, whose
 * sub-model may not have been read, are passed over. */
SarStatus sar_read_unused_options(SarFile *file, bool complete);

/* ---- expressions (scope.c): in the file's units ---- */

/* Parses with the names of the file. variables: of a function; null: the value must be constant. *angle: the expression
 * used deg or rad, or a parameter that did. */
SarStatus sar_read_expression(SarFile *file, SarArena *arena, const char *text, SarSource at,
                              const SarVariables *variables, const SarExpr **out, bool *angle);

/* The value of a constant expression; angle may be null. */
SarStatus sar_read_constant(SarFile *file, const char *text, SarSource at, double *out, bool *angle);

SarStatus sar_read_integer(SarFile *file, const char *text, SarSource at, const char *what, int64_t *out);

SarStatus sar_read_evaluate_parameters(SarFile *file);

/* ---- plugins (plugins.c) ---- */

/* Loads what `plugins:` names, unless the options forbid it; node may be null. */
SarStatus sar_read_plugins(SarFile *file, const SarNode *node);
/* The `file` of an entry that names code, which results remember: its path, and what is known of it in the instance. */
SarStatus sar_read_code(SarFile *file, const SarNode *item, const SarNode *key, const char *example,
                        SarPluginInstance *instance, const char **path);

/* ---- FMUs (fmus.c) ---- */

/* Events and parameters in the place of FMUs, in the tree; what to say of them in a file that is included; and, when
 * all is read, what they are. */
SarStatus sar_read_fmu_tree(SarFile *file);
SarStatus sar_read_fmus(SarFile *file, const SarNode *node);
SarStatus sar_read_finish_fmus(SarFile *file);
/* Takes the instance into the model, which closes it in the end. */
SarStatus sar_read_keep_plugin(SarReader *reader, SarPluginInstance *instance);
/* Takes what the calling program has given, before anything of the model is read (given.c). */
SarStatus sar_read_given(SarFile *file);

/* The function of a plugin that `name` (tyre.fiala, tyre.fiala.fy; tyre, tyre.fy of one that was given) stands for in
 * an expression. SAR_INPUT: it is none of a plugin's; SAR_FAILED: an error has been reported, at the place of the name
 * in the text, which begins at `at`. *out null: of a plugin that was not loaded. *angle: set where the function takes
 * or gives angles, which are radians. */
SarStatus sar_read_plugin_function(SarFile *file, const char *name, const char *text, SarSource at,
                                   const SarExternal **out, int32_t *output, bool *angle);

/* Where a name first stands in an expression that begins at `at`. */
SarSource sar_read_place_of(const char *name, const char *text, SarSource at);

/* ---- references (references.c): what expressions say about the motion ---- */

/* Adds a reference to the model and remembers whose it is. */
SarStatus sar_read_add_reference(SarFile *file, const SarReference *reference, const SarVariables *variables,
                                 int32_t *index);

/* What turns the SI value of a reference into the file's units; angles are radians in expressions, and one that
 * measures them sets *angle. 1 where only sar_read_finish_references knows it. */
double sar_read_reference_factor(SarFile *file, const SarReference *reference, bool *angle);

/* Whether the file of a reference counts angles in degrees. */
bool sar_read_reference_in_degrees(const SarReader *reader, int32_t index);
/* Warns where an angle in radians stands beside a number of degrees. */
SarStatus sar_read_warn_of_degrees(SarReader *reader);
/* When all elements are known: units of elements' own quantities, and what unknown names may have meant. */
SarStatus sar_read_finish_references(SarReader *reader);

/* References of an included file, from that index on: its own ground, its mirror image. */
SarStatus sar_place_references(SarFile *file, int32_t first_reference);

/* ---- splines (splines.c) ---- */

SarStatus sar_read_splines(SarFile *file, const SarNode *node);
/* The spline of the whole name among those that were read so far; *out null: there is none. */
SarStatus sar_read_lookup_spline(SarReader *reader, const char *whole, const SarModelSpline **out);
SarStatus sar_read_find_spline(SarFile *file, const char *name, const SarSpline **out);

/* ---- loops of chords (loop_members.c, loops.c) ---- */

/* Registers `loops:`, which may be null; before parameters are evaluated. */
SarStatus sar_read_loops(SarFile *file, const SarNode *node);
/* Solves those that nothing has asked for. */
SarStatus sar_read_finish_loops(SarFile *file);

/* The number that `name` (belt.chord, belt.x) stands for. narguments: -1 of a bare name; SAR_LOOP_ASK: only whether
 * there is one. SAR_INPUT: it is none of a loop's; SAR_FAILED: an error has been reported.
 * *angle: set where it is an angle, which is in radians. */
#define SAR_LOOP_ASK (-2)
SarStatus sar_read_loop_value(SarFile *file, const char *name, SarSource at, const double *arguments,
                              int32_t narguments, double *out, bool *angle);

/* ---- events (changes.c) ---- */

/* Finds the parameters that events of this file change. */
SarStatus sar_read_changes(SarFile *file);

/* ---- texts (template.c) ---- */

/* The text of a scalar with every {expression} replaced by its integer value. The result lives in the scratch. */
SarStatus sar_read_text(SarFile *file, const SarNode *node, const char *what, const char **out);

/* ---- numbers (numbers.c): in SI units ---- */

/* A constant: the number or expression of a scalar times the file's factor for `unit`. */
SarStatus sar_read_number(SarFile *file, const SarNode *node, const char *what, const char *unit, double *out);
SarStatus sar_read_numbers(SarFile *file, const SarNode *node, const char *what, const char *unit, int32_t count,
                           double *out);
SarStatus sar_read_vector(SarFile *file, const SarNode *node, const char *what, const char *unit, SarVec3 *out);
SarStatus sar_read_bool(SarFile *file, const SarNode *node, const char *what, bool *out);

/* A function of the field's variables, SI to SI, in the model's arena. */
SarStatus sar_read_function(SarFile *file, const SarNode *node, const SarField *field, const SarExpr **out);

/* ---- values (turn.c, values.c) ---- */

SarStatus sar_read_axis(SarFile *file, const SarNode *node, const char *what, SarVec3 *out);
SarStatus sar_read_turn(SarFile *file, const SarNode *node, const char *what, SarQuat *out);
/* on_beam: each says which node of the beam it is fixed on. */
SarStatus sar_read_frames(SarFile *file, const SarNode *node, bool on_beam, const SarNamedFrame **out, int32_t *count);
/* Looks (looks.c): name, kind, place and colour; and the mesh of a file (mesh_file.c), from the model's folder. */
SarStatus sar_read_looks(SarFile *file, const SarNode *node, const SarLook **out, int32_t *count);
/* Shapes that touch (shapes.c). */
SarStatus sar_read_shapes(SarFile *file, const SarNode *node, const SarModelShape **out, int32_t *count);
SarStatus sar_read_mesh(SarFile *file, const SarNode *node, SarLook *look);
SarStatus sar_read_field(SarFile *file, const SarNode *node, const SarField *field, SarValue *value);

/* ---- sections ---- */

/* Runs `body` once for every value of the counters in `node` (null: once). */
typedef SarStatus (*SarRepeat)(SarFile *file, void *self);
SarStatus sar_read_repeat(SarFile *file, const SarNode *node, SarRepeat body, void *self);

/* An entry of a mapping of named things (frames, looks, splines). */
typedef struct SarNamed {
  const SarNode *key, *node;
  bool repeated; /* by `for:` in it */
} SarNamed;
typedef SarStatus (*SarReadNamed)(SarFile *file, const SarNamed *entry, void *self);

/* Reads an entry once, or for every value of the counters in its `for:`, up to the first error: what follows would only
 * repeat it. */
SarStatus sar_read_named(SarFile *file, const SarNode *key, const SarNode *node, SarReadNamed read, void *self);
/* All entries of a mapping; SAR_OK if all are. */
SarStatus sar_read_all_named(SarFile *file, const SarNode *mapping, SarReadNamed read, void *self);

SarStatus sar_read_section(SarFile *file, SarSection section, const SarNode *node);
SarStatus sar_read_units(SarFile *file, const SarNode *node);
SarStatus sar_read_ground(SarFile *file, const SarNode *node);
SarStatus sar_read_output(SarFile *file, const SarNode *node);
SarStatus sar_read_outputs(SarFile *file, const SarNode *node);
SarStatus sar_read_simulate(SarFile *file, const SarNode *node);

/* The settings of one mapping of `simulate:`, in the model's simulation; keys: what it may have besides. */
SarStatus sar_read_simulation(SarFile *file, const SarNode *node, const char *more);
/* A positive number in the unit, if it is there. */
SarStatus sar_read_positive(SarFile *file, const SarNode *mapping, const char *key, const char *unit, double *out);
/* A list of names, each with its place. */
SarStatus sar_read_listed_names(SarFile *file, const SarNode *node, const char *what, const char *takes,
                                SarNameList *out);

/* ---- phases (phases.c) ---- */

/* The tree of the model's file becomes that of its phase; new values of parameters are taken note of. */
SarStatus sar_read_phase_tree(SarFile *file);
/* Elements that the phases up to this one have taken out; all elements are there. */
SarStatus sar_read_finish_phases(SarReader *reader);

/* Factors of coordinates are known in SI units when all joints are: elements of this file from that index on. */
SarStatus sar_read_relations(SarFile *file, int32_t first_element);

/* Reads all of a file whose root, folder, prefix and placement are set. `given`: parameters from the include. */
typedef SarStatus (*SarReadSections)(SarFile *file, const SarNode *given);

/* Brings sub-models in; `sections` reads each of them, as it does the file that includes them. */
SarStatus sar_read_include(SarFile *file, const SarNode *node, SarReadSections sections);

/* How many of each a model has: what is added later has these indices and higher ones. */
typedef struct SarAdded {
  int32_t elements, ground_frames, ground_looks, ground_shapes;
} SarAdded;
SarAdded sar_read_added(const SarModel *model);

/* Moves what an included file has added, from these indices on, to its place in the file that includes it. */
SarStatus sar_place(SarFile *file, const SarAdded *first);

/* ---- files that a model names (files.c) ---- */

/* The path that a node gives, from the model's folder. */
SarStatus sar_read_path(SarFile *file, const SarNode *node, const char *remedy, const char **out);

/* The text of such a file: one that was given, or the one on the disk; *name: what sources call it. */
SarStatus sar_read_named_file(SarReader *reader, const char *path, SarSource from, const char **name, const char **text,
                              size_t *length);

/* Keeps its text in the model, each file once; *index: in the model's files. */
SarStatus sar_read_keep_file(SarReader *reader, const char *path, const char *text, int32_t *index);

/* Reads the bytes of a file; messages call it `shown`. The text is zero-terminated and lives in the arena. */
SarStatus sar_read_bytes(SarContext *context, SarArena *arena, const char *path, const char *shown, SarSource from,
                         const char **text, size_t *length);

/* The command file of a deck, found and read: options->commands becomes the path by which the model keeps it. *out
 * stays empty where there is none. */
SarStatus sar_read_commands(SarContext *context, SarArena *arena, const char *path, SarDeckOptions *options,
                            SarModelFile *out);

/* The tree of an Adams deck. */
SarStatus sar_read_deck(SarFile *file, const char *name, const char *text, size_t length);
/* The same of a robot (robot_file.c). */
SarStatus sar_read_robot(SarFile *file, const char *name, const char *text, size_t length);
/* The whole path of `package://NAME/part.stl`; reported where the package is not known. *folder: of the package. */
#define SAR_PACKAGE "package://"
SarStatus sar_read_package(SarReader *reader, const char *path, SarSource from, const char **folder,
                           const char **whole);

/* An error unless the file, with all links followed, is inside the folder. */
SarStatus sar_path_check_links(SarContext *context, const char *folder, const char *path, const char *shown,
                               SarSource from);

/* Joins a folder and a relative path; null if the result would leave the top folder. */
char *sar_path_join(SarArena *arena, const char *folder, const char *path);
char *sar_path_folder(SarArena *arena, const char *path);

#endif
