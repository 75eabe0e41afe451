/* Analyses: what one does with a system. */
#ifndef SARRUS_ANALYSIS_H
#define SARRUS_ANALYSIS_H

#include "sarrus/contacts.h"
#include "sarrus/phases.h"
#include "sarrus/result.h"
#include "sarrus/system.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct SarProgress {
  double time, end, step; /* s */
  int64_t steps;
  const char *stage; /* what this run is for, where there are several; null: it is the only one */
  double written;    /* above 0: the steps are done, and this part of the HDF5 file is written; 1: all */
} SarProgress;

/* Options of a run. Start from sar_run_options_default; NaN and null mean: as the model's `simulate:` and `output:`
 * say. */
typedef struct SarRunOptions {
  const char *method;                      /* METHOD text */
  double tolerance, step;                  /* one of them; step (s) given: fixed step */
  double accuracy;                         /* ... or this: the error that results may have at every row */
  double end;                              /* s */
  double max_step, min_step, initial_step; /* s */
  double output_every;                     /* s; 0: at every step */
  bool error_bars;                         /* true, or as the model says: a second run for error bars */
  bool start_static;                       /* true, or as the model says: start from the equilibrium */
  bool corrector_floor;                    /* iterate the corrector to rounding in every step */
  SarTable *table;                         /* receives the results in memory; may be null */
  const char *csv;                         /* path of a CSV file, or null */
  const char *steps_csv;                   /* path of a CSV file of the solver's steps, or null */
  const char *hdf5;                        /* path of an HDF5 file, or null */
  bool no_output;                          /* record nothing (benchmarks); leaves momentum_balance_max out as well */
  /* Parameters of the model by which all columns are to be differentiated: columns `d_rod.x/d_k` besides. */
  const char *const *sensitivity;
  int32_t nsensitivity;
  bool study; /* a study of errors: large ones are its purpose and give no warnings */
  /* Seconds between the checkpoints that go into the journal of `hdf5`; 0: after every step; NaN: 60. They do not
   * change the run. */
  double checkpoint_seconds;
  /* Called after every step (may be null); a nonzero return interrupts the run and keeps what was computed. */
  int (*progress)(void *self, const SarProgress *progress);
  void *progress_self;
} SarRunOptions;

/* What decided the size of some of the steps. Texts may be empty. */
#define SAR_LIMITS_MAX 8
typedef struct SarStepLimit {
  char reason[24];   /* error, corrector, rotation, rounding, growth, max_step, bound, end, event, ... */
  char element[64];  /* the body, joint or motion to blame */
  char equation[64]; /* its coordinate or equation in words: "rotation about its z" */
  int64_t steps, rejected;
  double share; /* of all accepted steps */
} SarStepLimit;

/* How often an event of the model has happened. */
#define SAR_EVENTS_MAX 32
typedef struct SarEventCount {
  char name[64];
  int64_t count;
  double last_time; /* s; NaN: never */
} SarEventCount;

/* The length L of the model, to which positions are compared; SarSystem has it from compilation on. */
typedef struct SarLengthScale {
  double length;    /* m */
  const char *from; /* where it comes from: "length_scale", "joints and forces", "radius of gyration", "nothing" */
} SarLengthScale;
SAR_API SarLengthScale sar_system_length_scale(const SarSystem *system);

/* The largest error bars of a run, by what the columns are. */
typedef enum SarErrorKind {
  SAR_ERROR_POSITION, /* lengths: m */
  SAR_ERROR_ANGLE,    /* rad; a body's turn as an angle */
  SAR_ERROR_SPEED,
  SAR_ERROR_ANGULAR_SPEED,
  SAR_ERROR_FORCE,
  SAR_ERROR_TORQUE,
  SAR_ERROR_KINDS
} SarErrorKind;
/* "position", "angle", "speed", "angular speed", "force", "torque" */
SAR_API const char *sar_error_kind_name(SarErrorKind kind);

typedef struct SarErrorBar {
  double largest; /* SI; NaN: there is no such column */
  /* Over the largest value of all columns of this kind; of an angle: over 1 rad if that is larger. Where all values are
   * rounding: over 1e-9 of what the model's length and the other kinds (turning, forces, ...) would make. */
  double relative;
  double time;     /* s: where */
  char column[96]; /* "crank.x" */
} SarErrorBar;

typedef struct SarRunErrors {
  bool known; /* false: nobody asked, or the second run failed; there is a warning then */
  SarErrorBar kinds[SAR_ERROR_KINDS];
  double tolerance, step; /* of the second run; one of them, the other is NaN */
  int64_t steps;          /* of it */
  double ratio;           /* of the errors of the two runs, as it is expected from their steps */
  int64_t work;           /* numbers that were looked at to compare and to judge */
} SarRunErrors;

/* What derivatives by parameters took, besides the run. */
typedef struct SarSensitivityWork {
  int32_t parameters;     /* 0: the run has none */
  int64_t steps;          /* over which they took one system of linear equations each, ... */
  int64_t parts;          /* ... and parts of the other ones, with five */
  int64_t residuals;      /* rows of the model with another value of a parameter: two for each system, or more */
  int64_t factorisations; /* of matrices, which serve all parameters */
  int64_t solves;
  int64_t powers; /* of the model with another value, for energies that are summed up: 0 where nobody asks for them */
} SarSensitivityWork;

/* What became of an accuracy that was asked for. */
#define SAR_ACCURACY_RUNS 12
typedef struct SarAccuracyRun {
  char method[160];
  double tolerance;
  double end;       /* s: how far it went; pilot runs go a part of the way */
  double estimated; /* its largest error bar in the measure of `asked`; infinite: it failed, or there are no bars */
  int64_t steps;    /* of both runs that error bars need */
  double cpu_seconds;
} SarAccuracyRun;

/* A column and its largest error bar. */
typedef struct SarAccuracyColumn {
  char name[96];       /* "crank.x"; "": there is none */
  char unit[32];       /* SI symbols, "m" */
  double bar, allowed; /* SI */
} SarAccuracyColumn;

typedef struct SarAccuracy {
  double asked;     /* NaN: nobody asked; 1: columns have their own */
  double estimated; /* error bar of the results, in the same measure */
  double horizon;   /* s: up to here the error is as small as asked */
  bool reached;
  bool by_columns;         /* columns have their own goals */
  SarAccuracyColumn worst; /* whose bar is the largest over what it may be */
  char reason[24];         /* why not: "chaos", "event", "rounding", "failure", "steps"; or "" */
  int32_t nruns;
  SarAccuracyRun runs[SAR_ACCURACY_RUNS]; /* in their order, the last one made the results */
} SarAccuracy;

typedef struct SarRunSummary {
  SarRunStatus status;
  double end_time; /* s: how far it came */
  char method[160];
  int32_t bodies, nodes, degrees_of_freedom; /* nodes of beams are no bodies here */
  SarLengthScale length_scale;
  SarStartChange start;
  int64_t steps, rejected, iterations, residuals, jacobians, factorisations, solves;
  /* Of `iterations`, those of the attempts that became steps: the sum of `iterations` over the solver's steps. The rest
   * was spent on rejected attempts and on finding where an event happens. */
  int64_t accepted_iterations;
  int64_t fallbacks; /* factorisations that the linear solver left to another one, because its pivots were bad */
  /* Entries of L + U of the largest matrix of a step that was factored, and the multiplications and additions that this
   * takes; 0: methods that factor none. */
  int64_t matrix_fill;
  double matrix_operations;
  double cpu_seconds;                     /* whole run, the sum of the following ones ... */
  double start_seconds, stepping_seconds; /* ... before the first step; steps and their audit, without output */
  double search_seconds;                  /* ... runs before this one, in search of an accuracy */
  double bars_seconds;                    /* ... the second run, for error bars */
  double rows_seconds;                    /* ... interpolating, closing and solving at output times */
  double hdf5_seconds, csv_seconds;       /* ... files, by samples; the journal included; steps count as CSV */
  int64_t peak_memory_bytes;
  double constraint_position_max; /* over L, at accepted steps */
  double constraint_velocity_max; /* over L, 1/s */
  /* The same over the largest speed of a body (m/s over L, or rad/s), without what the rounding of positions makes of
   * the velocities of very short steps: what is judged. */
  double constraint_velocity_relative;
  double energy_balance_max; /* relative, numerics section 5 */
  /* The joint or motion with constraint_position_max, and which of its equations; empty: there is no drift. */
  char constraint_position_element[64], constraint_position_equation[64];
  /* Newton's and Euler's equations of every body, from the forces as reported, at every output row: the largest
   * difference relative to the absolute terms of the body. NaN: no row was looked at. */
  double newton_euler_max;
  char newton_euler_body[64];
  int64_t newton_euler_rows, newton_euler_skipped; /* skipped: raw output, singular poses */
  /* The joint that keeps things in touch (a cam) with the strongest pull, which no real contact has: N, and s, when any
   * of them first pulled. Empty: none did. */
  char pulling_element[64];
  double pulling_force, pulling_time;
  double momentum_balance_max; /* momentum of all bodies minus the impulse from outside, relative, at accepted steps */
  double largest_step, smallest_step; /* s, of the accepted ones */
  int64_t floor_steps;    /* steps whose equations were solved to rounding, before the corrector's test was met */
  int64_t rounding_steps; /* steps accepted above the tolerance, because their error estimate is rounding ... */
  double rounding_error;  /* ... and the largest of these estimates, over the tolerance */
  int64_t rows;           /* of results; 0: no file was written */
  SarStepLimit limits[SAR_LIMITS_MAX]; /* most steps first; their steps and rejections add up to all of them */
  int32_t nlimits;
  SarEventCount events[SAR_EVENTS_MAX]; /* of the model, in the order of the file; further ones are left out */
  int32_t nevents;
  int32_t contacts;                                /* elements of `contacts:` */
  int64_t touching_pairs;                          /* pairs of shapes that have touched */
  SarContactCount contact_table[SAR_CONTACTS_MAX]; /* of them those with the largest forces, ... */
  int32_t ncontact_table;                          /* ... so many */
  int32_t singular_poses;                          /* met on the way, or nearly; there are warnings of them */
  /* Looking for events, jumps and kinks: values of their functions (all of them at a point count as so many), numbers
   * of the state that were interpolated for those within steps, and bounds on functions. */
  int64_t crossing_values, crossing_numbers, crossing_bounds;
  /* Contacts of many shapes: how often those near each other were looked for, pairs of shapes found in all these times,
   * and how often the pattern of the matrix changed with them. */
  int64_t contact_searches, contact_candidates, contact_patterns;
  /* Events and jumps after which steps began anew, and what finding consistent values there took in matrices. */
  int64_t restarts, restart_factorisations;
  SarRunErrors errors;
  SarAccuracy accuracy;
  /* Of a run of phases: how many there were, and the first of them. All numbers above are of all phases together. */
  int32_t nphases;
  SarPhaseSummary phases[SAR_PHASES_MAX];
  SarPhaseMode phase_modes[SAR_PHASE_MODES_MAX];
  int32_t nphase_modes;
  SarSensitivityWork sensitivities;
} SarRunSummary;

SAR_API SarRunOptions sar_run_options_default(void);

/* Assembles, integrates to the end and writes what is asked. SAR_OK; < 0 with messages in the context (then what was
 * computed before is kept, and the summary tells how far it came). */
SAR_API SarStatus sar_run(SarContext *context, const SarSystem *system, const SarRunOptions *options,
                          SarRunSummary *summary);

/* A run as its results file remembers it: model, settings and the last checkpoint. */
typedef struct SarRecord SarRecord;

/* path: an HDF5 file or a journal `.part`; where both are there, the journal counts. Messages for files that hold no
 * model or that are none of ours. No code is loaded, whatever the file says: where the model uses plugins, its system
 * can be looked at, but sar_resume and sar_verify answer SAR_INPUT until sar_record_load_plugins is called. */
SAR_API SarStatus sar_record_open(SarContext *context, const char *path, SarRecord **out);
SAR_API void sar_record_close(SarRecord **record);
SAR_API const SarModel *sar_record_model(const SarRecord *record);
SAR_API const SarSystem *sar_record_system(const SarRecord *record);
SAR_API const char *sar_record_results(const SarRecord *record); /* path of the HDF5 file */

/* A plugin of the recorded model: its name there, the shared object, and the hash of its bytes as they are now, ""
 * where they cannot be read. Path "": functions of the program that has run it, which sar_context_add_plugin gives
 * again before the record is opened; without them sar_resume and sar_verify answer SAR_INPUT. Texts are owned by the
 * record. */
typedef struct SarRecordPlugin {
  const char *name, *path;
  char hash[33];
} SarRecordPlugin;
/* False past the last one. */
SAR_API bool sar_record_plugin(const SarRecord *record, int32_t index, SarRecordPlugin *out);
/* Loads them: code from paths that whoever made the file has chosen, which may then do whatever the user may. Only for
 * files that you trust; a hash in the file proves nothing. SAR_INPUT if one is not the one that the results were made
 * with. Model and system are read again: what sar_record_model and sar_record_system gave before is gone. */
SAR_API SarStatus sar_record_load_plugins(SarRecord *record);

/* Goes on from the last checkpoint to the end, bit for bit as if the run had never been cut off, and completes its
 * results file. options: csv, steps_csv, table (whole tables, from the first row on), checkpoint_seconds, progress; the
 * rest is the recorded run's. */
SAR_API SarStatus sar_resume(SarRecord *record, const SarRunOptions *options, SarRunSummary *summary);

/* Whether a recorded run can be repeated. */
typedef struct SarVerification {
  char stored[33], repeated[33]; /* hashes: in the file, and of the new run */
  bool same; /* the same hash, and the whole file is that of the new run, bit for bit (of another version: its rows) */
  bool altered;     /* the hash agrees but rows, facts or bytes do not: the file was changed after it was written */
  bool lacks_bars;  /* error bars were asked for, and there are none: the second run was interrupted or failed. The rest
                     * was compared, and a warning says so */
  char column[128]; /* where they differ most, relative to its largest value ("" if nowhere) ... */
  double difference, relative; /* ... and by how much, in the column's unit and relative to its largest value */
} SarVerification;

/* Runs the recorded model again and compares the bits. options: progress. SAR_OK if they are the same, SAR_FAILED with
 * a message if not. */
SAR_API SarStatus sar_verify(SarRecord *record, const SarRunOptions *options, SarVerification *out);

/* One redundant constraint row. Names are owned by the check. */
typedef struct SarRedundant {
  const char *joint, *equation;
  bool consistent;
  const char *const *with; /* names of the joints it depends on */
  int32_t nwith;
} SarRedundant;

/* A proposed change of one entry of the model file. Texts are owned by the check. */
typedef struct SarEdit {
  const char *element;   /* the first element that the entry makes */
  int32_t count;         /* how many it makes: more than one with `for:`, or in a file included several times */
  const char *action;    /* "replace type" or "remove" */
  const char *from, *to; /* types; to is "" for "remove" */
  const char *axis;      /* the new value of `axis:`, or "" if that stays as it is */
  const char *axis2;     /* the same of `axis2:` */
  const char *drops;     /* keys that the new type does not take and that go with the old one: "axis"; or "" */
  const char *loses;     /* those of the keys that are forces, friction, stops: what the mechanism loses; or "" */
  const char *file;      /* where the type, or the entry to remove, stands */
  int32_t line, column;  /* from 1 */
  bool included;         /* the file is one that `include:` brings in: sar_check_fix cannot change it */
  const char *why;
} SarEdit;

/* The motion with all proposed edits. */
typedef struct SarEditsMotion {
  bool followed;            /* false: it has no end, nobody asked, or the edits do not suffice */
  bool fails, fails_before; /* before: without the edits; false where the mechanism cannot move without them */
  int32_t singular;         /* poses that are singular or nearly so */
  int32_t singular_before;  /* without the edits */
  double end;               /* s: it was followed up to here */
} SarEditsMotion;
/* The spring, damper or bushing with constant coefficients that is the stiffest, or damps most, beside the mass that it
 * feels at the start, joints included. */
typedef struct SarStiffest {
  const char *element; /* "": there is none */
  double rate;         /* 1/s: angular frequency of the vibration, or rate of decay */
  bool damps;          /* it is its damping */
} SarStiffest;

/* What `sarrus check` says. */
typedef struct SarCheck {
  SarLengthScale length_scale;
  int32_t bodies, nodes, coordinates, constraints, degrees_of_freedom;
  int32_t gruebler; /* coordinates - constraints, as if no constraint repeated others */
  int32_t nredundant;
  const SarRedundant *redundant;
  double initial_position_error, initial_velocity_error; /* of the state as written, over L */
  bool assembled;                                        /* positions could be made to satisfy the constraints */
  /* The smallest set of edits found with which nothing is redundant and the freedom is the same. Each was tried: the
   * edited text was read, compiled and assembled. */
  int32_t nedits;
  const SarEdit *edits;
  bool edits_suffice; /* with all of them nothing is redundant; false: for a part of it none was found */
  SarEditsMotion edits_motion;
  /* Real and imaginary part (>= 0) of the dominant eigenvalue, 1/s: the largest of small motions about the start, as
   * sar_modes finds them in ground axes; and of the smallest that is not zero. Not numbers: there is none, or it has
   * not settled. */
  double dominant_eigenvalue[2], slowest_eigenvalue[2];
  SarStiffest stiffest;
  int32_t ncontacts;
  const SarContactFacts *contacts; /* of every element of `contacts:` */
} SarCheck;

/* Destroy with sar_check_destroy. SAR_OK: healthy or consistently redundant. */
SAR_API SarStatus sar_check(SarContext *context, const SarSystem *system, const SarCheck **out);
/* The same; the motions that proposed edits lead to are followed up to `end` (s; NaN: the model's end, as sar_check
 * does; 0: not at all). */
SAR_API SarStatus sar_check_until(SarContext *context, const SarSystem *system, double end, const SarCheck **out);
SAR_API void sar_check_destroy(const SarCheck **check);

/* Writes the text of the model with the edits to `path`, which must not be the model itself; comments and layout stay.
 * SAR_FAILED, and nothing is written, if there is no edit or if one lies in an included file. `check` comes from the
 * same system. */
SAR_API SarStatus sar_check_fix(SarContext *context, const SarSystem *system, const SarCheck *check, const char *path);

/* A pose that is singular, or nearly so: constraints say the same there, and a body gains a freedom. */
typedef struct SarSingularPose {
  double time;                                     /* s */
  double value;                                    /* smallest singular value of the constraint gradients */
  const char *joint, *equation, *body, *direction; /* owned by the system */
} SarSingularPose;

/* What a motion shows. */
typedef struct SarWatch {
  double end_time; /* s: how far it came */
  int64_t steps;
  int32_t rank_min, rank_max; /* of the constraints, where they were looked at */
  int32_t rank_unknown;       /* poses at which the rank could not be found, as not all constraints hold there */
  double smallest_singular_value, largest_singular_value; /* dimensionless; infinite and 0 without constraints */
  int32_t nsingular;
  const SarSingularPose *singular;
  bool failed, cut; /* the run failed; it was ended because it takes too many steps */
  int32_t poses;    /* at which singular values were looked at */
} SarWatch;

/* Runs the model with its own settings up to `end` (s; NaN: the model's end), looks for singular poses on the way and
 * warns of them; so of a run that fails. Writes no results. Destroy with sar_watch_destroy; the system must outlive it.
 */
SAR_API SarStatus sar_watch(SarContext *context, const SarSystem *system, double end, const SarWatch **out);
SAR_API void sar_watch_destroy(const SarWatch **watch);

/* Positions and velocities that satisfy the constraints, consistent accelerations and reactions: one row into table. */
SAR_API SarStatus sar_assemble(SarContext *context, const SarSystem *system, SarTable *table);

/* How assembly got there. Each way is tried only when the ones before have failed. */
typedef enum SarAssemblyWay {
  SAR_ASSEMBLY_DIRECT,   /* all joints at once, from the written pose */
  SAR_ASSEMBLY_DAMPED,   /* the same with damped steps */
  SAR_ASSEMBLY_STAGED,   /* joint by joint, then loop by loop */
  SAR_ASSEMBLY_RESTARTED /* from perturbed poses; of those that close the nearest to the written one */
} SarAssemblyWay;
/* "direct", "damped", "staged", "restarted" */
SAR_API const char *sar_assembly_way_name(SarAssemblyWay way);

/* How far assembly moved a body, or a scalar coordinate, from what was written. A coordinate has either the distance
 * and the velocity or, if it is an angle or a number, the others. */
typedef struct SarMoved {
  const char *body;
  double distance;         /* m, of the reference point */
  double angle;            /* rad */
  double velocity;         /* m/s, change of the velocity of the reference point */
  double angular_velocity; /* rad/s, change */
} SarMoved;

/* Joints that close in a second way while the rest of the mechanism stays (elbow up, elbow down). */
typedef struct SarMirror {
  const char *joints[3]; /* njoints of them, the middle one second; two where one body alone closes in two ways */
  const char *bodies[2]; /* nbodies of them, which can take the other pose */
  int32_t njoints, nbodies;
  const char *turned;      /* the body that the other way turns (or shifts) most ... */
  double angle, distance;  /* ... by this much: rad, m */
  double assembled, other; /* how far each way is from the written pose: RMS over the bodies, in L and rad */
  bool suspicious;         /* the other way is nearer to the written pose, or a body was turned by more than 0.3 rad
                              and the other way is not twice as far */
  double at[2][3];         /* the other pose: reference points, m ... */
  double turn[2][4];       /* ... and quaternions (w, x, y, z) */
} SarMirror;

/* What assembly did. Names are owned by the model. */
typedef struct SarAssembly {
  double length; /* m, L */
  SarLengthScale length_scale;
  int32_t nbodies;       /* bodies and scalar coordinates */
  const SarMoved *moved; /* nbodies of them, the one that moved most (of distance/L and angle) first */
  int32_t nmoved;        /* by more than 1e-9 L or rad */
  double position_error_written, position_error; /* over L: before and after */
  double velocity_error_written, velocity_error; /* over L, 1/s */
  SarAssemblyWay way;
  int32_t iterations, stages, restarts;
  int32_t nmirrors;
  const SarMirror *mirrors;
} SarAssembly;

/* As sar_assemble (table may be null), with a report of what was moved; where positions or velocities could not be
 * satisfied *out is null. Destroy with sar_assembly_destroy. */
SAR_API SarStatus sar_assemble_report(SarContext *context, const SarSystem *system, SarTable *table,
                                      const SarAssembly **out);
SAR_API void sar_assembly_destroy(const SarAssembly **assembly);

/* The motion of a fully driven mechanism (no degree of freedom left): positions, velocities, accelerations and
 * reactions at the output times. options: end, table, csv, hdf5. */
SAR_API SarStatus sar_kinematics(SarContext *context, const SarSystem *system, const SarRunOptions *options,
                                 SarRunSummary *summary);

/* Measured convergence order, numerics section 3. */
#define SAR_ORDER_MAX 12
typedef struct SarOrderSeries {
  double errors[SAR_ORDER_MAX];
  int32_t at_rounding; /* that many of the last errors are no larger than rounding: they do not count */
  double order;        /* least-squares slope of the last three halvings that count; NaN: none, no such quantity */
} SarOrderSeries;
typedef struct SarOrderResult {
  char method[160];
  int32_t nsteps;
  double steps[SAR_ORDER_MAX];
  SarOrderSeries position, velocity, multipliers, reactions;
} SarOrderResult;
/* References of measurements, which serve all methods on the same system with the same end, step and halvings. Systems
 * are told apart by their addresses: destroy the references before a system. */
typedef struct SarOrderReferences SarOrderReferences;
SAR_API SarOrderReferences *sar_order_references_create(void); /* null: no memory */
SAR_API void sar_order_references_destroy(SarOrderReferences **references);

typedef struct SarOrderOptions {
  const char *method;
  double step;      /* s, the largest; NaN: the mean step of a run at tolerance 1e-5, halved until all runs succeed */
  int32_t halvings; /* 4 */
  double end;       /* NaN: the model's */
  const char *reference;     /* CSV file with columns of the model in its units; null: a run with a much smaller step */
  SarOrderReferences *known; /* such runs are kept here for the next method; null: they are not */
  /* Called after every step (may be null); a nonzero return ends the measurement with SAR_INTERRUPTED. */
  int (*progress)(void *self, const SarProgress *progress);
  void *progress_self;
} SarOrderOptions;
SAR_API SarOrderOptions sar_order_options_default(void);
SAR_API SarStatus sar_order(SarContext *context, const SarSystem *system, const SarOrderOptions *options,
                            SarOrderResult *out);

/* Work against precision: methods on one model, each with a ladder of tolerances or of fixed steps, against a reference
 * by two methods of different families that must agree. Errors are root mean squares over the run: positions and
 * velocities per coordinate (lengths over L, angles in rad), multipliers and reactions relative to the root mean square
 * of the reference's. NaN: there is no such quantity, or the run failed. */
typedef struct SarRaceErrors {
  double position, velocity; /* 1, 1/s */
  double multipliers;        /* of the constraints, as the method gives them */
  double reactions;          /* the same, from its positions and velocities by the equations of motion */
} SarRaceErrors;

#define SAR_RACE_LIMITED 3 /* times the difference of the references: smaller errors are not known */

typedef struct SarRaceRun {
  double tolerance, step; /* one of them; the other is NaN. step: s */
  bool done;
  bool left_out;    /* not run: one of the same method with a larger tolerance or step needed too many steps or too much
                       of the budget already, or no time was left */
  bool out_of_time; /* the budget is why it is not done */
  const char *reason; /* why it is not done; null if it is */
  SarRaceErrors errors;
  bool limited; /* the position error is not much larger than the difference of the references */
  int64_t steps, rejected, iterations, residuals, jacobians, factorisations, solves;
  double cpu_seconds; /* of the steps; the best of a few where a run is short; NaN where it is left out */
} SarRaceRun;

typedef struct SarRaceMethod {
  const char *method; /* with its keys */
  int32_t nruns;      /* 0: it cannot run on this model */
  const SarRaceRun *runs;
  const char *reason; /* why not; null if it can */
} SarRaceMethod;

typedef struct SarRace {
  const char *references[2]; /* methods; errors are measured against the first. Null: there was no time for them, and no
                                error is known */
  double tolerance;          /* theirs */
  SarRaceErrors difference;  /* between them: smaller errors cannot be told */
  const char *reference_note; /* what is to be known about them; null: nothing */
  double end;                 /* s */
  int32_t nmethods;           /* as asked for, or as the program lists them */
  const SarRaceMethod *methods;
  double budget, seconds;    /* that it had (0: any time), that it took; of the clock, s */
  int32_t stopped, left_out; /* runs that the budget has ended; that it, or an interruption, has left out */
  bool interrupted;
} SarRace;

typedef struct SarRaceProgress {
  const char *method;
  int32_t run, runs; /* this one, of all; the references are not counted: 0 */
  double time, end;  /* s */
  double left;       /* of the budget, s; infinite: there is none */
} SarRaceProgress;

/* Start from sar_race_options_default. Arrays may be null where their number is 0. */
typedef struct SarRaceOptions {
  const char *const *methods; /* METHOD texts; none: all that the program has */
  int32_t nmethods;
  /* Methods with error control take the tolerances (1e-3 to 1e-8), the others the steps (about those of a usual run).
   * Steps without tolerances: all methods take the steps. */
  const double *tolerances, *steps;
  int32_t ntolerances, nsteps;
  double end; /* s; NaN: the model's */
  /* Of a run (200000). One that needs more fails, and those of the same method with smaller tolerances or steps are
   * left out. A run also fails with more evaluations of the equations than 100 for each of its steps and, besides, as
   * many as this number, but no fewer than 500000: a method that begins anew all the time may take few steps and
   * forever. */
  int64_t most_steps;
  /* Seconds of the clock within which the race is to answer; 0 (the default): however long it takes. The references
   * take two fifths of it at most, at larger tolerances if need be. Then all methods run with their largest tolerance
   * or step, then all with the next, and so on: a run that needs more than its share is stopped, and those of the same
   * method that would need more are left out. What is done within a budget depends on the machine; what it gives does
   * not. */
  double budget;
  double (*clock)(void *self); /* s, its zero means nothing; null: the machine's own, which only goes forward */
  void *clock_self;
  /* Called after every step (may be null); a nonzero return ends the race with SAR_INTERRUPTED. */
  int (*progress)(void *self, const SarRaceProgress *progress);
  void *progress_self;
} SarRaceOptions;
SAR_API SarRaceOptions sar_race_options_default(void);

/* Methods that cannot run, and runs that fail or find no time, are part of the result. SAR_FAILED with a message if the
 * references cannot be computed or do not agree at all. SAR_INTERRUPTED: what was done is in *out, if the references
 * were; else it is null. Destroy with sar_race_destroy. */
SAR_API SarStatus sar_race(SarContext *context, const SarSystem *system, const SarRaceOptions *options,
                           const SarRace **out);
SAR_API void sar_race_destroy(const SarRace **race);
/* "done", "failed", "budget" (stopped by it), "not run". */
SAR_API const char *sar_race_run_status(const SarRaceRun *run);

/* What a method needs for a position error, between its runs on logarithmic scales: CPU seconds, or solves of linear
 * systems. Where its cheapest run is more exact already, that run. NaN: it does not come so far. */
SAR_API double sar_race_cpu_for(const SarRaceMethod *method, double error);
SAR_API double sar_race_solves_for(const SarRaceMethod *method, double error);

/* One row per run, in the order of the methods; `unit`: of its steps, s. */
SAR_API SarStatus sar_race_write_csv(SarContext *context, const SarRace *race, double unit, const char *path);
/* Errors over CPU time and over solves, one curve per method. */
SAR_API SarStatus sar_race_draw(SarContext *context, const SarRace *race, const char *title, const char *path);

/* Integrators the program knows, for `sarrus methods`: text or JSON to a stream-like callback is the program's
 * business; here the facts. */
typedef struct SarMethodFacts {
  const char *name, *family, *summary, *dissipation, *stability, *paper;
  /* Where it fails or is slow; factors are of the CPU time that the cheapest method needs for the same error. Null:
   * nothing is known. */
  const char *cautions;
  int32_t order, order_position, order_velocity, order_multipliers, stages;
  int32_t order_si2[3]; /* position, velocity, multipliers of the stabilised index-2 form; 0: not available */
  bool adaptive;
  bool independent; /* an engine from outside: neither fixed steps nor checkpoints */
} SarMethodFacts;
SAR_API int32_t sar_methods_count(void);
SAR_API SarMethodFacts sar_methods_get(int32_t index); /* name = null: there is no such method */

/* The keys of a method (`hht:alpha=-0.1`), its own first; false past the last one. */
typedef struct SarMethodKeyFacts {
  const char *name, *fallback, *meaning;
  char words[96]; /* choices separated by '|'; empty: a number */
} SarMethodKeyFacts;
SAR_API bool sar_methods_key(int32_t method, int32_t index, SarMethodKeyFacts *out);

#ifdef __cplusplus
}
#endif
#endif
