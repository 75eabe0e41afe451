/* What expressions of a mirrored sub-model may speak of: what has the same value in the mirror.
 *
 * Sizes have it. A vector such as a displacement or a force changes its component along the mirrored axis and keeps the
 * others; of an axial vector (angular velocity, torque, the angle about an axis) it is the other way round. This holds
 * along the axes of the sub-model's ground and of its bodies and frames, which are mirrored with it (placement.h), but
 * not along those of a body of the including model. Coordinates of joints follow the rules of mirror.c, and so do the
 * motions and torsion springs on them. */
#include <string.h>

#include "read/mirror.h"
#include "read/placement.h"

/* A component of a vector. */
typedef struct Component {
  int axis;      /* 0, 1, 2; -1: it is none */
  bool axial;    /* of an axial vector */
  bool relative; /* an angle between two frames: both must be mirrored */
  int32_t along; /* the argument that names the axes; -1: the ground's */
} Component;

static int axis_of(char letter) { return letter == 'x' ? 0 : letter == 'y' ? 1 : letter == 'z' ? 2 : -1; }

/* joint(element, on, number, frame): 2 3 4 the force, 6 7 8 the torque; 1 and 5 are sizes. */
static Component numbered_component(double number) {
  int n = number >= 1 && number <= 8 ? (int)number : 1;
  bool torque = n > 4;
  return (Component){n == 1 || n == 5 ? -1 : n - (torque ? 6 : 2), torque, false, 3};
}

static Component component_of(const SarReference *r) {
  static const struct {
    const char *name; /* without the letter of the axis, and without a 2 behind it */
    bool axial, relative;
    int32_t along;
  } families[] = {{"d", false, false, 2},  {"v", false, false, 2}, {"acc", false, false, 2}, {"w", true, false, 2},
                  {"wdt", true, false, 2}, {"a", true, true, 1},   {"f", false, false, 1},   {"t", true, false, 1}};
  const char *name = r->measure->name;
  size_t length = strlen(name);
  Component none = {-1, false, false, -1};
  if (strcmp(name, "joint") == 0) return numbered_component(r->numbers[2]);
  if (length > 1 && name[length - 1] == '2') length--;
  int axis = axis_of(name[length - 1]);
  for (int i = 0; axis >= 0 && i < SAR_COUNT(families); i++) {
    bool same = strlen(families[i].name) == length - 1 && strncmp(families[i].name, name, length - 1) == 0;
    if (!same) continue;
    Component c = {axis, families[i].axial, families[i].relative, families[i].along};
    bool thing = sar_measure_arguments(r->measure).kinds[0] == SAR_ARGUMENT_THING;
    if (thing && !r->elements[0]) c.along++; /* of frames: one more of them before the axes */
    return c;
  }
  return none;
}

static bool keeps_component(SarFile *file, const SarReference *r, Component c) {
  if (c.along >= 0 && c.along < SAR_MEASURE_ARGUMENTS && !sar_mirror_is_inside(file, &r->frames[c.along])) return false;
  if (c.relative && !sar_mirror_is_inside(file, &r->frames[0])) return false;
  return (c.axis == file->placement.mirror) == c.axial;
}

/* The contact point of rolling, along the ground's axes; its forces, along the plane's: x, y, z. */
static bool keeps_contact(const SarFile *file, const SarModelElement *element, const char *name) {
  static const char *const words[3][2] = {{"x", "multiplier2"}, {"y", "multiplier3"}, {"z", "multiplier"}};
  const char *const *own = words[file->placement.mirror];
  bool rolls = element->class->outputs && strstr(element->class->outputs, "multiplier3");
  return !(strcmp(name, own[0]) == 0 || (rolls && strcmp(name, own[1]) == 0));
}

bool sar_mirror_keeps_reference(SarFile *file, const SarReference *r) {
  static const char sizes[] = "dm vm vr wm accm wdtm fm tm fm2 tm2 length power";
  int32_t index = r->elements[0] ? sar_model_find(file->reader->model, r->elements[0]) : -1;
  SarModelElement *element = index < 0 ? NULL : &file->reader->model->elements[index];
  const char *name = r->measure ? r->measure->name : "value";
  if (sar_field_choice(sizes, name) >= 0) return true;
  Component component = r->measure ? component_of(r) : (Component){-1, false, false, -1};
  if (component.axis >= 0) return keeps_component(file, r, component);
  if (!element)
    return r->elements[0] != NULL; /* an unknown element is reported elsewhere; Euler's angles are refused */
  if (r->measure && strcmp(name, "joint") == 0) return true; /* a size */
  switch (element->class->section) {
    case SAR_SECTION_JOINTS: return sar_mirror_keeps_coordinate(file, element, name);
    case SAR_SECTION_FORCES: return sar_mirror_keeps_force(file, element);
    case SAR_SECTION_MOTIONS: return sar_mirror_keeps_motion(file, element);
    case SAR_SECTION_EQUATIONS: return keeps_contact(file, element, name);
    default: return true;
  }
}
