/* What others than the equations want to know of a class: how it is drawn, what its joints are like to somebody who
 * builds or assembles a mechanism. All zero: nothing of it. */
#ifndef SAR_ELEMENT_MARK_H
#define SAR_ELEMENT_MARK_H

#include <stdbool.h>

/* The mark in pictures: at the second side, along its z, or between the two sides. */
typedef enum SarMarkShape {
  SAR_MARK_NONE,
  SAR_MARK_CYLINDER,
  SAR_MARK_BOX,
  SAR_MARK_BALL,
  SAR_MARK_ROD,   /* between the sides: a link without mass */
  SAR_MARK_SPRING /* between the sides */
} SarMarkShape;

/* What the ground shows where the joint is on it. */
typedef enum SarSupport { SAR_SUPPORT_NONE, SAR_SUPPORT_FIXED, SAR_SUPPORT_RAIL } SarSupport;

typedef struct SarMark {
  SarMarkShape shape;
  double radius, half; /* of the shape, and half its length along z, in radii of marks */
  SarSupport support;
  bool turns; /* joints: bodies turn about its z and nothing else, so that pictures are best seen along it */
  bool holds; /* forces: a body without a shape reaches to where it acts */
} SarMark;

/* How a joint takes part in a dyad, two bodies between three joints that fit together in two ways (start/mirror.c). */
typedef enum SarDyadKind {
  SAR_DYAD_NONE,
  SAR_DYAD_PIN,
  SAR_DYAD_BALL,
  SAR_DYAD_CROSS,
  SAR_DYAD_SLIDER,
  SAR_DYAD_ROD,
  SAR_DYAD_PLANE
} SarDyadKind;

#endif
