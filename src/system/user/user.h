/* User-defined equations of a system: what elements have said of themselves through the builder (build*.c), and the
 * programs made of it (programs.c) that the mechanism evaluates (evaluate.c). */
#ifndef SAR_SYSTEM_USER_H
#define SAR_SYSTEM_USER_H

#include "expr/slice.h"
#include "system/compiled.h"
#include "system/event_info.h"
#include "system/user/symbols.h"
#include "system/workspace.h"

/* A scalar coordinate, a state or an algebraic unknown. */
typedef struct SarUserUnknown {
  int32_t element;
  const char *label; /* null: the only one of its element */
  SarMeasureKind kind;
  double start, velocity;
  double rate, scale;  /* states: a guess; 0 or what errors are measured against */
  bool held;           /* states: where the mechanism comes to rest */
  const SarExpr *mass; /* coordinates: where it changes; else null */
} SarUserUnknown;

/* A part of a row: row is the symbol of the unknown that the row belongs to. */
typedef struct SarUserTerm {
  int32_t row, element;
  const SarExpr *f;
} SarUserTerm;

typedef struct SarUserConstraint {
  int32_t element;
  int32_t multiplier; /* symbol: lambda or mu */
  const char *name;   /* in words */
  const SarExpr *f;   /* scaled: the multiplier is a force, or a torque over L */
  int32_t next;       /* of the same element, -1: none */
} SarUserConstraint;

typedef struct SarUserPower {
  int32_t element;
  SarPowerKind kind;
  const SarExpr *force, *velocity;
  const SarExpr *f; /* force * velocity */
  int32_t next;     /* of the same element, -1: none */
} SarUserPower;

/* Energy that the forces of an element store. */
typedef struct SarUserStore {
  int32_t element;
  const SarExpr *energy, *rate;
} SarUserStore;

typedef struct SarUserOffer {
  int32_t element;
  const char *quantity, *unit;
  const SarExpr *f;
  int32_t next; /* of the same element, -1: none */
} SarUserOffer;

/* Where an expression jumps or has a kink. */
typedef struct SarUserSwitch {
  int32_t element;
  int32_t mode;              /* of a jump: its index; -1: a kink, or a table */
  double range;              /* of a smooth table: its largest value less its smallest one; 0: another switch */
  const SarExpr *crossing;   /* changes its sign there; of floor and the like: positive while the mode is right */
  const SarExpr *value;      /* of the mode */
  const SarExprPlace *place; /* in the user's text; null: not known */
} SarUserSwitch;

typedef struct SarUserEvent SarUserEvent;

/* How an entry of the matrix is weighted (method/problem.h). */
typedef enum SarEntryWeight {
  SAR_ENTRY_ONE,
  SAR_ENTRY_A,
  SAR_ENTRY_V,
  SAR_ENTRY_Q,
  SAR_ENTRY_XDOT,
  SAR_ENTRY_X,
  SAR_ENTRY_VELOCITY_Q
} SarEntryWeight;

/* rotation: three consecutive outputs, the derivatives along the three rotations of a body, meet N before they go to
 * the three columns from `column` on. */
typedef struct SarUserEntry {
  SarEntryWeight weight;
  bool rotation;
  int32_t row, column; /* of the matrix */
  int32_t output;      /* of the program */
} SarUserEntry;

/* Whether it is weighted by what positions, velocities or states count for. */
static inline bool sar_user_entry_is_of_state(const SarUserEntry *entry) {
  return entry->weight != SAR_ENTRY_ONE && entry->weight != SAR_ENTRY_A && entry->weight != SAR_ENTRY_XDOT;
}

/* One program for many elements of a kind (classes.h), bound to each of them. */
typedef struct SarUserBatch {
  const SarProgram *program;
  int32_t count;           /* of elements */
  int32_t *reads, *writes; /* of each: by variable and by output of the program (SarBinding) */
  double *constants;       /* of each */
  int32_t nreads, nwrites, nconstants;
} SarUserBatch;

/* Some outputs of the program of what is in no batch, where they cost much less than all. */
typedef struct SarUserPart {
  bool worth; /* it is there */
  SarSlice slice;
  int32_t *outputs, *places; /* of the program, and where they stand among those of all */
  int32_t noutputs;
  bool reads_turns;
} SarUserPart;

/* Expressions compiled together, and the rows that each of them is for; entries of the matrix that some are. */
typedef struct SarUserProgram {
  const SarProgram *program; /* of what is in no batch; null: nothing */
  const int32_t *places;     /* of its outputs among all; null: they are all */
  SarUserBatch *batches;
  int32_t nbatches, noutputs;
  int32_t *target; /* by output */
  SarUserEntry *entries;
  int32_t nentries;
  bool reads_turns; /* of angles, which cost more than all else that programs read */
  SarUserPart part; /* of the matrix: where nothing is weighted by what positions, velocities or states count for */
} SarUserProgram;

/* The arrays that grow while elements are built. */
typedef enum SarUserArray {
  SAR_USER_STATES,
  SAR_USER_ALGEBRAIC,
  SAR_USER_COORDINATES,
  SAR_USER_OFFERS,
  SAR_USER_TERMS,
  SAR_USER_CONSTRAINTS,
  SAR_USER_POWERS,
  SAR_USER_STORES,
  SAR_USER_SWITCHES,
  SAR_USER_EVENTS,
  SAR_USER_TURNS,
  SAR_USER_LOOPS,
  SAR_USER_INPUTS,
  SAR_USER_PRESSING,
  SAR_USER_ARRAYS
} SarUserArray;

/* Which entries of an array belong to an element e: items[first[e]] ... items[first[e + 1] - 1], increasing. */
typedef struct SarUserIndex {
  int32_t *first, *items;
} SarUserIndex;

/* Variables whose equations speak of each other, or one that stands in its own. */
#define SAR_LOOP_VARIABLES 24 /* larger loops are not watched */
typedef struct SarUserLoop {
  int32_t *z, n; /* algebraic unknowns, increasing */
  bool linear;   /* its matrix does not depend on its variables */
  /* Its matrix changes, and it can be judged alone: it does not lead through accelerations, reactions or rates of
   * states, which answer to its variables. */
  bool watched;
  SarUserProgram program; /* n rows, then the matrix by rows */
} SarUserLoop;

/* What the outputs of the program `energy` are parts of. */
typedef enum SarUserEnergy { SAR_USER_KINETIC, SAR_USER_POTENTIAL, SAR_USER_WORK, SAR_USER_DISSIPATED } SarUserEnergy;

/* A number from outside. */
typedef struct SarUserInput {
  int32_t element;
  double value; /* at the start */
} SarUserInput;

typedef struct SarUser {
  SarSymbols symbols;
  SarUserUnknown *coordinates, *states, *algebraic;
  int32_t ncoordinates, nstates, nalgebraic;
  SarUserTerm *terms;
  SarUserConstraint *constraints;
  SarUserPower *powers; /* put in or dissipated */
  SarUserStore *stores;
  SarUserOffer *offers;
  int32_t nterms, nconstraints, npowers, nstores, noffers;
  SarPressing *pressing; /* of joints that keep things in touch */
  int32_t npressing;
  const SarExpr *kinetic; /* of scalar coordinates; null: none */
  SarUserSwitch *switches;
  SarUserEvent *events;
  int32_t nswitches, nevents;
  int32_t capacity[SAR_USER_ARRAYS];

  /* numbering: where the symbols of a kind begin among the leaves that programs read */
  int32_t first[SAR_SYMBOL_KINDS], nleaves;
  int32_t *turns; /* coordinates of the system whose turns are read */
  int32_t nturns;
  int32_t nparameters, nmodes; /* parameters of the model, and the analysis where somebody asks for it */
  SarUserInput *inputs;
  int32_t ninputs;

  SarUserProgram residual, jacobian, position, velocity, acceleration, columns, roots, modes;
  SarUserProgram stored, powered; /* energies, and powers (target: SarUserEnergy) */
  SarUserProgram definitions;     /* of variables, written out (target: algebraic unknown) */
  SarUserProgram reach;           /* what jumps have an effect on (asleep.c) */
  bool *still;                    /* by leaf: it changes at events and jumps only */
  SarUserProgram masses;          /* that change, each with its rate (target: coordinate) */
  SarRoot *root;                  /* nroots = nevents + nswitches: events, jumps, kinks */
  const SarSlice *root_slices;    /* of `roots`: what each of them needs */
  int32_t *root_switch;           /* of a root, -1: it is an event */
  int32_t nroots;
  SarUserLoop *loops;
  int32_t nloops, nwatched;
  int32_t most_outputs; /* of any program */
  bool coupled;         /* a force or a variable depends on accelerations, reactions or rates of states */
  bool curved;          /* a row is not linear in the variables, accelerations, reactions and rates in it */
  bool *acts;           /* by element of the model: it has terms in dynamics rows */
  SarUserIndex terms_of, offers_of;
} SarUser;

/* How many leaves are remembered from step to step: parameters, then inputs, then branches. */
static inline int32_t sar_user_remembered(const SarUser *u) { return u->nparameters + u->ninputs + u->nmodes; }

/* An event of the model: when it happens and what it changes. */
struct SarUserEvent {
  SarEventInfo info;
  int32_t direction;
  const SarExpr *when;
  SarUserProgram impact; /* the rate of `when` (target -1) and its gradient (target: coordinate) */
  SarUserProgram set;    /* new values of parameters (target: parameter) */
  const SarExpr **settings;
  int32_t *parameters;
  int32_t nsettings;
};

/* Entries of one element, linked by `next`; -1: none. */
typedef struct SarUserChain {
  int32_t first, last;
} SarUserChain;

/* While elements are built. */
typedef struct SarUserBuild {
  SarSystem *system;
  SarUser *user;
  const SarBuilderOps *ops, *silent;  /* of the builders of all elements, and of those that phases have taken out */
  const SarExpr **bound;              /* by reference of the model: in symbols; null: not yet */
  uint8_t *stage;                     /* by element: SarBuildStage */
  SarRange *unknowns;                 /* by element: of declared */
  int32_t *offers;                    /* by element: the last one it has made, -1: none */
  SarUserChain *powers, *constraints; /* by element */
  SarUnknown *declared;
  int32_t ndeclared, declared_capacity;
  SarUserIndex sides; /* elements by body; made when it is asked for */
  int32_t depth;      /* elements being built, each because the one before needs it */
  SarArena *scratch;
  int32_t scratches; /* uses of the scratch, one within the other */
} SarUserBuild;

typedef enum SarBuildStage { SAR_BUILD_WAITING, SAR_BUILD_ACTIVE, SAR_BUILD_DONE, SAR_BUILD_FAILED } SarBuildStage;

typedef struct SarBuilderOf {
  SarBuilder builder; /* first member */
  SarUserBuild *build;
  int32_t element;
} SarBuilderOf;

static inline SarBuilderOf *sar_builder_of(SarBuilder *b) { return (SarBuilderOf *)b; }

/* Finds the elements that consist of equations here (system->is_user): the class has nothing else, functions speak of
 * more than the variables of their fields, or an expression asks for what only the equations say. */
SarStatus sar_user_find(SarSystem *s);

/* Whether symbols can number everything; reported if not. */
SarStatus sar_user_check_sizes(const SarSystem *s, const SarUser *user);

/* Builds all such elements after the others are compiled; system->user stays null if there are none. */
SarStatus sar_user_compile(SarSystem *s);

/* The builder of one element, and building it unless that is done; a circle of elements that need each other is
 * reported at `source`. */
SarBuilderOf sar_user_builder(SarUserBuild *build, int32_t element);
SarStatus sar_user_build_element(SarUserBuild *build, int32_t element, SarSource source, const char *owner);

/* Between both, what is written goes to the scratch; then the expressions f[0 .. count - 1] are kept, and all else is
 * forgotten. Measures and reactions take a part of what they write (scratch.c). */
typedef struct SarUserArenas {
  SarArena *builder, *symbols;
} SarUserArenas;
SarUserArenas sar_user_open_scratch(SarBuilder *b);
SarStatus sar_user_close_scratch(SarBuilder *b, SarUserArenas before, const SarExpr **f, int32_t count);

/* parts of the builder (build_*.c) */
SarStatus sar_builder_bind(SarBuilder *b, const SarExpr *f, const SarExpr *const *local, const SarExpr **out);
SarStatus sar_builder_quantity(SarBuilder *b, const char *element, const char *quantity, SarSource source,
                               const SarExpr **out);
SarStatus sar_builder_reaction(SarBuilder *b, const char *element, int side, SarSym3 *force, SarSym3 *torque);
SarStatus sar_builder_angle(SarBuilder *b, const SarSide *about, const SarSide *of, int arm, const SarExpr **out);
SarStatus sar_builder_holonomic(SarBuilder *b, const char *name, bool rotation, const SarExpr *f);
SarStatus sar_builder_nonholonomic(SarBuilder *b, const char *name, bool rotation, const SarExpr *f);
SarStatus sar_builder_action(SarBuilder *b, const SarSideName *i, const SarSideName *j, SarSym3 about, SarSym3 *force,
                             SarSym3 *torque);
SarStatus sar_builder_store(SarBuilder *b, const SarExpr *energy);
SarStatus sar_builder_work(SarBuilder *b, const SarExpr *force, const SarExpr *velocity, SarPowerKind kind);
SarStatus sar_builder_kinetic(SarBuilder *b, const SarExpr *energy);
SarStatus sar_builder_kinks(SarBuilder *b, const SarExpr *f);
SarStatus sar_builder_residual(SarBuilder *b, int32_t row, const SarExpr *f);
/* What an element that a phase has taken out gets in their place (build_silent.c). */
void sar_builder_silence(SarBuilderOps *ops);

/* Reports what no constraint may have: a parameter that events change, jumps, and in a holonomic one sharp kinks. */
SarStatus sar_user_check_constraint(SarBuilder *b, const SarExpr *f, bool holonomic);

/* Whether a call is of the kind fx(i, j), and whether the element acts between its frames (build_action.c). */
bool sar_user_asks_between(const SarReference *reference);
bool sar_user_is_between(const SarModel *model, const SarModelElement *element, const SarReference *reference);

/* Which elements may act between two bodies (other: null: any), so that no call has to look at all of them. The index
 * is made once; false: memory is exhausted. */
typedef struct SarUserItems {
  const int32_t *items; /* increasing */
  int32_t count;
} SarUserItems;
bool sar_user_index_sides(SarArena *arena, const SarModel *model, SarUserIndex *out);
SarUserItems sar_user_candidates(const SarModel *model, const SarUserIndex *index, const char *body, const char *other);

/* A coordinate of the system (joints, springs) in symbols, its turns included; null where memory is exhausted. */
const SarExpr *sar_user_coordinate(SarUserBuild *build, int32_t coordinate);

/* What a part records of an element (build_part.c); null: no such quantity. */
SarStatus sar_user_part_quantity(SarBuilder *b, int32_t element, const char *quantity, SarSource source,
                                 const SarExpr **out);

/* The power that an element brings to the bodies, in symbols: of its multipliers, or of its force. */
SarStatus sar_user_element_power(SarUserBuild *build, int32_t element, const SarExpr **out);

/* The row of the residual, or the column of the matrix, that belongs to the symbol of an unknown. */
int32_t sar_user_row_index(const SarSystem *s, const SarUser *u, int32_t symbol);

/* Holds the jumps of an expression in symbols and takes note of its kinks (switches.c). */
SarStatus sar_user_hold(SarUserBuild *build, int32_t element, const SarExpr **f);

/* Takes note of the kinks of motions. */
SarStatus sar_user_note_motions(SarUserBuild *build);

/* Reads the model's events. */
SarStatus sar_user_build_events(SarUserBuild *build);

/* Collecting what goes into one program. */
typedef struct SarUserCollection {
  SarSystem *s;
  SarUser *u;
  const SarExpr **outputs; /* null: a batch computes it */
  int32_t *targets;
  int32_t count, capacity, ntargets, targets_capacity;
  SarUserEntry *entries; /* their outputs count from 0 */
  int32_t nentries, entries_capacity;
  const int32_t *owners; /* of multipliers (programs.c) */
  bool no_memory;
} SarUserCollection;
void sar_user_collect(SarUserCollection *c, const SarExpr *f, int32_t target);
/* Takes note of an output that a batch computes. */
void sar_user_collect_batched(SarUserCollection *c, int32_t target);
/* Forgets what was collected. */
void sar_user_forget(SarUserCollection *c);
/* Compiles the collection and empties it; batches are added by who has them. */
SarStatus sar_user_finish(SarUserCollection *c, SarUserProgram *out);

/* Adds the derivatives of f to the entries of a row (entries.c): by positions only; or by all that f depends on, with
 * the weights given for positions, velocities and accelerations, and those of the unknowns themselves for others. */
typedef struct SarEntryWeights {
  SarEntryWeight position, velocity, acceleration;
} SarEntryWeights;
void sar_user_collect_positions(SarUserCollection *c, int32_t row, const SarExpr *f, SarEntryWeight weight);
void sar_user_collect_entries(SarUserCollection *c, int32_t row, const SarExpr *f, SarEntryWeights weights);
/* Loops among variables (loops.c), and whether the equations of one do not determine its variables at the point whose
 * leaves are loaded: a pivot, beside the entries of its row, is below `smallest`. */
SarStatus sar_user_find_loops(SarUserCollection *c);
/* Whether the solution of a watched loop can be followed from one point to what another one says of the motion. */
bool sar_user_loop_goes_on(const SarWorkspace *m, const SarUserLoop *loop, const SarPoint *from, const SarPoint *to);
bool sar_user_loop_is_singular(const SarWorkspace *m, const SarUserLoop *loop, double smallest);
/* Whether all masses that change stay positive from one point to the next; else the first that does not, before and
 * after. One that is below `small` times what it was at the start must also not fall by much. */
typedef struct SarUserMass {
  int32_t coordinate;
  double before, after;
  bool foreseen; /* already from the first point */
} SarUserMass;
bool sar_user_masses_stay(const SarWorkspace *m, const SarPoint *from, const SarPoint *to, double small,
                          SarUserMass *out);
/* Whether one of the leaves is what an angle has beyond its principal value. */
bool sar_user_has_turns(const SarUser *u, const int32_t *leaves, int32_t count);
/* The part of the matrix that is not weighted by the state (part.c). */
SarStatus sar_user_make_part(SarSystem *s, const SarUser *u, SarUserProgram *program);
/* The leaf of a symbol; and a program that was compiled from symbols gets the numbers of the leaves. */
int32_t sar_user_leaf(const SarSystem *s, const SarUser *u, int32_t symbol);
void sar_user_renumber(const SarSystem *s, const SarUser *u, const SarProgram *program);
/* Variables that an expression defines (definitions.c). */
typedef struct SarUserDefinitions {
  const SarExpr **of; /* by variable: its expression; null: it has none, or stands in a circle */
  int32_t *order;     /* those that have one, each after all that it speaks of */
  int32_t count;
} SarUserDefinitions;
/* False when memory is exhausted, as with the next two. */
bool sar_user_definitions(SarArena *arena, const SarUser *u, SarUserDefinitions *out);
/* Puts expressions in the place of variables: in f, and in the definitions themselves, which then speak of none. */
bool sar_user_write_out(SarArena *arena, SarUserDefinitions *d, const SarExpr **f);
bool sar_user_write_definitions_out(SarArena *arena, SarUserDefinitions *d);
SarStatus sar_user_make_definitions(SarUserCollection *c);

SarStatus sar_user_make_reach(SarUserCollection *c);

/* Takes variables that no equation needs out of the system: what is asked of them is written out (unused.c). */
SarStatus sar_user_drop_unused(SarUserBuild *build);

/* Roots, modes and the programs of events. */
SarStatus sar_user_make_switches(SarUserCollection *c);

/* Differentiates and compiles; numbers the leaves. */
SarStatus sar_user_make_programs(SarSystem *s, SarUser *user);

#endif
