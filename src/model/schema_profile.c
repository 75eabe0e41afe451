/* `profile:` of a shape in the JSON schema. Each kind of outline is an object of its own, so that a profile of two
 * kinds, without its width, or with a key of another kind is found. */
#include "model/schema_parts.h"

static const char closed[] = "false: one side of a wall, without mass; default: true";

static void put_lists(SarJson *json) {
  sar_schema_array(json, "profile_point", "number", 2, 2);
  sar_schema_array(json, "profile_corner", "number", 2, 3);
  sar_schema_array(json, "profile_corners", "profile_corner", 2, 0);
  sar_schema_begin_any(json, "profile_step", NULL);
  sar_schema_reference(json, NULL, "profile_corner", NULL);
  sar_schema_begin_object(json, NULL, "a circle", "centre radius");
  sar_schema_reference(json, "centre", "profile_point", NULL);
  sar_schema_reference(json, "radius", "positive", NULL);
  sar_schema_end_object(json);
  sar_schema_begin_object(json, NULL, "an arc: anticlockwise where `to` is larger than `from`",
                          "centre radius from to");
  sar_schema_reference(json, "centre", "profile_point", NULL);
  sar_schema_reference(json, "radius", "positive", NULL);
  sar_schema_reference(json, "from", "number", "angle from x");
  sar_schema_reference(json, "to", "number", "angle from x");
  sar_schema_end_object(json);
  sar_schema_end_any(json);
  sar_schema_array(json, "profile_steps", "profile_step", 1, 0);
  sar_schema_begin_any(json, "profile_curve", NULL);
  sar_schema_reference(json, NULL, "text", NULL);
  sar_schema_array(json, NULL, "profile_point", 3, 0);
  sar_schema_end_any(json);
}

static void put_wheels(SarJson *json) {
  sar_schema_begin_object(json, "profile_involute", NULL, "teeth module");
  sar_schema_reference(json, "teeth", "positive", "how many: 4 or more");
  sar_schema_reference(json, "module", "positive", "diameter of the pitch circle per tooth");
  sar_schema_reference(json, "pressure_angle", "positive", "default: 20 degrees");
  sar_schema_reference(json, "shift", "number", "of the profile, in modules; default: 0");
  sar_schema_reference(json, "backlash", "number", "what teeth are thinner, at the pitch circle; default: 0");
  sar_schema_reference(json, "addendum", "positive", "tip above the pitch circle, in modules; default: 1");
  sar_schema_reference(json, "dedendum", "positive", "root below the pitch circle, in modules; default: 1.25");
  sar_schema_reference(json, "tip_radius", "positive", "rounding of the tips; default: 2 % of the module");
  sar_schema_reference(json, "root_radius", "positive",
                       "rounding of the roots; default: 38 % of the module, or what fits");
  sar_schema_end_object(json);
  sar_schema_begin_object(json, "profile_sprocket", NULL, "teeth pitch roller");
  sar_schema_reference(json, "teeth", "positive", "how many: 6 or more");
  sar_schema_reference(json, "pitch", "positive", "of the chain: from roller to roller");
  sar_schema_reference(json, "roller", "positive", "diameter of the rollers");
  sar_schema_reference(json, "tip_radius", "positive", "rounding of the tips; default: 5 % of the roller");
  sar_schema_reference(json, "flank_angle", "positive", "straight flanks, at this angle to the radius through the gap");
  sar_schema_reference(json, "seat", "positive",
                       "with flank_angle: radius of the seats; default: 1 % above the rollers'");
  sar_schema_reference(json, "tip_circle", "positive", "with flank_angle: radius of the circle on which the tips are");
  sar_schema_end_object(json);
}

/* What all outlines have. */
static void put_width(SarJson *json) {
  sar_schema_reference(json, "width", "positive", "thickness along z");
  sar_schema_end_object(json);
}

static void put_path(SarJson *json, const char *kind, const char *required, const char *list, const char *description) {
  sar_schema_begin_object(json, NULL, NULL, required);
  sar_schema_reference(json, kind, list, description);
  sar_schema_reference(json, "closed", "boolean", closed);
  sar_schema_reference(json, "radius", "positive", "rounding of all corners");
  put_width(json);
}

void sar_schema_profile(SarJson *json) {
  put_lists(json);
  put_wheels(json);
  sar_schema_begin_any(json, "profile", NULL);
  put_path(json, "points", "points width", "profile_corners",
           "corners [x, y], or [x, y, r] with a rounding of its own");
  put_path(json, "arcs", "arcs width", "profile_steps", "arcs and corners, with lines between them");
  sar_schema_begin_object(json, NULL, NULL, "spline width");
  sar_schema_reference(json, "spline", "profile_curve", "points of a smooth curve, or a file with columns x and y");
  sar_schema_reference(json, "closed", "boolean", closed);
  put_width(json);
  sar_schema_begin_object(json, NULL, NULL, "involute width");
  sar_schema_reference(json, "involute", "profile_involute", "the teeth of a gear");
  put_width(json);
  sar_schema_begin_object(json, NULL, NULL, "sprocket width");
  sar_schema_reference(json, "sprocket", "profile_sprocket", "the teeth of a wheel for a roller chain");
  put_width(json);
  sar_schema_end_any(json);
}
