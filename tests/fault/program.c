/* The program under another name, so that one process can call it as a function. */
int sarrus_main(int argc, char **argv);
#define main sarrus_main
#include "cli/main.c"
