/* The class of an element, and what takes its place where the type is wrong.
 *
 * A wrong type does not make the other keys of an element unreadable: what every class of the section that has a key
 * means by it can be checked (`between`, `at`, `start` of a joint), and a key that none of them has is wrong whatever
 * the type. Where the classes differ, the one that was probably meant decides; without such a guess nothing is said. */
#include "read/types.h"

#include <string.h>

#include "base/text.h"
#include "element/synonyms.h"

/* ---- messages: each gives the class that was probably meant, or null ---- */

/* A word of another program, or a type of another section. */
static SarStatus other_word(SarFile *file, const SarNode *node, SarSection section, const char *text,
                            const SarSynonym *means) {
  SarContext *context = file->reader->context;
  const char *here = sar_section_name(section), *there = sar_section_name(means->section);
  if (!means->type) {
    return sar_report(context, SAR_INPUT, node->source, file->element, means->advice, "there is no type `%s` in %s",
                      text, here);
  }
  if (means->section != section) {
    const char *remedy = sar_arena_printf(file->reader->scratch, "move it into `%s:`", there);
    return sar_report(context, SAR_INPUT, node->source, file->element, remedy ? remedy : there,
                      "there is no type `%s` in %s; did you mean `%s` of %s?", text, here, means->type, there);
  }
  return sar_report(context, SAR_INPUT, node->source, file->element,
                    means->advice ? means->advice : "`sarrus describe` lists all types",
                    "there is no type `%s` in %s; did you mean `%s`?", text, here, means->type);
}

/* *elsewhere: it belongs into another section, or into none; then the keys of this one say nothing. */
static SarStatus unknown_type(SarFile *file, const SarNode *node, SarSection section, const char *text,
                              const SarElementClass **meant, bool *elsewhere) {
  SarSynonym means;
  bool known = sar_synonym_of_type(section, text, &means);
  SarSuggestion suggestion = sar_suggestion(text);
  for (int32_t i = 0; !known && i < sar_element_class_count(); i++) {
    if (sar_element_class(i)->section == section) sar_suggestion_offer(&suggestion, sar_element_class(i)->name);
  }
  const char *best = known ? NULL : sar_suggestion_best(&suggestion);
  if (!known && !best) known = sar_synonym_near_type(section, text, &means);
  *elsewhere = known && (!means.type || means.section != section);
  if (known) {
    *meant = *elsewhere ? NULL : sar_element_class_find(section, means.type);
    return other_word(file, node, section, text, &means);
  }
  *meant = best ? sar_element_class_find(section, best) : NULL;
  return sar_report(file->reader->context, SAR_INPUT, node->source, file->element, "`sarrus describe` lists all types",
                    "there is no type `%s` in %s%s%s%s", text, sar_section_name(section),
                    best ? "; did you mean `" : "", best ? best : "", best ? "`?" : "");
}

/* A key that looks like `type` is the likely mistake: *misspelt. */
static SarStatus missing_type(SarFile *file, const SarNode *name, const SarNode *item, const SarNode **misspelt) {
  SarContext *context = file->reader->context;
  for (int32_t i = 0; i < item->count; i++) {
    const SarNode *key = item->keys[i];
    SarSuggestion suggestion = sar_suggestion(key->text);
    sar_suggestion_offer(&suggestion, "type");
    if (!sar_suggestion_best(&suggestion)) continue;
    *misspelt = key;
    return sar_report(context, SAR_INPUT, key->source, file->element, "`sarrus describe` lists all types",
                      "unknown key `%s`; did you mean `type`?", key->text);
  }
  return sar_report(context, SAR_INPUT, name->source, file->element, "give the type; `sarrus describe` lists all types",
                    "`type` is missing");
}

/* ---- the stand-in ---- */

static bool same_text(const char *a, const char *b) { return strcmp(a ? a : "", b ? b : "") == 0; }

/* Whether what is written below a key of this name is read alike in both classes. */
static bool same_meaning(const SarField *a, const SarField *b) {
  if (a->kind != b->kind || !same_text(a->unit, b->unit) || !same_text(a->variables, b->variables)) return false;
  return a->kind == SAR_FIELD_STARTS || same_text(a->choices, b->choices);
}

/* The words of both lists, each once. */
static const char *united(SarArena *arena, const char *words, const char *others) {
  char one[64];
  for (const char *at = others; words && *(at += strspn(at, " ")); at += strcspn(at, " ")) {
    size_t length = strcspn(at, " ");
    if (length >= sizeof one) continue;
    memcpy(one, at, length);
    one[length] = 0;
    if (sar_field_choice(words, one) < 0) words = sar_arena_printf(arena, "%s%s%s", words, words[0] ? " " : "", one);
  }
  return words;
}

/* Puts a field into the stand-in as all classes of the section mean it, or as `meant` does; leaves it out where neither
 * is known. Returns false without memory. */
static bool merge_field(SarArena *arena, SarStandIn *in, SarField *fields, const SarField *field,
                        const SarElementClass *meant) {
  SarField merged = *field;
  bool alike = true;
  for (int32_t i = 0; i < sar_element_class_count(); i++) {
    const SarElementClass *class = sar_element_class(i);
    int32_t other = class->section == in->class.section ? sar_field_index(class, field->name) : -1;
    if (other < 0) continue;
    alike = alike && same_meaning(field, &class->fields[other]);
    if (!alike || field->kind != SAR_FIELD_STARTS) continue;
    merged.choices = united(arena, merged.choices, class->fields[other].choices);
    if (!merged.choices) return false;
  }
  int32_t own = meant ? sar_field_index(meant, field->name) : -1;
  if (!alike && own < 0) return true;
  if (!alike) merged = meant->fields[own];
  merged.fallback = ""; /* nothing is missing, and nothing is filled in */
  fields[in->class.nfields++] = merged;
  return true;
}

static const SarStandIn *make_stand_in(SarFile *file, SarSection section, const SarElementClass *meant,
                                       const SarNode *misspelt) {
  SarArena *arena = file->reader->model->arena;
  int32_t most = 0;
  for (int32_t i = 0; i < sar_element_class_count(); i++) {
    if (sar_element_class(i)->section == section) most += sar_element_class(i)->nfields;
  }
  SarStandIn *in = SAR_NEW(arena, 1, SarStandIn);
  SarField *fields = SAR_NEW(arena, most, SarField);
  if (!in || !fields) return NULL;
  *in = (SarStandIn){.meant = meant, .keys = "type", .misspelt = misspelt};
  in->class = (SarElementClass){.name = "", .section = section, .fields = fields};
  for (int32_t i = 0; i < sar_element_class_count(); i++) {
    const SarElementClass *class = sar_element_class(i);
    if (class->section != section) continue;
    for (int32_t k = 0; k < class->nfields; k++) {
      if (sar_field_choice(in->keys, class->fields[k].name) >= 0) continue;
      in->keys = sar_arena_printf(arena, "%s %s", in->keys, class->fields[k].name);
      if (!in->keys || !merge_field(arena, in, fields, &class->fields[k], meant)) return NULL;
    }
  }
  return in;
}

SarStatus sar_read_class(SarFile *file, SarSection section, const SarNode *key, const SarNode *item,
                         const SarElementClass **out, const SarStandIn **stand_in) {
  const SarNode *type = sar_node_get(item, "type"), *misspelt = NULL;
  const SarElementClass *meant = NULL;
  const char *text = NULL;
  SarStatus status = SAR_OK;
  bool elsewhere = false;
  *stand_in = NULL;
  if (type) status = sar_read_text(file, type, "type", &text);
  if (status == SAR_OK && !type && sar_section_needs_type(section)) {
    status = missing_type(file, key, item, &misspelt);
  } else if (status == SAR_OK) {
    *out = sar_element_class_find(section, text);
    if (*out) return SAR_OK;
    status = unknown_type(file, type, section, text, &meant, &elsewhere);
  }
  if (status == SAR_NO_MEMORY || elsewhere) return status;
  *stand_in = make_stand_in(file, section, meant, misspelt);
  return *stand_in ? status : sar_read_no_memory(file->reader);
}
