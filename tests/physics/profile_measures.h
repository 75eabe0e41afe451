/* What cams, Geneva wheels and gears are judged by: numbers that a run's rows give. */
#ifndef SAR_TESTS_PHYSICS_PROFILE_MEASURES_H
#define SAR_TESTS_PHYSICS_PROFILE_MEASURES_H

#include "physics/support.h"

/* eccentric_cam: the speed of the cam when nothing touches for the first time, rad/s. */
double cam_lifts(const Run *run);

/* geneva: largest ratio; largest acceleration over w^2 and the angle of the crank where it is, mean of speeding up and
 * slowing down; time of motion, s. Accelerations are differences of speeds over 4 ms, and their largest value that of
 * the cubic through the rows within 4 degrees: so the ripple that the integrator leaves on them does not count. */
double geneva_ratio(const Run *run);
double geneva_acceleration(const Run *run);
double geneva_angle(const Run *run);
double geneva_moves(const Run *run);

/* involute_gears, over six teeth: mean ratio of the speeds; the largest deviation from it over 2; how many pairs of
 * teeth touch on the average. */
double gears_ratio(const Run *run);
double gears_ripple(const Run *run);
double gears_contact(const Run *run);

#endif
