#include "system/texts.h"

#include <stdio.h>
#include <string.h>

#include "read/read.h"

#define LONGEST 16384
#define FILE_NAME SAR_TEST_DIR "/data/modal/case.yaml" /* beside the reduced body that cases name */

/* ---- the world ---- */

static const char head[] =
    "gravity: [1.3, -2.1, -9.3]\n"
    "ground:\n"
    "  shapes: {slab: {plane: z, at: [0, 0, -0.8], turn: {axis: [1, 1, 0], angle: 0.2}}, shelf: {plane: z, at: [0, 0, "
    "-0.1]},\n"
    "           track: {road: {sine: {length: 9, height: 0.2}}, at: [0.3, 0, -0.9], turn: {axis: [1, 2, 3], angle: "
    "0.2}}}\n"
    "  frames:\n"
    "    m: {at: [0.2, -0.3, 0.4], turn: {axis: [1, 2, -1], angle: 0.7}}\n"
    "    n: {at: [-1.4, 0.9, -0.5], turn: {axis: [2, -1, 1], angle: -0.9}}\n"
    "splines:\n"
    "  road: {x: [-9, -3, -1, 0, 1, 4, 9], y: [1, 2, 1.5, 0.7, 0.9, 2, 1]}\n"
    "bodies:\n"
    "  one:\n"
    "    {mass: 1.6, inertia: [[0.6, 0.05, -0.03], [0.05, 0.7, 0.04], [-0.03, 0.04, 0.8]], at: [0.3, 0.5, -0.2],\n"
    "     com: [0.1, -0.2, 0.15], turn: {axis: [1, -2, 2], angle: 1.1},\n"
    "     shapes: {ball: {sphere: 0.9, at: [0.1, 0.2, -0.1]}},\n"
    "     frames: {m: {at: [0.3, 0.1, -0.2], turn: {axis: [0, 1, 1], angle: 0.6}},\n"
    "              n: {at: [-0.1, 0.4, 0.2], turn: {axis: [3, 1, 1], angle: 1.3}}}}\n"
    "  two:\n"
    "    {mass: 1.3, inertia: [[0.5, -0.04, 0.02], [-0.04, 0.8, 0.05], [0.02, 0.05, 0.7]], at: [-0.6, 0.2, 0.7],\n"
    "     com: [-0.15, 0.1, 0.05], turn: {axis: [2, 1, -3], angle: -0.8},\n"
    "     shapes: {pill: {capsule: [0.8, 0.7], at: [0.2, 0.1, 0.3], turn: {axis: x, angle: 0.4}},\n"
    "              box: {box: [1.6, 1.7, 1.8], radius: 0.6}},\n"
    "     frames: {m: {at: [0.2, -0.3, 0.1], turn: {axis: [1, 1, 3], angle: -0.5}},\n"
    "              n: {at: [0.3, 0.2, -0.4], turn: {axis: [-1, 2, 1], angle: 0.8}}}}\n"; /* and others of a case */

static const struct {
  const char *section, *lines;
} world[] = {
    {"bodies", ""}, /* begun in the head */
    {"sections", "  strip: {stiffness: [40, 20, 15, 3, 5, 4], mass: 2, inertia: [0.3, 0.2, 0.1]}\n"},
    {"beams", ""},
    {"joints",
     "  J: {type: spherical, between: [one.m, two.m]}\n"
     "  H: {type: revolute, between: [ground.m, one.n]}\n"},
    {"forces", "  S: {type: spring-damper, between: [ground.n, two.n], stiffness: 30, damping: 2, length: 0.5}\n"},
    {"motions", "  M: {joint: H, rotation_acceleration: \"sin(2*t)\"}\n"},
    {"coordinates",
     "  c: {mass: 2, at: 0.3, velocity: 0.2}\n"
     "  d: {mass: \"1.5 + 0.3*sin(c)*d\", at: 0.7, kind: angle}\n"},
    {"states", "  s: {start: 0.4, rate: \"c - 2*s\"}\n"},
    {"variables", "  u: \"0.3*rate(c) + 0.2*s\"\n"},
    {"equations", "  e: {velocity: \"vx(one, 0, one) - 0.2*rate(d)\"}\n"},
    {"measures", ""},
    {"inputs", ""},
    {"events", ""},
    {"contacts", ""},
};

/* ---- cases ---- */

/* A smooth function of positions, velocities, accelerations, reactions, states and their rates, variables,
 * coordinates, elements and time. */
#define OF_POSITIONS "sin(dx(one.m, two.n, ground.m)) + 0.4*dm(two.m, one.n)*c + 0.2*angle(H)*cos(d)"
#define OF_VELOCITIES "0.3*vy(two.m, one, two.n, one.m)*wz(one, two) + 0.2*rate(c)*angle_rate(H) - rate(d)"
#define OF_ACCELERATIONS "0.1*accz(two.n, ground.m, one)*s + 0.2*wdtx(one, two)*acceleration(c)"
#define OF_FORCES "0.1*fz(J, one)*cos(0.2*tx(H)) + 0.05*force(S)*u + 0.1*fm(J) + 0.02*ty2(M)"
#define OF_THE_REST "s^2*u + 0.3*rate(s)*sin(t) + length(S)*value(u) + akispl(c + d, 0, road)"
#define EVERYTHING "\"" OF_POSITIONS " + " OF_VELOCITIES " + " OF_ACCELERATIONS " + " OF_FORCES " + " OF_THE_REST "\""
#define MOTION "\"" OF_POSITIONS " + " OF_VELOCITIES " + 0.3*s*u\""
#define REACTIONS "\"" OF_ACCELERATIONS " + " OF_FORCES "\""

typedef struct Part {
  const char *section, *lines;
} Part;

typedef struct Text {
  const char *section, *class; /* of `tested` */
  Part parts[3];
} Text;

#define ONE(section, class, lines) \
  {                                \
    section, class, {              \
      { section, lines }           \
    }                              \
  }

#define MODAL_CALLED(name, more)                                                                  \
  "  " name                                                                                       \
  ": {type: modal, file: lumped.h5, at: [0.4, -0.5, 0.3], turn: {axis: [1, 2, 2], angle: 0.9},\n" \
  "           damping_ratios: [0.1, 0.2], amplitudes: [0.2, -0.1, 0.15],\n"                       \
  "           frames: {eye: {node: right, at: [0.1, 0.2, 0.1]}}" more "}\n"
#define MODAL(more) MODAL_CALLED("tested", more)

static const Text texts[] = {
    ONE("forces", "spring-damper",
        "  tested: {type: spring-damper, between: [one.m, two.n], law: \"3*length^2 + rate*sin(c) + s*fx(J)\"}\n"),
    ONE("forces", "spring-damper",
        "  tested: {type: spring-damper, between: [ground.m, two.n], law: " EVERYTHING "}\n"),
    ONE("forces", "rotational-spring-damper",
        "  tested: {type: rotational-spring-damper, between: [one.m, two.n], law: \"3*angle^2 + rate*c + u*fy(J)\"}\n"),
    ONE("forces", "rotational-spring-damper",
        "  tested: {type: rotational-spring-damper, between: [two.m, ground.n], law: " EVERYTHING "}\n"),
    ONE("forces", "force",
        "  tested: {type: force, between: [one.m, two.n], force: [" MOTION ", " REACTIONS ", \"sin(t)\"]}\n"),
    ONE("forces", "force",
        "  tested: {type: force, between: [one.m, two.n], follow: true, force: [" EVERYTHING ", 0, " MOTION "]}\n"),
    ONE("forces", "force",
        "  tested: {type: force, between: [two.n, ground.m], force: [" MOTION ", " REACTIONS ", 0]}\n"),
    ONE("forces", "torque",
        "  tested: {type: torque, between: [one.m, two.n], torque: [" MOTION ", " REACTIONS ", \"sin(t)\"]}\n"),
    ONE("forces", "torque",
        "  tested: {type: torque, between: [ground.m, two.n], follow: true, torque: [0, " EVERYTHING ", 1.5]}\n"),
    ONE("forces", "wrench",
        "  tested: {type: wrench, between: [one.m, two.n], force: [" MOTION ", " REACTIONS ", \"sin(t)\"],\n"
        "           torque: [2, \"c*s\", " EVERYTHING "], axes: one.n}\n"),
    ONE("forces", "wrench",
        "  tested: {type: wrench, between: [ground.m, two.n], force: [" EVERYTHING ", 0, 1], axes: two.m}\n"),
    ONE("forces", "generalized", "  tested: {type: generalized, coordinate: c, force: " EVERYTHING "}\n"),
    ONE("forces", "generalized", "  tested: {type: generalized, coordinate: d, force: \"sin(3*t)\"}\n"),

    {"forces",
     "bushing",
     {{"forces",
       "  tested: {type: bushing, between: [one.m, two.n], stiffness: [3, 4, 5], damping: [0.3, 0.2, 0.1],\n"
       "           torsional_stiffness: [1, 2, 3], torsional_damping: [0.1, 0.2, 0.3],\n"
       "           preload: [1, 0, 2], torsional_preload: [0.2, 0.1, 0]}\n"},
      {"variables", "  of: \"fx(tested)*c + tz2(tested, one.n) + bush(tested, 1, 5)\"\n"}}},

    ONE("forces", "absorber",
        "  tested: {type: absorber, on: two.n, mass: 1.3, stiffness: 20, damping: 0.4, displacement: 0.1}\n"),
    ONE("forces", "absorber", "  tested: {type: absorber, on: ground.m, mass: 1.3, velocity: 0.2}\n"),
    {"forces",
     "absorber",
     {{"forces", "  tested: {type: absorber, on: one, mass: 0.7, stiffness: 9}\n"},
      {"variables", "  of: \"displacement(tested)*c + displacement_rate(tested)*s + acceleration(tested)\"\n"}}},

    {"beams",
     "beam",
     {{"sections", "  bar: {stiffness: [30, 9, 11, 2, 3, 1.5], mass: 0.7, inertia: [0.06, 0.04, 0.02]}\n"},
      {"beams",
       "  tested: {section: bar, points: [[0, 0, 0], [0.8, 0.3, 0], [1.1, 0.9, 0.4]], elements: 1, order: 1,\n"
       "           axis2: z, damping: 0.1, loads: {force: [\"sin(3*t)*s\", 0.2, 0], axes: section}}\n"},
      {"joints", "  clamp: {type: fixed, between: [one.m, tested.start]}\n"}}},
    {"beams",
     "beam",
     {{"sections",
       "  bar: {stiffness: [[30, 1, 0, 0.3, 0, 0], [1, 9, 0.5, 0, 0.2, 0], [0, 0.5, 11, 0, 0, 0.1],\n"
       "                    [0.3, 0, 0, 2, 0.1, 0], [0, 0.2, 0, 0.1, 3, 0], [0, 0, 0.1, 0, 0, 1.5]],\n"
       "        mass: 0.7, inertia: [0.06, 0.04, 0.02]}\n"},
      {"beams",
       "  tested: {section: bar, points: [[0, 0, 0], [0.8, 0.3, 0], [1.1, 0.9, 0.4]], curve: arc, elements: 2,\n"
       "           order: 2, axis2: z, twist: \"0.3*s\", damping: 0.2, prestrain: [0.02, 0, 0],\n"
       "           precurvature: [0, 0.1, -0.2], loads: {moment: [0.3, 0, \"t*s\"]}}\n"},
      {"joints", "  pin: {type: spherical, between: [tested.mid, two.m]}\n"}}},
    {"beams",
     "beam",
     {{"sections", "  bar: {stiffness: [30, 9, 11, 2, 3, 1.5], mass: 0.7, inertia: [0.06, 0.04, 0.02]}\n"},
      {"beams",
       "  tested: {section: bar, points: [[0, 0, 0], [0.8, 0.3, 0], [1.1, 0.9, 0.4]], curve: spline, elements: 1,\n"
       "           order: 3, axis2: z}\n"},
      {"joints", "  pin: {type: revolute, between: [tested.end, ground.m]}\n"}}},

    ONE("joints", "gear",
        "  A: {type: revolute, between: [ground, one], at: [0.1, 0.2, 0.3], axis: [1, 2, 2]}\n"
        "  B: {type: cylindrical, between: [ground, two], at: [0.5, 0.1, 0.3], axis: [-1, -2, -2]}\n"
        "  tested: {type: gear, joints: [A, B], ratio: -0.4, pressure_angle: 0.35}\n"),
    {"joints",
     "gear",
     {{"beams", "  stick: {section: strip, points: [[0, 0, 0], [0.5, 0.2, 0]], elements: 1, axis2: z, order: 1}\n"},
      {"joints",
       "  A: {type: revolute, between: [one, two], at: [0.1, 0.2, 0.3], axis: x}\n"
       "  B: {type: revolute, between: [one, stick.start], at: [0.2, 0.5, 0.1], axis: x}\n"
       "  tested: {type: gear, joints: [A, B], ratio: -1.7, pressure_angle: 0.35, helix_angle: -0.3, mesh_offset: "
       "0.1}\n"},
      {"variables",
       "  of: \"fx(tested)*c + tz2(tested, one.n) + radial(tested)*tangential(tested)*s + axial(tested)\"\n"}}},

    ONE("joints", "cam",
        "  tested: {type: cam, between: [one.m, two.n], profile: \"0.5 + 0.1*cos(angle) + 0.03*sin(3*angle)\"}\n"),
    {"joints",
     "cam",
     {{"joints",
       "  tested: {type: cam, between: [ground.m, two.n], profile: \"0.5 + 0.1*cos(angle)\", follower: roller,\n"
       "           radius: 0.2}\n"},
      {"variables",
       "  of: \"fx(tested)*c + tz2(tested, one.n) + normal(tested)*s + angle_rate(tested)*y(tested)\"\n"}}},
    ONE("joints", "cam",
        "  tested: {type: cam, between: [one.m, ground.n], profile_x: \"0.6*cos(angle) + 0.2\",\n"
        "           profile_y: \"0.4*sin(angle)\", follower: flat}\n"),
    ONE("joints", "cam",
        "  tested: {type: cam, between: [one.m, two.n], profile: \"0.5 + 0.1*cos(angle)\", follower: curve,\n"
        "           follower_profile: \"0.3 + 0.02*sin(2*angle)\"}\n"),

    ONE("coordinates", "coordinate", "  tested: {kind: number, at: 0.2, mass: \"2 + c*sin(d) + tested^2\"}\n"),
    ONE("coordinates", "coordinate",
        "  tested: {kind: angle, at: 0.2, mass: \"2 + dx(one.m, two.n, two)*tested + c\"}\n"),
    {"coordinates",
     "coordinate",
     {{"coordinates", "  tested: {at: 0.2}\n"},
      {"forces", "  pull: {type: generalized, coordinate: tested, force: " MOTION "}\n"}}},

    ONE("states", "state", "  tested: {start: 0.3, rate: " EVERYTHING "}\n"),
    ONE("states", "state", "  tested: {equation: \"(2 + sin(tested))*rate(tested) + c*tested + accx(one, two)\"}\n"),
    ONE("states", "state", "  tested: {equation: \"rate(tested)^3 + rate(tested)*s*rate(s) - fx(H)*u\"}\n"),
    ONE("states", "vector",
        "  tested: {type: vector, start: [1, 2, 3],\n"
        "           rate: [\"state(tested, 2)*c\", " EVERYTHING ", \"state(tested, 1)*state(tested, 3)\"]}\n"),
    ONE("states", "vector",
        "  tested: {type: vector, equation: [\"rate(tested, 1)^3 + rate(tested, 2)*c - dif1(tested, 1)*s\",\n"
        "           \"(3 + sin(state(tested, 1)))*rate(tested, 2) - rate(tested, 1)*rate(s)\"], scale: [2, 3]}\n"),
    ONE("states", "filter", "  tested: {type: filter, input: " EVERYTHING ", time_constant: 0.3}\n"),
    ONE("states", "pid", "  tested: {type: pid, input: " EVERYTHING ", kp: 2, ki: 3, kd: 0.4, filter: 0.2}\n"),
    ONE("states", "pid", "  tested: {type: pid, input: " MOTION ", kp: 2}\n"),
    ONE("states", "pid",
        "  tested: {type: pid, input: " MOTION ", kp: 2, ki: 3, lower: -0.01, upper: 0.01, tracking: 0.3}\n"),
    ONE("states", "transfer-function",
        "  tested: {type: transfer-function, input: " EVERYTHING ", numerator: [1, 2, 3], denominator: [4, 5, 6]}\n"),
    ONE("states", "transfer-function",
        "  tested: {type: transfer-function, input: " MOTION ", numerator: [1], denominator: [4, 5, 6, 7]}\n"),
    {"states",
     "state-space",
     {{"states", "  tested: {type: state-space, inputs: [" MOTION ", " REACTIONS "], a: [[-1, 2], [0.5, -3]],\n"
                 "           b: [[1, 2], [0.3, 0.1]], c: [[1, 0], [2, 1], [0, 3]], d: [[0, 1], [0, 0], [2, 0]]}\n"},
      {"variables", "  sum: \"output(tested, 1)*state(tested, 2) + output(tested, 3)*c\"\n"}}},

    ONE("variables", "variable", "  tested: " EVERYTHING "\n"),
    ONE("variables", "variable", "  tested: {equation: \"tested^3 + 2*tested - c*s - fy(J)\", start: 1}\n"),
    {"variables",
     "variable",
     {{"variables", "  tested: \"0.3*other*c + accx(two.n)\"\n  other: {value: \"0.2*sin(tested)*u + fx(S)\"}\n"},
      {"forces", "  push: {type: force, between: [one.m, two.n], force: [tested, \"other*tested\", \"tested^2\"]}\n"}}},
    /* The arguments stay in the middle between two jumps, as far as points are drawn. */
    {"variables",
     "variable",
     {{"variables",
       "  tested: \"if(c > 5, 3, 2*c) + abs(10 + s)*sign(c + 9) + floor(100.5 + 0.1*d)*s + ceil(0.1*c - 7.5)*d\"\n"},
      {"measures", "  seen: \"mod(3.5 + 0.1*c*s, 1)\"\n"},
      {"states",
       "  other: {rate: \"mod(s - 9.5, 3) + modulo(s - 9.5, 3)*c + aint(4.5 + 0.1*c)*other + anint(0.1*d)\"}\n"}}},

    ONE("equations", "constraint", "  tested: {position: \"" OF_POSITIONS " + sin(t)*c\"}\n"),
    ONE("equations", "constraint",
        "  tested: {position: \"yaw(one.m, two.n)*c + az(two.n, ground.m)*t - d^2\", kind: angle}\n"),
    ONE("equations", "constraint",
        "  tested: {velocity: \"vx(one.m, two.n, two.m)*c + wz(two, 0, one)*sin(t) - rate(c)*dm(one.n, two.m)\"}\n"),
    ONE("equations", "constraint",
        "  tested: {velocity: \"angle_rate(H)*t + vr(one.m, two.n) - rate(d)*c + cos(t)\", kind: angle}\n"),
    {"equations",
     "constraint",
     {{"equations", "  tested: {velocity: \"vz(one.m, two.n, two.m)\"}\n"},
      {"forces", "  push: {type: generalized, coordinate: c, force: \"vz(one.m, two.n, two.m)\"}\n"}}},
    ONE("equations", "rolling-disk", "  tested: {type: rolling-disk, between: [ground.m, one.n], radius: 0.4}\n"),
    ONE("equations", "rolling-disk", "  tested: {type: rolling-disk, between: [one.m, two.n], radius: 0.4}\n"),
    ONE("equations", "rolling-disk", "  tested: {type: rolling-disk, between: [two, ground.n], radius: 0.4}\n"),
    ONE("equations", "rolling-wheel",
        "  tested: {type: rolling-wheel, between: [one.m, two.n], radius: 0.4, crown: 0.1}\n"),
    ONE("equations", "rolling-sphere", "  tested: {type: rolling-sphere, between: [ground.n, two.n], radius: 0.4}\n"),
    ONE("equations", "rolling-sphere", "  tested: {type: rolling-sphere, between: [one.m, two.n], radius: 0.4}\n"),
    ONE("equations", "knife-edge", "  tested: {type: knife-edge, between: [ground.n, two.n]}\n"),
    {"equations",
     "knife-edge",
     {{"equations", "  tested: {type: knife-edge, between: [one.m, two.n]}\n"},
      {"variables", "  of: \"fx(tested) + ty2(tested, one)*c + z(tested)*multiplier(tested)\"\n"}}},

    ONE("measures", "measure", "  tested: {value: " EVERYTHING ", unit: m}\n"),
    {"measures",
     "measure",
     {{"measures", "  tested: " EVERYTHING "\n"},
      {"forces", "  push: {type: force, between: [one.m, two.n], force: [tested, \"c*tested\", 0]}\n"}}},

    {"inputs",
     "input",
     {{"inputs", "  tested: {value: 0.7, unit: N}\n"},
      {"forces",
       "  push: {type: force, between: [one.m, two.n], force: [\"tested*c\", \"tested + dz(one.m)\", "
       "\"sin(tested)*s\"]}\n"},
      {"variables", "  of: \"tested^2 + if(tested > 0.5, c, 2*c)\"\n"}}},

    ONE("events", "event", "  tested: {when: \"dz(one.m, two.n) - 3*t\", direction: up}\n"),

    ONE("contacts", "contact",
        "  tested: {between: [ground.slab, one.ball], stiffness: 30, exponent: 1.5, damping: 0.4,\n"
        "           friction: {static: 0.5, sliding: 0.3, v_s: 0.7, v_d: 1.9}, rolling: 0.1, spinning: 0.02}\n"),
    ONE("contacts", "contact",
        "  tested: {between: [one, two], law: impact, stiffness: 30, exponent: 2, damping: 4, damping_depth: 0.3,\n"
        "           friction: {static: 0.5, sliding: 0.5, v_s: 0.7, v_d: 1.9}}\n"),
    ONE("contacts", "contact",
        "  tested: {between: [ground.shelf, two.box], stiffness: 30, exponent: 1.5, damping: 0.4,\n"
        "           friction: {static: 0.5, sliding: 0.5, v_s: 0.7, v_d: 1.9, stick: true}}\n"),
    ONE("contacts", "contact",
        "  tested: {between: [ground.shelf, two.box], stiffness: 30, exponent: 1.5, damping: 0.4,\n"
        "           friction: {static: 9, sliding: 9, v_s: 0.7, v_d: 1.9, stick: true}}\n"),
    ONE("contacts", "contact",
        "  tested: {groups: [two, ground], stiffness: 30, friction: {static: 2, sliding: 1, v_s: 0.7, v_d: 1.9, stick: "
        "true}}\n"),

    ONE("forces", "tyre",
        "  tested: {type: tyre, wheel: two.n, road: ground.track, model: fiala, radius: 2, stiffness: 30, damping: "
        "0.7,\n"
        "           width: 0.4, slip_stiffness: 40, cornering_stiffness: 30, friction: 0.9, sliding_friction: 0.5,\n"
        "           rolling_resistance: 0.1, low_speed: 0.7, relaxation: [0.6, 0.7]}\n"),
    {"forces",
     "tyre",
     {{"forces",
       "  tested: {type: tyre, wheel: one.m, road: ground.slab, model: pacejka89, radius: 2, stiffness: 30, damping: "
       "3,\n"
       "           lateral: [1.5, -4.8, 812, 2614, 48.9, 0.01, -0.009, 0.37],\n"
       "           longitudinal: [1.5, -15, 1022, -2.5, 208, 0.007, -0.004, 0.16, -1.15]}\n"},
      {"variables", "  of: \"kappa(tested)*c + alpha(tested)*mz(tested) + gamma(tested)*radius(tested)\"\n"}}},
    ONE("forces", "tyre",
        "  tested: {type: tyre, wheel: two, road: ground.shelf, model: follower, radius: 2, damping: 3,\n"
        "           deflections: [0, 0.3, 2], loads: [0, 5, 50]}\n"),
    {"bodies",
     "modal",
     {{"bodies", MODAL(", coupling: full")},
      {"joints",
       "  hold: {type: spherical, between: [tested.left, one.m]}\n"
       "  bend: {type: fixed, between: [tested.eye, two.n]}\n"},
      {"forces",
       "  soft: {type: spring-damper, between: [tested.right, two.m], stiffness: 30, damping: 0.3, length: 0.4}\n"}}},
    {"bodies",
     "modal",
     {{"bodies", MODAL(", terms: first_order")},
      {"forces", "  tested_load: {type: modal-load, body: tested, case: wind, factor: \"1 + sin(2*t)\"}\n"},
      {"measures", "  bent: \"amplitude(tested, 2)*dx(tested.eye, tested, one)\"\n"}}},
    ONE("bodies", "modal", MODAL(", terms: constant")),
    ONE("forces", "wrench",
        "  tested: {type: wrench, between: [one.m, two.n], acts_on: first, force: [" EVERYTHING ", 0, 1],\n"
        "           torque: [2, \"c*s\", 0.3], axes: two.m}\n"),
    ONE("forces", "field",
        "  tested: {type: field, between: [one.m, two.n], stiffness: [3, 4, 5, 1, 2, 3], damping_ratio: 0.2,\n"
        "           rest: [0.2, -0.1, 0.3, 0.1, -0.2, 0.4], preload: [1, 0, 2, 0.3, 0.1, -0.2]}\n"),
    ONE("forces", "field",
        "  tested: {type: field, between: [ground.m, two.n],\n"
        "           stiffness: [[3, 1, 0.2, 0.3, -0.4, 0.5], [0.6, 4, 0.1, 0, 0.3, -0.2], [0, 0.7, 5, 0.1, 0.2, 0],\n"
        "                       [0.2, 0, 0.1, 2, 0.3, 0.4], [-0.3, 0.2, 0, 0.5, 1, 0], [0.6, -0.5, 0.1, 0, 0.2, 3]],\n"
        "           damping: [[3, 1, 0.2, 0.3, -0.4, 0.5], [0.6, 4, 0.1, 0, 0.3, -0.2], [0, 0.7, 5, 0.1, 0.2, 0],\n"
        "                     [0.2, 0, 0.1, 2, 0.3, 0.4], [-0.3, 0.2, 0, 0.5, 1, 0], [0.6, -0.5, 0.1, 0, 0.2, 3]]}\n"),
    {"forces",
     "field",
     {{"forces",
       "  tested: {type: field, between: [two.m, ground.n], stiffness: [3, 4, 5, 1, 2, 3], damping: [1, 2, 3,\n"
       "           -4, 5, 6]}\n"},
      {"variables", "  of: \"fx(tested)*c + tz2(tested, one.n) + field(tested, 1, 5)\"\n"}}},
    ONE("forces", "linear-beam",
        "  tested: {type: linear-beam, between: [one.m, two.n], length: 1.4, area: 0.3, area_moments: [0.3, 0.2, "
        "0.4],\n"
        "           young: 20, shear_modulus: 8, shear_ratios: [1.2, 0.9], damping_ratio: 0.02}\n"),
    ONE("forces", "linear-beam",
        "  tested: {type: linear-beam, between: [two.m, ground.n], length: 1.4, area: 0.3, area_moments: [0.3, 0.2, "
        "0.4],\n"
        "           young: 20, shear_modulus: 8, damping: [1, 2, 3, 0.4, 0.5, 0.6]}\n"),
    ONE("measures", "list", "  tested: {type: list, values: [" EVERYTHING ", \"c*s\"]}\n"),

    {"equations",
     "common-velocity",
     {{"joints",
       "  pin: {type: revolute, between: [ground.n, one.m]}\n  rail: {type: cylindrical, between: [two.n, "
       "ground.m]}\n"},
      {"equations", "  tested: {type: common-velocity, joints: [pin, rail], frame: ground.n}\n"},
      {"variables", "  of: \"force(tested)*c + multiplier(tested)\"\n"}}},

    {"equations",
     "point-on-curve",
     {{"equations",
       "  tested: {type: point-on-curve, between: [one.m, two.n], curve_x: \"cos(u)\", curve_y: \"0.7*sin(u) + "
       "0.1*u\",\n"
       "           curve_z: \"0.3*u^2\"}\n"},
      {"variables", "  of: \"fx(tested)*c + tz2(tested, one.n) + x(tested)*multiplier2(tested)\"\n"}}},
    ONE("equations", "point-on-curve",
        "  tested: {type: point-on-curve, between: [two.m, ground.n], curve_x: u, curve_y: \"u^2\", curve_z: "
        "\"0.1*u^3\"}\n"),

    {"equations",
     "curve-on-curve",
     {{"equations",
       "  tested: {type: curve-on-curve, between: [one.m, two.n], curve_x: \"cos(u)\", curve_y: \"0.7*sin(u) + "
       "0.1*u\",\n"
       "           curve2_x: \"0.3*u + 0.1*u^3\", curve2_y: \"1 + u^2\"}\n"},
      {"variables", "  of: \"fx(tested)*c + tz2(tested, one.n) + x(tested)*multiplier(tested)\"\n"}}},
    ONE("equations", "curve-on-curve",
        "  tested: {type: curve-on-curve, between: [two.m, ground.n], curve_x: u, curve_y: \"u^2\", curve2_x: "
        "\"cos(u)\",\n"
        "           curve2_y: \"sin(u) - 1\", from2: 0, to2: 3}\n"),
};

/* ---- reading ---- */

static void put(char *text, size_t *used, const char *piece) {
  size_t length = strlen(piece);
  assert_true(*used + length < LONGEST);
  memcpy(text + *used, piece, length + 1);
  *used += length;
}

static void compose(const Part *parts, int32_t nparts, char *text) {
  size_t used = 0;
  put(text, &used, head);
  for (int i = 0; i < SAR_COUNT(world); i++) {
    bool headed = world[i].lines[0] != 0;
    if (headed) put(text, &used, world[i].section), put(text, &used, ":\n"), put(text, &used, world[i].lines);
    for (int32_t k = 0; k < nparts; k++) {
      if (!parts[k].section || strcmp(parts[k].section, world[i].section) != 0) continue;
      if (!headed && i > 0) put(text, &used, world[i].section), put(text, &used, ":\n");
      headed = true;
      put(text, &used, parts[k].lines);
    }
  }
}

static void read_and_compile(SarContext *context, const CaseLabel *label, const char *text, SarModel **model,
                             SarSystem **system) {
  SarStatus status = sar_model_read_text(context, FILE_NAME, text, strlen(text), &(SarReadOptions){0}, model);
  if (status == SAR_OK) status = sar_system_compile(context, *model, system);
  if (status == SAR_OK) return;
  for (int32_t i = 0; i < sar_context_count(context); i++) {
    const SarDiagnostic *d = sar_context_get(context, i);
    print_message("%s: %d:%d: %s\n", label->text, (int)d->source.line, (int)d->source.column, d->message);
  }
  fail_msg("no model for %s:\n%s", label->text, text);
}

/* ---- by class ---- */

static bool is_equations_only(const SarElementClass *class) {
  bool equations = class->equations || class->section == SAR_SECTION_EVENTS;
  return equations && (!class->joint || class->joint->presses) && class->section != SAR_SECTION_MOTIONS;
}

void case_expect_all_classes(void) {
  for (int32_t c = 0; c < sar_element_class_count(); c++) {
    const SarElementClass *class = sar_element_class(c);
    bool found = !is_equations_only(class);
    for (int i = 0; i < SAR_COUNT(texts) && !found; i++) {
      found =
          strcmp(texts[i].class, class->name) == 0 && strcmp(texts[i].section, sar_section_name(class->section)) == 0;
    }
    if (!found) fail_msg("no model for class %s: write one in tests/system/texts.c", class->name);
  }
}

int32_t case_text_count(void) { return SAR_COUNT(texts); }

void case_text_build(SarContext *context, int32_t index, CaseLabel *label, SarModel **model, SarSystem **system) {
  char text[LONGEST];
  const Text *t = &texts[index];
  snprintf(label->text, sizeof label->text, "%s, text %d", t->class, (int)index);
  compose(t->parts, SAR_COUNT(t->parts), text);
  read_and_compile(context, label, text, model, system);
  const SarModelElement *tested = &(*model)->elements[sar_model_find(*model, "tested")];
  assert_string_equal(tested->class->name, t->class);
}

/* ---- by measure ---- */

#define JOINT_OF(type, more) "  X: {type: " type ", between: [one.m, two.n]" more "}\n"
#define RUBBING ", friction: 0.3, static_friction: 0.5, stiction_velocity: 0.4, bending_arm: 0.6"
#define PIN ", pin_radius: 0.2, axial_radius: 0.1"
#define STOPPED ", stop_stiffness: 3, stops: [-9, -8], stop_exponent: 1.5, stop_depth: 20, stop_damping: 0.3"
#define GEARED "  Y: {type: revolute, between: [ground.n, two.n]}\n  X: {type: gear, joints: [H, Y], ratio: -1.7}\n"
#define TOOTHED                                                                   \
  "  Y: {type: revolute, between: [ground, one], at: [0.1, 0.2, 0.3], axis: z}\n" \
  "  Z: {type: revolute, between: [ground, two], at: [0.4, 0.2, 0.3], axis: z}\n" \
  "  X: {type: gear, joints: [Y, Z], ratio: -1.7, pressure_angle: 0.4, helix_angle: 0.2}\n"
#define DISK "  X: {type: rolling-disk, between: [one.m, two.n], radius: 0.4}\n"
#define TYRE                                                                                                    \
  "  X: {type: tyre, wheel: two.n, road: ground.track, model: fiala, radius: 2, stiffness: 30, damping: 0.7,\n" \
  "      width: 0.4, slip_stiffness: 40, cornering_stiffness: 30, friction: 0.9, sliding_friction: 0.5,\n"      \
  "      rolling_resistance: 0.1, low_speed: 0.7, relaxation: [0.6, 0.7]}\n"
#define SPRING(law) "  X: {type: spring-damper, between: [one.m, two.n], " law "}\n"
#define TORSION(law) "  X: {type: rotational-spring-damper, between: [one.m, two.n], " law "}\n"

#define BEAM(order)                                                                                               \
  {                                                                                                               \
    "beams",                                                                                                      \
        "  X: {section: strip, points: [[0, 0, 0], [0.5, 0.2, 0], [0.9, 0.6, 0.3]], curve: spline, elements: 1, " \
        "axis2: z, order: " order ", damping: 0.2, precurvature: [0.3, 0.2, -0.1]}\n"                             \
  }

#define TOUCHES(sides, more) \
  { "contacts", "  X: {between: [" sides "], stiffness: 30, exponent: 1.5" more "}\n" }

/* Which element has a quantity, and what the world lacks of it. */
static const struct {
  const char *quantity, *element;
  Part part;
} quantities[] = {
    {"value", "c", {0}},
    {"value", "s", {0}},
    {"value", "u", {0}},
    {"value", "M", {0}},
    {"value", "X", {"measures", "  X: \"c*accx(one.m)\"\n"}},
    {"rate", "d", {0}},
    {"rate", "s", {0}},
    {"rate", "S", {0}},
    {"rate", "M", {0}},
    {"rate", "X, 2", {"states", "  X: {type: vector, rate: [c, s]}\n"}},
    {"multiplier", "e", {0}},
    {"multiplier", "X", {"equations", DISK}},
    {"multiplier2", "X", {"equations", DISK}},
    {"multiplier3", "X", {"equations", DISK}},
    {"acceleration", "d", {0}},
    {"angle", "H", {0}},
    {"angle", "X", {"forces", TORSION("stiffness: 3")}},
    {"angle_rate", "H", {0}},
    {"angle1", "X", {"joints", JOINT_OF("universal", "")}},
    {"angle1_rate", "X", {"joints", JOINT_OF("universal", "")}},
    {"angle2", "X", {"joints", JOINT_OF("universal", "")}},
    {"angle2_rate", "X", {"joints", JOINT_OF("universal", "")}},
    {"displacement", "X", {"joints", JOINT_OF("cylindrical", "")}},
    {"displacement_rate", "X", {"joints", JOINT_OF("cylindrical", "")}},
    {"displacement_x", "X", {"joints", JOINT_OF("planar", "")}},
    {"displacement_x_rate", "X", {"joints", JOINT_OF("planar", "")}},
    {"displacement_y", "X", {"joints", JOINT_OF("planar", "")}},
    {"displacement_y_rate", "X", {"joints", JOINT_OF("planar", "")}},
    {"length", "S", {0}},
    {"length", "X", {"forces", SPRING("law: \"c*length\"")}},
    {"force", "S", {0}},
    {"force", "X", {"forces", SPRING("law: \"c*length*rate\"")}},
    {"torque", "X", {"forces", TORSION("stiffness: 3")}},
    {"torque", "X", {"forces", TORSION("law: \"c*rate*angle\"")}},
    {"power", "M", {0}},
    {"reaction", "X", {"joints", GEARED}},
    {"tangential", "X", {"joints", TOOTHED}},
    {"radial", "X", {"joints", TOOTHED}},
    {"axial", "X", {"joints", TOOTHED}},
    {"angle_friction", "X", {"joints", JOINT_OF("revolute", RUBBING PIN)}},
    {"angle_stop", "X", {"joints", JOINT_OF("revolute", STOPPED)}},
    {"angle1_friction", "X", {"joints", JOINT_OF("universal", RUBBING PIN)}},
    {"angle1_stop", "X", {"joints", JOINT_OF("universal", STOPPED)}},
    {"angle2_friction", "X", {"joints", JOINT_OF("universal", RUBBING PIN)}},
    {"angle2_stop", "X", {"joints", JOINT_OF("universal", STOPPED)}},
    {"displacement_friction", "X", {"joints", JOINT_OF("cylindrical", RUBBING PIN)}},
    {"displacement_stop", "X", {"joints", JOINT_OF("cylindrical", STOPPED)}},
    {"n1", "X.e0", BEAM("2")},
    {"n2", "X.e0", BEAM("2")},
    {"n3", "X.e0", BEAM("2")},
    {"m1", "X.e0", BEAM("2")},
    {"m2", "X.e0", BEAM("2")},
    {"m3", "X.e0", BEAM("2")},
    {"g1", "X.e0", BEAM("2")},
    {"g2", "X.e0", BEAM("2")},
    {"g3", "X.e0", BEAM("2")},
    {"k1", "X.e0", BEAM("2")},
    {"k2", "X.e0", BEAM("2")},
    {"k3", "X.e0", BEAM("2")},
    {"n2", "X.e0", BEAM("1")},
    {"m2", "X.e0", BEAM("1")},
    {"m3", "X.e0", BEAM("3")},
    {"k1", "X.e0", BEAM("1")},
    {"g3", "X.e0", BEAM("3")},
    {"gap", "X", TOUCHES("ground.slab, one.ball", "")},
    {"gap", "X", TOUCHES("one, two", "")},
    {"gap", "X", TOUCHES("two.box, ground.shelf", "")},
    {"normal", "X", TOUCHES("ground.slab, one.ball", ", damping: 0.3")},
    {"normal", "X", TOUCHES("one.ball, two.pill", ", law: impact, damping: 4, damping_depth: 0.3")},
    {"normal", "X", TOUCHES("two.box, ground.shelf", ", damping: 0.3, friction: {static: 0.4, stick: true}")},
    {"fx", "X", TOUCHES("ground.slab, one.ball", ", damping: 0.3, friction: {static: 0.4}")},
    {"fy2", "X, two", TOUCHES("one.ball, two.pill", ", law: impact, damping: 4, damping_depth: 0.3")},
    {"fm", "X", TOUCHES("two.box, ground.shelf", ", damping: 0.3, friction: {static: 0.4}, spinning: 0.1")},
    {"tz", "X, one", TOUCHES("ground.slab, one.ball", ", friction: {static: 0.4}, spinning: 0.1")},
    {"joint", "X, 1, 8", TOUCHES("two.box, ground.shelf", ", damping: 0.3, friction: {static: 0.4}, spinning: 0.1")},
    {"kappa", "X", {"forces", TYRE}},
    {"alpha", "X", {"forces", TYRE}},
    {"gamma", "X", {"forces", TYRE}},
    {"mx", "X", {"forces", TYRE}},
    {"my", "X", {"forces", TYRE}},
    {"mz", "X", {"forces", TYRE}},
    {"radius", "X", {"forces", TYRE}},
    {"x", "X", {"equations", DISK}},
    {"y", "X", {"equations", DISK}},
    {"z", "X", {"equations", DISK}},
    {"u",
     "X",
     {"equations",
      "  X: {type: point-on-curve, between: [two.m, ground.n], curve_x: u, curve_y: \"u^2\", curve_z: \"sin(u)\"}\n"}},
    {"integral", "X", {"states", "  X: {type: pid, input: c, kp: 1, ki: 2}\n"}},
    {"amplitude", "X, 2", {"bodies", MODAL_CALLED("X", ", coupling: full")}},
    {"component", "X, 2", {"measures", "  X: {type: list, values: [s, \"c*accx(one.m)\"]}\n"}},
    {"state", "X, 2", {"states", "  X: {type: vector, rate: [c, s]}\n"}},
    {"output",
     "X, 2",
     {"states", "  X: {type: state-space, inputs: [c], a: -1, b: 1, c: [[2], [3]], d: [[0], [1]]}\n"}},
    {"joint", "J, 0, 3", {0}},
    {"joint", "H, 1, 5", {0}},
    {"joint", "S, 1, 1, two.m", {0}},
    {"joint", "M, 0, 8, one.m", {0}},
};

/* What has a reaction. */
static const struct {
  const char *element;
  Part part;
} actors[] = {
    {"J", {0}},
    {"H", {0}},
    {"M", {0}},
    {"S", {0}},
    {"X", {"joints", GEARED}},
    {"X", {"joints", TOOTHED}},
    {"X", {"joints", JOINT_OF("cylindrical", RUBBING PIN)}},
    {"X", {"forces", "  X: {type: force, between: [ground.n, two.n], force: [c, s, \"vx(one)\"]}\n"}},
    {"X", {"equations", DISK}},
    {"X",
     {"forces",
      "  X: {type: bushing, between: [one.m, two.n], stiffness: [3, 4, 5], damping: [0.3, 0.2, 0.1],\n"
      "      torsional_stiffness: [1, 2, 3], torsional_damping: [0.1, 0.2, 0.3], preload: [1, 0, 2]}\n"}},
};

typedef struct MeasureCase {
  const SarMeasureClass *measure;
  char arguments[64];
  Part part;
} MeasureCase;

/* Frames in a row: all that may be left out are left out, then one less, and so on; each once the ground. */
static const char *const frames[][SAR_MEASURE_ARGUMENTS] = {
    {"one.m", "two.n", "two.m", "one.n"}, {"two.m", "ground.m", "one.m", "two.n"}, {"ground.n", "two.n", "0", "one.m"}};

/* Counts cases from *count on and finds the one of the index. */
typedef struct Search {
  int32_t index, count;
  MeasureCase *found;
} Search;

static void offer(Search *search, const SarMeasureClass *measure, const char *arguments, Part part) {
  if (search->count++ != search->index) return;
  *search->found = (MeasureCase){.measure = measure, .part = part};
  snprintf(search->found->arguments, sizeof search->found->arguments, "%s", arguments);
}

static void offer_frames(Search *search, const SarMeasureClass *measure, SarMeasureArguments a) {
  for (int row = 0; row < SAR_COUNT(frames); row++) {
    for (int32_t count = row == 2 && a.count > 1 ? 2 : a.required; count <= a.count; count++) {
      char text[64] = "";
      for (int32_t i = 0; i < count; i++) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%s", i ? ", " : "", frames[row][i]);
      }
      if (row == 2 && a.count == 1) continue; /* of the ground: a constant */
      offer(search, measure, text, (Part){0});
    }
  }
}

static void offer_elements(Search *search, const SarMeasureClass *measure, SarMeasureArguments a) {
  bool listed = false;
  for (int i = 0; i < SAR_COUNT(quantities); i++) {
    if (strcmp(quantities[i].quantity, measure->name) != 0) continue;
    listed = true;
    offer(search, measure, quantities[i].element, quantities[i].part);
  }
  bool reaction = strchr("ft", measure->name[0]) && strchr("xyzm", measure->name[1]) && strlen(measure->name) <= 3;
  for (int i = 0; reaction && i < SAR_COUNT(actors); i++) {
    char text[64];
    offer(search, measure, actors[i].element, actors[i].part);
    if (a.count < 2 || measure->name[1] == 'm') continue;
    snprintf(text, sizeof text, "%s, two.n", actors[i].element);
    offer(search, measure, text, actors[i].part);
  }
  bool between = a.kinds[0] == SAR_ARGUMENT_THING; /* of two frames, too */
  if (between) offer(search, measure, "one.m, two.m", (Part){0});
  if (between) offer(search, measure, "two.n", (Part){0});
  if (between && a.count > 2) offer(search, measure, "ground, one, two.n", (Part){0});
  if (between && a.count > 2)
    offer(search, measure, "one, 0, two.n",
          (Part){"forces", "  X: {type: force, between: [ground.n, one.n], force: [c, s, \"vx(one)\"]}\n"});
  /* no joint offers these: planar joints have neither friction nor stops */
  bool nowhere = strncmp(measure->name, "displacement_", 13) == 0 &&
                 (strstr(measure->name, "_friction") || strstr(measure->name, "_stop")) &&
                 (measure->name[13] == 'x' || measure->name[13] == 'y');
  if (!listed && !reaction && !nowhere) {
    fail_msg("no model for the measure %s: say in tests/system/texts.c what has it", measure->name);
  }
}

static int32_t search_measure(int32_t index, MeasureCase *found) {
  Search search = {index, 0, found};
  for (int32_t i = 0; i < sar_measure_class_count(); i++) {
    const SarMeasureClass *measure = sar_measure_class(i);
    SarMeasureArguments a = sar_measure_arguments(measure);
    if (a.kinds[0] == SAR_ARGUMENT_FRAME) {
      offer_frames(&search, measure, a);
    } else {
      offer_elements(&search, measure, a);
    }
  }
  return search.count;
}

int32_t case_measure_count(void) { return search_measure(-1, NULL); }

/* In a variable the measure meets every kind of unknown as itself; in a force it acts on bodies, too. */
void case_measure_build(SarContext *context, int32_t index, CaseLabel *label, SarModel **model, SarSystem **system) {
  char text[LONGEST], lines[256];
  MeasureCase c = {0};
  search_measure(index, &c);
  snprintf(label->text, sizeof label->text, "%s(%s), %d", c.measure->name, c.arguments, (int)index);
  snprintf(lines, sizeof lines, "  tested: \"1.3*%s(%s)\"\n", c.measure->name, c.arguments);
  compose((const Part[]){{"variables", lines}, c.part}, 2, text);
  read_and_compile(context, label, text, model, system);
}
