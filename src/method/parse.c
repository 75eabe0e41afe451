/* METHOD texts and the list of methods: `name` or `name:key=value,...`. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "method/engine.h"

#define SAR_TABLE(name) extern const SarMethodTable sar_table_##name;
#include "method/table/registry.def"
#undef SAR_TABLE

static const SarMethodTable *const tables[] = {
#define SAR_TABLE(name) &sar_table_##name,
#include "method/table/registry.def"
#undef SAR_TABLE
};

int32_t sar_method_count(void) { return (int32_t)(sizeof tables / sizeof *tables); }

SarMethodInfo sar_method_info(int32_t index) { return tables[index]->info; }

SarMethodInfo sar_method_info_of(const SarMethodChoice *choice) { return choice->table->info; }

/* Common keys that all methods of a family refuse (integrator.c) are not listed. */
static bool refused(const SarFamily *family, const char *key) {
  if (strcmp(key, "formulation") == 0) return !family->si2;
  return !family->scaling && (strcmp(key, "scaling") == 0 || strcmp(key, "augmentation") == 0);
}

bool sar_method_key_info(int32_t method, int32_t index, SarMethodKeyInfo *out) {
  const SarMethodTable *table = tables[method];
  const SarMethodKey *key = NULL;
  int32_t count = 0;
  for (int32_t i = 0; !key && i < table->nkeys; i++) {
    if (count++ == index) key = &table->keys[i];
  }
  for (int32_t i = 0; !key && i < sar_method_common_key_count; i++) { /* unless it has them in a form of its own */
    const SarMethodKey *common = &sar_method_common_keys[i];
    if (refused(table->family, common->name)) continue;
    if (sar_method_key_find(table, common->name) == common && count++ == index) key = common;
  }
  if (!key) return false;
  *out = (SarMethodKeyInfo){.name = key->name, .fallback = key->fallback, .meaning = key->meaning};
  sar_method_key_words(key, out->words, sizeof out->words);
  return true;
}

/* What serves most models (docs/decisions/0065, 0066): their own equations decide the steps, not the name of a method.
 */
#define AUTO_IS "bdf"
#define AUTO_KEY "weights"
#define AUTO_VALUE "moving"

bool sar_method_is_auto(const char *text) {
  size_t length = strlen(SAR_METHOD_AUTO);
  return strncmp(text, SAR_METHOD_AUTO, length) == 0 && (!text[length] || text[length] == ':');
}

static const SarMethodTable *find_table(const char *name) {
  if (strcmp(name, SAR_METHOD_AUTO) == 0) name = AUTO_IS;
  for (int32_t i = 0; i < sar_method_count(); i++) {
    if (strcmp(tables[i]->info.name, name) == 0) return tables[i];
  }
  return NULL;
}

static SarStatus unknown_method(SarContext *context, SarSource at, const char *name) {
  SarSuggestion suggestion = sar_suggestion(name);
  for (int32_t i = 0; i < sar_method_count(); i++) sar_suggestion_offer(&suggestion, tables[i]->info.name);
  const char *best = sar_suggestion_best(&suggestion);
  if (best) {
    return sar_report(context, SAR_INPUT, at, NULL, "`sarrus methods` lists them all",
                      "there is no method \"%s\"; did you mean \"%s\"?", name, best);
  }
  return sar_report(context, SAR_INPUT, at, NULL, "`sarrus methods` lists them all", "there is no method \"%s\"", name);
}

/* "rho" of "rho_inf": a key of the method that begins so. */
static const char *longer_key(const SarMethodTable *table, const char *name) {
  size_t length = strlen(name);
  for (int32_t i = 0; i < table->nkeys && length > 1; i++) {
    if (strncmp(table->keys[i].name, name, length) == 0) return table->keys[i].name;
  }
  return NULL;
}

static SarStatus unknown_key(SarContext *context, SarSource at, const SarMethodTable *table, const char *name) {
  SarSuggestion suggestion = sar_suggestion(name);
  for (int32_t i = 0; i < table->nkeys; i++) sar_suggestion_offer(&suggestion, table->keys[i].name);
  for (int32_t i = 0; i < sar_method_common_key_count; i++) {
    const SarMethodKey *common = &sar_method_common_keys[i];
    if (sar_method_key_find(table, common->name) == common) sar_suggestion_offer(&suggestion, common->name);
  }
  const char *longer = longer_key(table, name), *best = longer ? longer : sar_suggestion_best(&suggestion);
  if (best) {
    return sar_report(context, SAR_INPUT, at, NULL, "`sarrus methods NAME` lists a method's keys",
                      "method %s has no key \"%s\"; did you mean \"%s\"?", table->info.name, name, best);
  }
  return sar_report(context, SAR_INPUT, at, NULL, "`sarrus methods NAME` lists a method's keys",
                    "method %s has no key \"%s\"", table->info.name, name);
}

/* Copies [from, to) without blanks at its ends; false when it does not fit. */
static bool copy_part(const char *from, const char *to, char *out, size_t size) {
  while (from < to && *from == ' ') from++;
  while (to > from && to[-1] == ' ') to--;
  size_t length = (size_t)(to - from);
  if (length >= size) return false;
  memcpy(out, from, length);
  out[length] = '\0';
  return true;
}

static SarStatus parse_key(SarContext *context, SarSource at, const char *from, const char *to, SarMethodChoice *out) {
  const char *equals = memchr(from, '=', (size_t)(to - from));
  char name[sizeof out->keys[0].name], value[sizeof out->keys[0].value];
  if (!equals || !copy_part(from, equals, name, sizeof name) || !copy_part(equals + 1, to, value, sizeof value)) {
    return sar_report(context, SAR_INPUT, at, NULL, "write NAME:KEY=VALUE,KEY=VALUE, as in \"hht:alpha=-0.1\"",
                      "cannot read \"%.*s\" in the method's keys", (int)(to - from), from);
  }
  const SarMethodKey *key = sar_method_key_find(out->table, name);
  if (!key) return unknown_key(context, at, out->table, name);
  SAR_TRY(sar_method_key_check(context, at, out->table->info.name, key, value));
  for (int32_t i = 0; i < out->nkeys; i++) {
    if (strcmp(out->keys[i].name, name) != 0) continue;
    return sar_report(context, SAR_INPUT, at, NULL, "give every key once", "key \"%s\" is given twice", name);
  }
  if (out->nkeys == SAR_METHOD_KEYS) {
    return sar_report(context, SAR_INPUT, at, NULL, "leave out keys that have their default value", "too many keys");
  }
  memcpy(out->keys[out->nkeys].name, name, sizeof name);
  memcpy(out->keys[out->nkeys].value, value, sizeof value);
  out->nkeys++;
  return SAR_OK;
}

/* `auto` with keys: those that make it differ from the method that it is are added. */
static SarStatus complete_auto(SarContext *context, SarSource at, SarMethodChoice *choice) {
  const char key[] = AUTO_KEY "=" AUTO_VALUE;
  for (int32_t i = 0; i < choice->nkeys; i++) {
    if (strcmp(choice->keys[i].name, AUTO_KEY) == 0) return SAR_OK;
  }
  return parse_key(context, at, key, key + sizeof key - 1, choice);
}

SarStatus sar_method_parse(SarContext *context, const char *text, SarSource at, SarMethodChoice *out) {
  *out = (SarMethodChoice){.table = NULL};
  const char *colon = strchr(text, ':'), *end = text + strlen(text);
  char name[32];
  if (!copy_part(text, colon ? colon : end, name, sizeof name)) name[0] = '\0';
  out->table = find_table(name);
  if (!out->table) return unknown_method(context, at, name[0] ? name : text);
  for (const char *from = colon ? colon + 1 : end; from < end || (colon && from == colon + 1);) {
    const char *comma = strchr(from, ','), *to = comma ? comma : end;
    SAR_TRY(parse_key(context, at, from, to, out));
    if (!comma) break;
    from = comma + 1;
    if (from == end) SAR_TRY(parse_key(context, at, from, end, out)); /* nothing after the last comma */
  }
  if (strcmp(name, SAR_METHOD_AUTO) == 0) SAR_TRY(complete_auto(context, at, out));
  snprintf(out->linear, sizeof out->linear, "%s", sar_method_key_text(out, "linear"));
  return SAR_OK;
}

void sar_method_label(const SarMethodChoice *choice, char *label, size_t size) {
  int used = snprintf(label, size, "%s", choice->table->info.name);
  const char *separator = ":";
  const SarMethodTable *table = choice->table;
  for (int32_t i = 0; i < table->nkeys && used > 0 && (size_t)used < size; i++) {
    /* the method's leading parameters are always shown if they are numbers, the others only when given */
    bool wanted = table->keys[i].shown || (i == 0 && isfinite(sar_method_key_real(choice, table->keys[0].name)));
    for (int32_t j = 0; j < choice->nkeys; j++) wanted |= strcmp(choice->keys[j].name, table->keys[i].name) == 0;
    if (!wanted) continue;
    used += snprintf(label + used, size - (size_t)used, "%s%s=%s", separator, table->keys[i].name,
                     sar_method_key_text(choice, table->keys[i].name));
    separator = ",";
  }
  for (int32_t i = 0; i < choice->nkeys && used > 0 && (size_t)used < size; i++) {
    bool own = false;
    for (int32_t j = 0; j < table->nkeys; j++) own |= strcmp(choice->keys[i].name, table->keys[j].name) == 0;
    if (own) continue;
    used +=
        snprintf(label + used, size - (size_t)used, "%s%s=%s", separator, choice->keys[i].name, choice->keys[i].value);
    separator = ",";
  }
}
