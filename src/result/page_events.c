/* The events of a run on its page: which there are, and when they happened. */
#include <stdlib.h>

#include "result/page_parts.h"

#define MOST 10000 /* on the page: more marks than a screen can tell apart */

static void put_names(const SarSinkHeader *header, SarJson *json) {
  sar_json_key(json, "names");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < header->nevents; i++) sar_json_text(json, header->events[i].name);
  sar_json_end_array(json);
  sar_json_key(json, "actions");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < header->nevents; i++) sar_json_text(json, header->events[i].action);
  sar_json_end_array(json);
}

static SarStatus put_numbers(SarContext *context, const SarEventRecord *events, int64_t kept, SarJson *json) {
  static const char *const keys[] = {"time", "event", "direction"};
  double *values = malloc(((size_t)kept + 1) * sizeof *values);
  SarPack pack = {0};
  SarStatus status = values ? SAR_OK : sar_report_no_memory(context);
  for (int i = 0; i < 3 && status == SAR_OK; i++) {
    for (int64_t k = 0; k < kept; k++) {
      values[k] = i == 0 ? events[k].time : i == 1 ? events[k].event : events[k].direction;
    }
    status = sar_pack_reals(context, &pack, values, (size_t)kept);
    if (status != SAR_OK) break;
    sar_json_key(json, keys[i]);
    sar_json_plain(json, pack.text, pack.length);
  }
  sar_pack_free(&pack);
  free(values);
  return status;
}

/* All events are counted, also where only the first ones are kept. */
static SarStatus put_counts(SarContext *context, const SarSinkHeader *header, const SarEventRecord *events,
                            int64_t total, SarJson *json) {
  int64_t *counts = calloc((size_t)header->nevents + 1, sizeof *counts);
  if (!counts) return sar_report_no_memory(context);
  for (int64_t k = 0; k < total; k++) counts[events[k].event]++;
  sar_json_key(json, "counts");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < header->nevents; i++) sar_json_int(json, counts[i]);
  sar_json_end_array(json);
  free(counts);
  return SAR_OK;
}

SarStatus sar_page_put_events(SarContext *context, const SarPageRun *run, bool full, SarJson *json) {
  const SarSinkHeader *header = sar_results_header(run->results);
  int64_t total = sar_results_events(run->results), kept = full || total < MOST ? total : MOST;
  sar_json_key(json, "events");
  if (!header || header->kinematic || !header->nevents) {
    sar_json_text(json, NULL);
    return SAR_OK;
  }
  SarEventRecord *events = malloc(((size_t)total + 1) * sizeof *events);
  SarStatus status = events ? sar_results_read_events(run->results, events) : sar_report_no_memory(context);
  if (status == SAR_OK) {
    sar_json_begin_object(json);
    sar_json_put_int(json, "total", total);
    sar_json_put_int(json, "kept", kept);
    put_names(header, json);
    status = put_counts(context, header, events, total, json);
    if (status == SAR_OK) status = put_numbers(context, events, kept, json);
  }
  if (status == SAR_OK) sar_json_end_object(json);
  free(events);
  return status;
}
