/* Friction in a ball joint. */
#ifndef SAR_ELEMENT_JOINT_BALL_FRICTION_H
#define SAR_ELEMENT_JOINT_BALL_FRICTION_H

#include "element/joint/passive.h"

extern const SarEquationClass sar_joint_ball_friction;

#endif
