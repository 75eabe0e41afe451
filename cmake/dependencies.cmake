# The libraries Sarrus stands on, each as one imported target under sarrus_dep::. A module is given only the targets it
# may use (cmake/modules.cmake), so that a stray #include fails to compile and not only the test of the walls.

find_package(PkgConfig)

function(sarrus_missing what)
  message(
    FATAL_ERROR
      "${what} was not found. Run scripts/install-dependencies (as root; it installs only what is missing), "
      "then configure again.")
endfunction()

if(NOT PkgConfig_FOUND)
  sarrus_missing("pkg-config")
endif()

# sarrus_pkg(<name> <pkg-config module>...): the first module that exists becomes sarrus_dep::<name>.
function(sarrus_pkg name)
  pkg_search_module(SARRUS_${name} QUIET IMPORTED_TARGET GLOBAL ${ARGN})
  if(NOT SARRUS_${name}_FOUND)
    sarrus_missing("${name} (pkg-config module ${ARGN})")
  endif()
  add_library(sarrus_dep_${name} INTERFACE)
  target_link_libraries(sarrus_dep_${name} INTERFACE PkgConfig::SARRUS_${name})
  add_library(sarrus_dep::${name} ALIAS sarrus_dep_${name})
endfunction()

# sarrus_library(<name> <header> <path suffix of the header> <library>...)
function(sarrus_library name header suffix)
  find_path(SARRUS_${name}_INCLUDE ${header} PATH_SUFFIXES ${suffix})
  if(NOT SARRUS_${name}_INCLUDE)
    sarrus_missing("${name} (header ${header})")
  endif()
  add_library(sarrus_dep_${name} INTERFACE)
  target_include_directories(sarrus_dep_${name} SYSTEM INTERFACE ${SARRUS_${name}_INCLUDE})
  foreach(library IN LISTS ARGN)
    find_library(SARRUS_LIB_${library} ${library})
    if(NOT SARRUS_LIB_${library})
      sarrus_missing("${name} (library ${library})")
    endif()
    target_link_libraries(sarrus_dep_${name} INTERFACE ${SARRUS_LIB_${library}})
  endforeach()
  mark_as_advanced(SARRUS_${name}_INCLUDE)
  add_library(sarrus_dep::${name} ALIAS sarrus_dep_${name})
endfunction()

sarrus_library(suitesparse klu.h suitesparse klu btf spqr cholmod colamd amd suitesparseconfig)
sarrus_library(sundials ida/ida.h "" sundials_ida sundials_cvode sundials_sunlinsolklu sundials_sunmatrixsparse sundials_nvecserial
               sundials_generic)
target_link_libraries(sarrus_dep_sundials INTERFACE sarrus_dep_suitesparse) # KLU's header is in SUNDIALS's
sarrus_library(openblas cblas.h "openblas-pthread;openblas" openblas)
sarrus_library(arpack arpack.h arpack arpack)
target_link_libraries(sarrus_dep_arpack INTERFACE sarrus_dep_openblas) # its LAPACK
sarrus_pkg(yaml yaml-0.1)
sarrus_pkg(hdf5 hdf5-serial hdf5)
sarrus_pkg(zlib zlib)
sarrus_pkg(expat expat)
sarrus_pkg(nlopt nlopt)

# Runs shared by many machines; without it they are made on one.
option(SARRUS_MPI "Build sarrus-mpi where MPI is installed" ON)
if(SARRUS_MPI)
  pkg_search_module(SARRUS_mpi QUIET IMPORTED_TARGET GLOBAL ompi-c mpi-c mpich)
  if(SARRUS_mpi_FOUND)
    add_library(sarrus_dep::mpi ALIAS PkgConfig::SARRUS_mpi)
  else()
    message(STATUS "MPI was not found: sarrus-mpi is not built (libopenmpi-dev)")
  endif()
endif()

set(THREADS_PREFER_PTHREAD_FLAG OFF)
find_package(Threads REQUIRED)

# Any BLAS has a cblas.h; only OpenBLAS can be told the number of its threads.
include(CheckSymbolExists)
set(CMAKE_REQUIRED_INCLUDES ${SARRUS_openblas_INCLUDE})
set(CMAKE_REQUIRED_LIBRARIES ${SARRUS_LIB_openblas})
check_symbol_exists(openblas_set_num_threads cblas.h SARRUS_OPENBLAS_LINKS)
unset(CMAKE_REQUIRED_INCLUDES)
unset(CMAKE_REQUIRED_LIBRARIES)
if(NOT SARRUS_OPENBLAS_LINKS)
  unset(SARRUS_OPENBLAS_LINKS CACHE) # look again next time
  sarrus_missing("OpenBLAS (openblas_set_num_threads in ${SARRUS_openblas_INCLUDE}/cblas.h and ${SARRUS_LIB_openblas})")
endif()

# Building does not need what testing needs.
if(SARRUS_TESTS)
  pkg_search_module(SARRUS_cmocka QUIET IMPORTED_TARGET GLOBAL cmocka)
  find_path(SARRUS_lapacke_INCLUDE lapacke.h)
  find_library(SARRUS_LIB_lapacke lapacke)
  if(SARRUS_cmocka_FOUND AND SARRUS_lapacke_INCLUDE AND SARRUS_LIB_lapacke)
    add_library(sarrus_dep::cmocka ALIAS PkgConfig::SARRUS_cmocka)
    sarrus_library(lapacke lapacke.h "" lapacke)
  else()
    message(STATUS "cmocka or LAPACKE was not found: the tests are not built (scripts/install-dependencies test)")
    set(SARRUS_TESTS OFF)
  endif()
endif()
