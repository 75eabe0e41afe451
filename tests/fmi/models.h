/* Models of these tests. */
#ifndef SAR_TESTS_FMI_MODELS_H
#define SAR_TESTS_FMI_MODELS_H

/* A cart that is pushed: x'' = (push - k x)/m, without a spring where k = 0. */
#define CART                                                                             \
  "model: a cart\n"                                                                      \
  "parameters: {m: 2, k: 0, half: m/2, tilt: 30 deg}\n"                                  \
  "inputs: {push: {value: 0, unit: N}}\n"                                                \
  "bodies: {cart: {mass: m, inertia: [1, 1, 1]}}\n"                                      \
  "joints: {rail: {type: prismatic, between: [ground, cart], at: [0, 0, 0], axis: x}}\n" \
  "forces:\n"                                                                            \
  "  drive: {type: force, between: [ground, cart], force: [push - k*dx(cart), 0, 0]}\n"  \
  "outputs: [rail.displacement, rail.displacement_rate, cart.ax]\n"                      \
  "simulate: {end: 2}\n"

#endif
