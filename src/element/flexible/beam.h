/* One element of a geometrically exact beam: a massless force element on two, three or four nodes.
 *
 * A beam of order p is a chain of elements whose p + 1 nodes stand at the Gauss-Lobatto points of [-1, 1]. Positions
 * and quaternions are blended, r = sum N_i r_i and q = sum N_i q_i (not a unit; the rotation is that of q/|q|), strains
 *
 *   Gamma = R^T r',   K = 2 Im(q~ q')/(q.q),   prime = d/ds, ~ = conjugate
 *
 * are taken at p Gauss points, and their difference e from what the same formulas gave on the reference placement is
 * stored with the energy 1/2 e^T C e per length: a beam of any initial shape is free of stress, and nothing locks.
 * Section axes: 1 along the beam, 2 and 3 across. Order of strains and stresses: Gamma1..3, K1..3; n1..3, m1..3. */
#ifndef SAR_ELEMENT_FLEXIBLE_BEAM_H
#define SAR_ELEMENT_FLEXIBLE_BEAM_H

#include "element/part.h"

#define SAR_BEAM_ORDER 3 /* at most */
#define SAR_BEAM_NODES (SAR_BEAM_ORDER + 1)

/* A Gauss point: what it needs beside the shape functions, one line of the cache. */
typedef struct SarBeamPoint {
  double weight;       /* m, of the Gauss point times the metric */
  double inverse;      /* 1/m, d xi/ds */
  double reference[6]; /* strain without stress, prestrain included */
} SarBeamPoint;

typedef struct SarBeamElement {
  int32_t order;
  bool diagonal;     /* the stiffness is: else all 36 numbers are used */
  bool framed;       /* some node has a section frame that is not its own axes */
  bool shifted;      /* some node has a section point that is not its origin */
  bool tension_only; /* a cable: the elastic axial force is never pressure */
  double damping;    /* s, Kelvin-Voigt: stress C (e + damping e_dot) */
  double slack;      /* the axial strain over which a cable becomes taut; 0: at once, with a kink */
  double pressure; /* of a cable that is eased (beam_gauss.h): what it bears of pressure, of what it bears of tension */
  double axes[6];  /* the diagonal of the stiffness */
  SarBeamPoint points[SAR_BEAM_ORDER];
  double stiffness[6][6];
  SarQuat frame[SAR_BEAM_NODES];  /* section axes -> axes of the node */
  SarVec3 offset[SAR_BEAM_NODES]; /* m, section point from the node, axes of the node */
} SarBeamElement;

/* What an element is made from. The reference placement of the sections and how they sit on their nodes. */
typedef struct SarBeamSetup {
  int32_t order;                   /* 1, 2, 3 */
  SarVec3 r[SAR_BEAM_NODES];       /* m, section points, ground axes */
  SarQuat section[SAR_BEAM_NODES]; /* section axes -> ground axes */
  SarQuat frame[SAR_BEAM_NODES];   /* section axes -> axes of the node */
  SarVec3 offset[SAR_BEAM_NODES];  /* m, section point from the node, axes of the node */
  double stiffness[6][6];          /* N, N m, N m^2: symmetric, positive definite */
  double damping;                  /* s */
  double prestrain[6];             /* the strain that gives no stress, from the reference placement */
  bool tension_only;
  double slack;
} SarBeamSetup;

/* A setup with frames on the nodes' own axes, no offsets, no damping, no prestrain. */
SarBeamSetup sar_beam_setup(int32_t order);

/* What is wrong with a setup, as the end of a sentence that begins with the element's name; null: nothing. */
const char *sar_beam_fault(const SarBeamSetup *setup);

/* The largest angle between axis 1 of a section and the curve, at nodes and Gauss points: above a degree it was hardly
 * meant so. */
double sar_beam_tilt(const SarBeamSetup *setup); /* rad */

/* SAR_OK, or SAR_INPUT where there is a fault. */
SarStatus sar_beam_prepare(const SarBeamSetup *setup, SarBeamElement *out);

/* Node i of an element on [-1, 1], and the weight with which it is lumped (they add up to 2). */
double sar_beam_node(int32_t order, int32_t i);
double sar_beam_weight(int32_t order, int32_t i);

/* The shape functions and their derivatives by xi; either may be null. */
void sar_beam_shape(int32_t order, double xi, double *N, double *dN);

/* |dr/dxi| of the curve through the nodes: node i of an element is lumped with sar_beam_weight times the metric there.
 */
double sar_beam_metric(int32_t order, const SarVec3 *r, double xi);

/* Stresses and strains of a section, in its own axes; strains are those that give stress. */
typedef struct SarBeamSection {
  SarVec3 n, m; /* N; N m: axial force and shear, torsion and bending, damping included */
  SarVec3 g, k; /* -; 1/m */
} SarBeamSection;

/* At xi, by the polynomial of degree p - 1 through the Gauss points (which are the best places to know them). False
 * where the element is turned too far. */
bool sar_beam_section(const SarBeamElement *beam, const SarPartPoint *at, double xi, SarBeamSection *out);

/* How far two sections are apart that should be one (the end of an element and the start of the next): the root of
 * the energy per length of the difference of their strains, and of the larger of the two, to compare it with. */
typedef struct SarBeamJump {
  double jump, size; /* sqrt(J/m) */
} SarBeamJump;
SarBeamJump sar_beam_jump(const SarBeamElement *beam, const SarBeamSection *left, const SarBeamSection *right);

/* The class; the part is a SarBeamElement. Its residual and matrix give SAR_RETRY where two neighbouring sections are
 * turned more than 150 degrees against each other. */
extern const SarPartClass sar_part_beam;

#endif
