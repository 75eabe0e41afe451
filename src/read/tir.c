#include "read/tir.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"
#include "base/text.h"
#include "base/units.h"
#include "read/values.h"

/* ---- text ---- */

/* A piece of a line without the blanks around it. */
typedef struct Word {
  const char *text;
  size_t length;
  int32_t line, column;
} Word;

typedef struct Tir {
  SarContext *context;
  const char *name;
  SarUnits units;
  bool force_given;
  char section[40];
  SarTyreFile *out;
} Tir;

static SarStatus wrong(const Tir *t, Word at, const char *remedy, const char *what) {
  SarSource source = {t->name, at.line, at.column};
  return sar_report(t->context, SAR_INPUT, source, NULL, remedy, "%s", what);
}

static Word trimmed(Word w) {
  while (w.length && strchr(" \t\r", w.text[0])) w.text++, w.length--, w.column++;
  while (w.length && strchr(" \t\r", w.text[w.length - 1])) w.length--;
  return w;
}

/* The line at *at without its comment, and to the next one; quotes hold what would begin one. */
static Word next_line(const char *text, size_t length, size_t *at, int32_t *number) {
  const char *start = text + *at, *end = memchr(start, '\n', length - *at);
  size_t whole = end ? (size_t)(end - start) : length - *at, used = 0;
  bool quoted = false;
  *at += whole + 1;
  while (used < whole && (quoted || !strchr("$!", start[used]) || !start[used])) {
    quoted = quoted != (start[used] == '\'');
    used++;
  }
  return trimmed((Word){start, used, ++*number, 1});
}

static bool is(Word w, const char *text) {
  size_t n = strlen(text);
  if (w.length != n) return false;
  for (size_t i = 0; i < n; i++) {
    char a = w.text[i], b = text[i];
    if ((a >= 'a' && a <= 'z' ? a - 32 : a) != (b >= 'a' && b <= 'z' ? b - 32 : b)) return false;
  }
  return true;
}

static Word unquoted(Word w) {
  bool quotes = w.length >= 2 && w.text[0] == '\'' && w.text[w.length - 1] == '\'';
  return quotes ? trimmed((Word){w.text + 1, w.length - 2, w.line, w.column + 1}) : w;
}

static int shown(Word w) { return w.length < 40 ? (int)w.length : 40; }

/* ---- numbers ---- */

static SarStatus read_number(const Tir *t, Word w, double *out) {
  SarSource source = {t->name, w.line, w.column};
  if (!w.length || sar_text_number(w.text, w.length, out) != w.length) {
    return sar_report(t->context, SAR_INPUT, source, NULL, "give a number with a decimal point",
                      "`%.*s` is not a number", shown(w), w.text);
  }
  if (fabs(*out) <= SAR_LARGEST_QUANTITY) return SAR_OK;
  return sar_report(t->context, SAR_INPUT, source, NULL, "give a smaller number", "the number `%.*s` is too large",
                    shown(w), w.text);
}

static SarStatus take_number(Tir *t, Word key, Word value, int32_t index) {
  SarTyreFile *out = t->out;
  if (out->given[index]) return wrong(t, key, "keep one of the lines", "this number stands here for the second time");
  SAR_TRY(read_number(t, value, &out->data.number[index]));
  out->given[index] = true;
  return SAR_OK;
}

/* ---- units and format ---- */

static SarStatus take_unit(Tir *t, Word key, Word value) {
  static const char *const names[][3] = {{"LENGTH", "meter", "m"},
                                         {"LENGTH", "m", "m"},
                                         {"LENGTH", "millimeter", "mm"},
                                         {"LENGTH", "mm", "mm"},
                                         {"LENGTH", "cm", "cm"},
                                         {"LENGTH", "inch", "in"},
                                         {"LENGTH", "foot", "ft"},
                                         {"FORCE", "newton", "N"},
                                         {"FORCE", "N", "N"},
                                         {"FORCE", "knewton", "kN"},
                                         {"FORCE", "kilonewton", "kN"},
                                         {"ANGLE", "radian", "rad"},
                                         {"ANGLE", "radians", "rad"},
                                         {"ANGLE", "rad", "rad"},
                                         {"ANGLE", "degree", "deg"},
                                         {"ANGLE", "degrees", "deg"},
                                         {"ANGLE", "deg", "deg"},
                                         {"MASS", "kg", "kg"},
                                         {"MASS", "kilogram", "kg"},
                                         {"MASS", "gram", "g"},
                                         {"TIME", "second", "s"},
                                         {"TIME", "sec", "s"},
                                         {"TIME", "s", "s"},
                                         {"TIME", "millisecond", "ms"}};
  static const char *const kinds[][2] = {
      {"LENGTH", "length"}, {"FORCE", "force"}, {"ANGLE", "angle"}, {"MASS", "mass"}, {"TIME", "time"}};
  value = unquoted(value);
  for (int k = 0; k < SAR_COUNT(kinds); k++) {
    if (!is(key, kinds[k][0])) continue;
    for (int i = 0; i < SAR_COUNT(names); i++) {
      if (strcmp(names[i][0], kinds[k][0]) != 0 || !is(value, names[i][1])) continue;
      t->force_given = t->force_given || k == 1;
      if (sar_units_choose(&t->units, kinds[k][1], names[i][2]) == SAR_OK) return SAR_OK;
    }
    return wrong(t, value, "use meter, newton, radian, kg and second, or mm, kilonewton, degree",
                 "this unit is not known");
  }
  return SAR_OK;
}

static SarStatus take_format(Tir *t, Word value) {
  value = unquoted(value);
  for (int32_t i = 0; sar_tyre_model(i); i++) {
    const char *format = sar_tyre_model(i)->file_format;
    if (format && is(value, format)) t->out->model = sar_tyre_model(i);
  }
  if (t->out->model) return SAR_OK;
  return wrong(t, value, "convert the file to PAC2002, PAC89 or FIALA", "tyres of this format cannot be read");
}

/* ---- lines ---- */

static SarStatus take_section(Tir *t, Word line) {
  Word name = trimmed((Word){line.text + 1, line.length - 1, line.line, line.column + 1});
  if (!name.length || name.text[name.length - 1] != ']') {
    return wrong(t, line, "close it: [NAME]", "the name of a section is not closed");
  }
  name = trimmed((Word){name.text, name.length - 1, name.line, name.column});
  size_t n = name.length < sizeof t->section - 1 ? name.length : sizeof t->section - 1;
  memcpy(t->section, name.text, n);
  t->section[n] = 0;
  return SAR_OK;
}

/* A line of a table; only that of vertical forces is wanted. */
static SarStatus take_row(Tir *t, Word line) {
  SarLoadCurve *curve = &t->out->data.curve;
  Word section = {t->section, strlen(t->section), 0, 0};
  double numbers[2];
  Word rest = line;
  if (!is(section, "DEFLECTION_LOAD_CURVE")) return SAR_OK;
  for (int i = 0; i < 2; i++) {
    size_t n = 0;
    while (n < rest.length && !strchr(" \t,", rest.text[n])) n++;
    SAR_TRY(read_number(t, (Word){rest.text, n, rest.line, rest.column}, &numbers[i]));
    rest = (Word){rest.text + n, rest.length - n, rest.line, rest.column + (int32_t)n};
    while (rest.length && strchr(" \t,", rest.text[0])) rest.text++, rest.length--, rest.column++;
  }
  int32_t i = curve->count;
  if (i == SAR_LOAD_CURVE_POINTS) return wrong(t, line, "use 100 points at most", "this table is too long");
  bool rises = i == 0 ? numbers[0] == 0 && numbers[1] == 0
                      : numbers[0] > curve->deflection[i - 1] && numbers[1] > curve->force[i - 1];
  if (!rises)
    return wrong(t, line, "begin with 0 0, and let both rise", "the vertical force does not rise with the deflection");
  curve->deflection[i] = numbers[0], curve->force[i] = numbers[1];
  curve->count++;
  return SAR_OK;
}

static SarStatus take_key(Tir *t, Word key, Word value) {
  Word section = {t->section, strlen(t->section), 0, 0};
  if (is(section, "UNITS")) return take_unit(t, key, value);
  if (is(key, "PROPERTY_FILE_FORMAT")) return take_format(t, value);
  for (int32_t i = 0; i < SAR_TYRE_NUMBERS; i++) {
    if (is(key, sar_tyre_number(i)->key)) return take_number(t, key, value, i);
  }
  return SAR_OK; /* there are many more than are used */
}

static SarStatus take_line(Tir *t, Word line) {
  if (line.text[0] == '[') return take_section(t, line);
  if (line.text[0] == '{') return SAR_OK; /* names of the columns of a table */
  const char *equals = memchr(line.text, '=', line.length);
  if (!equals && strchr("+-.0123456789", line.text[0])) return take_row(t, line);
  if (!equals) {
    return wrong(t, line, "write NAME = value; comments stand behind $ or !", "this line says nothing that is known");
  }
  size_t n = (size_t)(equals - line.text);
  Word key = trimmed((Word){line.text, n, line.line, line.column});
  Word value = trimmed((Word){equals + 1, line.length - n - 1, line.line, line.column + (int32_t)n + 1});
  if (!key.length) return wrong(t, line, "write NAME = value", "there is no name before `=`");
  if (!t->section[0]) return wrong(t, line, "begin with a section: [UNITS], [MODEL]", "this stands in no section");
  return take_key(t, key, value);
}

/* ---- the whole ---- */

static SarStatus finish_numbers(Tir *t) {
  static const int positive[] = {SAR_TYRE_UNLOADED_RADIUS,
                                 SAR_TYRE_VERTICAL_STIFFNESS,
                                 SAR_TYRE_CSLIP,
                                 SAR_TYRE_CALPHA,
                                 SAR_TYRE_UMIN,
                                 SAR_TYRE_UMAX,
                                 SAR_TYRE_A0,
                                 SAR_TYRE_A4,
                                 SAR_TYRE_B0,
                                 SAR_TYRE_FNOMIN,
                                 SAR_TYRE_LFZO,
                                 SAR_TYRE_LCX,
                                 SAR_TYRE_LCY,
                                 SAR_TYRE_LMUX,
                                 SAR_TYRE_LMUY,
                                 SAR_TYRE_PCX1,
                                 SAR_TYRE_PCY1,
                                 SAR_TYRE_PDX1,
                                 SAR_TYRE_PDY1,
                                 SAR_TYRE_PKY2};
  SarTyreFile *out = t->out;
  Word first = {"", 0, 1, 1};
  sar_units_complete(&t->units, t->force_given);
  for (int32_t i = 0; i < SAR_TYRE_NUMBERS; i++) {
    const SarTyreNumber *number = sar_tyre_number(i);
    if (!strchr(number->formats, out->model->format)) continue;
    if (out->given[i]) out->data.number[i] *= sar_units_factor(&t->units, number->unit);
    if (!isnan(out->data.number[i]) || (i == SAR_TYRE_VERTICAL_STIFFNESS && out->data.curve.count)) continue;
    return sar_report(t->context, SAR_INPUT, (SarSource){t->name, 1, 1}, NULL,
                      "add it, or correct PROPERTY_FILE_FORMAT",
                      "`%s` is missing: files of the format %s, for the model %s, need it", number->key,
                      out->model->file_format, out->model->name);
  }
  for (int i = 0; i < SAR_COUNT(positive); i++) {
    const SarTyreNumber *number = sar_tyre_number(positive[i]);
    if (!out->given[positive[i]] || !strchr(number->formats, out->model->format)) continue;
    if (out->data.number[positive[i]] > 0 && out->data.number[positive[i]] <= SAR_LARGEST_QUANTITY) continue;
    return sar_report(t->context, SAR_INPUT, (SarSource){t->name, first.line, first.column}, NULL,
                      "give a positive number", "`%s` must be positive, but is %g", number->key,
                      out->data.number[positive[i]]);
  }
  return SAR_OK;
}

SarStatus sar_tir_parse(SarContext *context, const char *name, const char *text, size_t length, SarTyreFile *out) {
  Tir t = {.context = context, .name = name, .units = sar_units_si(), .out = out};
  int32_t number = 0;
  size_t at = length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  *out = (SarTyreFile){0};
  for (int32_t i = 0; i < SAR_TYRE_NUMBERS; i++) out->data.number[i] = sar_tyre_number(i)->fallback;
  SAR_TRY(sar_read_check_text(context, name, text + at, length - at));
  while (at < length) {
    Word line = next_line(text, length, &at, &number);
    if (line.length) SAR_TRY(take_line(&t, line));
  }
  if (!out->model) {
    return wrong(&t, (Word){"", 0, 1, 1}, "add [MODEL] with PROPERTY_FILE_FORMAT = 'PAC2002'",
                 "this file does not say what format it has");
  }
  SAR_TRY(finish_numbers(&t));
  SarLoadCurve *curve = &out->data.curve;
  if (curve->count == 1)
    return wrong(&t, (Word){"", 0, 1, 1}, "give 2 points at least", "the table of the vertical force has one point");
  double metre = sar_units_factor(&t.units, "m"), newton = sar_units_factor(&t.units, "N");
  for (int32_t i = 0; i < curve->count; i++) curve->deflection[i] *= metre, curve->force[i] *= newton;
  sar_load_curve_prepare(curve);
  return SAR_OK;
}

SarStatus sar_read_tyre_file(SarFile *file, const SarNode *node, const SarField *field, SarValue *value) {
  SarReader *reader = file->reader;
  const char *path, *name, *text;
  size_t length;
  int32_t index;
  (void)field;
  SAR_TRY(sar_read_path(file, node, "name the file: tyre.tir", &path));
  SAR_TRY(sar_read_named_file(reader, path, node->source, &name, &text, &length));
  SarTyreFile *tyre = SAR_NEW(reader->model->arena, 1, SarTyreFile);
  if (!tyre) return sar_read_no_memory(reader);
  SAR_TRY(sar_tir_parse(reader->context, name, text, length, tyre));
  tyre->path = sar_arena_copy_text(reader->model->arena, path);
  if (!tyre->path) return sar_read_no_memory(reader);
  value->tyre = tyre;
  return sar_read_keep_file(reader, path, text, &index);
}
