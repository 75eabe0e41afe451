/* A deck while it becomes a model: its statements by kind and number, the names that they get, and the tree that grows.
 *
 * Every kind of statement has one line in statements.def, which names the function that translates it. The translators
 * (parts.c, joints.c, forces.c, ...) see this header and tree.h, never each other. */
#ifndef SAR_READ_ADAMS_DECK_H
#define SAR_READ_ADAMS_DECK_H

#include "base/rotation.h"
#include "read/adams/adams.h"
#include "read/adams/statement.h"
#include "read/tree.h"

typedef struct SarDeck SarDeck;

typedef enum SarDeckSupport {
  SAR_DECK_USED,    /* a translator, or another statement, takes it */
  SAR_DECK_IGNORED, /* it changes no result here; nothing is said */
  SAR_DECK_REFUSED  /* an error, or with --skip-unsupported a warning */
} SarDeckSupport;

struct SarStatementClass {
  const char *name; /* "PART" */
  SarDeckSupport support;
  const char *prefix;                                                   /* of names: "part" gives part2 */
  SarStatus (*translate)(SarDeck *deck, const SarStatement *statement); /* sar_deck_nothing: others ask for it */
  const char *arguments; /* "GROUND:f MASS:n CM:i ..." in the order in which abbreviations are tried */
  const char *remark;    /* for the table in the documentation; of refused ones: what to do instead */
};

/* All kinds, by name: sar_deck_class("JOINT"). */
const SarStatementClass *sar_deck_class(const char *name);

struct SarDeck {
  SarContext *context;
  SarArena *arena;
  const SarAdamsOptions *options;
  SarStatements statements;
  SarStatements commands; /* of the command file, if there is one (options->commands_file) */
  SarTree tree;           /* sections: sar_tree_section(&deck->tree, "joints") */
  struct SarDeckIndex *index;
  struct SarDeckUsers *users; /* motions and frictions by their joints (joint_pair.c); null: nobody has asked yet */
  struct SarDeckParts *parts; /* bodies and poses so far (markers.c) */
  struct SarDeckLeftOut *left_out; /* left_out.c: which statements are; null: none */
  struct SarDeckPairs *pairs;      /* pairs.c: between which markers something acts; made when it is asked for first */
  struct SarDeckFloats *floats;    /* floats.c: forces by their JFLOAT; made when it is asked for first */
  struct SarDeckArrays *arrays;    /* data.c: whose each ARRAY is; made when it is asked for first */
  int angles; /* requests.c: of DISPLACEMENT, 1 PSI, THETA, PHI, 2 YAW, PITCH, ROLL; 0: nobody has asked yet */
};

/* ---- looking up ---- */

/* The statement of a kind and number, null: there is none. */
const SarStatement *sar_deck_find(const SarDeck *deck, const char *kind, int64_t id);

/* The one that value `index` of an argument names; reports when the argument or the statement is missing. */
SarStatus sar_deck_refer(SarDeck *deck, const SarStatement *statement, const char *argument, int32_t index,
                         const char *kind, const SarStatement **out);

/* The name that a marker has as a frame of the model, "crank.tip" or "ground.marker201"; null for floating ones. */
const char *sar_deck_frame(SarDeck *deck, const SarStatement *marker);

/* The same of the marker that an argument names, usually "I" or "J"; reports what is wrong. */
SarStatus sar_deck_frame_of(SarDeck *deck, const SarStatement *statement, const char *argument, const char **out);

/* The part of a marker, the ground's too. */
SarStatus sar_deck_part_of(SarDeck *deck, const SarStatement *marker, const SarStatement **part);

/* Where a marker is at the start as it is written, in ground axes and the deck's units. */
typedef struct SarDeckPose {
  SarVec3 at;
  SarQuat turn;
} SarDeckPose;
SarStatus sar_deck_pose(SarDeck *deck, const SarStatement *marker, SarDeckPose *out);

/* ---- beside the statements ---- */

/* `units:` of the model, whether there is UNITS or not, before anything else is translated. */
SarStatus sar_deck_units(SarDeck *deck);

/* `frames:` of the parts, when everything is translated that names markers: all of them, or of many those that are
 * named. */
SarStatus sar_deck_frames(SarDeck *deck);

/* `simulate:` from the commands, when all statements are translated. */
SarStatus sar_deck_phases(SarDeck *deck);

/* What results files of Adams call the elements of the model, by their names. */
SarStatus sar_deck_origins(SarDeck *deck, const SarModelOrigin **origins, int32_t *count);

/* ---- values ---- */

/* Value `index` of an argument as it is written, D suffix and all: numbers keep their digits. Null: not given. */
const char *sar_deck_text(const SarStatement *statement, const char *argument, int32_t index);

/* An expression of the deck as an expression of the model: numbers of markers and elements become names (expression.c).
 * *text is null where the argument is not given, and where the statement is to be left out because the expression has
 * been refused (--skip-unsupported). */
SarStatus sar_deck_expression(SarDeck *deck, const SarStatement *statement, const char *argument, const char **text);

/* The same of an expression that is to be one of time alone: VARIABLEs in it are written out. */
SarStatus sar_deck_expression_of_time(SarDeck *deck, const SarStatement *statement, const char *argument,
                                      const char **text);

/* The same of an expression that is a 3-vector: FXYZ = [0, 0, -1]*DM(1, 2). */
SarStatus sar_deck_expression3(SarDeck *deck, const SarStatement *statement, const char *argument, const char *text[3]);

/* Does an expression that is not given, or is 0, matter? */
bool sar_deck_is_zero(const char *expression);

/* ---- what cannot be translated ---- */

/* "JOINT/3", for messages. */
const char *sar_deck_title(SarDeck *deck, const SarStatement *statement);

/* An error at a statement; with --skip-unsupported a warning, and SAR_OK: then leave the statement out. It is told in
 * the results and as a comment in the converted model. */
SarStatus sar_deck_refuse(SarDeck *deck, const SarStatement *statement, SarSource source, const char *remedy,
                          const char *format, ...) SAR_PRINTF(5, 6);

/* The same of something in a statement that is translated without it. */
SarStatus sar_deck_refuse_detail(SarDeck *deck, const SarStatement *statement, SarSource source, const char *remedy,
                                 const char *format, ...) SAR_PRINTF(5, 6);

/* A warning that is also a comment in the converted model. */
void sar_deck_remark(SarDeck *deck, const SarStatement *statement, SarSource source, const char *format, ...)
    SAR_PRINTF(4, 5);

/* USER(...) is taken as 0: a comment in the converted model, and one warning of all of them. */
void sar_deck_user_zero(SarDeck *deck, const SarStatement *statement, SarSource source);

#endif
