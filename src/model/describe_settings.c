/* `sarrus describe` of the parts of a model file that are neither elements nor expressions: settings and sub-models. */
#include "model/describe_settings.h"

#include "base/units.h"
#include "model/model.h"

static void write_key(FILE *stream, const char *key, const char *meaning) {
  fprintf(stream, "  %-16s %s\n", key, meaning);
}

void sar_describe_simulate(FILE *stream) {
  fprintf(stream,
          "simulate: how the motion is computed; options of `sarrus run` overrule it\n"
          "  simulate: {end: 10, method: hht, tolerance: 1e-5}\n\n");
#define SAR_SIMULATE_TEXT(member, fallback, option, meaning) write_key(stream, #member, meaning);
#define SAR_SIMULATE(member, unit, fallback, option, meaning) write_key(stream, #member, meaning);
#define SAR_SIMULATE_FLAG(member, option, meaning) write_key(stream, #member, meaning);
#define SAR_SIMULATE_WORD(member, key, word, option, meaning) write_key(stream, key, meaning);
#include "model/simulation.def"
  fprintf(
      stream,
      "\nor a list of phases, each of which goes on where the one before has ended, with the model as it is changed\n"
      "  simulate:\n"
      "    - {analysis: static}\n"
      "    - {end: 1, every: 0.01}\n"
      "    - {deactivate: [J3], set: {k: 2e4}, end: 2}\n\n");
#define SAR_PHASE_KEY(key, kind, meaning) write_key(stream, #key, meaning);
#include "model/phase_keys.def"
}

void sar_describe_output(FILE *stream) {
  fprintf(stream,
          "output: what is recorded, and how often\n"
          "  output: {every: 0.01, of: [crank, \"link*.x\", energy]}\n\n");
#define SAR_OUTPUT(member, key, unit, fallback, option, meaning) write_key(stream, key, meaning);
#define SAR_OUTPUT_CHOICE(key, kind, meaning) write_key(stream, #key, meaning);
#include "model/simulation.def"
}

void sar_describe_outputs(FILE *stream) {
  fprintf(stream, "outputs: " SAR_OUTPUTS_MEANING
                  "\n"
                  "  outputs: [rod.x, pivot.angle, A.fx]\n");
}

void sar_describe_units(FILE *stream) {
  static const char *const kinds[] = {"length", "mass", "time", "force", "angle"};
  fprintf(stream,
          "units: of every number in the file and of every result: SI (the default), or a mapping\n"
          "  units: {length: mm, mass: kg, time: s, force: N, angle: deg}\n\n");
  for (int i = 0; i < SAR_COUNT(kinds); i++) write_key(stream, kinds[i], sar_units_known(kinds[i]));
  fprintf(stream, "\nA force may be a multiple: `force: 386.0886 N`.\n");
}

void sar_describe_parameters(FILE *stream) {
  fprintf(stream,
          "parameters: named numbers for use in expressions, in any order; `--set NAME=VALUE` replaces them\n"
          "  parameters: {r: 0.1, area: pi*r^2, k: 2e4}\n");
}

void sar_describe_include(FILE *stream) {
  fprintf(stream,
          "include: sub-models from other files; their elements are called prefix.name\n"
          "  include:\n"
          "    left: {file: wheel.yaml, at: [0, 0.7, 0], mirror: y, parameters: {r: 0.3}, with: {chassis: frame}}\n\n");
  write_key(stream, "file", "path from the folder of this file; within the folder of the model");
  write_key(stream, "at", "where its origin is put");
  write_key(stream, "turn",
            "how its axes are turned: {axis: z, angle: 30 deg}, {euler: zxz, angles: [..]} or {quaternion: [..]}");
  write_key(stream, "mirror", "x, y or z: this coordinate changes its sign");
  write_key(stream, "parameters", "values for its parameters; also by `--set left.r=0.35`");
  write_key(stream, "with", "the bodies of this model that it `needs`");
  write_key(stream, "for", "repeats the sub-model: see `sarrus describe for`");
  fprintf(stream, "\n  needs: [chassis]    in the sub-model: bodies of the model that includes it\n");
}

void sar_describe_for(FILE *stream) {
  fprintf(stream,
          "for: repeats an element, frame, look, spline or sub-model with counters, which expressions may use like "
          "parameters\n"
          "  \"link{i}\": {for: {i: 0..N-1}, mass: m, inertia: [J, J, J], at: [(i + 0.5)*l, 0, 0]}\n"
          "  \"ball{i}\": {for: {i: 0..N-2}, type: spherical, between: [\"link{i}.end\", \"link{i+1}.start\"]}\n\n"
          "  {i: 0..9}            both ends belong to the range; 0..-1 is empty\n"
          "  {i: [1, 2, 5]}       these values; a list of one value is a local name\n"
          "  {i: 0..2, j: 0..i}   nested, the last runs fastest; a range may use the counters before it\n"
          "  \"name{2*i + 1}\"      in texts, an expression in braces becomes its value, a whole number\n");
}
