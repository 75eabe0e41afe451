/* Fields of a beam, for those who make its nodes and elements. */
#ifndef SAR_ELEMENT_STRUCTURE_BEAM_H
#define SAR_ELEMENT_STRUCTURE_BEAM_H

#include "element/class.h"

enum {
  SAR_BEAM_FIELD_SECTION,
  SAR_BEAM_FIELD_POINTS,
  SAR_BEAM_FIELD_CURVE,
  SAR_BEAM_FIELD_ELEMENTS,
  SAR_BEAM_FIELD_ORDER,
  SAR_BEAM_FIELD_AXIS2,
  SAR_BEAM_FIELD_TWIST,
  SAR_BEAM_FIELD_DAMPING,
  SAR_BEAM_FIELD_START,
  SAR_BEAM_FIELD_END,
  SAR_BEAM_FIELD_FRAMES,
  SAR_BEAM_FIELD_VELOCITY,
  SAR_BEAM_FIELD_OMEGA,
  SAR_BEAM_FIELD_FORCE,
  SAR_BEAM_FIELD_MOMENT,
  SAR_BEAM_FIELD_AXES,
  SAR_BEAM_FIELD_PRESTRAIN,
  SAR_BEAM_FIELD_PRECURVATURE,
  SAR_BEAM_FIELD_CABLE,
  SAR_BEAM_FIELD_SHAPES
};

/* The words of `curve`. */
enum { SAR_CURVE_LINE, SAR_CURVE_SPLINE, SAR_CURVE_ARC };

/* The words of `loads.axes`. */
enum { SAR_LOAD_GROUND, SAR_LOAD_SECTION };

/* Columns of an element of a beam, at its middle, section axes. */
#define SAR_BEAM_OUTPUTS "n1 n2 n3 m1 m2 m3 g1 g2 g3 k1 k2 k3 [stress]"

extern const SarElementClass sar_structure_beam, sar_structure_beam_element;

#endif
