// The mechanisms of bench/simbody/compare in Simbody: one run, timed, and where a point is at five times.
//
//   simbody_bench MODEL N END INTEGRATOR ACCURACY
//
// MODEL: pendulum, chain, tree. INTEGRATOR: merson, feldberg, rk3, verlet. Prints one JSON object. The time is
// process CPU time of the stepping alone: no construction, no assembly, no output.
#include <Simbody.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

using namespace SimTK;

namespace {

const int kReports = 5;  // times at which the point is noted, at equal distances, the end among them

double cpuSeconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

struct Mechanism {
  MultibodySystem system;
  SimbodyMatterSubsystem matter{system};
  GeneralForceSubsystem forces{system};
  Force::UniformGravity gravity{forces, matter, Vec3(0, 0, -9.81)};
  std::vector<MobilizedBody> bodies;
  std::vector<Rotation> start;  // of each body against the one it hangs on; for balls only
  Vec3 point;                   // watched, in the last body
};

Body::Rigid rigid(double mass, double x, double y, double z) {
  return Body::Rigid(MassProperties(mass, Vec3(0), Inertia(x, y, z)));
}

// tests/models/pendulum.yaml; Pin turns about z, which becomes y. There the inertia stands in axes turned about x, and is the
// same about both axes across: about y it is 0.1.
void makePendulum(Mechanism &m) {
  const Rotation zToY(-Pi / 2, XAxis);
  m.bodies.push_back(MobilizedBody::Pin(m.matter.Ground(), Transform(zToY), rigid(1, 0.04, 0.1, 0.1),
                                        Transform(zToY, Vec3(-2, 0, 0))));
  m.point = Vec3(0);
}

// tests/models/chain.yaml
void makeChain(Mechanism &m, int n) {
  const double l = 0.1, step = Pi / (2 * n);
  for (int i = 0; i < n; i++) {
    MobilizedBody &parent = i == 0 ? m.matter.updGround() : m.bodies.back();
    m.bodies.push_back(MobilizedBody::Ball(parent, Transform(i == 0 ? Vec3(0) : Vec3(l / 2, 0, 0)),
                                           rigid(0.1, 5e-6, 8.583333333333333e-5, 8.583333333333333e-5),
                                           Transform(Vec3(-l / 2, 0, 0))));
    m.start.push_back(Rotation(i == 0 ? step / 2 : step, ZAxis));
  }
  m.point = Vec3(l / 2, 0, 0);
}

// bench/models/tree.yaml: rod i hangs on rod (i - 1)/2, all in one line at first.
void makeTree(Mechanism &m, int n) {
  const double l = 0.1;
  for (int i = 0; i < n; i++) {
    MobilizedBody &parent = i == 0 ? m.matter.updGround() : m.bodies[size_t(i - 1) / 2];
    const double mass = 0.1 * (1 + 0.2 * (i % 3));
    const Rotation axis(UnitVec3(0, 1, 0.5 * (i % 3)), ZAxis);
    m.bodies.push_back(MobilizedBody::Pin(parent, Transform(axis, i == 0 ? Vec3(0) : Vec3(l / 2, 0, 0)),
                                          rigid(mass, 5e-5 * mass, 8.583333333333333e-4 * mass, 8.583333333333333e-4 * mass),
                                          Transform(axis, Vec3(-l / 2, 0, 0))));
  }
  m.point = Vec3(l / 2, 0, 0);
}

std::unique_ptr<Integrator> makeIntegrator(const std::string &name, const System &system) {
  if (name == "merson") return std::make_unique<RungeKuttaMersonIntegrator>(system);
  if (name == "feldberg") return std::make_unique<RungeKuttaFeldbergIntegrator>(system);
  if (name == "rk3") return std::make_unique<RungeKutta3Integrator>(system);
  if (name == "verlet") return std::make_unique<VerletIntegrator>(system);
  return nullptr;
}

int runMechanism(const std::string &model, int n, double end, const std::string &name, double accuracy) {
  Mechanism m;
  if (model == "pendulum") {
    makePendulum(m);
  } else if (model == "chain") {
    makeChain(m, n);
  } else if (model == "tree") {
    makeTree(m, n);
  } else {
    return 2;
  }
  State state = m.system.realizeTopology();
  m.system.realizeModel(state);
  for (size_t i = 0; i < m.start.size(); i++) m.bodies[i].setQToFitRotation(state, m.start[i]);
  std::unique_ptr<Integrator> integrator = makeIntegrator(name, m.system);
  if (!integrator) return 2;
  integrator->setAccuracy(accuracy);
  integrator->setFinalTime(end);
  integrator->setReturnEveryInternalStep(false);
  integrator->initialize(state);
  std::vector<Vec3> points;
  double seconds = 0;
  for (int k = 1; k <= kReports; k++) {
    const double begin = cpuSeconds(), time = k == kReports ? end : end * k / kReports;
    while (integrator->getTime() < time) integrator->stepTo(time);
    seconds += cpuSeconds() - begin;
    const State &now = integrator->getState();
    m.system.realize(now, Stage::Position);
    points.push_back(m.bodies.back().findStationLocationInGround(now, m.point));
  }
  std::printf("{\"seconds\": %.9g, \"steps\": %d, \"points\": [", seconds, integrator->getNumStepsTaken());
  for (size_t k = 0; k < points.size(); k++)
    std::printf("%s[%.17g, %.17g, %.17g]", k ? ", " : "", points[k][0], points[k][1], points[k][2]);
  std::puts("]}");
  return 0;
}

}  // namespace

int main(int argc, char **argv) {
  int status = 2;
  try {
    if (argc == 6) status = runMechanism(argv[1], std::atoi(argv[2]), std::atof(argv[3]), argv[4], std::atof(argv[5]));
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  if (status == 2) std::fputs("usage: simbody_bench pendulum|chain|tree N END INTEGRATOR ACCURACY\n", stderr);
  return status;
}
