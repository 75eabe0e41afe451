/* What the cases of contact are judged by: numbers that a run's rows give. */
#ifndef SAR_TESTS_PHYSICS_CONTACT_MEASURES_H
#define SAR_TESTS_PHYSICS_CONTACT_MEASURES_H

#include "physics/support.h"

/* Energy that came from nothing since the start: the largest value of the balance over what is lost by dissipation, or
 * over the largest kinetic energy where that is more. */
double energy_created(const Run *run);

/* Of one impact: the contact `impact` of the body `ball`. Both durations end between rows: where the shapes part, where
 * the force ends. */
double impact_depth(const Run *run);
double impact_force(const Run *run);
double touch_duration(const Run *run);
double force_duration(const Run *run);
double ball_leaves(const Run *run);

/* linear_damper: times omega0, 1000 1/s. */
double damper_duration(const Run *run);
double mass_leaves(const Run *run);

/* slope_creep, sliding_block: the mean speed of the second half of the run; when and where it stops. */
double block_speed(const Run *run);
double block_stops(const Run *run);
double block_way(const Run *run);

/* stick_slip: the mean of the times between which it is carried past 0.03 m. */
double belt_period(const Run *run);

/* rolling_ball: when slip has come to an end, and what then is. */
double ball_rolls(const Run *run);
double ball_way(const Run *run);
double ball_speed(const Run *run);
double energy_gone(const Run *run);

/* cylinder_slope: means over the second half of the run. */
double roller_acceleration(const Run *run);
double roller_rim(const Run *run);
double roller_slip(const Run *run);

/* hertz_chain */
double ball1(const Run *run);
double ball2(const Run *run);
double ball3(const Run *run);
double ball4(const Run *run);
double ball5(const Run *run);

double rope_ratio(const Run *run);
double plate_stops(const Run *run);

/* tippe_top: over all rows; NaN unless it has turned over. */
double jellett_least(const Run *run);
double jellett_most(const Run *run);

#endif
