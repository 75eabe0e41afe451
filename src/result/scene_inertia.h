/* Shapes from mass and inertia: what a homogeneous body with these numbers looks like. */
#ifndef SAR_RESULT_SCENE_INERTIA_H
#define SAR_RESULT_SCENE_INERTIA_H

#include <stdbool.h>

#include "result/scene.h"

/* The homogeneous box with the body's mass and inertia, along its principal axes. False: the body has no mass or no
 * inertia. No edge is shorter than 8 % of the longest: plates and rods can be seen from all sides. */
bool sar_scene_inertia_box(const SarSceneBody *body, SarSceneShape *out);

/* The homogeneous cylinder about an axis through the centre of mass with the body's moment of inertia about it. */
bool sar_scene_inertia_rotor(const SarSceneBody *body, SarVec3 axis, SarSceneShape *out);

/* The mean radius of gyration about axes normal to a direction; 0 without mass. */
double sar_scene_gyration_across(const SarSceneBody *body, SarVec3 along);

#endif
