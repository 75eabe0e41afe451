/* Building the tree of a model file. When memory runs out the tree notes it and its functions do nothing more, so that
 * only the end has to ask. */
#ifndef SAR_READ_TREE_H
#define SAR_READ_TREE_H

#include "read/node.h"

typedef struct SarTree {
  SarArena *arena;
  SarNode *root;
  bool out_of_memory;
} SarTree;

SarNode *sar_tree_mapping(SarTree *tree, SarSource source); /* in braces where it fits */
SarNode *sar_tree_list(SarTree *tree, SarSource source);    /* in brackets */
SarNode *sar_tree_text(SarTree *tree, SarSource source, const char *format, ...) SAR_PRINTF(3, 4);

/* Adds to a mapping, whatever it is (null adds nothing), or to a list. */
void sar_tree_put(SarTree *tree, SarNode *mapping, const char *key, SarSource source, const SarNode *item);
void sar_tree_push(SarTree *tree, SarNode *list, const SarNode *item);

/* put with a text. */
void sar_tree_put_text(SarTree *tree, SarNode *mapping, const char *key, SarSource source, const char *format, ...)
    SAR_PRINTF(5, 6);

/* The top-level mapping of a section, made when it is asked for first. */
SarNode *sar_tree_section(SarTree *tree, const char *name);

/* A comment that stands before a node when it is printed; several become several lines. */
void sar_tree_comment(SarTree *tree, SarNode *node, const char *format, ...) SAR_PRINTF(3, 4);

/* When everything is there: sections in their usual order, and what nodes know about those below them. */
void sar_tree_finish(SarTree *tree);

#endif
