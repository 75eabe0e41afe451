/* cam: a profile on the first side and a follower on the second that stay in touch, without friction.
 *
 * The profile is a closed curve c(u) in the plane x y of the first frame, u running anticlockwise through a full turn;
 * t and n are its unit tangent and outward normal. u is a coordinate without mass: where on the profile they touch.
 *
 *   point, roller   n.(p - c) = radius, t.(p - c) = 0       p: origin of the second frame, the middle of the roller
 *   flat            y.(p - c) = 0, y.t = 0                  the face: through p, across y of the second frame
 *   curve           n.(d - c) = 0, t.(d - c) = 0, n.d' = 0  d(w): a profile on the second frame, w another coordinate
 *
 * The equation of motion of u (and w) says that only the first row acts: its multiplier is minus the force with which
 * cam and follower press on each other; all others are zero. Nothing keeps the force from becoming negative: the joint
 * pulls then, where a real follower would lift off, and the run says so. The planes of both frames are kept parallel by
 * other joints. */
#include "element/joint/cam_start.h"
#include "element/joint/common.h"

enum { BETWEEN, PROFILE, PROFILE_X, PROFILE_Y, FOLLOWER, RADIUS, FOLLOWER_PROFILE };
typedef enum Follower { POINT, ROLLER, FLAT, CURVE } Follower;

#define OF_ANGLE .kind = SAR_FIELD_FUNCTION, .unit = "m", .fallback = "", .variables = "angle:rad"
static const SarField fields[] = {
    [BETWEEN] = {.name = "between",
                 .kind = SAR_FIELD_SIDES,
                 .unit = "",
                 .meaning = "cam and follower: each a frame or body; profiles lie in their planes x y"},
    [PROFILE] = {.name = "profile",
                 .meaning = "of the cam: radius over `angle` from x of its frame, in the file's unit of angle; it "
                            "repeats after a full turn",
                 OF_ANGLE},
    [PROFILE_X] = {.name = "profile_x",
                   .meaning = "instead of it: x of the profile, as `angle` runs through a full turn",
                   OF_ANGLE},
    [PROFILE_Y] = {.name = "profile_y", .meaning = "and y, anticlockwise", OF_ANGLE},
    [FOLLOWER] = {.name = "follower",
                  .kind = SAR_FIELD_CHOICE,
                  .unit = "",
                  .fallback = "point",
                  .meaning =
                      "what touches: the origin of the second frame, a roller about it, a face across its y, or a "
                      "profile in its plane x y",
                  .choices = "point roller flat curve"},
    [RADIUS] = {.name = "radius", .kind = SAR_FIELD_REAL, .unit = "m", .fallback = "", .meaning = "of the roller"},
    [FOLLOWER_PROFILE] = {.name = "follower_profile",
                          .meaning = "of a follower that is a curve: radius over the angle from x of its frame",
                          OF_ANGLE},
};

static Follower follower_of(const SarValue *values) { return (Follower)values[FOLLOWER].real; }

/* ---- checks of the fields ---- */

static SarStatus check_profile(SarContext *context, const char *name, const SarValue *values) {
  const SarValue *r = &values[PROFILE], *x = &values[PROFILE_X], *y = &values[PROFILE_Y];
  if (r->given && (x->given || y->given)) {
    return sar_report(context, SAR_INPUT, (x->given ? x : y)->source, name, "keep one of them",
                      "`profile` and `%s` exclude each other", x->given ? "profile_x" : "profile_y");
  }
  if (r->given || (x->given && y->given)) return SAR_OK;
  if (x->given || y->given) {
    return sar_report(context, SAR_INPUT, (x->given ? x : y)->source, name, "give both, or `profile`, a radius",
                      "`%s` is given without `%s`", x->given ? "profile_x" : "profile_y",
                      x->given ? "profile_y" : "profile_x");
  }
  return sar_report(context, SAR_INPUT, values[BETWEEN].source, name,
                    "give `profile: \"0.03 + 0.005*cos(angle)\"`, or cubspl of a periodic spline",
                    "this cam has no profile");
}

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  Follower follower = follower_of(values);
  const SarValue *radius = &values[RADIUS], *curve = &values[FOLLOWER_PROFILE];
  SAR_TRY(check_profile(context, name, values));
  if (follower == ROLLER && !(radius->given && radius->real > 0)) {
    return sar_report(context, SAR_INPUT, radius->given ? radius->source : values[FOLLOWER].source, name,
                      "give `radius`, a positive number", "a roller needs a radius");
  }
  if (follower != ROLLER && radius->given) {
    return sar_report(context, SAR_INPUT, radius->source, name, "write `follower: roller`, or leave it out",
                      "`radius` belongs to a roller");
  }
  if ((follower == CURVE) == curve->given) return SAR_OK;
  return sar_report(context, SAR_INPUT, (curve->given ? curve : &values[FOLLOWER])->source, name,
                    curve->given ? "write `follower: curve`, or leave it out" : "give `follower_profile`",
                    curve->given ? "`follower_profile` belongs to a follower that is a curve"
                                 : "a follower that is a curve needs its profile");
}

/* ---- equations ---- */

static SarStatus curve_of_cam(SarBuilder *b, SarCamCurve *out) {
  if (b->values[PROFILE].given) return sar_cam_polar(b, &b->values[PROFILE], out);
  return sar_cam_points(b, &b->values[PROFILE_X], &b->values[PROFILE_Y], out);
}

/* The second frame as the first one sees it in the written pose. */
static SarStatus written_pose(SarBuilder *b, SarCamPose *pose) {
  SarKin cam, follower;
  SAR_TRY(b->ops->written(b, &b->a, &cam));
  SAR_TRY(b->ops->written(b, &b->b, &follower));
  SarVec3 at = sar_mul_t(&cam.A, sar_sub(follower.r, cam.r));
  SarVec3 x = sar_mul_t(&cam.A, sar_column(&follower.A, 0)), y = sar_mul_t(&cam.A, sar_column(&follower.A, 1));
  *pose = (SarCamPose){{at.x, at.y}, {x.x, x.y}, {y.x, y.y}};
  return SAR_OK;
}

static SarStatus find_start(SarBuilder *b, double u[2]) {
  Follower follower = follower_of(b->values);
  double radius = follower == ROLLER ? b->values[RADIUS].real : 0;
  double concave = follower == ROLLER ? radius : follower == FLAT ? 0 : -1;
  SarCamCurve cam, other;
  SarCamTable *table, *second;
  SarCamPose pose;
  SAR_TRY(written_pose(b, &pose));
  SAR_TRY(curve_of_cam(b, &cam));
  SAR_TRY(sar_cam_table(b, &cam, 0, SAR_CAM_TURN, &table));
  SAR_TRY(sar_cam_check(b, &cam, table, concave, follower == ROLLER ? "this roller" : "a flat face"));
  if (follower == FLAT) u[0] = sar_cam_start_flat(table, &pose);
  if (follower == POINT || follower == ROLLER) u[0] = sar_cam_start_point(table, &pose, radius);
  if (follower != CURVE) return SAR_OK;
  SAR_TRY(sar_cam_polar(b, &b->values[FOLLOWER_PROFILE], &other));
  SAR_TRY(sar_cam_table(b, &other, 0, SAR_CAM_TURN, &second));
  SAR_TRY(sar_cam_check(b, &other, second, -1, ""));
  sar_cam_start_curves(table, second, &pose, &(SarCamSearch){.outside = true}, u);
  return SAR_OK;
}

static SarStatus declare(SarBuilder *b) {
  double u[2] = {0, 0};
  SarUnknown unknown;
  SAR_TRY(find_start(b, u));
  SAR_TRY(b->ops->coordinate(b, SAR_KIND_ANGLE, u[0], 0, 0, &unknown));
  SAR_TRY(b->ops->offer(b, "angle", "rad", unknown.value));
  SAR_TRY(b->ops->offer(b, "angle_rate", "rad/s", unknown.rate));
  if (follower_of(b->values) != CURVE) return SAR_OK;
  return b->ops->coordinate(b, SAR_KIND_ANGLE, u[1], 0, 0, &unknown);
}

static SarStatus hold(SarBuilder *b, const char *name, bool rotation, const SarExpr *f) {
  SAR_TRY(sar_equation_made(b, f));
  return b->ops->holonomic(b, name, rotation, f);
}

/* The first row, whose multiplier is the force, and those that find the place. */
static SarStatus hold_point(SarBuilder *b, const SarCamSymbols *cam, SarSym3 point, double radius) {
  SarSym3 apart = sar_sym3_sub(b->arena, point, cam->point);
  const SarExpr *away = sar_sym3_dot(b->arena, cam->normal, apart);
  SAR_TRY(hold(b, "touch", false, sar_sym_sub(b->arena, away, sar_expr_constant(b->arena, radius))));
  return hold(b, "place on the profile", false, sar_sym3_dot(b->arena, cam->tangent, apart));
}

static SarStatus hold_face(SarBuilder *b, const SarCamSymbols *cam, const SarSymbolFrame *face) {
  SarSym3 apart = sar_sym3_sub(b->arena, face->point, cam->point);
  SAR_TRY(hold(b, "touch", false, sar_sym3_dot(b->arena, face->axis[SAR_Y], apart)));
  return hold(b, "place on the profile", true, sar_sym3_dot(b->arena, face->axis[SAR_Y], cam->tangent));
}

static SarStatus hold_curve(SarBuilder *b, const SarCamSymbols *cam, const SarSymbolFrame *frame) {
  SarCamCurve curve;
  SarCamSymbols other;
  SAR_TRY(sar_cam_polar(b, &b->values[FOLLOWER_PROFILE], &curve));
  SAR_TRY(sar_cam_symbols(b, &curve, frame, b->ops->declared(b, 1).value, &other));
  SAR_TRY(hold_point(b, cam, other.point, 0));
  return hold(b, "place on the follower", true, sar_sym3_dot(b->arena, cam->normal, other.tangent));
}

static SarStatus build(SarBuilder *b) {
  static const char *const point[3] = {"x", "y", "z"};
  Follower follower = follower_of(b->values);
  SarSymbolFrame frames[2];
  SarCamCurve curve;
  SarCamSymbols cam;
  const SarExpr *multiplier;
  SAR_TRY(b->ops->frame(b, &b->a, &frames[0]));
  SAR_TRY(b->ops->frame(b, &b->b, &frames[1]));
  SAR_TRY(curve_of_cam(b, &curve));
  SAR_TRY(sar_cam_symbols(b, &curve, &frames[0], b->ops->declared(b, 0).value, &cam));
  switch (follower) {
    case POINT: SAR_TRY(hold_point(b, &cam, frames[1].point, 0)); break;
    case ROLLER: SAR_TRY(hold_point(b, &cam, frames[1].point, b->values[RADIUS].real)); break;
    case FLAT: SAR_TRY(hold_face(b, &cam, &frames[1])); break;
    case CURVE: SAR_TRY(hold_curve(b, &cam, &frames[1])); break;
  }
  SAR_TRY(b->ops->quantity(b, b->name, "multiplier", b->source, &multiplier));
  SAR_TRY(b->ops->offer(b, "normal", "N", sar_sym_neg(b->arena, multiplier)));
  return sar_equation_offer3(b, point, "m", cam.point);
}

static const SarEquationClass equations = {.declare = declare, .build = build};

static const SarJointSpec spec = {.frames = SAR_FRAMES_NONE, .presses = true};

const SarElementClass sar_joint_cam = {
    .name = "cam",
    .section = SAR_SECTION_JOINTS,
    .summary = "a profile and a follower that stay in touch",
    .remark = "without friction; the joint pulls where a real follower would lift off, and the run says so",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .joint = &spec,
    .equations = &equations,
    .outputs = "angle angle_rate multiplier multiplier2 [multiplier3] normal x y z",
    .check = check,
};
