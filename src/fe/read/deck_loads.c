/* Steps and loads of the input deck: *CLOAD (forces on nodes) and *DLOAD (pressure on faces, acceleration).
 *
 * Within a step CalculiX adds up what is given for the same node or face; from step to step it keeps loads, unless
 * OP=NEW takes those of the card away. A load case is what is written in its step alone: cases are put together in the
 * mechanism, each with its own function of time. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "fe/read/deck.h"

#define MOST_STEPS 10000

/* ---- steps ---- */

void sar_fe_end_step(SarFeDeck *deck) {
  if (!deck->in_step) return;
  const SarFeStep *step = &deck->steps[deck->nsteps - 1];
  deck->in_step = false;
  if ((step->forces || step->pressures) && (deck->kept[0] || deck->kept[1])) {
    sar_warn(deck->reading->context, step->source, step->name,
             "write OP=NEW at *CLOAD and *DLOAD of this step, or repeat in it what is to belong to it",
             "CalculiX goes on with loads of earlier steps here; the load case `%s` has only those of its own step",
             step->name);
  }
  deck->kept[0] = deck->kept[0] || step->forces;
  deck->kept[1] = deck->kept[1] || step->pressures;
}

SarStatus sar_fe_read_step(SarFeDeck *deck, const SarFeCard *card) {
  SarFeReading *r = deck->reading;
  const char *name = sar_fe_parameter(card, "NAME");
  sar_fe_end_step(deck);
  if (name && *name && !sar_text_is_name(name)) {
    return sar_report(r->context, SAR_INPUT, card->source, NULL, "take letters, digits and _, a letter first",
                      "`%s` is no name of a load case", name);
  }
  if (deck->nsteps == MOST_STEPS) {
    return sar_report(r->context, SAR_INPUT, card->source, NULL, "leave out steps that are not needed",
                      "there are more than %d steps", MOST_STEPS);
  }
  name = name && *name ? sar_arena_copy_text(r->scratch, name)
                       : sar_arena_printf(r->scratch, "step%d", (int)deck->nsteps + 1);
  SarFeStep *step =
      sar_arena_append(r->scratch, 16, &deck->steps, &deck->nsteps, &deck->steps_capacity, sizeof *deck->steps);
  if (!name || !step) return sar_report_no_memory(r->context);
  *step = (SarFeStep){.name = name, .source = card->source};
  deck->in_step = true;
  return SAR_OK;
}

/* ---- cards of loads ---- */

/* A line of a card. */
typedef struct Line {
  SarFeDeck *deck;
  SarFeText *text;
  SarFeDeckLoad load;
} Line;

static SarStatus begin(SarFeDeck *deck, const SarFeCard *card, bool pressures) {
  static const char *const refused[] = {"LOADCASE", "USER", "SUBMODEL", "SECTOR"};
  SarContext *context = deck->reading->context;
  if (!deck->in_step) {
    return sar_report(context, SAR_INPUT, card->source, NULL, "put it between *STEP and *END STEP",
                      "loads stand outside of a step");
  }
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    if (!sar_fe_parameter(card, refused[i])) continue;
    return sar_report(context, SAR_INPUT, card->source, NULL, "give plain loads, or take the card out",
                      "loads with %s are not read", refused[i]);
  }
  const char *op = sar_fe_parameter(card, "OP"), *amplitude = sar_fe_parameter(card, "AMPLITUDE");
  if (op && sar_fe_same(op, "NEW")) deck->kept[pressures] = false;
  if (amplitude) {
    sar_warn(context, card->source, NULL, "give the function of time as `factor` of the force of type modal-load",
             "AMPLITUDE=%s is not read: the load case has the loads as they are written", amplitude);
  }
  return SAR_OK;
}

/* The number of a node or an element, or the name of a set. */
static SarStatus read_target(Line *line) {
  SarFeText *text = line->text;
  char name[SAR_FE_WORD];
  sar_fe_text_more(text);
  line->load.source = (SarSource){text->name, text->number, (int32_t)(text->cursor - text->line) + 1};
  const char *at = text->cursor;
  const bool digit = *at >= '0' && *at <= '9';
  if (digit && sar_fe_field_int(text, &line->load.number)) return SAR_OK;
  if (!digit && sar_fe_field_word(text, name) && *name) {
    line->load.set = sar_arena_copy_text(line->deck->reading->scratch, name);
    return line->load.set ? SAR_OK : sar_report_no_memory(line->deck->reading->context);
  }
  text->cursor = at;
  return sar_fe_text_wrong(text, "give a number or the name of a set first",
                           "`%.*s` is neither a number nor the name of a set", sar_fe_text_shown(text), text->cursor);
}

static SarStatus read_real(Line *line, const char *remedy, double *value) {
  if (sar_fe_text_more(line->text) && sar_fe_field_real(line->text, value) && isfinite(*value)) return SAR_OK;
  return sar_fe_text_wrong(line->text, remedy, "`%.*s` is not a number", sar_fe_text_shown(line->text),
                           line->text->cursor);
}

static SarStatus keep(Line *line) {
  SarFeDeck *deck = line->deck;
  SarFeDeckLoad *load = sar_arena_append(deck->reading->scratch, 64, &deck->loads, &deck->nloads, &deck->loads_capacity,
                                         sizeof *deck->loads);
  if (!load) return sar_report_no_memory(deck->reading->context);
  *load = line->load;
  load->step = deck->nsteps - 1;
  if (load->kind == SAR_FE_FORCE)
    deck->steps[load->step].forces = true;
  else
    deck->steps[load->step].pressures = true;
  return SAR_OK;
}

/* node or set, direction, force */
static SarStatus read_force(Line *line) {
  static const char remedy[] = "give `node or set, direction, force` with directions 1 to 3";
  SarFeText *text = line->text;
  int64_t direction = 0;
  line->load.kind = SAR_FE_FORCE;
  SAR_TRY(read_target(line));
  const bool more = sar_fe_text_more(text);
  const char *at = text->cursor;
  if (!more || !sar_fe_field_int(text, &direction) || direction < 1 || direction > 6) {
    text->cursor = at;
    return sar_fe_text_wrong(text, remedy, "`%.*s` is no direction", sar_fe_text_shown(text), text->cursor);
  }
  line->load.which = (int32_t)direction - 1;
  SAR_TRY(read_real(line, remedy, &line->load.value));
  return keep(line);
}

SarStatus sar_fe_read_forces(SarFeDeck *deck, SarFeCards *cards, const SarFeCard *card) {
  SAR_TRY(begin(deck, card, false));
  while (sar_fe_cards_data(cards)) SAR_TRY(read_force(&(Line){.deck = deck, .text = &cards->text}));
  return cards->text.status;
}

/* Behind GRAV: magnitude and direction, whose length does not matter. */
static SarStatus read_gravity(Line *line) {
  static const char remedy[] = "give `set, GRAV, acceleration, x, y, z`";
  double x[3] = {0};
  line->load.kind = SAR_FE_GRAVITY;
  SAR_TRY(read_real(line, remedy, &line->load.value));
  for (int i = 0; i < 3; i++) SAR_TRY(read_real(line, remedy, &x[i]));
  const double length = sar_norm(sar_vec3_load(x));
  if (!(length > 0) || !isfinite(length)) {
    return sar_fe_text_wrong(line->text, remedy, "the acceleration has no direction");
  }
  line->load.direction = sar_scale(1 / length, sar_vec3_load(x));
  return keep(line);
}

/* element or set, kind of load, values */
static SarStatus read_pressure(Line *line) {
  SarFeText *text = line->text;
  char label[SAR_FE_WORD] = "";
  SAR_TRY(read_target(line));
  const bool more = sar_fe_text_more(text);
  const char *at = text->cursor;
  if (!more || !sar_fe_field_word(text, label)) label[0] = 0;
  if (sar_fe_same(label, "GRAV")) return read_gravity(line);
  const bool face = (label[0] == 'P' || label[0] == 'p') && label[1] >= '1' && label[1] <= '6' && !label[2];
  if (!face && !sar_fe_same(label, "P")) {
    text->cursor = at;
    return sar_fe_text_wrong(text,
                             "give P (shells), P1 to P6 (faces of solids) or GRAV; others can be given as forces on "
                             "nodes (*CLOAD)",
                             "loads of the kind `%.40s` are not read", label);
  }
  line->load.kind = SAR_FE_PRESSURE;
  line->load.which = face ? label[1] - '1' : -1;
  SAR_TRY(read_real(line, "give `element or set, P1, pressure`", &line->load.value));
  return keep(line);
}

SarStatus sar_fe_read_pressures(SarFeDeck *deck, SarFeCards *cards, const SarFeCard *card) {
  SAR_TRY(begin(deck, card, true));
  while (sar_fe_cards_data(cards)) SAR_TRY(read_pressure(&(Line){.deck = deck, .text = &cards->text}));
  return cards->text.status;
}

SarStatus sar_fe_see_surface_load(SarFeDeck *deck, const SarFeCard *card) {
  return sar_report(deck->reading->context, SAR_INPUT, card->source, NULL,
                    "give the pressure on elements and their faces with *DLOAD, or take the card out",
                    "pressure on surfaces (*DSLOAD) is not read");
}
