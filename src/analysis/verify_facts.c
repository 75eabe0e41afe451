/* What a results file says besides its rows: title, units, method, steps, and what other programs read of it. The same
 * run gives the same bytes, so of a file of this version the bytes are compared. */
#include "analysis/verify_facts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/record/record.h"

#define PIECE 65536

/* The first fact that differs; null: none. */
static const char *differing_fact(const SarSinkHeader *a, const SarSinkHeader *b) {
  const struct {
    const char *name, *one, *other;
  } facts[] = {{"its title", a->title, b->title},
               {"its units", a->units_json, b->units_json},
               {"its parameters", a->parameters, b->parameters},
               {"its method", a->method, b->method},
               {"its settings", a->settings, b->settings}};
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    if (strcmp(facts[i].one, facts[i].other) != 0) return facts[i].name;
  }
  if (a->ncolumns != b->ncolumns) return "its columns";
  for (int32_t i = 0; i < a->ncolumns; i++) {
    if (strcmp(a->columns[i].unit, b->columns[i].unit) != 0) return "the unit of a column";
  }
  return NULL;
}

/* Whether both would be the same bytes: they hold the version, and where plugins were found, in the same layout. A run
 * that was interrupted at its end keeps its checkpoint. */
static bool are_comparable(const SarResultFile *old, const SarResultFile *fresh) {
  const SarSinkHeader *a = &old->header, *b = &fresh->header;
  if (old->has_tables != fresh->has_tables || old->checkpoint) return false;
  if (strcmp(a->version, b->version) != 0 || a->nplugins != b->nplugins) return false;
  for (int32_t i = 0; i < a->nplugins; i++) {
    if (strcmp(a->plugins[i].path, b->plugins[i].path) != 0) return false;
  }
  return true;
}

/* Where the files first differ; -1: nowhere. unread: one of them cannot be read to its end. */
static int64_t differing_byte(const char *one, const char *other, bool *unread) {
  FILE *a = fopen(one, "rbe"), *b = fopen(other, "rbe");
  unsigned char *bytes = malloc(2 * (size_t)PIECE);
  int64_t at = 0, found = -1;
  size_t na = 1, nb = 1;
  while (a && b && bytes && found < 0 && na > 0 && na == nb) {
    na = fread(bytes, 1, PIECE, a);
    nb = fread(bytes + PIECE, 1, PIECE, b);
    size_t k = 0, least = na < nb ? na : nb;
    while (k < least && bytes[k] == bytes[PIECE + k]) k++;
    if (k < least || na != nb) found = at + (int64_t)k;
    at += (int64_t)least;
  }
  *unread = !a || !b || ferror(a) || ferror(b);
  free(bytes);
  if (a) fclose(a);
  if (b) fclose(b);
  return *unread ? -1 : found;
}

SarStatus sar_verify_facts(SarRecord *r, const char *path, bool *same) {
  SarResultFile fresh;
  *same = false;
  SarStatus status = sar_result_file_open(r->context, path, &fresh);
  const char *fact = status == SAR_OK ? differing_fact(&r->file.header, &fresh.header) : NULL;
  bool comparable = status == SAR_OK && are_comparable(&r->file, &fresh);
  sar_result_file_close(&fresh);
  if (status != SAR_OK) return status;
  if (fact) {
    return sar_report(r->context, SAR_FAILED, sar_nowhere(), NULL, "do not trust this file; run the model again",
                      "%s was altered after it was written: its rows are right, %s is not", r->path, fact);
  }
  bool unread = false;
  int64_t at = comparable ? differing_byte(r->path, path, &unread) : -1;
  if (unread) {
    return sar_report(r->context, SAR_IO, sar_nowhere(), NULL, "look after the disk, and verify it again",
                      "%s, or the new run in %s, cannot be read to its end", r->path, path);
  }
  if (at >= 0) {
    return sar_report(r->context, SAR_FAILED, sar_nowhere(), NULL,
                      "do not trust what other programs read in it, such as units, title and steps, unless you have "
                      "changed it yourself or another HDF5 library wrote it",
                      "%s has the right rows, but other bytes than the same run writes (from byte %" PRId64 " on)",
                      r->path, at);
  }
  *same = true;
  return SAR_OK;
}
