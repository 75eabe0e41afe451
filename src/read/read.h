/* Reading models. */
#ifndef SAR_READ_H
#define SAR_READ_H

#include <stdio.h>

#include "base/asset.h"
#include "model/model.h"

/* A parameter that somebody sets, with the places of its name and of its value. */
typedef struct SarReadSetting {
  const char *name;
  const char *value; /* null: it keeps the one that it has; there only has to be such a parameter */
  SarSource name_source, value_source;
} SarReadSetting;

/* A parameter (or an input) that is looked for while a model is read, and moved away from the value that it has there.
 */
typedef struct SarReadProbe {
  const char *name; /* with the prefix of its sub-model, as in left.ks */
  double part;      /* of its value, or of 1 where that is zero: how far it is moved */
  double shift;     /* which is so much, in the file's units */
  bool found;
  double value;        /* before it was moved */
  const char *follows; /* another parameter, from which the text of this one computes it; or null */
  SarSource source;    /* of its value */
  char follows_room[64];
  /* nmarked parameters that are not moved, in the order of strcmp: which ones follow them says the model (marks) */
  const char *const *marked;
  int32_t nmarked;
  bool *there; /* by marked parameter: there is such a one */
} SarReadProbe;

/* Which of the marked ones that is, with the prefix of its sub-model; -1: none. */
int32_t sar_read_probe_find(const SarReadProbe *probe, const char *prefix, const char *name);

/* Its value, which is the one in the file when this is called. */
void sar_read_probe_move(SarReadProbe *probe, SarSource source, double *value);

/* The parsed text of a model, for who reads it again and again in one context; zeros at first. Decks and robots are
 * parsed anew. */
typedef struct SarReadTree {
  SarArena *arena;
  const struct SarNode *root;
} SarReadTree;

typedef struct SarReadOptions {
  const char *const *set; /* nset texts "NAME=VALUE" that replace parameters */
  int32_t nset;
  const SarReadSetting *settings; /* nsettings more of them; the model does not remember these */
  int32_t nsettings;
  bool no_include;           /* `include:` is an error: the text has no folder */
  int32_t max_elements;      /* 0: SAR_MAX_ELEMENTS */
  const SarModelFile *files; /* nfiles texts that `include:` takes before it looks at the disk */
  int32_t nfiles;
  bool files_only;        /* `include:` never looks at the disk */
  const SarAsset *bodies; /* nbodies files of reduced bodies that the program carries, looked at before the disk */
  int32_t nbodies;
  /* nplugins: where plugins were found before; looked for there first. Without a path: given by the calling program. */
  const SarModelPlugin *plugins;
  int32_t nplugins;
  const SarGivenPlugin *given; /* ngiven functions of the calling program; null: those of the context */
  int32_t ngiven;
  /* No code is loaded: expressions may call whatever they like of plugins, and have no values then. For models from
   * somebody else, that are to be shown and not to be run. */
  bool no_code;
  /* Of the text; SAR_FORMAT_YAML: as the name ends. The command file of a deck is one of `files`. */
  SarModelFormat format;
  SarDeckOptions deck;
  /* Of a model with phases: whose model it is. Whoever runs them reads them one after the other; others have the first
   * one's. */
  int32_t phase;
  bool in_phase;
  SarReadProbe *probe; /* null: none; with one, what pictures show (`looks:`) is passed over */
  SarReadTree *tree;   /* null: nobody wants it again */
  /* The model that it was before, which stays longer than this one: its reduced bodies serve for this one, too. */
  const SarModel *like;
} SarReadOptions;

/* The model calls a function of the calling program that results remember, and nobody has given it (given.c). what: its
 * `version`, or null. */
SarStatus sar_read_report_missing(SarContext *context, const char *name, const char *what);

/* The functions of the calling program that a model has, for who reads it again; in the arena, never null. */
SarStatus sar_model_given(SarArena *arena, const SarModel *model, const SarGivenPlugin **out, int32_t *count);

/* The same model, read again from its text and files, with one parameter moved: probe->found says whether there is such
 * a one; or with some of them marked. It takes reduced bodies from the model, and has to be destroyed before it. tree:
 * of this model, in this context; or null. */
SarStatus sar_model_read_moved(SarContext *context, const SarModel *model, SarReadProbe *probe, SarReadTree *tree,
                               SarModel **out);

/* The model of another phase, read again from the text and the files of one. */
SarStatus sar_model_read_phase(SarContext *context, const SarModel *model, int32_t phase, SarModel **out);

/* The same model with other parameters: texts "NAME=VALUE", none of those that it was read with. */
SarStatus sar_model_read_set(SarContext *context, const SarModel *model, const char *const *set, int32_t nset,
                             SarModel **out);

/* Reads a model from memory: text and files of a model that was read before give the same model again. `name` stands
 * for the file in messages. On errors *out is null and every message is in the context. */
SarStatus sar_model_read_text(SarContext *context, const char *name, const char *text, size_t length,
                              const SarReadOptions *options, SarModel **out);

/* Reads a model file of any kind that sar_model_read takes. shown, from: how and where it is named, for one that cannot
 * be read. */
SarStatus sar_model_read_file(SarContext *context, const char *path, const char *shown, SarSource from,
                              const SarReadOptions *given, SarModel **out);

/* Prints an Adams deck as a model file. The text begins with SAR_CONVERTED and the name of the deck. */
#define SAR_CONVERTED "# converted from "
SarStatus sar_deck_convert(SarContext *context, const char *path, const SarDeckOptions *options, FILE *stream);

#endif
