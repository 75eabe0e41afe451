/* Adams/Solver datasets and command files, read into the tree of a model file. Nothing behind this header knows YAML,
 * and nothing in front of it knows Adams: a deck becomes the same nodes that the model file written by hand would give,
 * with the places of the deck in them, so that it is read, checked and run by the same code, and `sarrus convert` only
 * has to print the tree. */
#ifndef SAR_READ_ADAMS_ADAMS_H
#define SAR_READ_ADAMS_ADAMS_H

#include <stdio.h>

#include "model/origin.h"
#include "read/node.h"

/* A command file: what messages call it, and its text. */
typedef struct SarCommandFile {
  const char *file, *text;
  size_t length;
} SarCommandFile;

typedef struct SarAdamsOptions {
  const char *commands_file; /* of the command file, for messages; null: there is none */
  const char *commands;      /* its text */
  size_t commands_length;
  /* Another one that it names, from its own folder on: from.file is the file that names it. Null: there is no disk. */
  SarStatus (*open)(void *self, const char *path, SarSource from, SarCommandFile *out);
  void *open_self;
  bool skip_unsupported; /* what is refused is left out, with a warning */
  bool user_zero;        /* USER(...) is 0, with a warning */
} SarAdamsOptions;

/* By the name: it ends in .adm, in any case. */
bool sar_adams_is_deck(const char *path);

/* A copy of the same length with blanks for control characters and `?` for bytes that are no UTF-8; null when memory is
 * exhausted. The scanner does it by itself; whoever keeps the text needs it. */
char *sar_adams_clean(SarArena *arena, const char *text, size_t length);

/* What a deck becomes; it lives in the arena. */
typedef struct SarAdamsDeck {
  const SarNode *root;           /* null: there is an error */
  const SarModelOrigin *origins; /* what the deck says of the elements of the tree, by name */
  int32_t norigins;
} SarAdamsDeck;

/* Every error is reported with its place; SAR_INPUT then. */
SarStatus sar_adams_read(SarContext *context, SarArena *arena, const char *file, const char *text, size_t length,
                         const SarAdamsOptions *options, SarAdamsDeck *out);

/* The statements and commands that are known. */
void sar_adams_describe(FILE *stream);

#endif
