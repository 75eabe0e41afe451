/* The reference of the expression language, written from its tables: functions and measures; and of the tables of a
 * model that are no elements: splines, loops, plugins and FMUs. */
#include "model/describe_language.h"

#include <stdio.h>
#include <string.h>

#include "expr/definition.h"
#include "expr/function.h"
#include "expr/spline.h"
#include "model/describe_settings.h"

/* What functions do; a test sees to it that none is left out. */
static const struct {
  const char *name, *meaning;
} meanings[] = {
    {"if", "if(c, a, b): a where c is not 0, else b; if(e: a, b, c): a where e < 0, b where e = 0, c where e > 0"},
    {"sin", "sine; angles are radians"},
    {"cos", "cosine"},
    {"tan", "tangent"},
    {"asin", "arc sine"},
    {"acos", "arc cosine"},
    {"atan", "arc tangent"},
    {"atan2", "angle of the point whose y is the first argument and whose x is the second"},
    {"sinh", "hyperbolic sine"},
    {"cosh", "hyperbolic cosine"},
    {"tanh", "hyperbolic tangent"},
    {"exp", "e to the power of x"},
    {"log", "natural logarithm"},
    {"log10", "decimal logarithm"},
    {"sqrt", "square root"},
    {"abs", "size without sign"},
    {"sign", "1, 0 or -1; sign(a, b): the size of a with the sign of b"},
    {"min", "the smaller one"},
    {"max", "the larger one"},
    {"floor", "the next whole number below"},
    {"ceil", "the next whole number above"},
    {"aint", "the whole part, towards 0"},
    {"anint", "the nearest whole number"},
    {"mod", "remainder x - aint(x/y) y, with the sign of the first argument"},
    {"modulo", "remainder x - floor(x/y) y, with the sign of the second argument: an angle within a turn"},
    {"hypot", "square root of x^2 + y^2"},
    {"dim", "a - b where it is positive, else 0"},
    {"rem", "the same as mod(a, b)"},
    {"step", "from h0 at x0 to h1 at x1 by a cubic, constant outside"},
    {"step5", "from h0 at x0 to h1 at x1 by a polynomial of degree 5, constant outside"},
    {"havsin", "from h0 at x0 to h1 at x1 by a sine, constant outside"},
    {"impact", "contact force where x < x1: spring k to the power e, damping up to cmax at the depth d"},
    {"bistop", "contact forces outside of x1 < x < x2"},
    {"shf", "a sin(w (x - x0) - phi) + b"},
    {"sweep", "sine of amplitude a whose frequency goes from f0 at x0 to f1 at x1, faded in over dx"},
    {"poly", "a0 + a1 (x - x0) + a2 (x - x0)^2 + ..."},
    {"cheby", "sum of Chebyshev polynomials of x - x0"},
    {"forsin", "a0 + a1 sin(w (x - x0)) + a2 sin(2 w (x - x0)) + ..."},
    {"forcos", "a0 + a1 cos(w (x - x0)) + a2 cos(2 w (x - x0)) + ..."},
};

const char *sar_function_meaning(const char *name) {
  for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++) {
    if (strcmp(meanings[i].name, name) == 0) return meanings[i].meaning;
  }
  return NULL;
}

/* Calls `see` for all functions of the language with the text of a call: "step(x, x0, h0, x1, h1)". */
void sar_function_each(void (*see)(void *self, const char *name, const char *call), void *self) {
  static const char *const letters[] = {"x", "x, y", "x, y, z"};
  char text[128];
  for (int i = SAR_EXPR_VARIABLE + 1; i < SAR_EXPR_OPERATIONS; i++) {
    SarOperation operation = (SarOperation)i;
    if (!sar_function_is_callable(operation)) continue;
    const SarFunction *f = sar_function_get(operation);
    snprintf(text, sizeof text, "%s(%s)", f->name, letters[f->narguments - 1]);
    see(self, f->name, text);
  }
  const SarDefinition *definition;
  for (int32_t i = 0; (definition = sar_definition_get(i)); i++) {
    if (definition->name[0] == '_') continue;
    int used = snprintf(text, sizeof text, "%s(", definition->name);
    for (const char *c = definition->parameters; *c && (size_t)used + 8 < sizeof text; c++) {
      used += snprintf(text + used, sizeof text - (size_t)used, *c == ' ' ? ", " : "%c", *c);
    }
    snprintf(text + used, sizeof text - (size_t)used, definition->body ? ")" : ", ..)");
    see(self, definition->name, text);
  }
}

static void write_function(void *self, const char *name, const char *call) {
  const char *meaning = sar_function_meaning(name);
  fprintf(self, "  %-44s %s\n", call, meaning ? meaning : "");
}

static void write_functions(FILE *stream) {
  fprintf(stream, "functions in expressions, in upper or lower case\n");
  sar_function_each(write_function, stream);
  static const char *const splines[][2] = {
      {"akispl(x, table), akispl(x, z, table)", "Akima's spline through a table"},
      {"cubspl(x, table), cubspl(x, z, table)", "cubic spline through a table"},
      {"linspl(x, table), linspl(x, z, table)", "straight lines through a table"},
      {"interp(x, 1, table), interp(x, 3, table)", "linspl(x, table), cubspl(x, table)"}};
  for (size_t i = 0; i < sizeof splines / sizeof *splines; i++)
    fprintf(stream, "  %-44s %s\n", splines[i][0], splines[i][1]);
  fprintf(stream,
          "\noperators\n  + - * / ^, < <= > >= == !=, && || !, and `deg`, `rad` behind a value; 30D is 30 deg\n"
          "\nconstants\n  pi, dtor (pi/180), rtod (180/pi)\n");
}

static void write_measures(FILE *stream) {
  fprintf(stream, "measures in expressions; a frame is `body`, `body.frame` or `ground`, which 0 stands for too\n");
  for (int32_t i = 0; i < sar_measure_class_count(); i++) {
    const SarMeasureClass *measure = sar_measure_class(i);
    SarMeasureArguments a = sar_measure_arguments(measure);
    static const char *const words[] = {"frame", "element", "number", "element or frame"};
    char call[128];
    int used = snprintf(call, sizeof call, "%s(", measure->name);
    for (int32_t k = 0; k < a.count; k++) {
      used += snprintf(call + used, sizeof call - (size_t)used, "%s%s%s%s", k < a.required ? "" : "[", k ? ", " : "",
                       words[a.kinds[k]], k < a.required ? "" : "]");
    }
    snprintf(call + used, sizeof call - (size_t)used, ")");
    const char *unit = strcmp(measure->unit, "?") == 0 ? "*" : measure->unit[0] ? measure->unit : "-";
    fprintf(stream, "  %-40s %-8s %s\n", call, unit, measure->meaning);
    if (measure->aliases[0]) fprintf(stream, "  %-40s %-8s also: %s\n", "", "", measure->aliases);
  }
  fprintf(stream, "\n  * the unit of the element's quantity; angles are radians in expressions\n");
}

static void write_splines(FILE *stream) {
  fprintf(stream,
          "splines: named tables for akispl, cubspl and linspl; plain numbers, in the units of the expressions\n"
          "  road: {x: [0, 1, 2, 3], y: [0, 0.1, 0, 0.2]}\n"
          "  tyre: {x: [0, 1, 2], z: [1, 2], y: [[0, 5, 6], [0, 9, 12]]}    a family of curves, one for each z\n"
          "  bump: {file: bump.csv, columns: [time, height]}               columns by name or number\n"
          "  extrapolate: one of " SAR_EXTRAPOLATIONS
          " (default: parabola)\n"
          "  end_slopes: [first, last]   dy/dx of cubspl at both ends of one curve (default: no curvature there)\n");
}

static void write_loops(FILE *stream) {
  fprintf(
      stream,
      "loops: belts, chains, tracks: equal chords around wheels, closed; plain numbers, in the units of the file\n"
      "  belt: {around: {a: {at: [0, 0], radius: 80}, b: {at: [300, 0], radius: 40}}, chords: 60}\n"
      "  a wheel takes `outside: true` where it presses on the back, and `for:`\n"
      "  sense: counter-clockwise or clockwise; plane: xy, xz, ..; start: of node 0 along the first wheel\n"
      "  pitch: the length of a chord (default: that which closes the loop), with close: {idler_x: [4, 5]}\n"
      "\nin expressions\n"
      "  belt.chord, belt.chords, belt.length, belt.gap, belt.idler_x  length and number of chords, of the path, ..\n"
      "  belt.x(i), belt.y(i)                          node i; i + 0.5: the middle of chord i\n"
      "  belt.angle(i), belt.bend(i)                   direction of chord i; by how much it differs from the last\n"
      "  belt.vx(i), belt.vy(i), belt.spin(i)          velocity and turning of a loop that runs with speed 1\n");
}

static void write_plugins(FILE *stream) {
  fprintf(stream,
          "plugins: named shared objects; their functions are called as name.function(..) in expressions\n"
          "  tyre: {file: libtyre.so}\n");
}

static void write_fmus(FILE *stream) {
  fprintf(
      stream,
      "fmus: FMUs of others for co-simulation (FMI 2.0, 3.0), stepped along with the model\n"
      "  motor: {file: motor.fmu, step: 1e-3, set: {R: 1.2}, inputs: {speed: angle_rate(shaft)}, outputs: {T: "
      "torque}}\n"
      "  at t = 0, step, 2 step, .. it is told its inputs, expressions of the motion, and gives its outputs, which\n"
      "  expressions name (T) and which are constant in between; set: parameters of it before it begins\n"
      "  to the model it is an event of its name; a list of outputs takes the names that the FMU has\n");
}

static const struct {
  const char *name;
  void (*write)(FILE *);
} topics[] = {{"functions", write_functions},     {"measures", write_measures},
              {"splines", write_splines},         {"loops", write_loops},
              {"plugins", write_plugins},         {"fmus", write_fmus},
              {"units", sar_describe_units},      {"parameters", sar_describe_parameters},
              {"for", sar_describe_for},          {"include", sar_describe_include},
              {"output", sar_describe_output},    {"outputs", sar_describe_outputs},
              {"simulate", sar_describe_simulate}};

const char *sar_describe_topic(int32_t index) { return index < SAR_COUNT(topics) ? topics[index].name : NULL; }

void sar_describe_write_topic(int32_t index, FILE *stream) { topics[index].write(stream); }

/* ---- JSON ---- */

static void put_function(void *self, const char *name, const char *call) {
  SarJson *json = self;
  const char *meaning = sar_function_meaning(name);
  sar_json_begin_object(json);
  sar_json_put_text(json, "name", name);
  sar_json_put_text(json, "call", call);
  sar_json_put_text(json, "meaning", meaning ? meaning : "");
  sar_json_end_object(json);
}

bool sar_describe_put_topic(SarJson *json, const char *name) {
  if (strcmp(name, "functions") == 0) {
    sar_function_each(put_function, json);
    return true;
  }
  if (strcmp(name, "measures") != 0) return false;
  for (int32_t i = 0; i < sar_measure_class_count(); i++) {
    const SarMeasureClass *measure = sar_measure_class(i);
    sar_json_begin_object(json);
    sar_json_put_text(json, "name", measure->name);
    sar_json_put_text(json, "aliases", measure->aliases);
    sar_json_put_text(json, "arguments", measure->arguments);
    sar_json_put_text(json, "unit", measure->unit);
    sar_json_put_text(json, "meaning", measure->meaning);
    sar_json_end_object(json);
  }
  return true;
}
