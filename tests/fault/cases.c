#include "fault/cases.h"

#define MODELS SAR_TEST_DIR "/models/"
#define DATA SAR_TEST_DIR "/data/"

/* Fragile are HDF5, which aborts or loops forever when it closes itself, and SuiteSparseQR's least squares, behind the
 * explanation of redundant rows, which does not look at its pointers. The allocations of our objects around them are
 * covered by FAULT_MEMORY. */
static const TrialCase runs[] = {
    {{"run", MODELS "pendulum.yaml", "--end", "0.3", "--quiet", "-o", "p.h5", "--csv", "p.csv", "--steps", "s.csv"},
     {"p.h5", "p.csv", "s.csv"},
     .fragile = true,
     .inputs = {{"p.h5", "older"}}},
    {{"run", DATA "read/crank_slider.yaml", "--end", "0.02", "--quiet", "--set", "r=0.25", "-o", "p.h5", "--page",
      "p.html"},
     {"p.h5", "p.html"},
     .fragile = true},
    {{"kinematics", MODELS "driven_fourbar.yaml", "--end", "0.02", "--quiet", "-o", "p.h5", "--csv", "-"},
     {"p.h5"},
     .fragile = true},
    {{"resume", "p.h5", "--quiet", "--csv", "p.csv"},
     {"p.h5", "p.csv"},
     .fragile = true,
     .inputs = {{"p.h5.part", "cut.part"}}},
    {{"resume", "p.h5", "--quiet", "--checkpoint", "1e-9"}, {"p.h5"}, .fragile = true, .inputs = {{"p.h5", "cut.h5"}}},
    {{"recover", "p.h5.part", "--json"},
     {"p.h5"},
     .fragile = true,
     .inputs = {{"p.h5.part", "cut.part"}, {"p.h5", "older"}}},
    {{"verify", "whole.h5", "--json"}, {0}, .fragile = true},
    {{"compare", "whole.h5", "cut.part", "--json"}, {0}, .fragile = true},
    {{"page", "whole.h5", "cut.part", "--quiet", "-o", "p.html"}, {"p.html"}, .fragile = true},
    {{"check", MODELS "A02_Nfourbar_N2_natural.yaml", "--json"}, {0}, .fragile = true},
    {{"check", DATA "read/lifts.yaml"}, {0}, .fragile = true},
    {{"modes", MODELS "modes/two_masses.yaml", "--json"}, {0}, .fragile = true},
    {{"modes", MODELS "modes/chain.yaml", "--set", "n=12", "--solver", "sparse", "--count", "3", "--quiet"},
     {0},
     .fragile = true},
    {{"modes", MODELS "modes/two_masses.yaml", "u", "b.x", "--response", "1:9", "--points", "3", "--csv", "p.csv"},
     {"p.csv"},
     .fragile = true},
    {{"assemble", MODELS "driven_slider_crank.yaml", "--csv", "p.csv"}, {"p.csv"}, .fragile = false},
    {{"order", MODELS "pendulum.yaml", "--end", "0.1", "--step", "0.02", "--halvings", "1"}, {0}, .fragile = false},
    {{"describe", "--schema"}, {0}, .fragile = false},
    {{"describe", "revolute", "--json"}, {0}, .fragile = false},
    {{"methods", "hht"}, {0}, .fragile = false},
    {{"check", DATA "wrong/several.yaml"}, {0}, .fragile = false},
};

static const TrialCase studies[] = {
    {{"sweep", DATA "study/pendulum.yaml", "--vary", "l=1:2:3", "--response", "p=time_of(bob.x > 0.2)", "--workers",
      "1", "-o", "p.table", "--csv", "p.csv", "--page", "p.html", "--quiet"},
     {"p.table", "p.csv", "p.html"},
     .fragile = true},
    {{"optimize", DATA "study/fit.yaml", "--workers", "1", "-o", "p.table"}, {"p.table"}, .fragile = true},
    {{"optimize", DATA "study/best.yaml", "--workers", "1", "-o", "p.table"}, {"p.table"}, .fragile = true},
    {{"convert", DATA "adams/decks/Revolute_Case02.adm", "-o", "p.yaml"}, {"p.yaml"}, .fragile = true},
    {{"convert", DATA "robots/gripper.urdf", "-o", "p.yaml"}, {"p.yaml"}, .fragile = true},
    {{"run", DATA "adams/decks/Revolute_Case02.adm", "--end", "0.02", "--quiet", "-o", "p.h5", "--res", "p.res",
      "--req", "p.req"},
     {"p.h5", "p.res", "p.req"},
     .fragile = true},
    {{"run", MODELS "sensitivity/crank_and_ball.yaml", "--sensitivity", "r", "--end", "0.01", "--quiet", "-o", "p.h5"},
     {"p.h5"},
     .fragile = true},
    {{"run", MODELS "terrain/ball_on_field.yaml", "--end", "0.005", "--quiet", "-o", "p.h5"},
     {"p.h5"},
     .fragile = true},
    {{"run", MODELS "bouncing_ball.yaml", "--end", "1", "--quiet", "-o", "p.h5"}, {"p.h5"}, .fragile = true},
    {{"export", MODELS "pendulum.yaml", "-o", "p.fmu"}, {"p.fmu"}, .fragile = true},
    {{"reduce", DATA "fe/plate.inp", "--interface", "edge=edge:rigid", "--modes", "2", "-o", "p.body", "--quiet"},
     {"p.body"},
     .fragile = true},
    {{"static", MODELS "modes/two_masses.yaml", "--csv", "p.csv"}, {"p.csv"}, .fragile = true},
    {{"static", MODELS "sensitivity/pendulum.yaml", "--vary", "l=1:2:2", "--csv", "p.csv"}, {"p.csv"}, .fragile = true},
    {{"page", "whole.h5", "--quiet", "--gltf", "p.glb"}, {"p.glb"}, .fragile = true},
};

TrialCases cases_of_runs(void) { return (TrialCases){runs, (int)(sizeof runs / sizeof *runs)}; }
TrialCases cases_of_studies(void) { return (TrialCases){studies, (int)(sizeof studies / sizeof *studies)}; }
