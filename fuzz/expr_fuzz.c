/* Fuzzing the expressions: whatever the text, parsing it, differentiating twice, holding its jumps, compiling and
 * evaluating must neither crash nor leak, and an accepted text must give the same value from the program twice. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "expr/expr.h"
#include "expr/external.h"
#include "expr/spline.h"
#include "expr/switches.h"

enum { VARIABLES = 3, MODES = 64, FIRST_MODE = 10, OUTPUTS = 6 };

static const char *const names[] = {"x", "y", "t", "k", NULL};

typedef struct World {
  const SarSpline *splines[2];
  SarExternal external;
  int32_t modes;
} World;

static SarStatus resolve(void *self, const char *name, double *constant, int32_t *variable) {
  (void)self;
  for (int32_t i = 0; names[i]; i++) {
    if (strcmp(names[i], name) != 0) continue;
    *variable = i < VARIABLES ? i : -1;
    *constant = 2.5;
    return SAR_OK;
  }
  return SAR_INPUT;
}

static const char *list(void *self, int32_t index) {
  (void)self;
  return names[index];
}

/* dx(...) of any arguments, and the bare name q. */
static SarStatus call(void *self, SarArena *arena, const SarCall *asked, const SarExpr **out) {
  (void)self;
  bool bare = asked->narguments < 0;
  if (strcmp(asked->name, bare ? "q" : "dx") != 0) return SAR_INPUT;
  double sum = 0;
  for (int32_t i = 0; i < asked->narguments; i++) {
    const SarCallArgument *argument = &asked->arguments[i];
    sum += argument->name ? (double)strlen(argument->name) : argument->number;
  }
  *out = sar_expr_add(arena, sar_expr_variable(arena, 1), sar_expr_constant(arena, sum));
  return *out ? SAR_OK : SAR_FAILED;
}

static const char *list_calls(void *self, int32_t index) {
  (void)self;
  return index == 0 ? "dx" : NULL;
}

static SarStatus find_spline(void *self, const char *name, const SarSpline **out) {
  World *world = self;
  *out = strcmp(name, "road") == 0 ? world->splines[0] : strcmp(name, "map") == 0 ? world->splines[1] : NULL;
  return *out ? SAR_OK : SAR_INPUT;
}

static int evaluate(void *self, const double *inputs, double *outputs, double *jacobian) {
  (void)self;
  outputs[0] = inputs[0] * inputs[1];
  outputs[1] = inputs[0] - inputs[1];
  if (jacobian) jacobian[0] = inputs[1], jacobian[1] = inputs[0], jacobian[2] = 1, jacobian[3] = -1;
  return inputs[0] > 1e6;
}

static SarStatus find_external(void *self, const char *name, const SarExternal **out, int32_t *output) {
  World *world = self;
  if (strcmp(name, "p.f") != 0 && strcmp(name, "p.g") != 0) return SAR_INPUT;
  *out = &world->external;
  *output = name[2] == 'g';
  return SAR_OK;
}

static int32_t mode_of(void *self, const SarExpr *node, SarSwitchKind kind) {
  (void)node, (void)kind;
  World *world = self;
  return world->modes < MODES ? FIRST_MODE + world->modes++ : -1;
}

typedef struct Crossings {
  const SarExpr *sum;
  SarArena *arena;
} Crossings;

static SarStatus see(void *self, const SarSwitch *found) {
  Crossings *crossings = self;
  if ((found->kind == SAR_SWITCH_JUMP) != (found->mode != NULL)) abort();
  crossings->sum = sar_expr_add(crossings->arena, crossings->sum, found->crossing);
  if (found->mode) crossings->sum = sar_expr_add(crossings->arena, crossings->sum, found->mode);
  return crossings->sum ? SAR_OK : SAR_NO_MEMORY;
}

/* f, df/dx, d2f/dx2, d2f/dxdt, the held f and its derivative, and all crossings as one program, evaluated twice. */
static void exercise(SarContext *context, SarArena *arena, World *world, const SarExpr *f) {
  const SarExpr *outputs[OUTPUTS + 1] = {f, sar_expr_derivative(arena, f, 0)};
  if (!outputs[1]) return;
  outputs[2] = sar_expr_derivative(arena, outputs[1], 0);
  outputs[3] = sar_expr_rescale(arena, sar_expr_derivative(arena, outputs[1], 2), 2, (double[]){1, 2, 3}, VARIABLES);
  outputs[4] = sar_expr_hold(arena, f, &(SarHold){mode_of, world});
  if (!outputs[2] || !outputs[3] || !outputs[4]) return;
  outputs[5] = sar_expr_derivative(arena, outputs[4], 0);
  Crossings crossings = {sar_expr_constant(arena, 0), arena};
  if (!outputs[5] || sar_expr_switches(context, arena, f, &(SarSwitchVisitor){see, &crossings}) != SAR_OK) return;
  outputs[OUTPUTS] = crossings.sum;
  const SarProgram *program = NULL;
  if (sar_program_compile(context, arena, outputs, OUTPUTS + 1, &program) != SAR_OK) return;
  double *scratch = malloc(((size_t)sar_program_scratch(program) + 1) * sizeof *scratch);
  if (!scratch) return;
  const double at[FIRST_MODE + MODES] = {0.3, -1.2, 4};
  double first[OUTPUTS + 1], second[OUTPUTS + 1];
  sar_program_evaluate(program, at, scratch, first);
  sar_program_evaluate(program, at, scratch, second);
  free(scratch);
  if (memcmp(first, second, sizeof first) != 0) abort();
}

static bool make_world(SarContext *context, SarArena *arena, World *world) {
  const double x[] = {-2, -1, 0.5, 1, 3}, z[] = {0, 1}, y[] = {1, 4, 0, 2, 2, 3, 3, 3, -1, 5};
  SarSplineTable road = {"road", x, NULL, y, 5, 1, SAR_EXTRAPOLATE_PARABOLA, NULL};
  SarSplineTable map = {"map", x, z, y, 5, 2, SAR_EXTRAPOLATE_CONSTANT, NULL};
  *world = (World){.external = {.name = "p", .ninputs = 2, .noutputs = 2, .evaluate = evaluate}};
  return sar_spline_create(context, arena, &road, sar_nowhere(), &world->splines[0]) == SAR_OK &&
         sar_spline_create(context, arena, &map, sar_nowhere(), &world->splines[1]) == SAR_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  SarContext *context = sar_context_create();
  SarArena *arena = sar_arena_create();
  char *text = malloc(size + 1);
  World world;
  if (context && arena && text && make_world(context, arena, &world)) {
    if (size) memcpy(text, data, size);
    text[size] = 0;
    SarScope scope = {.resolve = resolve,
                      .list = list,
                      .self = &world,
                      .call = call,
                      .list_calls = list_calls,
                      .spline = find_spline,
                      .external = find_external};
    const SarExpr *f = NULL;
    SarStatus status = sar_expr_parse(context, arena, text, (SarSource){NULL, 1, 1}, "fuzz", &scope, &f);
    if ((status == SAR_OK) != (f != NULL) || (status == SAR_OK) != (sar_context_errors(context) == 0)) abort();
    if (f) exercise(context, arena, &world, f);
  }
  free(text);
  sar_arena_destroy(&arena);
  sar_context_destroy(&context);
  return 0;
}
