/* The generic tree to YAML, so that it reads back as the same tree. Mappings and lists that were built in braces stay
 * in them where they fit into a line; scalars are quoted only where YAML would take them for something else. What the
 * text means does not matter: the model language never asks YAML for that. */
#include "read/yaml_write.h"

#include <string.h>

#include "read/node.h"

#define WIDTH 120
#define STEP 2 /* blanks per level */

typedef struct Writer {
  FILE *stream;
  int column; /* characters in this line so far */
} Writer;

static void put(Writer *w, const char *text, size_t length) {
  fwrite(text, 1, length, w->stream);
  for (size_t i = 0; i < length; i++) w->column += ((unsigned char)text[i] & 0xC0) != 0x80;
}

static void put_text(Writer *w, const char *text) { put(w, text, strlen(text)); }

/* Ends the line and indents the next one. */
static void new_line(Writer *w, int indent) {
  fputc('\n', w->stream);
  w->column = 0;
  for (int i = 0; i < indent; i++) put(w, " ", 1);
}

/* ---- scalars ---- */

/* Bytes of the UTF-8 character at p; 0: it is none, or one that YAML takes for a line break or a mark. */
static size_t printable(const char *p) {
  const unsigned char *b = (const unsigned char *)p;
  if (b[0] < 0x80) return b[0] >= 0x20 && b[0] != 0x7F;
  size_t n = b[0] >= 0xC2 && b[0] < 0xE0 ? 2 : b[0] >= 0xE0 && b[0] < 0xF0 ? 3 : b[0] >= 0xF0 && b[0] < 0xF5 ? 4 : 0;
  for (size_t i = 1; i < n; i++) {
    if ((b[i] & 0xC0) != 0x80) return 0;
  }
  if (n == 2 && b[0] == 0xC2 && b[1] < 0xA0) return 0;                                       /* U+0080 .. U+009F */
  if (n == 3 && b[0] == 0xE0 && b[1] < 0xA0) return 0;                                       /* overlong */
  if (n == 3 && b[0] == 0xE2 && b[1] == 0x80 && (b[2] == 0xA8 || b[2] == 0xA9)) return 0;    /* U+2028, U+2029 */
  if (n == 3 && ((b[0] == 0xED && b[1] > 0x9F) || (b[0] == 0xEF && b[1] >= 0xBB))) return 0; /* surrogates, marks */
  if (n == 4 && ((b[0] == 0xF0 && b[1] < 0x90) || (b[0] == 0xF4 && b[1] > 0x8F))) return 0;
  return n;
}

static bool is_printable(const char *text) {
  while (*text) {
    size_t n = printable(text);
    if (!n) return false;
    text += n;
  }
  return true;
}

/* Whether a text can stand without quotes. Inside of braces, and of keys, commas and brackets end it. */
static bool is_plain(const char *text, bool in_braces) {
  size_t length = strlen(text);
  if (!length || text[0] == ' ' || text[length - 1] == ' ' || text[length - 1] == ':') return false;
  if (strchr("?:,[]{}#&*!|>'\"%@`", text[0])) return false;
  if (text[0] == '-' && (length == 1 || strchr(" -", text[1]))) return false;
  if (strncmp(text, "...", 3) == 0) return false;
  if (strstr(text, ": ") || strstr(text, " #")) return false;
  if (in_braces && strpbrk(text, ",[]{}?:")) return false;
  return is_printable(text);
}

/* The code point of a well-formed sequence, or of the byte alone: decks are older than Unicode, and their letters above
 * 127 are those of Latin-1. */
static unsigned code_point(const char *p, size_t *length) {
  const unsigned char *b = (const unsigned char *)p;
  *length = 1;
  if (b[0] == 0xC2 && (b[1] & 0xC0) == 0x80) {
    *length = 2;
    return b[1];
  }
  if (b[0] >= 0xE0 && b[0] < 0xF0 && (b[1] & 0xC0) == 0x80 && (b[2] & 0xC0) == 0x80) {
    *length = 3;
    return (b[0] & 0xFu) << 12 | (b[1] & 0x3Fu) << 6 | (b[2] & 0x3Fu);
  }
  return b[0];
}

static void put_quoted(Writer *w, const char *text) {
  put_text(w, "\"");
  while (*text) {
    size_t n = printable(text);
    char escape[16];
    if (*text == '"' || *text == '\\') put_text(w, "\\");
    if (n) {
      put(w, text, n);
    } else if (*text == '\n') {
      put_text(w, "\\n");
      n = 1;
    } else {
      snprintf(escape, sizeof escape, "\\u%04X", code_point(text, &n));
      put_text(w, escape);
    }
    text += n;
  }
  put_text(w, "\"");
}

static void put_scalar(Writer *w, const char *text, bool in_braces) {
  if (is_plain(text, in_braces)) {
    put_text(w, text);
  } else {
    put_quoted(w, text);
  }
}

/* ---- how long would it be? ---- */

/* Columns of a scalar; that many at most count, so that long ones cost nothing. */
static int scalar_width(const char *text, bool in_braces) {
  size_t length = strlen(text);
  if (length > WIDTH) return WIDTH + 1;
  return (int)length + (is_plain(text, in_braces) ? 0 : 2);
}

/* Columns of a node in braces, or more than `room` once it is known not to fit. */
static int flow_width(const SarNode *node, int room) {
  if (node->comment) return WIDTH + 1;
  if (node->kind == SAR_NODE_SCALAR) return scalar_width(node->text, true);
  int width = 2;
  for (int32_t i = 0; i < node->count && width <= room; i++) {
    if (i) width += 2;
    if (node->kind == SAR_NODE_MAPPING) width += scalar_width(node->keys[i]->text, true) + 2;
    width += flow_width(node->items[i], room - width);
  }
  return width;
}

static bool fits(const SarNode *node, int column) {
  if (node->kind == SAR_NODE_SCALAR || node->count == 0) return true;
  return node->flow && flow_width(node, WIDTH - column) <= WIDTH - column;
}

/* A list of scalars alone is filled line by line where it is too long for one. */
static bool is_fillable(const SarNode *node) {
  if (node->kind != SAR_NODE_SEQUENCE || !node->flow) return false;
  for (int32_t i = 0; i < node->count; i++) {
    if (node->items[i]->kind != SAR_NODE_SCALAR || node->items[i]->comment) return false;
  }
  return true;
}

/* ---- nodes ---- */

static void put_flow(Writer *w, const SarNode *node) {
  if (node->kind == SAR_NODE_SCALAR) {
    put_scalar(w, node->text, true);
    return;
  }
  bool mapping = node->kind == SAR_NODE_MAPPING;
  put_text(w, mapping ? "{" : "[");
  for (int32_t i = 0; i < node->count; i++) {
    if (i) put_text(w, ", ");
    if (mapping) {
      put_scalar(w, node->keys[i]->text, true);
      put_text(w, ": ");
    }
    put_flow(w, node->items[i]);
  }
  put_text(w, mapping ? "}" : "]");
}

static void put_filled(Writer *w, const SarNode *list, int indent) {
  put_text(w, "[");
  for (int32_t i = 0; i < list->count; i++) {
    const char *text = list->items[i]->text;
    if (i) put_text(w, ",");
    if (w->column + scalar_width(text, true) + 2 > WIDTH) {
      new_line(w, indent);
    } else if (i) {
      put_text(w, " ");
    }
    put_scalar(w, text, true);
  }
  put_text(w, "]");
}

static void put_comment(Writer *w, const char *comment, int indent) {
  for (const char *line = comment; line && *line;) {
    size_t length = strcspn(line, "\n");
    put_text(w, "# ");
    for (size_t i = 0; i < length;) {
      size_t n = printable(line + i);
      put(w, n ? line + i : "?", n ? n : 1);
      i += n ? n : 1;
    }
    new_line(w, indent);
    line += length + (line[length] == '\n');
  }
}

static void put_block(Writer *w, const SarNode *node, int indent);

/* What stands behind `key:` or `-`. */
static void put_value(Writer *w, const SarNode *node, int indent) {
  if (node->kind == SAR_NODE_SCALAR) {
    put_text(w, " ");
    put_scalar(w, node->text, false);
  } else if (fits(node, w->column + 1)) {
    put_text(w, " ");
    put_flow(w, node);
  } else if (is_fillable(node)) {
    put_text(w, " ");
    put_filled(w, node, indent + STEP);
  } else {
    new_line(w, indent + STEP);
    put_block(w, node, indent + STEP);
  }
}

/* One line per child, or more; the cursor stands where the first begins. */
static void put_block(Writer *w, const SarNode *node, int indent) {
  for (int32_t i = 0; i < node->count; i++) {
    if (i) new_line(w, indent);
    put_comment(w, node->items[i]->comment, indent);
    if (node->kind == SAR_NODE_MAPPING) {
      put_scalar(w, node->keys[i]->text, true);
      put_text(w, ":");
    } else {
      put_text(w, "-");
    }
    put_value(w, node->items[i], indent);
  }
}

void sar_yaml_write(const SarNode *root, FILE *stream) {
  Writer w = {.stream = stream};
  put_comment(&w, root->comment, 0);
  if (root->kind == SAR_NODE_SCALAR) {
    put_scalar(&w, root->text, false);
  } else if (root->count == 0) {
    put_flow(&w, root);
  } else {
    put_block(&w, root, 0);
  }
  fputc('\n', stream);
}
