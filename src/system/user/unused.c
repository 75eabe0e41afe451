/* Variables that no equation needs are no unknowns: they are written out wherever something asks for them, as measures
 * are. So their jumps end no steps, and what they do where the motion rests troubles no corrector.
 *
 * Needed is what rows of the motion, of states and of constraints speak of, what such a variable speaks of in turn,
 * and what has no expression or stands in a circle; and what calls a plugin, which may end the run. */
#include <stdlib.h>
#include <string.h>

#include "system/user/user.h"

typedef struct Use {
  SarUser *u;
  SarArena *arena;
  SarUserDefinitions d;
  bool *needed;          /* by variable */
  bool *stays;           /* by element: it has a row that is needed, or not of a variable */
  int32_t *first, *next; /* terms of the row of a variable: first by variable, next by term; -1: no more */
  int32_t *queue, nqueue;
  int32_t *number;     /* by variable: its new number */
  const SarExpr **own; /* by mode of an element that does not stay: what it is; else null */
  bool open;           /* an element that does not stay is written out: its conditions are held no longer */
} Use;

/* ---- what is needed ---- */

static bool is_variable_row(const SarUserTerm *term) { return sar_symbol_kind(term->row) == SAR_SYMBOL_Z; }

static void need(void *self, int32_t symbol) {
  Use *use = self;
  if (sar_symbol_kind(symbol) != SAR_SYMBOL_Z || use->needed[sar_symbol_index(symbol)]) return;
  use->needed[sar_symbol_index(symbol)] = true;
  use->queue[use->nqueue++] = sar_symbol_index(symbol);
}

/* An element stays as a whole: its kinks and jumps are not known one by one. */
static bool need_elements(Use *use) {
  const SarUser *u = use->u;
  int32_t before = use->nqueue;
  for (int32_t i = 0; i < u->nterms; i++) {
    const SarUserTerm *term = &u->terms[i];
    if (!is_variable_row(term) || use->needed[sar_symbol_index(term->row)]) use->stays[term->element] = true;
  }
  for (int32_t i = 0; i < u->nterms; i++) {
    if (is_variable_row(&u->terms[i]) && use->stays[u->terms[i].element]) need(use, u->terms[i].row);
  }
  return use->nqueue > before;
}

/* False when memory is exhausted, as with all that follow. */
static bool find_needed(Use *use) {
  const SarUser *u = use->u;
  bool ok = true;
  for (int32_t i = 0; ok && i < u->nterms; i++) {
    if (!is_variable_row(&u->terms[i])) ok = sar_expr_each_variable(u->terms[i].f, need, use);
  }
  for (int32_t i = 0; ok && i < u->nalgebraic; i++) {
    bool stays = true;
    if (use->d.of[i]) ok = sar_expr_find_calls(use->d.of[i], &stays) == SAR_OK;
    if (stays) need(use, sar_symbol(SAR_SYMBOL_Z, i));
  }
  int32_t done = 0;
  do {
    for (; ok && done < use->nqueue; done++) {
      for (int32_t i = use->first[use->queue[done]]; ok && i >= 0; i = use->next[i]) {
        ok = sar_expr_each_variable(u->terms[i].f, need, use);
      }
    }
  } while (ok && need_elements(use));
  return ok;
}

/* ---- writing out ---- */

static const SarExpr *replace(void *self, const SarExpr *node, const SarExpr *now) {
  const Use *use = self;
  int32_t symbol = sar_expr_is_variable(node);
  if (use->open && now->operation == SAR_EXPR_HELD) return now->arguments[0];
  if (symbol < 0) return now;
  int32_t index = sar_symbol_index(symbol);
  if (sar_symbol_kind(symbol) == SAR_SYMBOL_MODE && use->own[index]) return use->own[index];
  if (sar_symbol_kind(symbol) != SAR_SYMBOL_Z) return now;
  if (!use->needed[index]) return use->d.of[index];
  int32_t other = sar_symbol(SAR_SYMBOL_Z, use->number[index]);
  return other == symbol ? now : sar_expr_variable(use->arena, other);
}

static bool rewrite(Use *use, const SarExpr **f) {
  uint32_t concerned = SAR_HAS_VARIABLE | SAR_HAS_JUMP;
  if (*f && (sar_symbols_content(*f) & concerned)) {
    *f = sar_expr_rewrite(use->arena, *f, &(SarRewriter){replace, use});
    return *f != NULL;
  }
  return true;
}

/* The expressions of the elements that do not stay: each after those that it speaks of. */
static bool open_definitions(Use *use) {
  const SarUser *u = use->u;
  bool ok = true;
  use->open = true;
  for (int32_t i = 0; ok && i < u->nswitches; i++) {
    const SarExpr *value = u->switches[i].value;
    if (u->switches[i].mode < 0 || use->stays[u->switches[i].element]) continue;
    ok = rewrite(use, &value);
    use->own[u->switches[i].mode] = value;
  }
  for (int32_t k = 0; ok && k < use->d.count; k++) {
    int32_t z = use->d.order[k];
    if (!use->needed[z]) ok = rewrite(use, &use->d.of[z]);
  }
  use->open = false;
  return ok;
}

static bool rewrite_events(Use *use) {
  bool ok = true;
  for (int32_t i = 0; ok && i < use->u->nevents; i++) {
    SarUserEvent *event = &use->u->events[i];
    ok = rewrite(use, &event->when);
    for (int32_t k = 0; ok && k < event->nsettings; k++) ok = rewrite(use, &event->settings[k]);
  }
  return ok;
}

static bool rewrite_all(Use *use) {
  SarUser *u = use->u;
  bool ok = rewrite(use, &u->kinetic) && rewrite_events(use);
  for (int32_t i = 0; ok && i < u->nterms; i++) ok = rewrite(use, &u->terms[i].f);
  for (int32_t i = 0; ok && i < u->nconstraints; i++) ok = rewrite(use, &u->constraints[i].f);
  for (int32_t i = 0; ok && i < u->ncoordinates; i++) ok = rewrite(use, &u->coordinates[i].mass);
  for (int32_t i = 0; ok && i < u->noffers; i++) ok = rewrite(use, &u->offers[i].f);
  for (int32_t i = 0; ok && i < u->npowers; i++) {
    SarUserPower *power = &u->powers[i];
    ok = rewrite(use, &power->force) && rewrite(use, &power->velocity) && rewrite(use, &power->f);
  }
  for (int32_t i = 0; ok && i < u->nstores; i++) {
    ok = rewrite(use, &u->stores[i].energy) && rewrite(use, &u->stores[i].rate);
  }
  for (int32_t i = 0; ok && i < u->nswitches; i++) {
    ok = rewrite(use, &u->switches[i].crossing) && rewrite(use, &u->switches[i].value);
  }
  return ok;
}

/* ---- taking out ---- */

static void take_out(Use *use) {
  SarUser *u = use->u;
  int32_t nterms = 0, nswitches = 0;
  for (int32_t i = 0; i < u->nterms; i++) {
    SarUserTerm term = u->terms[i];
    int32_t z = is_variable_row(&term) ? sar_symbol_index(term.row) : -1;
    if (z >= 0 && !use->needed[z]) continue;
    if (z >= 0) term.row = sar_symbol(SAR_SYMBOL_Z, use->number[z]);
    u->terms[nterms++] = term;
  }
  for (int32_t i = 0; i < u->nswitches; i++) {
    if (use->stays[u->switches[i].element]) u->switches[nswitches++] = u->switches[i];
  }
  for (int32_t i = 0; i < u->nalgebraic; i++) {
    if (use->needed[i]) u->algebraic[use->number[i]] = u->algebraic[i];
  }
  u->nterms = nterms;
  u->nswitches = nswitches;
  u->nalgebraic = use->nqueue;
}

static bool make(Use *use, int32_t nelements) {
  const SarUser *u = use->u;
  SarArena *arena = use->arena;
  int32_t n = u->nalgebraic;
  use->needed = SAR_NEW(arena, n + 1, bool);
  use->stays = SAR_NEW(arena, nelements + 1, bool);
  use->first = SAR_NEW(arena, n + 1, int32_t);
  use->next = SAR_NEW(arena, u->nterms + 1, int32_t);
  use->queue = SAR_NEW(arena, n + 1, int32_t);
  use->number = SAR_NEW(arena, n + 1, int32_t);
  use->own = SAR_NEW(arena, u->nmodes + 1, const SarExpr *);
  bool room = use->needed && use->stays && use->first && use->next && use->queue && use->number && use->own;
  if (!room || !sar_user_definitions(arena, u, &use->d)) return false;
  for (int32_t i = 0; i < n; i++) use->first[i] = -1;
  for (int32_t i = 0; i < nelements; i++) use->stays[i] = true;
  for (int32_t i = 0; i < u->nterms; i++) {
    if (!is_variable_row(&u->terms[i])) continue;
    int32_t z = sar_symbol_index(u->terms[i].row);
    use->next[i] = use->first[z];
    use->first[z] = i;
    use->stays[u->terms[i].element] = false; /* until something else is found */
  }
  return true;
}

SarStatus sar_user_drop_unused(SarUserBuild *build) {
  SarSystem *s = build->system;
  Use use = {.u = build->user, .arena = s->arena};
  if (!use.u->nalgebraic) return SAR_OK;
  bool ok = make(&use, s->model->nelements) && find_needed(&use);
  if (ok && use.nqueue == use.u->nalgebraic) return SAR_OK;
  for (int32_t i = 0, n = 0; ok && i < use.u->nalgebraic; i++) {
    if (use.needed[i]) use.number[i] = n++;
  }
  ok = ok && open_definitions(&use) && rewrite_all(&use);
  if (ok) take_out(&use);
  return ok ? SAR_OK : sar_report_no_memory(s->context);
}
