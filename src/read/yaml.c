/* YAML to the generic tree; the only file that knows libyaml.
 *
 * libyaml's events are followed by a recursive descent of at most SAR_NODE_DEPTH levels. Aliases share the node they
 * name, and every node knows how many nodes it stands for, so that a file that multiplies itself by aliases is found
 * without being expanded. */
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "read/node.h"

#define MAX_ANCHORS 4096

typedef struct Anchor {
  const char *name;
  const SarNode *node; /* null while it is being built */
} Anchor;

typedef struct Parser {
  SarContext *context;
  SarArena *arena;
  const char *file, *text;
  size_t length;
  yaml_parser_t yaml;
  Anchor *anchors;
  int32_t nanchors, anchors_capacity;
  int64_t nodes;          /* made so far */
  size_t character, byte; /* a position in the text, counted both ways */
} Parser;

static SarSource source_of(const Parser *parser, yaml_mark_t mark) {
  return (SarSource){parser->file, (int32_t)(mark.line < INT32_MAX ? mark.line + 1 : INT32_MAX),
                     (int32_t)(mark.column < INT32_MAX ? mark.column + 1 : INT32_MAX)};
}

/* The byte at which a mark stands. libyaml counts characters; marks come nearly in order, so the way is short. */
static size_t byte_of(Parser *parser, yaml_mark_t mark) {
  const char *text = parser->text;
  while (parser->character < mark.index && parser->byte < parser->length) {
    for (parser->byte++; parser->byte < parser->length && ((unsigned char)text[parser->byte] & 0xC0) == 0x80;) {
      parser->byte++;
    }
    parser->character++;
  }
  while (parser->character > mark.index && parser->byte > 0) {
    for (parser->byte--; parser->byte > 0 && ((unsigned char)text[parser->byte] & 0xC0) == 0x80;) parser->byte--;
    parser->character--;
  }
  return parser->byte;
}

/* ---- errors of libyaml, in our words ---- */

/* What libyaml says, and what we say. The first match counts. */
static const struct {
  const char *theirs, *ours, *remedy;
} translations[] = {
    {"did not find expected key", "a key is expected here", "check the indentation and the quotes above"},
    {"did not find expected ',' or '}'", "`,` or `}` is missing", "close the braces"},
    {"did not find expected ',' or ']'", "`,` or `]` is missing", "close the brackets"},
    {"did not find expected '-' indicator", "a list item is expected here", "indent all items of a list alike"},
    {"mapping values are not allowed", "a `:` is not allowed here", "check the indentation, or quote the text"},
    {"could not find expected ':'", "`:` is missing behind a key", "write `key: value`"},
    {"found unexpected end of stream", "a quote is not closed", "close the quote"},
    {"found undefined tag handle", "tags are not part of the model language", "remove the tag"},
    {"block sequence entries are not allowed", "a list item is not allowed here",
     "start the list in a line of its own"},
    {"found unknown escape character", "unknown escape in a quoted text", "use single quotes for plain text"},
};

/* The first byte of the character at a position; 0 behind the end. libyaml counts characters, not bytes. */
static char character_at(const Parser *parser, SarSource at) {
  const char *p = parser->text, *end = p + parser->length;
  for (int32_t line = 1; line < at.line && p < end; p++) line += *p == '\n';
  for (int32_t column = 1; column < at.column && p < end; column++) {
    for (p++; p < end && ((unsigned char)*p & 0xC0) == 0x80;) p++;
  }
  return p < end ? *p : 0;
}

static SarStatus report_yaml(Parser *parser) {
  const yaml_parser_t *yaml = &parser->yaml;
  if (yaml->error == YAML_MEMORY_ERROR) return sar_report_no_memory(parser->context);
  const char *problem = yaml->problem ? yaml->problem : "unknown error";
  SarSource source = source_of(parser, yaml->problem_mark);
  if (strstr(problem, "cannot start any token") && character_at(parser, source) == '\t') {
    return sar_report(parser->context, SAR_INPUT, source, NULL, "indent with blanks", "a tab cannot indent");
  }
  for (size_t i = 0; i < sizeof translations / sizeof *translations; i++) {
    if (!strstr(problem, translations[i].theirs)) continue;
    return sar_report(parser->context, SAR_INPUT, source, NULL, translations[i].remedy, "%s", translations[i].ours);
  }
  return sar_report(parser->context, SAR_INPUT, source, NULL, "correct the YAML", "not valid YAML: %s", problem);
}

static SarStatus next_event(Parser *parser, yaml_event_t *event) {
  return yaml_parser_parse(&parser->yaml, event) ? SAR_OK : report_yaml(parser);
}

/* ---- nodes ---- */

static SarStatus new_node(Parser *parser, SarNodeKind kind, yaml_mark_t mark, SarNode **out) {
  SarSource source = source_of(parser, mark);
  if (++parser->nodes > SAR_NODE_COUNT) {
    return sar_report(parser->context, SAR_INPUT, source, NULL, "make the file smaller, or use `for:`",
                      "the file has more than %d values", SAR_NODE_COUNT);
  }
  SarNode *node = SAR_NEW(parser->arena, 1, SarNode);
  if (!node) return sar_report_no_memory(parser->context);
  *node = (SarNode){
      .kind = kind, .height = 1, .source = source, .inside = source, .place = source, .text = "", .weight = 1};
  node->begin = node->end = byte_of(parser, mark);
  *out = node;
  return SAR_OK;
}

static SarStatus check_tag(Parser *parser, const yaml_char_t *tag, yaml_mark_t mark) {
  if (!tag) return SAR_OK;
  return sar_report(parser->context, SAR_INPUT, source_of(parser, mark), NULL, "remove the tag",
                    "the tag `%.40s` is not part of the model language", (const char *)tag);
}

/* Remembers an anchor; its node is filled in when it is complete. */
static SarStatus open_anchor(Parser *parser, const yaml_char_t *name, yaml_mark_t mark, int32_t *index) {
  *index = -1;
  if (!name) return SAR_OK;
  if (parser->nanchors >= MAX_ANCHORS) {
    return sar_report(parser->context, SAR_INPUT, source_of(parser, mark), NULL, "use `parameters:` or `for:`",
                      "the file has more than %d anchors", MAX_ANCHORS);
  }
  if (parser->nanchors == parser->anchors_capacity) {
    int32_t capacity = parser->anchors_capacity ? 2 * parser->anchors_capacity : 16;
    Anchor *anchors =
        sar_arena_grow(parser->arena, parser->anchors, (size_t)parser->nanchors, (size_t)capacity, sizeof *anchors);
    if (!anchors) return sar_report_no_memory(parser->context);
    parser->anchors = anchors;
    parser->anchors_capacity = capacity;
  }
  const char *copy = sar_arena_copy_text(parser->arena, (const char *)name);
  if (!copy) return sar_report_no_memory(parser->context);
  *index = parser->nanchors++;
  parser->anchors[*index] = (Anchor){copy, NULL};
  return SAR_OK;
}

/* Adds a child to the weight and height of its parent, and keeps both within limits. */
static SarStatus account(Parser *parser, SarNode *parent, const SarNode *child, int32_t depth, SarSource at) {
  parent->weight += child->weight;
  if (child->height + 1 > parent->height) parent->height = child->height + 1;
  if (parent->weight > SAR_NODE_COUNT) {
    return sar_report(parser->context, SAR_INPUT, at, NULL, "use fewer aliases",
                      "aliases expand to more than %d values", SAR_NODE_COUNT);
  }
  if (depth + child->height > SAR_NODE_DEPTH) {
    return sar_report(parser->context, SAR_INPUT, at, NULL, "make the file flatter",
                      "values are nested more than %d levels deep", SAR_NODE_DEPTH);
  }
  return SAR_OK;
}

/* An alias is the node it names, but stands in a place of its own. */
static SarStatus copy_alias(Parser *parser, const yaml_event_t *event, const SarNode *node, const SarNode **out) {
  SarNode *copy = SAR_NEW(parser->arena, 1, SarNode);
  if (!copy) return sar_report_no_memory(parser->context);
  *copy = *node;
  copy->place = source_of(parser, event->start_mark);
  copy->begin = byte_of(parser, event->start_mark);
  copy->end = byte_of(parser, event->end_mark);
  *out = copy;
  return SAR_OK;
}

static SarStatus find_alias(Parser *parser, const yaml_event_t *event, const SarNode **out) {
  const char *name = (const char *)event->data.alias.anchor;
  SarSource source = source_of(parser, event->start_mark);
  for (int32_t i = parser->nanchors - 1; i >= 0; i--) {
    if (strcmp(parser->anchors[i].name, name) != 0) continue;
    const SarNode *node = parser->anchors[i].node;
    if (node) return copy_alias(parser, event, node, out);
    return sar_report(parser->context, SAR_INPUT, source, NULL, "refer to a complete value above",
                      "the anchor `%s` contains itself", name);
  }
  return sar_report(parser->context, SAR_INPUT, source, NULL, "define it above with `&`", "there is no anchor `%s`",
                    name);
}

/* ---- mappings ---- */

typedef struct KeyOrder {
  const char *text;
  int32_t index;
} KeyOrder;

static int compare_keys(const void *a, const void *b) {
  const KeyOrder *x = a, *y = b;
  int order = strcmp(x->text, y->text);
  return order ? order : (x->index > y->index) - (x->index < y->index);
}

/* Sorting finds equal keys without comparing each with each. */
static SarStatus check_duplicates(Parser *parser, const SarNode *mapping) {
  if (mapping->count < 2) return SAR_OK;
  KeyOrder *order = malloc((size_t)mapping->count * sizeof *order);
  if (!order) return sar_report_no_memory(parser->context);
  for (int32_t i = 0; i < mapping->count; i++) order[i] = (KeyOrder){mapping->keys[i]->text, i};
  qsort(order, (size_t)mapping->count, sizeof *order, compare_keys);
  SarStatus status = SAR_OK;
  for (int32_t i = 1; i < mapping->count; i++) {
    if (strcmp(order[i - 1].text, order[i].text) != 0) continue;
    const SarNode *first = mapping->keys[order[i - 1].index], *again = mapping->keys[order[i].index];
    status = sar_report(parser->context, SAR_INPUT, again->source, NULL, "keep one of them",
                        "the key `%s` is already given in line %d", again->text, (int)first->source.line);
  }
  free(order);
  return status;
}

static SarStatus check_key(Parser *parser, const SarNode *key) {
  if (key->kind != SAR_NODE_SCALAR) {
    return sar_report(parser->context, SAR_INPUT, key->source, NULL, "use a word as key; quote names with braces",
                      "a key cannot be a list or mapping");
  }
  if (strcmp(key->text, "<<") == 0) {
    return sar_report(parser->context, SAR_INPUT, key->source, NULL, "write the fields out, or use `for:`",
                      "merge keys are not part of the model language");
  }
  return SAR_OK;
}

/* ---- descent ---- */

static SarStatus read_event(Parser *parser, yaml_event_t *event, int32_t depth, const SarNode **out);

static SarStatus read_scalar(Parser *parser, const yaml_event_t *event, const SarNode **out) {
  SarNode *node;
  int32_t anchor;
  yaml_mark_t mark = event->start_mark;
  SAR_TRY(check_tag(parser, event->data.scalar.tag, mark));
  SAR_TRY(open_anchor(parser, event->data.scalar.anchor, mark, &anchor));
  SAR_TRY(new_node(parser, SAR_NODE_SCALAR, mark, &node));
  node->text = sar_arena_copy_text_n(parser->arena, (const char *)event->data.scalar.value, event->data.scalar.length);
  if (!node->text) return sar_report_no_memory(parser->context);
  if (strlen(node->text) != event->data.scalar.length) {
    return sar_report(parser->context, SAR_INPUT, node->source, NULL, "remove it", "a text contains a zero character");
  }
  yaml_scalar_style_t style = event->data.scalar.style;
  if (style == YAML_SINGLE_QUOTED_SCALAR_STYLE || style == YAML_DOUBLE_QUOTED_SCALAR_STYLE) node->inside.column++;
  node->end = byte_of(parser, event->end_mark);
  size_t length = event->data.scalar.length;
  if (anchor >= 0 && style == YAML_PLAIN_SCALAR_STYLE && node->end >= node->begin + length) {
    node->begin = node->end - length; /* behind the anchor */
  }
  if (anchor >= 0) parser->anchors[anchor].node = node;
  *out = node;
  return SAR_OK;
}

static SarStatus append(Parser *parser, SarNode *node, int32_t *capacity, const SarNode *key, const SarNode *item) {
  if (node->count == *capacity) {
    size_t old = (size_t)*capacity, larger = old ? 2 * old : 4;
    node->items = sar_arena_grow(parser->arena, node->items, old, larger, sizeof *node->items);
    if (key) node->keys = sar_arena_grow(parser->arena, node->keys, old, larger, sizeof *node->keys);
    if (!node->items || (key && !node->keys)) return sar_report_no_memory(parser->context);
    *capacity = (int32_t)larger;
  }
  if (key) node->keys[node->count] = key;
  node->items[node->count++] = item;
  return SAR_OK;
}

/* The children of a sequence or mapping up to its end event. One in braces ends with the brace; one without ends with
 * its last child, whereas libyaml's mark stands behind the comments that follow. */
static SarStatus read_children(Parser *parser, SarNode *node, int32_t depth, yaml_event_type_t last, bool flow) {
  const SarNode *key = NULL;
  bool mapping = node->kind == SAR_NODE_MAPPING;
  int32_t capacity = 0;
  for (;;) {
    yaml_event_t event;
    SAR_TRY(next_event(parser, &event));
    if (event.type == last) {
      if (flow) node->end = byte_of(parser, event.end_mark);
      yaml_event_delete(&event);
      return mapping ? check_duplicates(parser, node) : SAR_OK;
    }
    const SarNode *child = NULL;
    SarSource at = source_of(parser, event.start_mark);
    SarStatus status = read_event(parser, &event, depth + 1, &child);
    yaml_event_delete(&event);
    SAR_TRY(status);
    SAR_TRY(account(parser, node, child, depth, at));
    node->end = child->end;
    if (mapping && !key) {
      SAR_TRY(check_key(parser, child));
      key = child;
      continue;
    }
    SAR_TRY(append(parser, node, &capacity, key, child));
    key = NULL;
  }
}

static SarStatus read_collection(Parser *parser, const yaml_event_t *event, int32_t depth, const SarNode **out) {
  bool mapping = event->type == YAML_MAPPING_START_EVENT;
  SarSource source = source_of(parser, event->start_mark);
  if (depth >= SAR_NODE_DEPTH) {
    return sar_report(parser->context, SAR_INPUT, source, NULL, "make the file flatter",
                      "values are nested more than %d levels deep", SAR_NODE_DEPTH);
  }
  SAR_TRY(
      check_tag(parser, mapping ? event->data.mapping_start.tag : event->data.sequence_start.tag, event->start_mark));
  int32_t anchor;
  const yaml_char_t *name = mapping ? event->data.mapping_start.anchor : event->data.sequence_start.anchor;
  SAR_TRY(open_anchor(parser, name, event->start_mark, &anchor));
  bool flow = mapping ? event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
                      : event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
  SarNode *node;
  SAR_TRY(new_node(parser, mapping ? SAR_NODE_MAPPING : SAR_NODE_SEQUENCE, event->start_mark, &node));
  node->flow = flow;
  SAR_TRY(read_children(parser, node, depth, mapping ? YAML_MAPPING_END_EVENT : YAML_SEQUENCE_END_EVENT, flow));
  if (anchor >= 0) parser->anchors[anchor].node = node;
  *out = node;
  return SAR_OK;
}

static SarStatus read_event(Parser *parser, yaml_event_t *event, int32_t depth, const SarNode **out) {
  switch (event->type) {
    case YAML_SCALAR_EVENT: return read_scalar(parser, event, out);
    case YAML_ALIAS_EVENT: return find_alias(parser, event, out);
    case YAML_SEQUENCE_START_EVENT:
    case YAML_MAPPING_START_EVENT: return read_collection(parser, event, depth, out);
    default:
      return sar_report(parser->context, SAR_INPUT, source_of(parser, event->start_mark), NULL, NULL, "not valid YAML");
  }
}

/* Follows the stream: start, one document with one root, end. */
static SarStatus read_stream(Parser *parser, const SarNode **root) {
  for (;;) {
    yaml_event_t event;
    SAR_TRY(next_event(parser, &event));
    yaml_event_type_t type = event.type;
    SarStatus status = SAR_OK;
    if (type == YAML_DOCUMENT_START_EVENT && *root) {
      status = sar_report(parser->context, SAR_INPUT, source_of(parser, event.start_mark), NULL, "keep one per file",
                          "the file has more than one document");
    } else if (type != YAML_STREAM_START_EVENT && type != YAML_STREAM_END_EVENT && type != YAML_DOCUMENT_START_EVENT &&
               type != YAML_DOCUMENT_END_EVENT) {
      status = read_event(parser, &event, 0, root);
    }
    yaml_event_delete(&event);
    SAR_TRY(status);
    if (type == YAML_STREAM_END_EVENT) return SAR_OK;
  }
}

SarStatus sar_yaml_parse(SarContext *context, SarArena *arena, const char *file, const char *text, size_t length,
                         const char *empty, const SarNode **root) {
  *root = NULL;
  SAR_TRY(sar_read_check_text(context, file, text, length));
  if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) { /* the mark some editors put before UTF-8 */
    text += 3;
    length -= 3;
  }
  Parser parser = {.context = context, .arena = arena, .file = file, .text = text, .length = length};
  if (!yaml_parser_initialize(&parser.yaml)) return sar_report_no_memory(context);
  yaml_parser_set_input_string(&parser.yaml, (const unsigned char *)text, length);
  yaml_parser_set_encoding(&parser.yaml, YAML_UTF8_ENCODING);
  SarStatus status = read_stream(&parser, root);
  yaml_parser_delete(&parser.yaml);
  if (status == SAR_OK && !*root) {
    status = sar_report(context, SAR_INPUT, (SarSource){file, 1, 1}, NULL, empty,
                        memchr(text, '#', length) ? "the file has only comments" : "the file is empty");
  }
  return status;
}

const SarNode *sar_node_get(const SarNode *mapping, const char *key) {
  for (int32_t i = 0; i < mapping->count; i++) {
    if (strcmp(mapping->keys[i]->text, key) == 0) return mapping->items[i];
  }
  return NULL;
}
