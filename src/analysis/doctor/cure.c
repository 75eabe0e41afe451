/* The search for the smallest cure. A redundant mechanism keeps its freedom only if the edits drop exactly as many rows
 * as are redundant, so that most combinations need no trial. Rows that depend on common joints form a group, and each
 * group is cured by itself: one usual edit; two; the removal of a joint that is wholly redundant; the same with unusual
 * types; else joint by joint. Edits that keep all forces of the joints come first. A cure whose motion meets more
 * singular poses than the mechanism as it is is taken only where there is no other. */
#include "analysis/doctor/cure.h"

#include <stdlib.h>
#include <string.h>

#define WORK 40000      /* rows and bodies of all trials together */
#define LEAST_TRIALS 16 /* even of a large model */
#define MOST_TRIALS 800
#define MOST_IN_PAIRS 400 /* options that are combined with each other */

typedef struct Search {
  SarCase c;
  SarArena *arena;
  const SarModel *model;
  const SarFinding *findings;
  int32_t nfindings;
  int32_t *group;     /* by element: the root of its group */
  SarCureEdit *edits; /* of the groups cured so far, then the ones being tried */
  int32_t nedits, capacity;
} Search;

/* ---- groups ---- */

static int32_t root_of(int32_t *group, int32_t element) {
  while (group[element] != element) element = group[element] = group[group[element]];
  return element;
}

/* The smaller element is the root: the order of groups is that of the model. */
static void unite(int32_t *group, int32_t a, int32_t b) {
  a = root_of(group, a), b = root_of(group, b);
  if (a < b) group[b] = a;
  if (b < a) group[a] = b;
}

typedef struct Place {
  int32_t file, element;
  size_t begin;
} Place;

static int compare_places(const void *a, const void *b) {
  const Place *x = a, *y = b;
  if (x->file != y->file) return x->file < y->file ? -1 : 1;
  if (x->begin != y->begin) return x->begin < y->begin ? -1 : 1;
  return (x->element > y->element) - (x->element < y->element);
}

/* Elements that one place in the text makes change together. */
static SarStatus unite_places(Search *s) {
  Place *places = SAR_NEW(s->arena, s->model->nelements + 1, Place);
  if (!places) return sar_report_no_memory(s->c.context);
  int32_t count = 0;
  for (int32_t i = 0; i < s->model->nelements; i++) {
    const SarModelEntry *entry = s->model->elements[i].entry;
    if (entry) places[count++] = (Place){entry->file, i, entry->type_at.line ? entry->type.begin : entry->span.begin};
  }
  qsort(places, (size_t)count, sizeof *places, compare_places);
  for (int32_t i = 1; i < count; i++) {
    bool same = places[i].file == places[i - 1].file && places[i].begin == places[i - 1].begin;
    if (same) unite(s->group, places[i - 1].element, places[i].element);
  }
  return SAR_OK;
}

/* Contradictions are cured together: the mechanism starts only without any of them. */
static SarStatus make_groups(Search *s) {
  int32_t conflict = -1;
  for (int32_t i = 0; i < s->model->nelements; i++) s->group[i] = i;
  SAR_TRY(unite_places(s));
  for (int32_t i = 0; i < s->nfindings; i++) {
    const SarFinding *f = &s->findings[i];
    for (int32_t k = 0; k < f->nwith; k++) unite(s->group, f->element, f->with[k]);
    if (f->consistent) continue;
    if (conflict >= 0) unite(s->group, conflict, f->element);
    conflict = f->element;
  }
  return SAR_OK;
}

/* ---- preference ---- */

#define RANKS 5

typedef struct Choice {
  int32_t first, second; /* options; second -1: one edit */
  int64_t rank[RANKS];   /* smaller is better, the first that differs decides */
} Choice;

static void add_rank(Choice *choice, const SarCureEdit *edit) {
  choice->rank[0] += edit->losses;
  choice->rank[1] += edit->entry->file >= 0;
  choice->rank[2] += edit->unfamiliar;
  choice->rank[3] += edit->on_ground;
  choice->rank[4] -= (int64_t)edit->element * edit->dropped; /* the later joint, and there the larger change */
}

static int compare_choices(const void *a, const void *b) {
  const Choice *x = a, *y = b;
  for (int i = 0; i < RANKS; i++) {
    if (x->rank[i] != y->rank[i]) return x->rank[i] < y->rank[i] ? -1 : 1;
  }
  if (x->first != y->first) return x->first < y->first ? -1 : 1;
  return (x->second > y->second) - (x->second < y->second);
}

/* ---- trying ---- */

/* One group with its options. */
typedef struct Group {
  int32_t root, need; /* redundant rows */
  SarCureEdit *options;
  int32_t noptions;
  Choice *choices;     /* room for one per option */
  signed char *useful; /* by option: whether it alone is part of a cure; -1: not tried */
  int32_t most_losses; /* of edits that are looked at now */
  SarCureEdit next[2]; /* the next best: the first of those with the fewest singular poses on the way */
  int32_t nnext;
  SarFollowed next_motion;
} Group;

static SarStatus make_room(Search *s, int32_t more) {
  if (s->nedits + more <= s->capacity) return SAR_OK;
  int32_t capacity = 2 * s->capacity + more + 16;
  SarCureEdit *edits = sar_arena_grow(s->arena, s->edits, (size_t)s->nedits, (size_t)capacity, sizeof *edits);
  if (!edits) return sar_report_no_memory(s->c.context);
  s->edits = edits;
  s->capacity = capacity;
  return SAR_OK;
}

/* Tries the edits kept so far with one or two more. */
static SarStatus try_with(Search *s, const SarCureEdit *first, const SarCureEdit *second, SarTrial *out) {
  SAR_TRY(make_room(s, 2));
  s->edits[s->nedits] = *first;
  if (second) s->edits[s->nedits + 1] = *second;
  return sar_cure_try(&s->c, s->edits, s->nedits + (second ? 2 : 1), out);
}

static SarStatus is_useful(Search *s, Group *g, int32_t option, bool *out) {
  if (g->useful[option] < 0) {
    SarTrial trial;
    SAR_TRY(try_with(s, &g->options[option], NULL, &trial));
    g->useful[option] = trial != SAR_TRIAL_NO;
  }
  *out = g->useful[option] > 0;
  return SAR_OK;
}

/* The edits kept so far with `more` behind them start well: whether their motion does too. */
static SarStatus consider(Search *s, Group *g, int32_t more, bool *cured) {
  SarFollowed motion = {0};
  bool follows;
  SAR_TRY(sar_cure_may_follow(&s->c, &follows));
  if (!follows && g->nnext > 0) return SAR_OK; /* one that is not known is no better than the next best */
  if (follows) SAR_TRY(sar_cure_follow(&s->c, s->edits, s->nedits + more, &motion));
  *cured = !sar_cure_is_worse(&s->c.before, &motion);
  if (*cured || (g->nnext > 0 && !sar_cure_is_worse(&motion, &g->next_motion))) return SAR_OK;
  memcpy(g->next, s->edits + s->nedits, (size_t)more * sizeof *g->next);
  g->nnext = more;
  g->next_motion = motion;
  return SAR_OK;
}

/* Takes the first choice, in the order of preference, with which the mechanism starts. */
static SarStatus take_best(Search *s, Group *g, Choice *choices, int32_t count, bool *cured) {
  qsort(choices, (size_t)count, sizeof *choices, compare_choices);
  for (int32_t i = 0; i < count && !*cured; i++) {
    const SarCureEdit *first = &g->options[choices[i].first];
    const SarCureEdit *second = choices[i].second < 0 ? NULL : &g->options[choices[i].second];
    bool useful = true;
    if (second) SAR_TRY(is_useful(s, g, choices[i].first, &useful));
    if (second && useful) SAR_TRY(is_useful(s, g, choices[i].second, &useful));
    if (!useful) continue;
    SarTrial trial;
    SAR_TRY(try_with(s, first, second, &trial));
    if (trial == SAR_TRIAL_HEALTHY) SAR_TRY(consider(s, g, second ? 2 : 1, cured));
    if (*cured) s->nedits += second ? 2 : 1;
  }
  return SAR_OK;
}

static bool loses_too_much(const Group *g, int32_t first, int32_t second) {
  return g->options[first].losses + (second < 0 ? 0 : g->options[second].losses) > g->most_losses;
}

static SarStatus cure_by_one(Search *s, Group *g, int32_t level, bool *cured) {
  Choice *choices = g->choices;
  int32_t count = 0;
  for (int32_t i = 0; i < g->noptions; i++) {
    if (g->options[i].dropped != g->need || g->options[i].level != level || loses_too_much(g, i, -1)) continue;
    choices[count] = (Choice){.first = i, .second = -1};
    add_rank(&choices[count++], &g->options[i]);
  }
  return take_best(s, g, choices, count, cured);
}

static bool make_pair(const Group *g, int32_t level, int32_t i, int32_t k) {
  const SarCureEdit *a = &g->options[i], *b = &g->options[k];
  int32_t larger = a->level > b->level ? a->level : b->level;
  if (larger != level || a->level == SAR_CURE_REMOVE || b->level == SAR_CURE_REMOVE) return false;
  if (a->dropped + b->dropped != g->need || loses_too_much(g, i, k)) return false;
  return !sar_cure_same_place(a, b);
}

static SarStatus cure_by_two(Search *s, Group *g, int32_t level, bool *cured) {
  int32_t count = 0, next = 0;
  if (g->noptions > MOST_IN_PAIRS) return SAR_OK;
  for (int32_t i = 0; i < g->noptions; i++) {
    for (int32_t k = i + 1; k < g->noptions; k++) count += make_pair(g, level, i, k);
  }
  Choice *choices = SAR_NEW(s->arena, count + 1, Choice);
  if (!choices) return sar_report_no_memory(s->c.context);
  for (int32_t i = 0; i < g->noptions; i++) {
    for (int32_t k = i + 1; k < g->noptions; k++) {
      if (!make_pair(g, level, i, k)) continue;
      choices[next] = (Choice){.first = i, .second = k};
      add_rank(&choices[next], &g->options[i]);
      add_rank(&choices[next++], &g->options[k]);
    }
  }
  return take_best(s, g, choices, next, cured);
}

/* ---- many edits: joint by joint ---- */

static bool is_taken(const Search *s, const SarCureEdit *edit) {
  for (int32_t i = 0; i < s->nedits; i++) {
    if (sar_cure_same_place(&s->edits[i], edit)) return true;
  }
  return false;
}

/* Whether the option changes an element of the finding. */
static bool concerns(const Search *s, const SarFinding *f, const SarCureEdit *edit) {
  for (int32_t k = -1; k < f->nwith; k++) {
    const SarModelEntry *entry = s->model->elements[k < 0 ? f->element : f->with[k]].entry;
    if (!entry) continue;
    SarCureEdit place = {.entry = entry};
    if (sar_cure_same_place(&place, edit)) return true;
  }
  return false;
}

static bool is_at(const Search *s, const SarCureEdit *edit, int32_t element) {
  SarCureEdit place = {.entry = s->model->elements[element].entry};
  return place.entry && sar_cure_same_place(&place, edit);
}

/* Redundant rows of the elements that the edit changes. */
static int32_t count_rows_at(const Search *s, const SarCureEdit *edit) {
  int32_t count = 0;
  for (int32_t i = 0; i < s->nfindings; i++) count += is_at(s, edit, s->findings[i].element);
  return count;
}

/* For one redundant row: first the edits of its own joint that drop exactly what is redundant there, then those that
 * drop most, at most `need` rows; of equals the preferred one. */
static int32_t list_choices(const Search *s, Group *g, const SarFinding *f, int32_t need) {
  int32_t own = -1, count = 0;
  for (int32_t i = 0; i < g->noptions; i++) {
    const SarCureEdit *edit = &g->options[i];
    if (edit->dropped > need || !concerns(s, f, edit) || is_taken(s, edit)) continue;
    Choice *choice = &g->choices[count++];
    *choice = (Choice){.first = i, .second = -1};
    add_rank(choice, edit);
    choice->rank[2] += 1000 * edit->level - 100 * (int64_t)edit->dropped;
    if (!is_at(s, edit, f->element)) continue;
    if (own < 0) own = count_rows_at(s, edit);
    choice->rank[1] -= edit->dropped == own;
  }
  qsort(g->choices, (size_t)count, sizeof *g->choices, compare_choices);
  return count;
}

/* The first choice that keeps the freedom; without trying, the first one as a guess. */
static SarStatus take_for(Search *s, Group *g, const SarFinding *f, bool guess, int32_t *need) {
  int32_t count = list_choices(s, g, f, *need);
  for (int32_t i = 0; i < count; i++) {
    const SarCureEdit *edit = &g->options[g->choices[i].first];
    SarTrial trial = SAR_TRIAL_PART;
    SAR_TRY(make_room(s, 1));
    s->edits[s->nedits] = *edit;
    if (!guess) SAR_TRY(sar_cure_try(&s->c, s->edits, s->nedits + 1, &trial));
    if (trial == SAR_TRIAL_NO) continue;
    *need -= edit->dropped;
    s->nedits++;
    return SAR_OK;
  }
  return SAR_OK;
}

/* One edit for every joint with redundant rows. */
static SarStatus take_for_all(Search *s, Group *g, bool guess, int32_t *need) {
  int32_t last = -1;
  for (int32_t i = 0; i<s->nfindings && * need> 0; i++) {
    const SarFinding *f = &s->findings[i];
    if (f->element == last || root_of(s->group, f->element) != g->root) continue;
    last = f->element;
    SAR_TRY(take_for(s, g, f, guess, need));
  }
  return SAR_OK;
}

/* Guesses all edits and tries them at once; if that fails, tries each. Keeps what can be cured, also if something stays
 * redundant, as long as the mechanism starts. */
static SarStatus cure_by_many(Search *s, Group *g, bool *cured) {
  int32_t before = s->nedits;
  for (int pass = 0; pass < 2 && !*cured; pass++) {
    int32_t need = g->need;
    SarTrial trial = SAR_TRIAL_NO;
    s->nedits = before;
    SAR_TRY(take_for_all(s, g, pass == 0, &need));
    s->c.max_trials += pass; /* the last one is never refused */
    if (s->nedits > before && (pass || need == 0)) SAR_TRY(sar_cure_try(&s->c, s->edits, s->nedits, &trial));
    if (trial != SAR_TRIAL_HEALTHY) s->nedits = before;
    *cured = trial == SAR_TRIAL_HEALTHY && need == 0;
  }
  return SAR_OK;
}

/* ---- all groups ---- */

static SarStatus list_options(Search *s, Group *g) {
  bool *involved = SAR_NEW(s->arena, s->model->nelements + 1, bool);
  if (!involved) return sar_report_no_memory(s->c.context);
  for (int32_t i = 0; i < s->nfindings; i++) {
    const SarFinding *f = &s->findings[i];
    if (root_of(s->group, f->element) != g->root) continue;
    g->need++;
    involved[f->element] = true;
    for (int32_t k = 0; k < f->nwith; k++) involved[f->with[k]] = true;
  }
  SAR_TRY(sar_cure_options(s->c.context, s->arena, s->model, involved, g->need, &g->options, &g->noptions));
  g->useful = SAR_NEW(s->arena, g->noptions + 1, signed char);
  g->choices = SAR_NEW(s->arena, g->noptions + 1, Choice);
  if (!g->useful || !g->choices) return sar_report_no_memory(s->c.context);
  memset(g->useful, -1, (size_t)g->noptions);
  return SAR_OK;
}

/* The fewest losses of an edit that has any; 0: none has. */
static int32_t least_losses(const Group *g) {
  int32_t least = 0;
  for (int32_t i = 0; i < g->noptions; i++) {
    int32_t losses = g->options[i].losses;
    if (losses > 0 && (least == 0 || losses < least)) least = losses;
  }
  return least;
}

/* From level to level; the next best where none is good. */
static SarStatus cure_by_few(Search *s, Group *g, bool *cured) {
  static const struct {
    SarStatus (*cure)(Search *s, Group *g, int32_t level, bool *cured);
    int32_t level;
  } ways[] = {{cure_by_one, SAR_CURE_USUAL},
              {cure_by_two, SAR_CURE_USUAL},
              {cure_by_one, SAR_CURE_REMOVE},
              {cure_by_one, SAR_CURE_UNUSUAL},
              {cure_by_two, SAR_CURE_UNUSUAL}};
  for (size_t i = 0; i < sizeof ways / sizeof *ways && !*cured; i++) {
    SAR_TRY(ways[i].cure(s, g, ways[i].level, cured));
  }
  if (*cured || g->nnext == 0) return SAR_OK;
  SAR_TRY(make_room(s, 2));
  memcpy(s->edits + s->nedits, g->next, (size_t)g->nnext * sizeof *g->next);
  s->nedits += g->nnext;
  *cured = true;
  return SAR_OK;
}

/* Without losses, with as few as an edit can have, with any. */
static SarStatus cure_group(Search *s, int32_t root, bool *cured) {
  Group g = {.root = root};
  *cured = false;
  SAR_TRY(list_options(s, &g));
  const int32_t least = least_losses(&g), most[] = {0, least, INT32_MAX};
  for (int i = 0; i < 3 && !*cured; i++) {
    g.most_losses = most[i];
    if (i == 0 || least > 0) SAR_TRY(cure_by_few(s, &g, cured));
  }
  return *cured ? SAR_OK : cure_by_many(s, &g, cured);
}

/* The group with the contradictions first: nothing starts before it is cured. */
static SarStatus cure_groups(Search *s, bool *complete) {
  bool *done = SAR_NEW(s->arena, s->model->nelements + 1, bool);
  if (!done) return sar_report_no_memory(s->c.context);
  *complete = true;
  for (int pass = 0; pass < 2; pass++) {
    for (int32_t i = 0; i < s->nfindings; i++) {
      int32_t root = root_of(s->group, s->findings[i].element);
      if (done[root] || (pass == 0 && s->findings[i].consistent)) continue;
      bool cured;
      done[root] = true;
      SAR_TRY(cure_group(s, root, &cured));
      *complete = *complete && cured;
      if (pass == 0 && s->nedits == 0) return SAR_OK; /* nothing starts */
    }
  }
  return SAR_OK;
}

/* The motion with all edits. It is always looked at, whatever the search has cost. */
static SarStatus follow_all(Search *s, SarCure *out) {
  bool follows;
  s->c.work = 0;
  SAR_TRY(sar_cure_may_follow(&s->c, &follows));
  if (follows) SAR_TRY(sar_cure_follow(&s->c, s->edits, s->nedits, &out->after));
  out->before = s->c.before;
  return SAR_OK;
}

SarStatus sar_cure_find(SarContext *context, SarArena *arena, SarStart *start, const SarFinding *findings,
                        int32_t nfindings, double end, SarCure *out) {
  const SarModel *model = sar_system_model(start->system);
  *out = (SarCure){0};
  if (nfindings == 0 || !model->text[0]) return SAR_OK;
  Search s = {.arena = arena, .model = model, .findings = findings, .nfindings = nfindings};
  s.c = (SarCase){
      .context = context, .start = start, .redundant = nfindings, .conflicting = !start->assembled, .end = end};
  for (int32_t i = 0; i < nfindings; i++) s.c.conflicting = s.c.conflicting || !findings[i].consistent;
  int32_t size = sar_system_bodies(start->system) + start->rows.nrows + 1, trials = WORK / size;
  s.c.max_trials = trials < LEAST_TRIALS ? LEAST_TRIALS : trials > MOST_TRIALS ? MOST_TRIALS : trials;
  s.group = SAR_NEW(arena, model->nelements + 1, int32_t);
  if (!s.group) return sar_report_no_memory(context);
  SAR_TRY(make_groups(&s));
  SAR_TRY(cure_groups(&s, &out->complete));
  out->edits = s.edits;
  out->nedits = s.nedits;
  out->complete = out->complete && s.nedits > 0;
  return out->complete ? follow_all(&s, out) : SAR_OK;
}
