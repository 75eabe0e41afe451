/* Pairs of shapes that have touched, in a table that grows with them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/touching/touching.h"

#define NEAR 0.1 /* of the model's length: a touch of this gap may have made an attempt fail */

typedef struct Entry {
  int32_t contact;
  SarModelPair names;
  int32_t points; /* at the last point */
  int64_t seen;   /* number of the last point at which it touched */
  int64_t touches, rejected;
  double time, force, force_time, depth, depth_time, stiffness, period;
} Entry;

struct SarTouchTally {
  SarContext *context;
  const SarSystem *system;
  Entry *entries;
  int32_t count, capacity;
  int32_t *slots; /* by hash: 1 + entry; 0: free */
  int32_t nslots; /* a power of two */
  int64_t points; /* looked at so far */
  double t, h;    /* of the point at hand */
  Entry *current; /* touches of a pair come one after the other */
  SarVec3 force;  /* N, of the current pair */
  bool failed;    /* no memory */
};

SarStatus sar_touch_tally_create(SarContext *context, const SarSystem *system, SarTouchTally **out) {
  SarTouchTally *tally = *out = calloc(1, sizeof *tally);
  if (!tally) return sar_report_no_memory(context);
  tally->context = context;
  tally->system = system;
  return SAR_OK;
}

void sar_touch_tally_destroy(SarTouchTally **tally) {
  if (!tally || !*tally) return;
  free((*tally)->entries);
  free((*tally)->slots);
  free(*tally);
  *tally = NULL;
}

/* ---- the table ---- */

static uint32_t hash_of(int32_t contact, const SarModelPair *names) {
  const int32_t parts[] = {contact, names->element[0], names->element[1], names->shape[0], names->shape[1]};
  uint64_t hash = 0;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) { /* splitmix64 */
    hash += (uint64_t)(uint32_t)parts[i] + 0x9e3779b97f4a7c15u;
    hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9u;
    hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebu;
    hash ^= hash >> 31;
  }
  return (uint32_t)hash;
}

static bool is_of(const Entry *entry, int32_t contact, const SarModelPair *names) {
  return entry->contact == contact && memcmp(&entry->names, names, sizeof *names) == 0;
}

/* Where a pair stands, or would. */
static int32_t *slot_of(const SarTouchTally *tally, int32_t contact, const SarModelPair *names) {
  uint32_t mask = (uint32_t)tally->nslots - 1, i = hash_of(contact, names) & mask;
  while (tally->slots[i] && !is_of(&tally->entries[tally->slots[i] - 1], contact, names)) i = (i + 1) & mask;
  return &tally->slots[i];
}

/* Room for so many entries, half of the slots free. */
static bool reserve(SarTouchTally *tally, int32_t capacity) {
  if (capacity <= tally->capacity) return true;
  int32_t grown = tally->capacity ? 2 * tally->capacity : 64;
  while (grown < capacity) grown *= 2;
  Entry *entries = realloc(tally->entries, (size_t)grown * sizeof *entries);
  if (entries) tally->entries = entries;
  int32_t *slots = calloc(2 * (size_t)grown, sizeof *slots);
  if (!entries || !slots) {
    free(slots);
    return false;
  }
  free(tally->slots);
  tally->slots = slots;
  tally->nslots = 2 * grown;
  tally->capacity = grown;
  for (int32_t i = 0; i < tally->count; i++) *slot_of(tally, entries[i].contact, &entries[i].names) = i + 1;
  return true;
}

static Entry *entry_of(SarTouchTally *tally, int32_t contact, const SarModelPair *names) {
  if (!reserve(tally, tally->count + 1)) return NULL;
  int32_t *slot = slot_of(tally, contact, names);
  if (!*slot) {
    tally->entries[tally->count] = (Entry){.contact = contact, .names = *names, .seen = -2};
    *slot = ++tally->count;
  }
  return &tally->entries[*slot - 1];
}

/* ---- a point ---- */

static void close_pair(SarTouchTally *tally) {
  Entry *e = tally->current;
  tally->current = NULL;
  if (!e) return;
  double force = sar_norm(tally->force);
  if (force > e->force) e->force = force, e->force_time = tally->t;
}

static void open_pair(SarTouchTally *tally, const SarSeenTouch *touch) {
  close_pair(tally);
  Entry *e = tally->current = entry_of(tally, touch->contact, &touch->names);
  tally->force = sar_vec3(0, 0, 0);
  tally->failed = tally->failed || !e;
  if (!e) return;
  e->touches += e->seen != tally->points - 1;
  e->seen = tally->points;
  e->points = 0;
  e->time += tally->h;
}

static void see(const SarSeenTouch *touch, void *self) {
  SarTouchTally *tally = self;
  const SarContactSeen *seen = touch->seen;
  if (!(seen->motion.depth > 0)) return;
  if (!tally->current || !is_of(tally->current, touch->contact, &touch->names)) open_pair(tally, touch);
  Entry *e = tally->current;
  if (!e) return;
  e->points++;
  tally->force = sar_add(tally->force, seen->force.force);
  if (seen->motion.depth <= e->depth) return;
  e->depth = seen->motion.depth;
  e->depth_time = tally->t;
  e->stiffness = sar_law_slope(&seen->pair->law.normal, e->depth);
  e->period = 3.14159265358979323846 * sqrt(seen->mass / e->stiffness);
}

SarStatus sar_touch_tally_see(SarTouchTally *tally, const SarWorkspace *m, const SarPoint *at, double h) {
  tally->points++;
  tally->t = at->t;
  tally->h = h;
  sar_touches_see(m, at, 0, see, tally);
  close_pair(tally);
  return tally->failed ? sar_report_no_memory(tally->context) : SAR_OK;
}

void sar_touch_tally_blame(SarTouchTally *tally, const SarWorkspace *m, const SarPoint *at, int32_t body,
                           int64_t count) {
  SarStiffTouch touch;
  if (!sar_stiffest_touch(m, at, body, NEAR * sar_system_length(m->system), &touch)) return;
  Entry *entry = entry_of(tally, touch.contact, &touch.names);
  if (!entry) return; /* what is only told may be missing */
  entry->rejected += count;
  if (entry->stiffness > 0) return;
  entry->stiffness = touch.stiffness;
  entry->period = touch.period;
}

/* ---- checkpoints ---- */

static bool is_sound(const SarModel *model, const Entry *e) {
  bool sound = e->contact >= 0 && e->contact < model->nelements;
  sound = sound && model->elements[e->contact].class->section == SAR_SECTION_CONTACTS;
  for (int i = 0; sound && i < 2; i++) {
    int32_t count;
    sound = e->names.element[i] >= -1 && e->names.element[i] < model->nelements;
    if (!sound) return false;
    (void)sar_model_shapes(model, e->names.element[i], &count);
    sound = e->names.shape[i] >= 0 && e->names.shape[i] < count;
  }
  return sound;
}

void sar_touch_tally_archive(SarTouchTally *tally, SarArchive *archive) {
  int32_t count = tally->count;
  sar_archive_section(archive, "touches");
  SAR_ARCHIVE(archive, tally->points);
  sar_archive_int(archive, &count, 0, INT32_MAX / 4);
  if (archive->loading) {
    if (archive->status == SAR_OK && (size_t)count > archive->count / sizeof *tally->entries)
      archive->status = SAR_INPUT;
    if (archive->status == SAR_OK && !reserve(tally, count)) archive->status = SAR_NO_MEMORY;
    if (archive->status != SAR_OK) return;
  }
  sar_archive_bytes(archive, tally->entries, (size_t)count * sizeof *tally->entries);
  if (!archive->loading || archive->status != SAR_OK) return;
  for (int32_t i = 0; i < count; i++) {
    const Entry *e = &tally->entries[i];
    if (!is_sound(sar_system_model(tally->system), e)) archive->status = SAR_INPUT;
    if (archive->status != SAR_OK) return;
    *slot_of(tally, e->contact, &e->names) = ++tally->count;
  }
}

/* ---- the summary ---- */

static bool is_worse(const Entry *a, const Entry *b) {
  return a->force != b->force ? a->force > b->force : a->rejected > b->rejected;
}

static void put(const SarTouchTally *tally, const Entry *e, SarContactCount *out) {
  const SarModel *model = sar_system_model(tally->system);
  bool touches = e->seen == tally->points;
  *out = (SarContactCount){.touches = e->touches,
                           .points = touches ? e->points : 0,
                           .time = e->time,
                           .force = e->force,
                           .force_time = e->force_time,
                           .depth = e->depth,
                           .depth_time = e->depth_time,
                           .rejected = e->rejected,
                           .stiffness = e->stiffness,
                           .period = e->period};
  snprintf(out->contact, sizeof out->contact, "%s", model->elements[e->contact].name);
  sar_touch_name(model, &e->names, out->pair);
}

void sar_touch_tally_summarise(const SarTouchTally *tally, SarRunSummary *out) {
  const Entry *best[SAR_CONTACTS_MAX];
  int32_t count = 0;
  for (int32_t i = 0; tally && i < tally->count; i++) {
    const Entry *e = &tally->entries[i];
    int32_t place = count;
    out->touching_pairs += e->touches > 0;
    while (place > 0 && is_worse(e, best[place - 1])) place--;
    if (place == SAR_CONTACTS_MAX) continue;
    if (count < SAR_CONTACTS_MAX) count++;
    memmove(&best[place + 1], &best[place], (size_t)(count - 1 - place) * sizeof *best);
    best[place] = e;
  }
  out->ncontact_table = count;
  for (int32_t i = 0; i < count; i++) put(tally, best[i], &out->contact_table[i]);
}
