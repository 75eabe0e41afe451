/* The model: what the user wrote, as plain data. Read from a file, or built element by element.
 *
 * Numbers given through this interface are in SI units. Elements are addressed by handles; fields by the names that
 * `sarrus describe` lists. Strings are copied. A model is mutable until a system is compiled from it and must outlive
 * it. */
#ifndef SARRUS_MODEL_H
#define SARRUS_MODEL_H

#include <stdbool.h>

#include "sarrus/base.h"
#include "sarrus/plugin.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct SarModel SarModel;

/* Handle of an element. sar_model_add sets index = -1 when it fails. */
typedef struct SarElementId {
  int32_t index;
} SarElementId;

/* The ground, which is no element, where a body is asked for. */
#ifdef __cplusplus
#define SAR_GROUND (SarElementId{-1})
#else
#define SAR_GROUND ((SarElementId){-1})
#endif

SAR_API SarStatus sar_model_create(SarContext *context, SarModel **out);
SAR_API void sar_model_destroy(SarModel **model);

/* Reads a model file. set: nset texts "NAME=VALUE" that replace parameters, as `--set` does. A file whose name ends in
 * .adm is an Adams deck, one in .urdf a robot, read with the options below as they are by default. */
SAR_API SarStatus sar_model_read(SarContext *context, const char *path, const char *const *set, int32_t nset,
                                 SarModel **out);

/* How models of other programs are read: Adams decks and, the last ones, robots in URDF. */
typedef struct SarDeckOptions {
  const char *commands; /* path of the command file; null: the .acf of the same name beside the deck, if there is one */
  bool skip_unsupported; /* what cannot be translated is left out, with a warning, instead of an error */
  bool user_zero;        /* USER(...) is 0, with a warning */
  /* Where packages of meshes are, npackages texts "NAME=FOLDER"; a folder of that name above the model with a file
   * package.xml need not be told. Of model files, too. */
  const char *const *packages;
  int32_t npackages;
  bool fixed_base; /* the root of a robot does not move, though it has mass */
} SarDeckOptions;

/* Reads a model file, decks and robots with these options. */
SAR_API SarStatus sar_model_read_deck(SarContext *context, const char *path, const SarDeckOptions *options,
                                      const char *const *set, int32_t nset, SarModel **out);

/* Functions of the calling program for the expressions of all models that are read with this context afterwards, in all
 * of their files: a plugin (sarrus/plugin.h) in memory instead of a shared object, which `plugins:` need not name. Its
 * functions are called as `name.function(..)`; one that has that name itself as `name(..)`, one of several outputs of
 * it as `name.output(..)`. data: what they get where the plugin has no `create`; may be null. The name is copied;
 * plugin and data must outlive the models. Results remember the name: who goes on from them gives the function again.
 * What is wrong with the plugin or its name is said when a model is read. */
SAR_API SarStatus sar_context_add_plugin(SarContext *context, const char *name, const SarPlugin *plugin, void *data);

/* The same of a text in memory. name: what messages call it; files that the text includes are looked for in its folder,
 * the current one where it has none. */
SAR_API SarStatus sar_model_parse(SarContext *context, const char *name, const char *text, const char *const *set,
                                  int32_t nset, SarModel **out);

/* What was read: the title (may be empty); the parameters in the order of the file, as it writes them, false past the
 * last one. Texts are owned by the model. */
SAR_API const char *sar_model_title(const SarModel *model);
SAR_API bool sar_model_parameter(const SarModel *model, int32_t index, const char **name, double *value);

/* The unit that a model writes something in: "m", "s", "rad", "N*m". */
typedef struct SarModelUnit {
  double si; /* its value; NaN: there is no such thing */
  char name[32];
} SarModelUnit;
SAR_API SarModelUnit sar_model_unit(const SarModel *model, const char *si_unit);

SAR_API SarStatus sar_model_set_title(SarModel *model, const char *title);
SAR_API void sar_model_set_gravity(SarModel *model, double x, double y, double z);
/* The length, in m, to which tolerances refer. Not set: from the geometry. */
SAR_API SarStatus sar_model_set_length_scale(SarModel *model, double length);
/* The elements to record: names of elements, of frames ("body.frame"), "energy". names = null: all, as before. */
SAR_API SarStatus sar_model_set_output_of(SarModel *model, const char *const *names, int32_t count);
/* Columns of the results that whoever steps reads (sarrus/stepper.h), in this order; null: all of them. */
SAR_API SarStatus sar_model_set_outputs(SarModel *model, const char *const *names, int32_t count);

/* Adds an element. section: "bodies", "joints", "forces", "states", ...; type: "revolute", ... (null where the model
 * file needs none). */
SAR_API SarStatus sar_model_add(SarModel *model, const char *section, const char *type, const char *name,
                                SarElementId *out);

/* Set one field. Returns SAR_INPUT with a message if there is no such field, it is of another kind, or the value cannot
 * be used (not finite, a zero direction); then the field stays as it was. */
SAR_API SarStatus sar_model_set_real(SarModel *model, SarElementId element, const char *field, double value);
SAR_API SarStatus sar_model_set_vector(SarModel *model, SarElementId element, const char *field, double x, double y,
                                       double z);
SAR_API SarStatus sar_model_set_reals(SarModel *model, SarElementId element, const char *field, const double *values,
                                      int32_t count);
SAR_API SarStatus sar_model_set_quaternion(SarModel *model, SarElementId element, const char *field, double w, double x,
                                           double y, double z);
/* The rotation about a direction by an angle in rad. */
SAR_API SarStatus sar_model_set_turn_axis(SarModel *model, SarElementId element, const char *field, double x, double y,
                                          double z, double angle);
SAR_API SarStatus sar_model_set_inertia(SarModel *model, SarElementId element, const char *field,
                                        const double tensor[3][3]);
/* kind: "box" with 3 sizes (edges along x, y, z), "sphere" with 1 (radius), "cylinder" along z and "rod" along x with 2
 * (radius, length). */
SAR_API SarStatus sar_model_set_shape(SarModel *model, SarElementId element, const char *field, const char *kind,
                                      const double *sizes, int32_t count);
/* An expression of the field's variables and of the motion (dx(a, b), angle(A), names of states ...), in SI units;
 * three of them for the components of a force or torque, or any number of them. */
SAR_API SarStatus sar_model_set_function(SarModel *model, SarElementId element, const char *field, const char *text);
SAR_API SarStatus sar_model_set_functions(SarModel *model, SarElementId element, const char *field, const char *x,
                                          const char *y, const char *z);
SAR_API SarStatus sar_model_set_function_list(SarModel *model, SarElementId element, const char *field,
                                              const char *const *texts, int32_t count);
/* Parameters that an event changes, and expressions of their new values. */
SAR_API SarStatus sar_model_set_settings(SarModel *model, SarElementId element, const char *field,
                                         const char *const *names, const char *const *texts, int32_t count);
/* Row after row; of a field of directions, one per row. */
SAR_API SarStatus sar_model_set_matrix(SarModel *model, SarElementId element, const char *field, const double *values,
                                       int32_t rows, int32_t columns);
SAR_API SarStatus sar_model_set_text(SarModel *model, SarElementId element, const char *field, const char *text);
/* The name of an element, a list of them, a list of words. */
SAR_API SarStatus sar_model_set_element(SarModel *model, SarElementId element, const char *field, const char *name);
SAR_API SarStatus sar_model_set_elements(SarModel *model, SarElementId element, const char *field,
                                         const char *const *names, int32_t count);
SAR_API SarStatus sar_model_set_words(SarModel *model, SarElementId element, const char *field,
                                      const char *const *words, int32_t count);
/* A list of names (groups of a contact); `count` pairs of names (what a contact excludes), 2 count names. */
SAR_API SarStatus sar_model_set_names(SarModel *model, SarElementId element, const char *field,
                                      const char *const *names, int32_t count);
SAR_API SarStatus sar_model_set_pairs(SarModel *model, SarElementId element, const char *field,
                                      const char *const *names, int32_t count);
SAR_API SarStatus sar_model_set_bool(SarModel *model, SarElementId element, const char *field, bool value);
SAR_API SarStatus sar_model_set_choice(SarModel *model, SarElementId element, const char *field, const char *word);
/* sides: "ground", "body" or "body.frame" */
SAR_API SarStatus sar_model_set_sides(SarModel *model, SarElementId element, const char *field, const char *first,
                                      const char *second);
SAR_API SarStatus sar_model_set_side(SarModel *model, SarElementId element, const char *field, const char *side);
/* The joint of a motion; the joints of a gear, rack-pinion or coupler. */
SAR_API SarStatus sar_model_set_joint(SarModel *model, SarElementId element, const char *field, const char *name);
SAR_API SarStatus sar_model_set_joints(SarModel *model, SarElementId element, const char *field,
                                       const char *const *names, int32_t count);
/* A coordinate of a joint, or its rate, at the start: "angle", "displacement_rate", ... as its columns are called; zero
 * at the written pose, in m and rad. One call for each of them. */
SAR_API SarStatus sar_model_set_start(SarModel *model, SarElementId joint, const char *field, const char *coordinate,
                                      double value);
/* A named frame on a body or on SAR_GROUND: origin from the reference point, body axes. */
SAR_API SarStatus sar_model_add_frame(SarModel *model, SarElementId body, const char *name, const double at[3],
                                      const double quaternion[4]);
/* What pictures show of a body or of SAR_GROUND: kind "box" with 3 sizes (edges), "sphere" with 1 (radius), "cylinder"
 * and "capsule" along z with 2 (radius, length); where its centre is and how its axes lie, body axes; colour "#rrggbb"
 * or a word such as "red", null: none. It has no mass. Meshes come with model files only. */
SAR_API SarStatus sar_model_add_look(SarModel *model, SarElementId body, const char *name, const char *kind,
                                     const double *sizes, int32_t count, const double at[3], const double quaternion[4],
                                     const char *colour);

/* What a shape is told besides its sizes; zeros: nothing. */
typedef struct SarShapeTraits {
  double radius;        /* m, rounding of the edges of a box or cylinder; 0: 2 % of its smallest size */
  double density;       /* kg/m^3; where the body has no mass of its own, its shapes give it */
  const char *group;    /* a label for `groups` of contacts; null: none */
  const char *material; /* the name of one of the materials; null: none */
  const char *colour;   /* "#rrggbb" or a word such as "red"; null: none */
} SarShapeTraits;

/* What touches, on a body or on SAR_GROUND: kind "sphere" with 1 size (radius), "capsule" and "cylinder" along z with 2
 * (radius, length), "torus" around z with 2 (major and minor radius), "box" with 3 (edges), "ellipsoid" with 3
 * (half axes), "plane" with none (z is its normal, away from the solid); where its centre is and how its axes lie, body
 * axes. traits may be null. */
SAR_API SarStatus sar_model_add_shape(SarModel *model, SarElementId body, const char *name, const char *kind,
                                      const double *sizes, int32_t count, const double at[3],
                                      const double quaternion[4], const SarShapeTraits *traits);

/* A number that expressions may use and events may change; a table that spline functions run through, x increasing.
 * Before the expressions that name them. */
SAR_API SarStatus sar_model_add_parameter(SarModel *model, const char *name, double value);
SAR_API SarStatus sar_model_add_spline(SarModel *model, const char *name, const double *x, const double *y,
                                       int32_t count);

/* What `simulate:` and `output:` hold. Not given = NaN or null. */
typedef struct SarSimulation {
  const char *method;                      /* METHOD text; null: "auto" */
  double end;                              /* s */
  double tolerance;                        /* per step; NaN: 1e-7 with method auto, else 1e-5 */
  double accuracy;                         /* of the results, instead of the tolerance */
  double step;                             /* s; given: fixed step */
  double max_step, min_step, initial_step; /* s */
  double output_every;                     /* s; NaN: end/1000 */
  bool error_bars;                         /* a second run tells how wrong the columns may be */
  bool output_every_step;
  bool output_raw;      /* skip projection and index-1 solve at output times */
  bool output_compress; /* the tables of the HDF5 file are compressed */
  bool start_static;    /* start from the equilibrium, not from the written pose */
} SarSimulation;

SAR_API SarSimulation sar_simulation_default(void);
SAR_API void sar_model_set_simulation(SarModel *model, const SarSimulation *simulation);
SAR_API const SarSimulation *sar_model_simulation(const SarModel *model);

/* Checks everything that does not need the assembled system: names, references, masses, shapes of values. All errors
 * are reported. Called by sar_system_compile. */
SAR_API SarStatus sar_model_validate(SarModel *model);

#ifdef __cplusplus
}
#endif
#endif
