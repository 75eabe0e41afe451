/* The workspace: a mechanism at work, the mutable side of a System. Implements method/problem.h and holds the scratch
 * of one thread: placements of the bodies, forces, the memory of angles, the sparsity pattern with its scatter maps,
 * and which constraint rows are carried (numerics, section 6).
 *
 * Rows that are not carried keep their place in the equations, so that the pattern of an element never depends on the
 * choice: their multiplier is zero by the equation lambda = 0, and their column is empty. */
#ifndef SAR_SYSTEM_WORKSPACE_H
#define SAR_SYSTEM_WORKSPACE_H

#include "base/archive.h"
#include "method/problem.h"
#include "system/system.h"

/* Scatter maps: positions in the array of matrix values. A run is the position of the first of consecutive rows in one
 * column. -1: the ground has no columns. */
typedef struct SarBodySlots {
  int32_t mass[3];     /* translation, diagonal */
  int32_t rotation[3]; /* runs of 3 rows, one per column */
} SarBodySlots;

typedef struct SarPointSlots {
  struct {
    int32_t row_t[3]; /* constraint row i, translation i */
    int32_t row_r[3]; /* constraint rows (run of 3), rotation column j */
    int32_t col_t[3]; /* translation i, multiplier i */
    int32_t col_r[3]; /* rotation rows (run of 3), multiplier column j */
    int32_t k[3];     /* rotation rows (run of 3), rotation column j */
  } side[2];
} SarPointSlots;

typedef struct SarDot1Slots {
  int32_t row[2][3];  /* constraint row, rotation column j of side */
  int32_t col[2];     /* rotation rows of side (run of 3), multiplier */
  int32_t k[2][2][3]; /* rotation rows of side p (run of 3), rotation column j of side q */
} SarDot1Slots;

/* Everything on two bodies: coordinates from ... 5 of each side (from = 3: rotations only). */
typedef struct SarPairSlots {
  int32_t from;
  int32_t row[2][6];
  int32_t col[2];
  int32_t k[2][2][6];
} SarPairSlots;

/* A function of a plugin that has asked for the end of the run; null: none has. */
typedef struct SarStop {
  const SarExternal *by;
  int answer;
} SarStop;

typedef struct SarTurn {
  double t, value, rate; /* of the angle at the last accepted point */
} SarTurn;

typedef struct SarUserLevels SarUserLevels;

typedef enum SarEnergyAsked { SAR_ENERGY_ALL, SAR_ENERGY_STORED, SAR_ENERGY_POWERS } SarEnergyAsked;

/* A mechanism belongs to one thread. A pointer to a const one does not make it shareable: const covers the struct, not
 * the scratch behind its pointers (kin, force, scratch, turns), which functions that take such a pointer write. */
typedef struct SarWorkspace {
  SarProblem problem; /* first member: a SarProblem* of this kind is a SarWorkspace* */
  const SarSystem *system;
  SarArena *arena;

  double loads;         /* factor of what acts from outside: gravity, forces and torques, loads on beams; 1 */
  bool rest;            /* statics and modes: what sticks is held by positions */
  SarEnergyAsked asked; /* what of energies is asked for */
  double pressure;      /* what cables bear of pressure, of what they bear of tension; 0 */
  const double *stress; /* positions whose stresses the matrix is made with (prestress.h); null: those of its point */
  SarKin *stressed;     /* the bodies there */
  bool extrapolated;    /* with a step from there */

  SarKin *kin;    /* nbodies + 1 placements; the last one is the ground */
  SarKin *before; /* the same at the beginning of a step that is foreseen */
  double *force;  /* 6 (nbodies + 1) + ncoords: the dynamics rows of bodies, what is thrown away on the ground, and what
                     parts add to the rows of scalar coordinates */
  double *scratch; /* of the programs */
  double *leaves;  /* what programs of user-defined equations read */
  double *outputs; /* and what they write */
  bool *asleep;    /* by root: a jump without effect (user/asleep.c); live: by leaf, what is behind it */
  bool *live;
  SarStop *stop;              /* since it was asked for last */
  double *actions;            /* terms of user-defined equations at the point that was prepared (user/evaluate.h) */
  int64_t *work;              /* operations that programs of user-defined equations have done so far */
  double *masses;             /* that change: at both ends of a step and at the start */
  double *ends;               /* leaves at both ends of a step; null: there are no loops to watch */
  struct SarUserPaths *paths; /* of what the switching functions read, within a step; null: there are none */
  struct SarUserRoots *root_sources; /* what each of them reads (user/root.c) */
  struct SarUserMemo *memos;         /* what some programs said last (user/memo.h) */
  SarUserLevels *levels;             /* programs that few ask for (user/levels.c) */
  SarTurn *turns;
  double *turn_starts; /* nturns: where angles start; 0: within half a turn of the written pose */
  bool *read;          /* ncoordinates flags: a row or a force reads the coordinate */
  int32_t *followed;   /* coordinates whose turns are followed from step to step */
  int32_t nfollowed;

  bool *carried; /* nposition flags: the row is part of the equations */
  int32_t ndropped;
  struct SarShare *share; /* reactions of loops with such rows that forces read (share.h); null: there are none */

  SarBodySlots *body_slots;
  SarPointSlots *point_slots;
  SarDot1Slots *dot1_slots;
  SarPairSlots *scalar_slots, *term_slots, *law_slots, *force_slots;
  int32_t *tie_slots;   /* per tie: by coordinate the position of its six rows, by row that of its n coordinates */
  int32_t *part_slots;  /* per part, by column: the positions of the six rows of each node, of the coordinates' */
  double *part_scratch; /* rows and three matrices of the part that has most */
  double *part_space;   /* what parts work in */
  double *part_kept;    /* and where each keeps what it has computed last */
  double *part_memory;  /* of parts: the time of the last accepted point, what they remember there, and there before */
  struct SarCrowding *crowding; /* parts that come and go; null: there are none */
  SarArena *pattern_arena;      /* of the pattern and what follows from it */
  uint64_t *activity;           /* of the touches of all parts, when the residual was asked for last */
  double *part_rest;            /* zeros for its velocities and accelerations where nothing is known of them */
  int32_t *user_slots;          /* three per entry of user-defined equations */
  int32_t *state_slot;          /* nstates: diagonal of the state rows */
  int32_t *velocity_state;      /* per relation: its velocity row, column of its state; -1 none */
  int32_t *dropped_entries;     /* values to clear */
  int32_t ndropped_entries;
  int32_t *dropped_diagonal;    /* values to set to one */
  int32_t *constraint_diagonal; /* np + nn: diagonal of the constraint rows; null unless regularised */
} SarWorkspace;

/* carried: nposition flags, or null for all. regularised: the pattern has the diagonal of the constraint rows, for
 * solves that must survive dependent rows (assembly). The system must outlive the mechanism. */
SarStatus sar_workspace_create(SarContext *context, const SarSystem *system, const bool *carried, bool regularised,
                               SarWorkspace **out);
void sar_workspace_destroy(SarWorkspace **mechanism);

/* Sets angles to the given turns' start: their value nearest to the written pose at (t, q, v). */
void sar_workspace_start(SarWorkspace *m, double t, const double *q, const double *v);

/* Angles are followed through their turns from the pose q on, at rest; parts remember nothing of it. */
void sar_workspace_accept_turns(SarWorkspace *m, double t, const double *q);

/* Which angles to follow: all, or only those that rows and forces read (nobody looks at the others). A new mechanism
 * follows all. */
void sar_workspace_follow(SarWorkspace *m, bool all);

/* Copies the memory of angles and parts from another mechanism of the same system. Those that come and go are left as
 * they are: crowding.h. */
void sar_workspace_copy_memory(SarWorkspace *m, const SarWorkspace *from);
/* After a step that another one of the same numbering has accepted nearby: angles are in its turns. False: there
 * is more to remember, or parts come and go: it is to accept the step, too. */
bool sar_workspace_accept_alike(SarWorkspace *m, const SarWorkspace *other);
/* Accepts the point itself, which is next to the one that the other has accepted: what parts have found there need not
 * be searched for again. */
void sar_workspace_accept_near(SarWorkspace *m, const SarWorkspace *other, const SarPoint *at);

/* Parts that come and go (contacts of many shapes): copies which there are, and what they remember; saves or loads it;
 * and makes their list anew if some body is too far from where it was made. The pattern may be another one afterwards:
 * problem.generation. */
typedef struct SarCrowdCounts {
  int64_t lists, pairs; /* made so far, and pairs of shapes in all of them */
  int64_t patterns;
} SarCrowdCounts;
SarCrowdCounts sar_workspace_crowd_counts(const SarWorkspace *m); /* m may be null */
SarStatus sar_workspace_copy_crowds(SarWorkspace *m, const SarWorkspace *from);
SarStatus sar_workspace_archive_crowds(SarWorkspace *m, SarArchive *archive);
SarStatus sar_workspace_refresh_left(SarProblem *p, const SarPoint *at);

/* Places the bodies: fills m->kin. v may be null (at rest). */
void sar_workspace_place(const SarWorkspace *m, const double *q, const double *v);
/* One of them; v must not be null. */
void sar_workspace_place_one(const SarWorkspace *m, int32_t body, const double *q, const double *v);

/* Takes note of what a program that has just used m->scratch (or another) says; reports what has been noted, once;
 * forgets it, where its caller was told already and asks for something else. */
void sar_workspace_note_stop(const SarWorkspace *m, const SarProgram *program);
void sar_workspace_note_stop_in(const SarWorkspace *m, const SarProgram *program, const double *scratch);
SarStatus sar_workspace_check_stop(const SarWorkspace *m, SarContext *context);
void sar_workspace_forget_stop(const SarWorkspace *m);

/* Value, rate and gradient of a coordinate at the placed bodies; the angle is the one nearest to where its last
 * accepted value and its rates lead. */
typedef struct SarCoordinateValue {
  double y, rate;
  SarGradient g;
} SarCoordinateValue;
SarCoordinateValue sar_workspace_coordinate(const SarWorkspace *m, int32_t index, double t);

/* What the value of an angle has beyond its principal value: whole turns, up to rounding. */
double sar_workspace_turns(const SarWorkspace *m, int32_t index, double t);

/* Relation rows: f, f', f'' of its function at t (zeros if it has none). */
void sar_workspace_function(const SarWorkspace *m, const SarRelationRow *row, double t, double f[3]);

/* Energies and powers at a point (numerics, section 5). */
typedef struct SarEnergies {
  double kinetic, potential;
  double dissipation, work; /* powers */
  double held;              /* of what was dissipated: by friction that sticks, and may come back */
} SarEnergies;
SarStatus sar_workspace_energy(const SarWorkspace *m, const SarPoint *at, SarEnergies *out);
/* Dissipation and work alone, or all but these; the other numbers mean nothing. */
SarStatus sar_workspace_powers(const SarWorkspace *m, const SarPoint *at, SarEnergies *out);
SarStatus sar_workspace_stored(const SarWorkspace *m, const SarPoint *at, SarEnergies *out);
/* All of them, of bodies that are placed already. */
SarStatus sar_workspace_energy_here(const SarWorkspace *m, const SarPoint *at, SarEnergies *out);

/* The power that a relation brings in by its function of time; zero if it has none. */
double sar_workspace_relation_power(const SarWorkspace *m, const SarRelationRow *row, const SarPoint *at);

/* What all user-defined elements do to the coordinates: generalised forces with the sign of Q, nv numbers. */
void sar_workspace_user_action(const SarWorkspace *m, const SarPoint *at, double *force);

/* The constraints at the levels of position (np numbers) and velocity (np + nn) in one pass, of bodies that are placed
 * already. Each of them may be null. */
void sar_workspace_rows(const SarWorkspace *m, const SarPoint *at, double *phi, double *rates);

/* ops of problem.h */
SarStatus sar_workspace_residual(const SarProblem *p, const SarPoint *at, double *r);
SarStatus sar_workspace_jacobian(const SarProblem *p, const SarPoint *at, const SarWeights *weights, double *values);
SarStatus sar_workspace_magnitude(const SarProblem *p, const SarPoint *at, double *out);
SarStatus sar_workspace_position(const SarProblem *p, double t, const double *q, double *phi);
SarStatus sar_workspace_velocity(const SarProblem *p, const SarPoint *at, double *out);
SarStatus sar_workspace_acceleration(const SarProblem *p, const SarPoint *at, double *out);
SarStatus sar_workspace_by_time(const SarProblem *p, const SarPoint *at, double *rows, double *rates,
                                double *accelerations);
SarStatus sar_workspace_continues(const SarProblem *p, const SarPoint *from, const SarPoint *to, int32_t *culprit);
bool sar_workspace_explain(const SarProblem *p, SarStatus why, int32_t culprit, const SarPoint *from,
                           const SarPoint *at, SarFault *out);
uint64_t sar_workspace_activity(const SarProblem *p);
double sar_workspace_foresee(const SarProblem *p, const SarPoint *from, const SarPoint *to, double *way);
void sar_workspace_reset(SarProblem *p, const SarPoint *at);
SarStatus sar_workspace_refresh(SarProblem *p, const SarPoint *at);
void sar_workspace_accept(SarProblem *p, const SarPoint *at);

/* The two halves of the jacobian: with the rows that are not carried as they would stand in it, and what takes them out
 * of it. */
SarStatus sar_workspace_jacobian_of_all(const SarProblem *p, const SarPoint *at, const SarWeights *weights,
                                        double *values);
void sar_workspace_drop_rows(const SarWorkspace *m, double *values);

/* Parts of `explain`: an expression that has no finite value at the point; a loop among variables that is singular
 * there (guessed: at the first guess of the variables). False: there is none. */
bool sar_workspace_explain_value(const SarWorkspace *m, const SarPoint *at, SarFault *out);
bool sar_workspace_explain_loop(const SarWorkspace *m, const SarPoint *at, bool guessed, SarFault *out);

/* A force between frames that are turned against each other further than it is made for: the element, -1: there is none
 * (turned.c); and in words, as a part of `explain`. */
int32_t sar_workspace_turned_too_far(const SarWorkspace *m, const double *q, const double *v);
bool sar_workspace_explain_turn(const SarWorkspace *m, const double *q, const double *v, SarFault *out);

/* From now on the matrix has the stresses of these positions, which stay the caller's; null: those of its own point.
 * step: nv numbers; then only parts have them, with their strains as they would be after a step from there along which
 * they change linearly. May be null. */
SarStatus sar_workspace_prestress(SarWorkspace *m, SarContext *context, const double *q, const double *step);

/* Builds pattern and scatter maps. */
SarStatus sar_workspace_make_pattern(SarWorkspace *m);

static inline const SarWorkspace *sar_workspace_of(const SarProblem *p) { return (const SarWorkspace *)p; }

/* Gives the variables that have an expression its value at the point, one after the other in the order in which they
 * follow from each other; where that is no number, z is left as it is. at->z: what all other variables are, may be z.
 */
void sar_workspace_define(const SarWorkspace *m, const SarPoint *at, double *z);

#endif
