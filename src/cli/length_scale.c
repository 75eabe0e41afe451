#include "cli/length_scale.h"

#include <string.h>

/* A free body says little of the way that it goes: steps may be far too short or too long for it. */
static const char *words_of(const char *from) {
  static const struct {
    const char *from, *words;
  } known[] = {
      {"length_scale", "as `length_scale` says"},
      {"joints and forces", "from the places of joints and forces"},
      {"radius of gyration",
       "the largest radius of gyration, which may be far from the size of the motion: give "
       "`length_scale:` in the model"},
      {"nothing", "for want of anything that says more: give `length_scale:` in the model"},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (strcmp(known[i].from, from) == 0) return known[i].words;
  }
  return from;
}

void sar_cli_print_length(const SarLengthScale *scale, const SarUnits *units, FILE *stream) {
  fprintf(stream, "%.4g %s, %s\n", scale->length / units->length, units->length_name, words_of(scale->from));
}

void sar_cli_put_length(const SarLengthScale *scale, const SarUnits *units, SarJson *json) {
  sar_json_key(json, "length_scale");
  sar_json_begin_object(json);
  sar_json_put_real(json, "value", scale->length / units->length);
  sar_json_put_text(json, "unit", units->length_name);
  sar_json_put_text(json, "from", scale->from);
  sar_json_end_object(json);
}
