/* Tables of synonyms, from the languages of Adams, MBDyn, Project Chrono, URDF, MuJoCo and Simscape Multibody. */
#include "element/synonyms.h"

#include <ctype.h>
#include <string.h>

#include "base/text.h"

#define J SAR_SECTION_JOINTS
#define F SAR_SECTION_FORCES
#define M SAR_SECTION_MOTIONS

#define FREE "a body without a joint is free: leave the joint out"
#define LAW "give it as `law`, positive in tension"
#define MOTION "write it into `motions:`, as in {joint: name, rotation: \"2*pi*t\"}"

/* The words without blanks, `-`, `_`, and without "joint" and "chlink". */
static const struct {
  const char *word;
  SarSynonym means;
} types[] = {
    {"hinge", {J, "revolute", NULL}},
    {"pin", {J, "revolute", NULL}},
    {"pivot", {J, "revolute", NULL}},
    {"rotational", {J, "revolute", NULL}},
    {"rotation", {J, "revolute", NULL}},
    {"rotary", {J, "revolute", NULL}},
    {"revolutehinge", {J, "revolute", NULL}},
    {"revoluterotation", {J, "revolute", NULL}},
    {"lockrevolute", {J, "revolute", NULL}},
    {"bearing", {J, "revolute", "or `cylindrical`, if it may slide"}},
    {"continuous", {J, "revolute", "it turns without end unless it has `stops`"}},
    {"slider", {J, "prismatic", NULL}},
    {"slide", {J, "prismatic", NULL}},
    {"sliding", {J, "prismatic", NULL}},
    {"translational", {J, "prismatic", NULL}},
    {"translation", {J, "prismatic", NULL}},
    {"linear", {J, "prismatic", NULL}},
    {"lockprismatic", {J, "prismatic", NULL}},
    {"telescoping", {J, "cylindrical", NULL}},
    {"cylinder", {J, "cylindrical", NULL}},
    {"lockcylindrical", {J, "cylindrical", NULL}},
    {"ball", {J, "spherical", NULL}},
    {"ballandsocket", {J, "spherical", NULL}},
    {"ballsocket", {J, "spherical", NULL}},
    {"sphericalhinge", {J, "spherical", NULL}},
    {"lockspherical", {J, "spherical", NULL}},
    {"atpoint", {J, "spherical", NULL}},
    {"gimbal", {J, "spherical", NULL}},
    {"pointtopoint", {J, "spherical", NULL}},
    {"hooke", {J, "universal", NULL}},
    {"cardan", {J, "universal", NULL}},
    {"cardano", {J, "universal", NULL}},
    {"cardanohinge", {J, "universal", NULL}},
    {"universalhinge", {J, "universal", NULL}},
    {"ujoint", {J, "universal", NULL}},
    {"u", {J, "universal", NULL}},
    {"weld", {J, "fixed", NULL}},
    {"rigid", {J, "fixed", NULL}},
    {"lock", {J, "fixed", NULL}},
    {"locklock", {J, "fixed", NULL}},
    {"matefix", {J, "fixed", NULL}},
    {"clamp", {J, "fixed", NULL}},
    {"glue", {J, "fixed", NULL}},
    {"coincidence", {J, "fixed", NULL}},
    {"plane", {J, "planar", NULL}},
    {"mateplanar", {J, "planar", NULL}},
    {"helical", {J, "screw", NULL}},
    {"leadscrew", {J, "screw", NULL}},
    {"convel", {J, "constant-velocity", NULL}},
    {"cv", {J, "constant-velocity", NULL}},
    {"homokinetic", {J, "constant-velocity", NULL}},
    {"rackpin", {J, "rack-pinion", NULL}},
    {"rackandpinion", {J, "rack-pinion", NULL}},
    {"gears", {J, "gear", NULL}},
    {"belt", {J, "gear", "with a positive `ratio`"}},
    {"inline", {J, "point-on-line", NULL}},
    {"pointline", {J, "point-on-line", NULL}},
    {"lockpointline", {J, "point-on-line", NULL}},
    {"pinslot", {J, "point-on-line", NULL}},
    {"inplane", {J, "point-in-plane", NULL}},
    {"pointplane", {J, "point-in-plane", NULL}},
    {"lockpointplane", {J, "point-in-plane", NULL}},
    {"orientation", {J, "same-orientation", NULL}},
    {"cartesian", {J, "same-orientation", NULL}},
    {"lockalign", {J, "same-orientation", NULL}},
    {"parallelaxes", {J, "parallel", NULL}},
    {"orthogonal", {J, "perpendicular", NULL}},
    {"rod", {J, "distance", NULL}},
    {"link", {J, "distance", NULL}},
    {"massless", {J, "distance", NULL}},
    {"tendon", {J, "distance", NULL}},
    {"free", {J, NULL, FREE}},
    {"freefree", {J, NULL, FREE}},
    {"floating", {J, NULL, FREE}},
    {"6dof", {J, NULL, FREE}},
    {"sixdof", {J, NULL, FREE}},
    {"motor", {M, NULL, MOTION}},
    {"actuator", {M, NULL, MOTION}},
    {"driver", {M, NULL, MOTION}},
    {"drivehinge", {M, NULL, MOTION}},
    {"axialrotation", {M, NULL, MOTION}},
    {"motorrotationangle", {M, NULL, MOTION}},
    {"motorrotationspeed", {M, NULL, MOTION}},
    {"motorlinearposition", {M, NULL, MOTION}},
    {"motorlinearspeed", {M, NULL, MOTION}},
    {"spring", {F, "spring-damper", NULL}},
    {"damper", {F, "spring-damper", NULL}},
    {"dashpot", {F, "spring-damper", NULL}},
    {"springdamper", {F, "spring-damper", NULL}},
    {"springdamperforce", {F, "spring-damper", NULL}},
    {"tsda", {F, "spring-damper", NULL}},
    {"linearspring", {F, "spring-damper", NULL}},
    {"translationalspring", {F, "spring-damper", NULL}},
    {"deformable", {F, "bushing", NULL}},
    {"sforce", {F, "spring-damper", LAW}},
    {"singlecomponentforce", {F, "spring-damper", LAW}},
    {"rsda", {F, "rotational-spring-damper", NULL}},
    {"torsion", {F, "rotational-spring-damper", NULL}},
    {"torsionspring", {F, "rotational-spring-damper", NULL}},
    {"torsionalspring", {F, "rotational-spring-damper", NULL}},
    {"rotationalspring", {F, "rotational-spring-damper", NULL}},
    {"rotaryspring", {F, "rotational-spring-damper", NULL}},
    {"deformablehinge", {F, "rotational-spring-damper", NULL}},
    {"bush", {F, "bushing", NULL}},
    {"mount", {F, "bushing", NULL}},
    {"loadbushing", {F, "bushing", NULL}},
    {"vforce", {F, "force", NULL}},
    {"point", {F, "force", NULL}},
    {"load", {F, "force", NULL}},
    {"thrust", {F, "force", "with `follow: true`"}},
    {"vtorque", {F, "torque", NULL}},
    {"moment", {F, "torque", NULL}},
    {"couple", {F, "torque", NULL}},
    {"fieldelement", {F, "field", NULL}},
    {"stiffnessmatrix", {F, "field", NULL}},
    {"masslessbeam", {F, "linear-beam", NULL}},
    {"beamforce", {F, "linear-beam", NULL}},
    {"gforce", {F, "wrench", NULL}},
    {"forceandtorque", {F, "wrench", NULL}},
};

/* Keys: the same. Of several lines of one word the first one whose key is known counts. */
static const struct {
  const char *word, *key;
} keys[] = {
    {"position", "at"},
    {"pos", "at"},
    {"origin", "at"},
    {"location", "at"},
    {"xyz", "at"},
    {"place", "at"},
    {"point", "at"},
    {"orientation", "turn"},
    {"rotation", "turn"},
    {"rot", "turn"},
    {"rpy", "turn"},
    {"quat", "turn"},
    {"euler", "turn"},
    {"cm", "com"},
    {"cg", "com"},
    {"cog", "com"},
    {"centreofmass", "com"},
    {"centerofmass", "com"},
    {"inertiatensor", "inertia"},
    {"moments", "inertia"},
    {"ip", "inertia"},
    {"vel", "velocity"},
    {"initialvelocity", "velocity"},
    {"angularvelocity", "omega"},
    {"angvel", "omega"},
    {"w", "omega"},
    {"markers", "frames"},
    {"points", "frames"},
    {"sites", "frames"},
    {"visual", "looks"},
    {"visuals", "looks"},
    {"graphics", "looks"},
    {"geometry", "shape"},
    {"geometry", "looks"},
    {"geom", "looks"},
    {"bodies", "between"},
    {"connect", "between"},
    {"connects", "between"},
    {"parent", "between"},
    {"child", "between"},
    {"links", "between"},
    {"nodes", "between"},
    {"from", "between"},
    {"body1", "between"},
    {"body2", "between"},
    {"bodya", "between"},
    {"bodyb", "between"},
    {"direction", "axis"},
    {"normal", "axis"},
    {"limits", "stops"},
    {"limit", "stops"},
    {"range", "stops"},
    {"k", "stiffness"},
    {"c", "damping"},
    {"d", "damping"},
    {"angledamping", "damping"},
    {"rotationdamping", "damping"},
    {"rotationaldamping", "damping"},
    {"displacementdamping", "damping"},
    {"translationdamping", "damping"},
    {"freelength", "length"},
    {"l0", "length"},
    {"restlength", "length"},
    {"naturallength", "length"},
    {"freeangle", "angle"},
    {"f0", "preload"},
    {"prestress", "preload"},
    {"mu", "friction"},
    {"initial", "start"},
    {"ic", "start"},
    {"initialconditions", "start"},
    {"initialangle", "start"},
    {"q0", "start"},
    {"position0", "start"},
    {"angle", "rotation"},
    {"angle", "start"},
    {"displacement", "translation"},
    {"translation", "displacement"},
    {"position", "displacement"},
    {"rotation", "angle"},
    {"translationvelocity", "displacement_rate"},
    {"rotationvelocity", "angle_rate"},
    {"displacement", "start"},
    {"speed", "rotation_velocity"},
    {"velocity", "start"},
    {"omega", "start"},
    {"angle_rate", "start"},
    {"links", "bodies"},
    {"parts", "bodies"},
    {"body", "bodies"},
    {"part", "bodies"},
    {"constraints", "joints"},
    {"connections", "joints"},
    {"springs", "forces"},
    {"dampers", "forces"},
    {"loads", "forces"},
    {"bushings", "forces"},
    {"actuators", "motions"},
    {"drivers", "motions"},
    {"drives", "motions"},
    {"motors", "motions"},
    {"variables", "parameters"},
    {"constants", "parameters"},
    {"world", "ground"},
    {"requests", "measures"},
    {"sensors", "events"},
    {"outputs", "output"},
    {"simulation", "simulate"},
    {"solver", "simulate"},
    {"tables", "splines"},
    {"includes", "include"},
    {"submodels", "include"},
    {"tol", "tolerance"},
    {"tend", "end"},
    {"duration", "end"},
    {"time", "end"},
    {"dt", "step"},
    {"integrator", "method"},
    {"dtmax", "max_step"},
};

#define LONGEST 64

/* Lower case, without what does not matter; "" where nothing is left or the word is long. */
static void normalise(const char *word, char out[LONGEST]) {
  static const char *const ignored[] = {"joint", "chlink"};
  size_t used = 0;
  out[0] = 0;
  if (strlen(word) >= LONGEST) return;
  for (; *word; word++) {
    if (*word != ' ' && *word != '-' && *word != '_') out[used++] = (char)tolower((unsigned char)*word);
  }
  out[used] = 0;
  for (int i = 0; i < SAR_COUNT(ignored); i++) {
    char *found = strstr(out, ignored[i]);
    size_t length = strlen(ignored[i]);
    if (found && strlen(out) > length) memmove(found, found + length, strlen(found + length) + 1);
  }
}

static bool is_name_of(const SarElementClass *class, const char *normal) {
  char name[LONGEST];
  normalise(class->name, name);
  return strcmp(name, normal) == 0;
}

/* Another way to write a class's name ("Point-In-Plane"), or a class of another section. */
static bool find_class(SarSection section, const char *normal, SarSynonym *out) {
  const SarElementClass *elsewhere = NULL;
  for (int32_t i = 0; i < sar_element_class_count(); i++) {
    const SarElementClass *class = sar_element_class(i);
    if (!is_name_of(class, normal)) continue;
    if (class->section == section || !elsewhere) elsewhere = class;
    if (class->section == section) break;
  }
  if (!elsewhere) return false;
  *out = (SarSynonym){elsewhere->section, elsewhere->name, NULL};
  return true;
}

bool sar_synonym_of_type(SarSection section, const char *word, SarSynonym *out) {
  char normal[LONGEST];
  normalise(word, normal);
  SarSynonym class;
  bool named = find_class(section, normal, &class);
  *out = class;
  if (named && class.section == section) return true;
  for (int32_t i = 0; i < SAR_COUNT(types); i++) {
    if (strcmp(types[i].word, normal) != 0) continue;
    *out = types[i].means;
    return true;
  }
  return named;
}

bool sar_synonym_near_type(SarSection section, const char *word, SarSynonym *out) {
  char normal[LONGEST];
  normalise(word, normal);
  SarSuggestion near = sar_suggestion(normal);
  for (int32_t i = 0; i < SAR_COUNT(types); i++) {
    if (types[i].means.type && types[i].means.section == section) sar_suggestion_offer(&near, types[i].word);
  }
  const char *best = near.distance <= 1 ? sar_suggestion_best(&near) : NULL; /* more than a slip may be another word */
  for (int32_t i = 0; best && i < SAR_COUNT(types); i++) {
    if (types[i].word == best) *out = types[i].means;
  }
  return best != NULL;
}

static const char *word_of(const char *list, const char *word) {
  size_t length = strlen(word);
  for (const char *at = list; *(at += strspn(at, " ")); at += strcspn(at, " ")) {
    if (strcspn(at, " ") == length && strncmp(at, word, length) == 0) return word;
  }
  return NULL;
}

const char *sar_synonym_of_key(const char *word, const char *known) {
  char normal[LONGEST];
  normalise(word, normal);
  for (int32_t i = 0; i < SAR_COUNT(keys); i++) {
    if (strcmp(keys[i].word, normal) == 0 && word_of(known, keys[i].key)) return keys[i].key;
  }
  SarSuggestion near = sar_suggestion(normal);
  const char *meant = NULL;
  for (int32_t i = 0; i < SAR_COUNT(keys); i++) {
    const char *before = near.best;
    if (!word_of(known, keys[i].key)) continue;
    sar_suggestion_offer(&near, keys[i].word);
    if (near.best != before) meant = keys[i].key;
  }
  return sar_suggestion_best(&near) && near.distance <= 1 ? meant : NULL; /* one slip: more may be another word */
}

const char *sar_synonym_word(int32_t index, SarSynonym *out) {
  if (index < 0 || index >= SAR_COUNT(types)) return NULL;
  *out = types[index].means;
  return types[index].word;
}
