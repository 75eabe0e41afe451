/* A motion between two steps as bytes: all that the rest of it depends on. The state, the history of the method and the
 * values for which matrix and pivots were made go in as they are, so taking them changes nothing, and what is loaded
 * from them goes on bit for bit as what was saved would have.
 *
 * Bits belong to a build: the text of sar_build() stands in front, and a hash protects the rest. */
#include <stdio.h>
#include <string.h>

#include "analysis/stepper/fmus.h"
#include "analysis/stepper/stepper.h"
#include "result/hash.h"
#include "system/events.h"

#define BUILD_SIZE 256

typedef struct Envelope {
  char build[BUILD_SIZE];
  SarHash hash; /* of what follows */
} Envelope;

static Envelope envelope(void) {
  Envelope e = {.hash = sar_hash()};
  snprintf(e.build, sizeof e.build, "%s", sar_build());
  return e;
}

size_t sar_envelope_begin(SarArchive *archive) {
  Envelope e = envelope();
  sar_archive_rewind(archive);
  sar_archive_bytes(archive, &e, sizeof e);
  return archive->count;
}

void sar_envelope_end(SarArchive *archive, size_t inside) {
  Envelope e = envelope();
  sar_hash_bytes(&e.hash, archive->bytes + inside, archive->count - inside);
  memcpy(archive->bytes + inside - sizeof e, &e, sizeof e);
}

SarStatus sar_envelope_damaged(SarContext *context) {
  return sar_report(context, SAR_INPUT, sar_nowhere(), NULL,
                    "keep what was computed with `sarrus recover`, or run the model again",
                    "the checkpoint does not fit this model, or it is damaged");
}

SarStatus sar_envelope_open(SarContext *context, SarArchive *archive) {
  Envelope e, here = envelope();
  sar_archive_bytes(archive, &e, sizeof e);
  if (archive->status != SAR_OK) return sar_envelope_damaged(context);
  e.build[BUILD_SIZE - 1] = 0;
  if (strcmp(e.build, here.build) != 0) {
    return sar_report(context, SAR_INPUT, sar_nowhere(), NULL,
                      "continue it with that program; or run the model again with this one",
                      "the checkpoint was written by another build, which rounds differently: %s; this one is %s",
                      e.build, here.build);
  }
  sar_hash_bytes(&here.hash, archive->bytes + archive->at, archive->count - archive->at);
  return memcmp(&here.hash, &e.hash, sizeof e.hash) == 0 ? SAR_OK : sar_envelope_damaged(context);
}

static void archive_events(SarStepper *s, SarArchive *archive) {
  sar_archive_section(archive, "happened");
  sar_archive_bytes(archive, s->events, (size_t)sar_system_events(s->system) * sizeof *s->events);
  SAR_ARCHIVE(archive, s->restarts);
  SAR_ARCHIVE(archive, s->restart_factorisations);
  SAR_ARCHIVE(archive, s->idle_time);
  sar_archive_int(archive, &s->idle, 0, INT32_MAX);
  SAR_ARCHIVE(archive, s->time);
  sar_archive_flag(archive, &s->concluded);
  sar_archive_flag(archive, &s->stopped);
  sar_archive_flag(archive, &s->warned);
}

SarStatus sar_stepper_archive(SarStepper *s, SarArchive *archive) {
  if (archive->loading) sar_integrator_destroy(&s->integrator); /* the mechanism may become another one */
  if (archive->loading) s->mechanisms++;
  SAR_TRY(sar_start_archive(s->start, archive));
  archive_events(s, archive);
  SAR_TRY(archive->status);
  SAR_TRY(sar_stepper_archive_fmus(s, archive));
  if (archive->loading) {
    sar_workspace_follow(s->start->m, s->all_angles);
    SAR_TRY(sar_integrator_create(s->context, &s->start->m->problem, &s->plan.method, &s->plan.steps, &s->integrator));
  }
  return sar_integrator_archive(s->integrator, archive);
}
