/* The shapes of sections. Shear factors of circle and tube: G. R. Cowper, The shear coefficient in Timoshenko's beam
 * theory, Journal of Applied Mechanics 33 (1966) 335-340; torsion: S. P. Timoshenko, J. N. Goodier, Theory of
 * Elasticity, sections 109 and 116. */
#include "element/flexible/section_shapes.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#define PI 3.14159265358979323846
enum { TERMS = 12 }; /* of the series for torsion: beyond, tanh is 1 to rounding */

static double fourth(double x) { return x * x * x * x; }

/* A circle with a hole of a fraction of its radius; 0: without. */
static void round_geometry(double radius, double hole, double poisson, SarSectionGeometry *out) {
  double ratio = 1 + hole * hole, inner = hole * radius;
  double shear =
      6 * (1 + poisson) * ratio * ratio / ((7 + 6 * poisson) * ratio * ratio + (20 + 12 * poisson) * hole * hole);
  double area = PI * (radius - inner) * (radius + inner), I = PI / 4 * (fourth(radius) - fourth(inner));
  *out = (SarSectionGeometry){.area = area,
                              .shear2 = shear * area,
                              .shear3 = shear * area,
                              .torsion = 2 * I,
                              .I2 = I,
                              .I3 = I,
                              .edge2 = radius,
                              .edge3 = radius};
}

static void circle(const double *s, double poisson, SarSectionGeometry *out) { round_geometry(s[0], 0, poisson, out); }
static void tube(const double *s, double poisson, SarSectionGeometry *out) {
  round_geometry(s[0], s[1] / s[0], poisson, out);
}

/* Saint-Venant's series; a is the longer side. The rest is summed with tanh = 1. */
static double rectangle_torsion(double b, double h) {
  double a = fmax(b, h), t = fmin(b, h), sum = 0, all = 0;
  for (int k = TERMS - 1; k >= 0; k--) { /* small terms first */
    double n = 2 * k + 1, n5 = n * fourth(n);
    sum += tanh(n * PI * a / (2 * t)) / n5;
    all += 1 / n5;
  }
  sum += 1.0045237627951397741 - all; /* sum of 1/n^5 over odd n: 31/32 zeta(5) */
  return a * t * t * t / 3 * (1 - 192 / (PI * fourth(PI)) * t / a * sum);
}

static void rectangle(const double *s, double poisson, SarSectionGeometry *out) {
  (void)poisson;
  double b = s[0], h = s[1], area = b * h;
  *out = (SarSectionGeometry){.area = area,
                              .shear2 = 5.0 / 6 * area,
                              .shear3 = 5.0 / 6 * area,
                              .torsion = rectangle_torsion(b, h),
                              .I2 = area * h * h / 12,
                              .I3 = area * b * b / 12,
                              .edge2 = b / 2,
                              .edge3 = h / 2};
}

static void box(const double *s, double poisson, SarSectionGeometry *out) {
  (void)poisson;
  double b = s[0], h = s[1], t = s[2], bi = b - 2 * t, hi = h - 2 * t, bm = b - t, hm = h - t;
  *out = (SarSectionGeometry){.area = b * h - bi * hi,
                              .shear2 = 2 * t * bm,
                              .shear3 = 2 * t * hm,
                              .torsion = 2 * t * bm * bm * hm * hm / (bm + hm),
                              .I2 = (b * h * h * h - bi * hi * hi * hi) / 12,
                              .I3 = (h * b * b * b - hi * bi * bi * bi) / 12,
                              .edge2 = b / 2,
                              .edge3 = h / 2};
}

static void i_section(const double *s, double poisson, SarSectionGeometry *out) {
  (void)poisson;
  double b = s[0], h = s[1], tf = s[2], tw = s[3], hi = h - 2 * tf, hm = h - tf;
  *out = (SarSectionGeometry){.area = 2 * b * tf + hi * tw,
                              .shear2 = 5.0 / 6 * 2 * b * tf,
                              .shear3 = hm * tw,
                              .torsion = (2 * b * tf * tf * tf + hm * tw * tw * tw) / 3,
                              .I2 = (b * h * h * h - (b - tw) * hi * hi * hi) / 12,
                              .I3 = (2 * tf * b * b * b + hi * tw * tw * tw) / 12,
                              .edge2 = b / 2,
                              .edge3 = h / 2};
}

static double round_bending(const SarSectionGeometry *g, double m2, double m3) {
  return hypot(m2, m3) * g->edge3 / g->I2;
}
static double corner_bending(const SarSectionGeometry *g, double m2, double m3) {
  return fabs(m2) * g->edge3 / g->I2 + fabs(m3) * g->edge2 / g->I3;
}

static const char *tube_fault(const double *s) {
  return s[1] < s[0] ? NULL : "the inner radius is not smaller than the outer one";
}
static const char *box_fault(const double *s) {
  return 2 * s[2] < s[0] && 2 * s[2] < s[1] ? NULL
                                            : "the walls are not thinner than half the width and half the height";
}
static const char *i_fault(const double *s) {
  if (!(2 * s[2] < s[1])) return "the flanges are not thinner than half the height";
  return s[3] < s[0] ? NULL : "the web is not thinner than the width";
}

static const char *const circle_sizes[] = {"radius"};
static const char *const tube_sizes[] = {"outer radius", "inner radius"};
static const char *const rectangle_sizes[] = {"width b", "height h"};
static const char *const box_sizes[] = {"width b", "height h", "wall thickness t"};
static const char *const i_sizes[] = {"width b", "height h", "flange thickness", "web thickness"};

static const SarSectionShape shapes[] = {
    {"circle", circle_sizes, 1, "Cowper's factor 6 (1 + nu)/(7 + 6 nu) of the area", "polar moment of area, exact",
     "axial stress and bending stress at the edge", NULL, circle, round_bending},
    {"tube", tube_sizes, 2, "Cowper's factor for a hollow circle, of the area", "polar moment of area, exact",
     "axial stress and bending stress at the outer edge", tube_fault, tube, round_bending},
    {"rectangle", rectangle_sizes, 2, "5/6 of the area", "Saint-Venant's series",
     "axial stress and both bending stresses at the corner", NULL, rectangle, corner_bending},
    {"box", box_sizes, 3, "the two walls along the force, between the middles of the others",
     "Bredt's formula for thin walls", "axial stress and both bending stresses at the corner", box_fault, box,
     corner_bending},
    {"i", i_sizes, 4, "along axis 3 the web between the middles of the flanges, along axis 2 5/6 of the flanges",
     "sum of l t^3/3 over the thin walls", "axial stress and both bending stresses at the corner of a flange", i_fault,
     i_section, corner_bending},
};
enum { NSHAPES = sizeof shapes / sizeof *shapes };

const SarSectionShape *sar_section_shape_at(int32_t index) {
  return index >= 0 && index < NSHAPES ? &shapes[index] : NULL;
}

const SarSectionShape *sar_section_shape_named(const char *name) {
  for (int k = 0; k < NSHAPES; k++) {
    if (strcmp(shapes[k].name, name) == 0) return &shapes[k];
  }
  return NULL;
}

const char *sar_section_fault(const SarSectionShape *shape, const double *sizes) {
  for (int k = 0; k < shape->nsizes; k++) {
    if (!(sizes[k] > 0 && isfinite(sizes[k]))) return "a size is not a positive number";
  }
  return shape->fault ? shape->fault(sizes) : NULL;
}

const char *sar_section_material_fault(const SarSectionMaterial *material) {
  if (!(material->young > 0 && isfinite(material->young))) return "Young's modulus is not a positive number";
  if (!(material->poisson > -1 && material->poisson <= 0.5)) return "Poisson's ratio is not between -1 and 0.5";
  if (!(material->density >= 0 && isfinite(material->density))) return "the density is not 0 or more";
  return NULL;
}

void sar_section_geometry(const SarSectionShape *shape, const double *sizes, double poisson, SarSectionGeometry *out) {
  shape->geometry(sizes, poisson, out);
}

void sar_section_properties(const SarSectionGeometry *g, const SarSectionMaterial *material,
                            SarSectionProperties *out) {
  double E = material->young, G = E / (2 * (1 + material->poisson)), rho = material->density;
  *out = (SarSectionProperties){.EA = E * g->area,
                                .GA2 = G * g->shear2,
                                .GA3 = G * g->shear3,
                                .GJ = G * g->torsion,
                                .EI2 = E * g->I2,
                                .EI3 = E * g->I3,
                                .mass = rho * g->area,
                                .J1 = rho * (g->I2 + g->I3),
                                .J2 = rho * g->I2,
                                .J3 = rho * g->I3};
}

double sar_section_stress(const SarSectionShape *shape, const SarSectionGeometry *g, double n1, double m2, double m3) {
  return fabs(n1) / g->area + shape->bending(g, m2, m3);
}
