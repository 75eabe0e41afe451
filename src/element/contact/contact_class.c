/* contact: shapes that touch each other, and the law of the force where they do. Which pairs of shapes these are the
 * model says: model/contacts.h. */
#include <math.h>
#include <stdio.h>

#include "element/contact/contact_fields.h"
#include "element/contact/friction.h"

static const SarField fields[] = {
    [SAR_CONTACT_FIELD_BETWEEN] = {.name = "between",
                                   .kind = SAR_FIELD_SIDES,
                                   .unit = "",
                                   .fallback = "",
                                   .meaning =
                                       "two shapes, `body.shape` or `ground.shape`; a body alone means all its shapes"},
    [SAR_CONTACT_FIELD_GROUPS] =
        {.name = "groups",
         .kind = SAR_FIELD_NAMES,
         .unit = "",
         .fallback = "",
         .meaning = "instead of between: labels of shapes, bodies or ground; every shape of a group against every one "
                    "of the others, of one group alone among themselves"},
    [SAR_CONTACT_FIELD_EXCLUDE] = {.name = "exclude",
                                   .kind = SAR_FIELD_PAIRS,
                                   .unit = "",
                                   .fallback = "",
                                   .meaning = "with groups: pairs of bodies that do not touch, [[a, b], [b, c]]; those "
                                              "that a joint joins never do"},
    [SAR_CONTACT_FIELD_LAW] =
        {.name = "law",
         .kind = SAR_FIELD_CHOICE,
         .unit = "",
         .fallback = "hunt-crossley",
         .meaning = "of the penetration g and its rate g': hunt-crossley k g^e (1 + 1.5 a g'), impact (of Adams) k g^e "
                    "+ STEP(g, 0, 0, d, c) g', hertz (k from materials and radii), linear",
         .choices = "hunt-crossley impact hertz linear"},
    [SAR_CONTACT_FIELD_STIFFNESS] = {.name = "stiffness",
                                     .kind = SAR_FIELD_REAL,
                                     .unit = "N/m^1.5",
                                     .fallback = "",
                                     .meaning = "k, in N/m^exponent"},
    [SAR_CONTACT_FIELD_EXPONENT] = {.name = "exponent",
                                    .kind = SAR_FIELD_REAL,
                                    .unit = "",
                                    .fallback = "",
                                    .meaning = "e, at least 1; default 1.5, of the linear law 1"},
    [SAR_CONTACT_FIELD_DAMPING] = {.name = "damping",
                                   .kind = SAR_FIELD_REAL,
                                   .unit = "s/m",
                                   .fallback = "",
                                   .meaning =
                                       "a of hunt-crossley and hertz; c of impact and linear, in N*s/m; default 0; or "
                                       "`flores`: a from restitution and impact_speed by Flores' formula",
                                   .choices = "flores"},
    [SAR_CONTACT_FIELD_DAMPING_DEPTH] = {.name = "damping_depth",
                                         .kind = SAR_FIELD_REAL,
                                         .unit = "m",
                                         .fallback = "",
                                         .meaning =
                                             "d of impact and linear: the penetration from which damping acts in full"},
    [SAR_CONTACT_FIELD_RESTITUTION] =
        {.name = "restitution",
         .kind = SAR_FIELD_REAL,
         .unit = "",
         .fallback = "",
         .meaning = "instead of the damping of hunt-crossley and hertz: speed after over speed before an impact"},
    [SAR_CONTACT_FIELD_IMPACT_SPEED] = {.name = "impact_speed",
                                        .kind = SAR_FIELD_REAL,
                                        .unit = "m/s",
                                        .fallback = "",
                                        .meaning = "the speed before the impact for which the restitution holds"},
    [SAR_CONTACT_FIELD_MATERIAL] = {.name = "material",
                                    .kind = SAR_FIELD_ELEMENT,
                                    .unit = "",
                                    .fallback = "",
                                    .meaning = "of hertz: of the shapes that say none themselves",
                                    .choices = "materials"},
    [SAR_CONTACT_FIELD_ROLLING] = {.name = "rolling",
                                   .kind = SAR_FIELD_REAL,
                                   .unit = "",
                                   .fallback = "0",
                                   .meaning = "moment against rolling over normal force and radius"},
    [SAR_CONTACT_FIELD_SPINNING] = {.name = "spinning",
                                    .kind = SAR_FIELD_REAL,
                                    .unit = "m",
                                    .fallback = "0",
                                    .meaning = "moment against spinning over normal force"},
    [SAR_CONTACT_FIELD_TANGENTIAL_STIFFNESS] =
        {.name = "tangential_stiffness",
         .kind = SAR_FIELD_REAL,
         .unit = "N/m",
         .fallback = "",
         .meaning = "of friction that sticks; default: two thirds of the normal one where it touches"},
    [SAR_CONTACT_FIELD_TANGENTIAL_DAMPING] = {.name = "tangential_damping",
                                              .kind = SAR_FIELD_REAL,
                                              .unit = "N*s/m",
                                              .fallback = "",
                                              .meaning = "of friction that sticks; default: 0.7 of the critical one"},
    [SAR_CONTACT_FIELD_FRICTION_STATIC] = {.name = "friction.static",
                                           .kind = SAR_FIELD_REAL,
                                           .unit = "",
                                           .fallback = "",
                                           .meaning = "coefficient at rest; default: as sliding"},
    [SAR_CONTACT_FIELD_FRICTION_SLIDING] = {.name = "friction.sliding",
                                            .kind = SAR_FIELD_REAL,
                                            .unit = "",
                                            .fallback = "",
                                            .meaning = "coefficient while sliding; default: as static"},
    [SAR_CONTACT_FIELD_FRICTION_V_S] =
        {.name = "friction.v_s",
         .kind = SAR_FIELD_REAL,
         .unit = "m/s",
         .fallback = "0.1",
         .meaning = "speed of sliding at which the static coefficient holds; below it the contact creeps"},
    [SAR_CONTACT_FIELD_FRICTION_V_D] = {.name = "friction.v_d",
                                        .kind = SAR_FIELD_REAL,
                                        .unit = "m/s",
                                        .fallback = "1",
                                        .meaning = "speed from which the sliding coefficient holds"},
    [SAR_CONTACT_FIELD_FRICTION_STICK] = {.name = "friction.stick",
                                          .kind = SAR_FIELD_BOOL,
                                          .unit = "",
                                          .fallback = "false",
                                          .meaning = "true: held by a spring at rest, so that nothing creeps"},
};

/* ---- what follows from the law ---- */

const SarNormalClass *sar_contact_normal_class(const SarValue *values) {
  return sar_normal_class_at((int32_t)values[SAR_CONTACT_FIELD_LAW].real); /* in the order of the choices */
}

double sar_contact_exponent(const SarValue *values) {
  const SarValue *exponent = &values[SAR_CONTACT_FIELD_EXPONENT];
  return exponent->given ? exponent->real : sar_contact_normal_class(values)->exponent;
}

const char *sar_contact_unit(const SarValue *values, int32_t field, char room[SAR_FIELD_UNIT]) {
  if (field == SAR_CONTACT_FIELD_DAMPING) {
    return sar_contact_normal_class(values)->needs_depth ? "N*s/m" : fields[field].unit;
  }
  if (field != SAR_CONTACT_FIELD_STIFFNESS) return fields[field].unit;
  double exponent = sar_contact_exponent(values);
  if (exponent == 1) return "N/m";
  snprintf(room, SAR_FIELD_UNIT, "N/m^%.9g", exponent);
  return room;
}

/* ---- what must hold ---- */

static SarStatus refuse(SarContext *context, const char *name, const SarValue *value, const char *remedy,
                        const char *what) {
  return sar_report(context, SAR_INPUT, value->source, name, remedy, "%s", what);
}

static SarStatus check_numbers(SarContext *context, const char *name, const SarValue *values) {
  static const int not_negative[] = {SAR_CONTACT_FIELD_DAMPING,         SAR_CONTACT_FIELD_ROLLING,
                                     SAR_CONTACT_FIELD_SPINNING,        SAR_CONTACT_FIELD_TANGENTIAL_DAMPING,
                                     SAR_CONTACT_FIELD_FRICTION_STATIC, SAR_CONTACT_FIELD_FRICTION_SLIDING};
  static const int positive[] = {SAR_CONTACT_FIELD_STIFFNESS,    SAR_CONTACT_FIELD_DAMPING_DEPTH,
                                 SAR_CONTACT_FIELD_IMPACT_SPEED, SAR_CONTACT_FIELD_TANGENTIAL_STIFFNESS,
                                 SAR_CONTACT_FIELD_FRICTION_V_S, SAR_CONTACT_FIELD_FRICTION_V_D};
  char room[SAR_FIELD_UNIT], text[SAR_VALUE_TEXT];
  for (int i = 0; i < SAR_COUNT(not_negative); i++) {
    const SarValue *value = &values[not_negative[i]];
    if (!value->given || value->real >= 0) continue;
    return sar_report(context, SAR_INPUT, value->source, name, "give a number that is zero or positive",
                      "`%s` must not be negative, but is %s", fields[not_negative[i]].name,
                      sar_value_text(value, sar_contact_unit(values, not_negative[i], room), text));
  }
  for (int i = 0; i < SAR_COUNT(positive); i++) {
    SarField field = fields[positive[i]];
    field.unit = sar_contact_unit(values, positive[i], room);
    SAR_TRY(sar_field_check_positive(context, name, &field, &values[positive[i]], "give a positive number"));
  }
  return SAR_OK;
}

static SarStatus check_partners(SarContext *context, const char *name, const SarValue *values) {
  const SarValue *between = &values[SAR_CONTACT_FIELD_BETWEEN], *groups = &values[SAR_CONTACT_FIELD_GROUPS];
  const SarValue *exclude = &values[SAR_CONTACT_FIELD_EXCLUDE];
  if (!between->given && !groups->given) {
    return refuse(context, name, between, "add `between: [body.shape, ground.shape]`, or `groups`",
                  "this contact does not say what touches");
  }
  if (between->given && groups->given) {
    return refuse(context, name, groups, "make two contacts of it", "`between` and `groups` exclude each other");
  }
  if (groups->given && groups->nlist == 0) {
    return refuse(context, name, groups, "name one group or more", "`groups` is empty");
  }
  if (between->given && exclude->given) {
    return refuse(context, name, exclude, "leave it out, or use `groups`", "`exclude` is for `groups` alone");
  }
  return SAR_OK;
}

static SarStatus check_exponent(SarContext *context, const char *name, const SarValue *values) {
  const SarNormalClass *law = sar_contact_normal_class(values);
  const SarValue *exponent = &values[SAR_CONTACT_FIELD_EXPONENT];
  if (!exponent->given) return SAR_OK;
  bool fixed = law->hertz || law->exponent == 1;
  if (fixed && exponent->real != law->exponent) {
    return sar_report(context, SAR_INPUT, exponent->source, name,
                      law->hertz ? "leave it out, or use `law: hunt-crossley`" : "leave it out, or use `law: impact`",
                      "the exponent of the law %s is %g", law->name, law->exponent);
  }
  if (exponent->real >= 1) return SAR_OK;
  return sar_report(context, SAR_INPUT, exponent->source, name, "give 1 or more; 1.5 is that of round bodies",
                    "the exponent must be at least 1, but is %g: the force would jump with the first touch",
                    exponent->real);
}

static SarStatus check_stiffness(SarContext *context, const char *name, const SarValue *values) {
  const SarValue *stiffness = &values[SAR_CONTACT_FIELD_STIFFNESS], *material = &values[SAR_CONTACT_FIELD_MATERIAL];
  bool hertz = sar_contact_normal_class(values)->hertz;
  if (!hertz && !stiffness->given) {
    return refuse(context, name, stiffness, "add `stiffness:`, or use `law: hertz` with materials",
                  "this contact has no stiffness");
  }
  if (hertz && stiffness->given) {
    return refuse(context, name, stiffness, "leave it out, or use `law: hunt-crossley`",
                  "the stiffness of the law hertz follows from materials and radii");
  }
  if (!hertz && material->given) {
    return refuse(context, name, material, "leave it out, or use `law: hertz`",
                  "`material` of a contact is for the law hertz alone");
  }
  return SAR_OK;
}

static SarStatus check_depth(SarContext *context, const char *name, const SarValue *values) {
  const SarNormalClass *law = sar_contact_normal_class(values);
  const SarValue *depth = &values[SAR_CONTACT_FIELD_DAMPING_DEPTH], *damping = &values[SAR_CONTACT_FIELD_DAMPING];
  if (law->needs_depth && damping->real > 0 && !depth->given) {
    return refuse(context, name, damping, "add `damping_depth:`, a small part of the penetration, as 1e-4",
                  "the damping of this law needs the depth at which it acts in full: it would jump with the first "
                  "touch");
  }
  if (law->needs_depth || !depth->given) return SAR_OK;
  return sar_report(context, SAR_INPUT, depth->source, name, "leave it out: the damping grows with the force there",
                    "the law %s has no damping_depth", law->name);
}

static SarStatus check_restitution(SarContext *context, const char *name, const SarValue *values) {
  const SarNormalClass *law = sar_contact_normal_class(values);
  const SarValue *restitution = &values[SAR_CONTACT_FIELD_RESTITUTION];
  const SarValue *speed = &values[SAR_CONTACT_FIELD_IMPACT_SPEED], *damping = &values[SAR_CONTACT_FIELD_DAMPING];
  if (!restitution->given && damping->nlist > 0) {
    return refuse(context, name, damping, "add `restitution:` and `impact_speed:`, or give a number",
                  "`damping: flores` follows from a restitution, which is missing");
  }
  if (!restitution->given) {
    if (!speed->given) return SAR_OK;
    return refuse(context, name, speed, "add `restitution:`, or leave it out",
                  "`impact_speed` is for a restitution alone");
  }
  if (!law->restitution) {
    return sar_report(context, SAR_INPUT, restitution->source, name, "give `damping`, or use `law: hunt-crossley`",
                      "the law %s does not take a restitution: it would depend on mass and speed", law->name);
  }
  if (damping->given && damping->nlist == 0) {
    return refuse(context, name, restitution, "keep one of both",
                  "`restitution` and `damping` exclude each other: the one follows from the other");
  }
  if (!(restitution->real >= 0 && restitution->real <= 1)) {
    return sar_report(context, SAR_INPUT, restitution->source, name, "give a number above 0, up to 1",
                      "a restitution lies between 0 and 1, but is %g", restitution->real);
  }
  if (restitution->real < 1e-3) {
    return sar_report(context, SAR_INPUT, restitution->source, name, "give at least 1e-3; 0.05 hardly bounces",
                      "a restitution of %g would take a damping without end", restitution->real);
  }
  if (speed->given) return SAR_OK;
  return refuse(context, name, restitution, "add `impact_speed:`, a usual speed of impacts in the model",
                "a restitution holds for one speed, which is missing");
}

static SarStatus check_friction(SarContext *context, const char *name, const SarValue *values) {
  const SarValue *fixed = &values[SAR_CONTACT_FIELD_FRICTION_STATIC];
  const SarValue *sliding = &values[SAR_CONTACT_FIELD_FRICTION_SLIDING];
  const SarValue *v_s = &values[SAR_CONTACT_FIELD_FRICTION_V_S], *v_d = &values[SAR_CONTACT_FIELD_FRICTION_V_D];
  const SarValue *stick = &values[SAR_CONTACT_FIELD_FRICTION_STICK];
  bool any = fixed->given || sliding->given;
  const SarValue *lonely = stick->given ? stick : v_s->given ? v_s : v_d->given ? v_d : NULL;
  if (!any && lonely) {
    return refuse(context, name, lonely, "add `static` and `sliding`, the coefficients",
                  "this friction has no coefficient");
  }
  if (fixed->given && sliding->given && fixed->real < sliding->real) {
    return sar_report(context, SAR_INPUT, fixed->source, name, "exchange them, or make both equal",
                      "the static coefficient %g must not be less than the sliding one, %g", fixed->real,
                      sliding->real);
  }
  if (v_d->real > v_s->real) return SAR_OK;
  char text[2][SAR_VALUE_TEXT];
  SarValue slow = *v_s, fast = *v_d; /* one of them may be a default, without units */
  slow.units = fast.units = v_d->given ? v_d->units : v_s->units;
  return sar_report(context, SAR_INPUT, v_d->given ? v_d->source : v_s->source, name,
                    "give both; v_d is usually ten times v_s", "v_d must be greater than v_s, but is %s against %s",
                    sar_value_text(&fast, "m/s", text[0]), sar_value_text(&slow, "m/s", text[1]));
}

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  SAR_TRY(check_partners(context, name, values));
  SAR_TRY(check_numbers(context, name, values));
  SAR_TRY(check_exponent(context, name, values));
  SAR_TRY(check_stiffness(context, name, values));
  SAR_TRY(check_depth(context, name, values));
  SAR_TRY(check_restitution(context, name, values));
  return check_friction(context, name, values);
}

const SarElementClass sar_contact_contact = {
    .name = "contact",
    .section = SAR_SECTION_CONTACTS,
    .summary = "shapes that touch: forces where they penetrate each other",
    .remark =
        "Shapes of one body never touch each other, nor do those of bodies that a joint joins unless `between` "
        "names them.",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .outputs = "gap rate normal friction slip px py pz nx ny nz count depth fx fy fz tx ty tz fx2 fy2 fz2 tx2 ty2 tz2",
    .check = check,
};
