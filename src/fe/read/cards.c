#define _POSIX_C_SOURCE 200809L

#include "fe/read/cards.h"

#include <string.h>
#include <strings.h>

bool sar_fe_same(const char *a, const char *b) { return strcasecmp(a, b) == 0; }

const char *sar_fe_parameter(const SarFeCard *card, const char *key) {
  for (int32_t i = 0; i < card->count; i++) {
    if (strcmp(card->parameters[i].key, key) == 0) return card->parameters[i].value;
  }
  return NULL;
}

/* The next line that is no comment and not empty. */
static bool next(SarFeCards *cards) {
  SarFeText *text = &cards->text;
  if (cards->held) {
    cards->held = false;
    return true;
  }
  while (sar_fe_text_line(text)) {
    bool comment = text->length >= 2 && text->line[0] == '*' && text->line[1] == '*';
    if (!comment && sar_fe_text_more(text)) return true;
  }
  return false;
}

static char upper(char c) { return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c; }
static bool is_blank(char c) { return c == ' ' || c == '\t'; }

/* Copies up to one of the ends; false: it is too long. plain: in capitals and without blanks. */
static bool copy_word(SarFeText *text, const char *ends, bool plain, char word[SAR_FE_WORD]) {
  const char *end = text->line + text->length;
  size_t length = 0;
  if (!plain) sar_fe_text_more(text);
  for (; text->cursor < end && !(*text->cursor && strchr(ends, *text->cursor)); text->cursor++) {
    if (plain && is_blank(*text->cursor)) continue;
    if (length == SAR_FE_WORD - 1) return false;
    word[length++] = plain ? upper(*text->cursor) : *text->cursor;
  }
  while (length && is_blank(word[length - 1])) length--;
  word[length] = 0;
  return true;
}

/* Behind a comma, which may end the line: then parameters go on in the next one. */
static bool next_parameter(SarFeCards *cards) {
  SarFeText *text = &cards->text;
  const char *end = text->line + text->length;
  if (text->cursor >= end || *text->cursor != ',') return false;
  text->cursor++;
  if (sar_fe_text_more(text)) return true;
  if (!next(cards)) return false;
  if (text->line[0] != '*') return true;
  cards->held = true;
  return false;
}

static SarStatus parse_card(SarFeCards *cards, SarFeCard *card) {
  SarFeText *text = &cards->text;
  *card = (SarFeCard){.source = {text->name, text->number, (int32_t)(text->cursor - text->line) + 1}};
  text->cursor++;
  bool fits = copy_word(text, ",", true, card->keyword);
  while (fits && next_parameter(cards)) {
    if (card->count == SAR_FE_PARAMETERS) break;
    SarFeParameter *p = &card->parameters[card->count++];
    fits = copy_word(text, ",=", true, p->key);
    if (!fits || text->cursor >= text->line + text->length || *text->cursor != '=') continue;
    text->cursor++;
    fits = copy_word(text, ",", false, p->value);
  }
  return fits ? SAR_OK : sar_fe_text_wrong(text, "give a shorter one", "a word of over %d letters", SAR_FE_WORD - 1);
}

bool sar_fe_cards_next(SarFeCards *cards, SarFeCard *card, SarStatus *status) {
  while (next(cards)) {
    if (cards->text.cursor[0] != '*') continue;
    *status = parse_card(cards, card);
    return *status == SAR_OK;
  }
  *status = cards->text.status;
  return false;
}

bool sar_fe_cards_data(SarFeCards *cards) {
  if (!next(cards)) return false;
  cards->held = cards->text.cursor[0] == '*';
  return !cards->held;
}

/* Behind the comma that follows; false: something else follows. */
static bool end_field(SarFeText *text) {
  if (!sar_fe_text_more(text)) return true;
  if (*text->cursor != ',') return false;
  text->cursor++;
  return true;
}

/* A field that is empty is 0, as CalculiX has it. */
static bool is_empty(SarFeText *text) { return sar_fe_text_more(text) && *text->cursor == ','; }

bool sar_fe_field_int(SarFeText *text, int64_t *value) {
  *value = 0;
  return (is_empty(text) || sar_fe_text_int(text, value)) && end_field(text);
}

bool sar_fe_field_real(SarFeText *text, double *value) {
  *value = 0;
  return (is_empty(text) || sar_fe_text_real(text, value)) && end_field(text);
}

bool sar_fe_field_word(SarFeText *text, char word[SAR_FE_WORD]) {
  if (!sar_fe_text_more(text)) return false;
  return copy_word(text, ",", false, word) && end_field(text);
}
