#include "read/urdf/tag.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "base/xml.h"
#include "model/model.h"

typedef struct Builder {
  SarContext *context;
  SarArena *arena;
  SarTag *open[SAR_TAG_DEPTH];
  int32_t depth;
  SarTag *root;
} Builder;

static const char *const *copy_attributes(Builder *b, const char *const *attributes) {
  size_t count = 0;
  while (attributes[count]) count++;
  const char **copy = SAR_NEW(b->arena, count + 1, const char *);
  for (size_t i = 0; copy && i < count; i++) {
    copy[i] = sar_arena_copy_text(b->arena, attributes[i]);
    if (!copy[i]) return NULL;
  }
  return copy;
}

static SarStatus begin(void *self, SarXml *xml, const char *name, const char *const *attributes) {
  Builder *b = self;
  SarSource source = sar_xml_place(xml);
  if (strncmp(name, "xacro:", 6) == 0) {
    return sar_report(b->context, SAR_INPUT, source, NULL, "expand the file first: xacro robot.urdf.xacro > robot.urdf",
                      "<%s> is a macro of xacro", name);
  }
  if (b->depth == SAR_TAG_DEPTH) {
    return sar_report(b->context, SAR_INPUT, source, NULL, "no robot needs so many",
                      "more than %d tags are inside each other", SAR_TAG_DEPTH);
  }
  SarTag *tag = SAR_NEW(b->arena, 1, SarTag);
  if (!tag) return sar_report_no_memory(b->context);
  *tag = (SarTag){.name = sar_arena_copy_text(b->arena, name), .source = source};
  tag->attributes = copy_attributes(b, attributes);
  if (!tag->name || !tag->attributes) return sar_report_no_memory(b->context);
  SarTag *parent = b->depth ? b->open[b->depth - 1] : NULL;
  if (!parent) {
    b->root = tag;
  } else {
    *(parent->last ? &parent->last->next : &parent->first) = tag;
    parent->last = tag;
  }
  b->open[b->depth++] = tag;
  return SAR_OK;
}

static SarStatus end(void *self, SarXml *xml, const char *name) {
  Builder *b = self;
  (void)xml, (void)name;
  b->depth--;
  return SAR_OK;
}

SarStatus sar_tag_parse(SarContext *context, SarArena *arena, const char *file, const char *text, size_t length,
                        const SarTag **root) {
  Builder b = {.context = context, .arena = arena};
  SarXmlHandler handler = {.self = &b, .begin = begin, .end = end};
  SAR_TRY(sar_xml_parse(context, file, text, length, &handler));
  *root = b.root;
  return SAR_OK;
}

const SarTag *sar_tag_inside(const SarTag *tag, const char *name) {
  for (const SarTag *t = tag ? tag->first : NULL; t; t = t->next) {
    if (strcmp(t->name, name) == 0) return t;
  }
  return NULL;
}

const char *sar_tag_attribute(const SarTag *tag, const char *name) { return sar_xml_attribute(tag->attributes, name); }

/* ---- numbers ---- */

static SarStatus refuse(SarContext *context, const SarTag *tag, const char *name, const char *text, int count) {
  const char *remedy = strstr(text, "${") ? "expand the file first: xacro robot.urdf.xacro > robot.urdf"
                       : count == 1       ? "give a number"
                                          : "give three numbers with blanks between them";
  return sar_report(context, SAR_INPUT, tag->source, NULL, remedy, "%s of <%s> cannot be \"%.60s\"", name, tag->name,
                    text);
}

SarStatus sar_tag_numbers(SarContext *context, SarArena *arena, const SarTag *tag, const char *name, int count,
                          const char *fallback, SarWritten *out) {
  const char *text = tag ? sar_tag_attribute(tag, name) : NULL;
  *out = (SarWritten){.given = text != NULL};
  if (!text && tag && !fallback) {
    return sar_report(context, SAR_INPUT, tag->source, NULL, "write it", "<%s> has no %s", tag->name, name);
  }
  if (!text) text = fallback;
  const char *at = text;
  for (int i = 0; i < count; i++) {
    at += strspn(at, " \t\n\r");
    size_t length = strcspn(at, " \t\n\r");
    if (!length || sar_text_number(at, length, &out->values[i]) != length || !isfinite(out->values[i])) {
      return refuse(context, tag, name, text, count);
    }
    out->words[i] = sar_arena_copy_text_n(arena, at, length);
    if (!out->words[i]) return sar_report_no_memory(context);
    at += length;
  }
  if (at[strspn(at, " \t\n\r")]) return refuse(context, tag, name, text, count);
  return SAR_OK;
}

/* ---- what nobody knows ---- */

static void suggest(SarContext *context, SarSuggestion *best, const char *words) {
  char word[64];
  for (const char *at = words; *at; at += strspn(at, " ")) {
    size_t length = strcspn(at, " ");
    snprintf(word, sizeof word, "%.*s", (int)length, at);
    at += length;
    const char *known = sar_intern(context, word);
    if (known) sar_suggestion_offer(best, known);
  }
}

void sar_tag_warn_unknown(SarContext *context, const SarTag *tag, const char *words) {
  for (const SarTag *t = tag->first; t; t = t->next) {
    if (sar_field_choice(words, t->name) >= 0) continue;
    SarSuggestion best = sar_suggestion(t->name);
    suggest(context, &best, words);
    SarHint hint = sar_hint(&best);
    sar_warn(context, t->source, NULL, hint.word[0] ? "check how it is written" : "remove it if it is not needed",
             "<%s> inside <%s> is not known, and left out%s%s%s", t->name, tag->name, hint.open, hint.word, hint.close);
  }
}
