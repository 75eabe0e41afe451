#include "cli/summary_contacts.h"

#include <inttypes.h>

#include "cli/terminal.h"

#define ROWS 5 /* without --verbose */

static void print_pair(const SarUnits *u, const SarContactCount *c, FILE *stream) {
  fprintf(stream, "    %9" PRId64 " %12.4g %12.6g %12.3g %9" PRId64 " %10.2g  ", c->touches, c->force / u->force,
          c->force_time / u->time, c->depth / u->length, c->rejected, c->period / u->time);
  sar_print_to(stream, "%s: %s\n", c->contact, c->pair);
}

void sar_summary_print_contacts(const SarRunSummary *s, const SarUnits *u, bool verbose, FILE *stream) {
  int32_t rows = verbose || s->ncontact_table <= ROWS ? s->ncontact_table : ROWS;
  char force[64], time[32], depth[32], period[32];
  if (s->contacts == 0) return;
  fprintf(stream, "  %-22s %" PRId64 " pair%s of shapes touched\n", "contacts", s->touching_pairs,
          s->touching_pairs == 1 ? "" : "s");
  if (rows == 0) return;
  snprintf(force, sizeof force, "peak, %s", u->force_name);
  snprintf(time, sizeof time, "at t, %s", u->time_name);
  snprintf(depth, sizeof depth, "depth, %s", u->length_name);
  snprintf(period, sizeof period, "period, %s", u->time_name);
  fprintf(stream, "    %9s %12s %12s %12s %9s %10s\n", "touches", force, time, depth, "rejected", period);
  for (int32_t i = 0; i < rows; i++) print_pair(u, &s->contact_table[i], stream);
  if (rows < s->ncontact_table) fprintf(stream, "    --verbose prints more of them\n");
}

void sar_summary_put_contacts(const SarRunSummary *s, const SarUnits *u, SarJson *json) {
  sar_json_put_int(json, "touching_pairs", s->touching_pairs);
  sar_json_key(json, "contact_table");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < s->ncontact_table; i++) {
    const SarContactCount *c = &s->contact_table[i];
    sar_json_begin_object(json);
    sar_json_put_text(json, "element", c->contact);
    sar_json_put_text(json, "pair", c->pair);
    sar_json_put_int(json, "touches", c->touches);
    sar_json_put_int(json, "points", c->points);
    sar_json_put_real(json, "time", c->time / u->time);
    sar_json_put_real(json, "force", c->force / u->force);
    sar_json_put_real(json, "force_time", c->force_time / u->time);
    sar_json_put_real(json, "depth", c->depth / u->length);
    sar_json_put_real(json, "depth_time", c->depth_time / u->time);
    sar_json_put_int(json, "rejected", c->rejected);
    sar_json_put_real(json, "stiffness", c->stiffness / (u->force / u->length));
    sar_json_put_real(json, "period", c->period / u->time);
    sar_json_end_object(json);
  }
  sar_json_end_array(json);
}
