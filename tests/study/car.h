/* The quarter car of examples/quarter_car, integrated by itself, with noise: what a fit of it is given. */
#ifndef SAR_TESTS_STUDY_CAR_H
#define SAR_TESTS_STUDY_CAR_H

#include <stdint.h>
#include <stdio.h>

typedef struct Car {
  double k, c, kt;
} Car;

/* 201 rows of time, acceleration of the seat (noise 0.2 m/s^2) and length of the strut (noise 0.5 mm). */
void car_measure(const Car *car, uint64_t seed, FILE *csv);

#endif
