# What the program is linked with: archives of the libraries below it. Shared ones cost a small run most of its time (58
# of them, since HDF5 brings curl, ldap and krb5, which reading from the network needs and nothing here does). The
# library and the tests link the shared ones. Where an archive is not there, the program links the shared ones too.

option(SARRUS_STATIC_PROGRAM "Link the program with archives where they are installed" ON)

# sarrus_archive(<variable> <name> [<folder>...]): lib<name>.a in the folders, or else where libraries are; empty if missing.
function(sarrus_archive variable name)
  find_library(SARRUS_ARCHIVE_${name} lib${name}.a HINTS ${ARGN} PATH_SUFFIXES openblas-serial)
  mark_as_advanced(SARRUS_ARCHIVE_${name})
  if(SARRUS_ARCHIVE_${name})
    set(${variable} ${SARRUS_ARCHIVE_${name}} PARENT_SCOPE)
  else()
    set(${variable} "" PARENT_SCOPE)
  endif()
endfunction()

# The runtime of Fortran, which LAPACK in OpenBLAS is written in, lies with the compiler.
execute_process(COMMAND ${CMAKE_C_COMPILER} -print-file-name=libgfortran.so OUTPUT_VARIABLE fortran
                OUTPUT_STRIP_TRAILING_WHITESPACE)

# CHOLMOD's archive calls that of OpenMP.
execute_process(COMMAND ${CMAKE_C_COMPILER} -print-file-name=libgomp.a OUTPUT_VARIABLE openmp
                OUTPUT_STRIP_TRAILING_WHITESPACE)

set(archives "")
set(missing "")
if(SARRUS_STATIC_PROGRAM)
  foreach(name IN ITEMS klu btf spqr cholmod colamd ccolamd camd amd suitesparseconfig sundials_ida sundials_cvode
                        sundials_sunlinsolklu sundials_sunmatrixsparse sundials_nvecserial sundials_generic arpack openblas yaml hdf5 sz aec
                        z expat)
    sarrus_archive(archive ${name} ${SARRUS_hdf5_LIBRARY_DIRS})
    if(archive)
      list(APPEND archives ${archive})
    else()
      list(APPEND missing lib${name}.a)
    endif()
  endforeach()
  find_library(SARRUS_LIB_metis metis) # CHOLMOD's; Debian has no archive of it
  mark_as_advanced(SARRUS_LIB_metis)
  if(NOT SARRUS_LIB_metis)
    list(APPEND missing libmetis.so)
  endif()
  find_library(SARRUS_LIB_nlopt nlopt) # nor of this one
  mark_as_advanced(SARRUS_LIB_nlopt)
  if(NOT SARRUS_LIB_nlopt)
    list(APPEND missing libnlopt.so)
  endif()
  if(NOT EXISTS "${fortran}")
    list(APPEND missing libgfortran.so)
  endif()
  if(NOT EXISTS "${openmp}")
    list(APPEND missing libgomp.a)
  endif()
  if(missing)
    message(STATUS "The program links shared libraries (not found: ${missing}): it works, but starts slowly")
  endif()
endif()

if(archives AND NOT missing)
  set(SARRUS_PROGRAM_LIBRARIES LINKER:--start-group ${archives} LINKER:--end-group ${SARRUS_LIB_metis} ${SARRUS_LIB_nlopt} ${openmp} gfortran m
                               ${CMAKE_THREAD_LIBS_INIT} ${CMAKE_DL_LIBS})
  list(TRANSFORM SARRUS_PROGRAM_LIBRARIES REPLACE "^LINKER:" "-Wl,")
else()
  set(SARRUS_PROGRAM_LIBRARIES ${SARRUS_DEPENDENCIES})
endif()
