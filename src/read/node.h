/* The generic tree that every input format is turned into before the model is built. Scalars stay text: what they mean
 * is decided by the field that takes them. */
#ifndef SAR_READ_NODE_H
#define SAR_READ_NODE_H

#include "base/arena.h"
#include "base/context.h"

typedef enum SarNodeKind { SAR_NODE_SCALAR, SAR_NODE_SEQUENCE, SAR_NODE_MAPPING } SarNodeKind;

typedef struct SarNode SarNode;
struct SarNode {
  SarNodeKind kind;
  bool flow;      /* a sequence or mapping in brackets or braces */
  int32_t height; /* levels below this node, itself included */
  SarSource source;
  SarSource inside;     /* of the first character of a scalar's text: behind the quote, if there is one */
  SarSource place;      /* where it stands: differs from source for an alias, whose source is that of its anchor */
  size_t begin, end;    /* bytes of the text it stands for; of an alias: those of the alias itself */
  const char *text;     /* scalars; never null */
  const SarNode **keys; /* mappings: scalars, in the order of the file */
  const SarNode **items;
  int32_t count;
  const char *comment; /* lines that stand before it when it is printed; or null */
  int64_t weight;      /* nodes in the subtree, those behind aliases counted each time */
};

/* The value of a key of a mapping, null if it is not there. */
const SarNode *sar_node_get(const SarNode *mapping, const char *key);

#define SAR_NODE_DEPTH 64
#define SAR_NODE_COUNT 5000000
#define SAR_FILE_BYTES ((size_t)256 << 20)

#define SAR_YAML_MODEL "write a model: bodies, joints, ..."

/* Parses YAML. All nodes live in the arena. Aliases share nodes; merge keys, tags, duplicate keys, several documents
 * and anything but UTF-8 text are errors, and so is a file without anything: `empty` says what to write. */
SarStatus sar_yaml_parse(SarContext *context, SarArena *arena, const char *file, const char *text, size_t length,
                         const char *empty, const SarNode **root);

/* Length of the UTF-8 sequence that begins a text of `left` bytes, 0 if it is not one. Overlong forms, surrogates and
 * code points above 0x10FFFF are not. */
size_t sar_utf8_length(const char *text, size_t left);

/* Checks that bytes are UTF-8 text without control characters; reports the first that is not. */
SarStatus sar_read_check_text(SarContext *context, const char *file, const char *text, size_t length);

#endif
