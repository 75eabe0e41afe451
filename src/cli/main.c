/* The program `sarrus`. */
#include <string.h>

#include "cli/program.h"
#include "sarrus/study.h"

int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "worker") == 0) return sar_study_worker(0, 1); /* study/pool.h starts these */
  return sar_program(argc, argv, NULL);
}
