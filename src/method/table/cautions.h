/* Where each method fails or is slow, as `sarrus methods NAME` says it. The numbers are those of bench/factors on the
 * tables of bench/methods, which bench/README.md shows: after a change that matters measure again and write them anew,
 * here and there.
 *
 * "takes N times" is CPU time over that of the cheapest method for the same error, the geometric mean; errors are the
 * largest of any row, positions over L and angles in rad; tolerances go down to 1e-8. */
#ifndef SAR_METHOD_TABLE_CAUTIONS_H
#define SAR_METHOD_TABLE_CAUTIONS_H

#define SAR_CAUTION_HHT                                                                                           \
  "Slow where errors must be small: an error of 1e-5 is reached on 40 of 113 models (radau5: 111), 1e-3 on none " \
  "of four loops that pass singular poses. formulation=si2 takes 3.3 times as long on chains as index 3, 8 "      \
  "times on the HMMWV."

#define SAR_CAUTION_GENERALIZED_ALPHA                                                                                \
  "Slow where errors must be small: an error of 1e-5 is reached on 39 of 113 models (radau5: 111), 1e-3 on none of " \
  "four loops that pass singular poses."

#define SAR_CAUTION_NEWMARK                                                                                           \
  "Of first order with its usual parameters: an error of 1e-3 is reached on 12 of 29 models (hht: more than nine in " \
  "ten), 1e-5 on 8 of 25."

#define SAR_CAUTION_BDF                                                                                                \
  "In doubt at events: takes 1.9 times on models with events for an error of 1e-3 (12 times on the robot arm), fails " \
  "on bouncing balls at tolerances of 1e-3 and 1e-4, reaches 1e-5 on 11 of 17 of them; elsewhere on 71 of 96 "         \
  "(radau5: 95). formulation=si2 takes 2.5 times as long on chains as index 3, 8 times on the HMMWV."

#define SAR_CAUTION_LMS2                                                                                          \
  "Slow where errors must be small: an error of 1e-5 is reached on 42 of 113 models (radau5: 111), 1e-3 on none " \
  "of four loops that pass singular poses. Takes 2.7 times for 1e-3 (hht: 1.9). formulation=si2 takes 2.3 times " \
  "as long on chains as index 3."

#define SAR_CAUTION_ESDIRK324                                                                                         \
  "Takes 2.6 times for an error of 1e-3, 9.1 times on the flyball governor; 1e-3 is reached on neither of two loops " \
  "that pass singular poses, 1e-5 on 17 of 25 models."

#define SAR_CAUTION_ESDIRK325                                                                                    \
  "Its index-3 form loses order: an error of 1e-5 is reached on 66 of 113 models, with formulation=si2 on 100, " \
  "and 1e-3 on none of four loops that pass singular poses, with si2 on two. That form takes 2.3 times as long " \
  "on chains, and fails on drag at rest at tolerances of 1e-6 and 1e-7."

#define SAR_CAUTION_ESDIRK436                                                                                   \
  "Its index-3 form loses order: an error of 1e-5 is reached on 57 of 113 models, with formulation=si2 on 82, " \
  "1e-3 on none of four loops that pass singular poses; 1e-3 takes 3.1 times (esdirk325l2sa: 2.6). "            \
  "formulation=si2 takes 2.5 times as long on chains as index 3, and fails on drag at rest at 5 of 6 tolerances."

#define SAR_CAUTION_RADAU3                                                                                \
  "Takes 3.3 times for an error of 1e-3 and 5.2 times for 1e-5 (radau5: 2.3 and 2.2), 120 times where a " \
  "derivative of a stiff controller is asked for (stiff_derivative, where 4 of 6 tolerances fail)."

#define SAR_CAUTION_RADAU5                                                                                        \
  "Takes 13 times on short steps that events force (landing balls). Fails where a derivative of a stiff "         \
  "controller is asked for (all tolerances of stiff_derivative, 1e-8 of the motor under PID control). "           \
  "formulation=si2 takes 3 times as long on chains as index 3, with 100 rods it does not end within 2 s of CPU; " \
  "9.3 times on the flyball governor."

#define SAR_CAUTION_RKF45                                                                                     \
  "Not for what is stiff: an error of 1e-3 is reached on 8 of 14 such models, at 5.1 times (98 times on the " \
  "double wishbone), on the others not within 1 to 1.5 s of CPU; 55 times on the robot arm. Fails where "     \
  "friction sticks (ABS brake, all tolerances)."

#define SAR_CAUTION_DOPRI5                                                                                           \
  "Not for what is stiff: an error of 1e-3 is reached on 9 of 14 such models at 9.6 times (2200 times on the stiff " \
  "double pendulum), on the others not within 1.5 to 4 s of CPU; 52 times on the robot arm. Fails where friction "   \
  "sticks "                                                                                                          \
  "(ABS brake, 4 of 6 tolerances)."

#define SAR_CAUTION_IDA                                                                                       \
  "Slow, here for comparisons: takes 6.1 times for an error of 1e-3 and 6.9 times for 1e-5 (36 times on the " \
  "HMMWV, 39 times on landing balls, 7.3 times on chains); 1e-3 is reached on two of four loops that pass "   \
  "singular poses."

#define SAR_CAUTION_ROSENBROCK_NYSTROM                                                                            \
  "Knows no constraints on velocities (rolling, motions given as velocities): 12 of 76 smooth models. Takes 3.4 " \
  "times "                                                                                                        \
  "for an error of 1e-3 and 4 times for 1e-5 (47 times on the robot arm, 35 times on the motor under PID control)."

#define SAR_CAUTION_W_METHOD                                                                                      \
  "For matrices that are not exact, not for small errors: takes 20 times for an error of 1e-3, which it reaches " \
  "on 89 of 118 models, and 46 times for 1e-5, on 67 of 113; 146 of 710 runs were not done within 1 to 2 s of "   \
  "CPU. Knows no constraints on velocities."

#define SAR_CAUTION_ADAMS                                                                                              \
  "Not for what is stiff: an error of 1e-3 is reached on 8 of 14 such models at 12 times; on none of four loops that " \
  "pass singular poses; 190 times on the robot arm. Takes 4.5 times where the motion is smooth (dopri5: 1.4). Knows "  \
  "no "                                                                                                                \
  "constraints on velocities."

#endif
