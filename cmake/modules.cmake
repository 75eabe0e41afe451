# The modules of src/. Each folder is an object library sarrus_<module>; together, without cli, they are libsarrus.
# Sources are globbed: a new file needs no edit here. A folder that has no sources is left out.
#
# The digit is the module's level: it may use only base, itself and lower levels (tests/layers keeps it so). After it
# stand the outside libraries the module may include.

set(SARRUS_LEVELS
    "base:0:expat"
    "expr:1:"
    "geometry:1:"
    "linear:1:suitesparse,openblas,arpack"
    "store:1:hdf5,zlib"
    "fe:2:suitesparse,openblas"
    "method:2:sundials"
    "element:2:"
    "model:3:"
    "read:4:yaml"
    "system:4:"
    "result:5:hdf5,zlib"
    "analysis:6:"
    "fmi:7:"
    "live:7:"
    "study:7:nlopt"
    "cli:8:"
    "mpi:9:mpi")
set(SARRUS_DEPENDENCIES sarrus_dep::sundials sarrus_dep::suitesparse sarrus_dep::arpack sarrus_dep::openblas sarrus_dep::yaml sarrus_dep::hdf5
                        sarrus_dep::zlib sarrus_dep::expat sarrus_dep::nlopt m ${CMAKE_THREAD_LIBS_INIT} ${CMAKE_DL_LIBS})

set(SARRUS_MODULES "") # those that have sources, lowest level first
foreach(entry IN LISTS SARRUS_LEVELS)
  string(REGEX MATCH "^([a-z]+):([0-9]):([a-z0-9,]*)$" matched "${entry}")
  set(module ${CMAKE_MATCH_1})
  set(level ${CMAKE_MATCH_2})
  string(REPLACE "," ";" libraries "${CMAKE_MATCH_3}")
  set(SARRUS_LEVEL_${module} ${level})

  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${module}/*.c)
  if(EMSCRIPTEN)
    sarrus_leave_out(sources)
  endif()
  if(NOT sources OR (module STREQUAL "mpi" AND NOT TARGET sarrus_dep::mpi))
    continue()
  endif()
  list(APPEND SARRUS_MODULES ${module})
  add_library(sarrus_${module} OBJECT ${sources})
  target_include_directories(sarrus_${module} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
  target_compile_options(sarrus_${module} PRIVATE ${SARRUS_LIBRARY_WARNINGS})
  if(module STREQUAL "element") # it steps FMUs of others
    target_include_directories(sarrus_${module} SYSTEM PRIVATE ${PROJECT_SOURCE_DIR}/fmu/headers)
  endif()
  foreach(library IN LISTS libraries)
    target_link_libraries(sarrus_${module} PRIVATE sarrus_dep::${library})
  endforeach()
  # Tests and fuzzers link archives: only what they reach has to be complete.
  add_library(sarrus_${module}_archive STATIC EXCLUDE_FROM_ALL $<TARGET_OBJECTS:sarrus_${module}>)
  set_target_properties(sarrus_${module}_archive PROPERTIES LINKER_LANGUAGE C ARCHIVE_OUTPUT_DIRECTORY
                                                            ${PROJECT_BINARY_DIR}/modules)
endforeach()

# What bits depend on, for checkpoints: another compiler or other flags round differently.
set(SARRUS_BUILD "${CMAKE_C_COMPILER_ID} ${CMAKE_C_COMPILER_VERSION} ${CMAKE_SYSTEM_PROCESSOR} ${CMAKE_BUILD_TYPE}")
string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
string(APPEND SARRUS_BUILD " ${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${build_type}} strict=${SARRUS_STRICT_FP}")
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/base/version.c PROPERTIES COMPILE_DEFINITIONS
                                                                               "SAR_VERSION=\"${PROJECT_VERSION}\";SAR_BUILD=\"${SARRUS_BUILD}\"")

# sarrus_archives(<variable> <level> [<module>]): archives below the level, and the module's own, highest first.
function(sarrus_archives variable level)
  set(archives "")
  foreach(module IN LISTS SARRUS_MODULES)
    if(SARRUS_LEVEL_${module} LESS level OR module STREQUAL "${ARGN}")
      list(PREPEND archives sarrus_${module}_archive)
    endif()
  endforeach()
  set(${variable} ${archives} PARENT_SCOPE)
endfunction()

if(EMSCRIPTEN)
  return() # the engine links archives (cmake/wasm.cmake)
endif()

set(objects "")
foreach(module IN LISTS SARRUS_MODULES)
  if(SARRUS_LEVEL_${module} LESS SARRUS_LEVEL_cli)
    list(APPEND objects $<TARGET_OBJECTS:sarrus_${module}>)
  endif()
endforeach()

add_library(sarrus_shared SHARED ${objects})
add_library(sarrus_static STATIC ${objects})
set_target_properties(
  sarrus_shared
  PROPERTIES OUTPUT_NAME sarrus
             EXPORT_NAME sarrus
             VERSION ${PROJECT_VERSION}
             SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} # before 1.0 a minor version may break
             LINKER_LANGUAGE C)
set_target_properties(sarrus_static PROPERTIES OUTPUT_NAME sarrus LINKER_LANGUAGE C)
target_link_libraries(sarrus_shared PRIVATE ${SARRUS_DEPENDENCIES})
if(NOT SARRUS_SANITIZE) # the sanitizers' own symbols are found when a program is linked
  target_link_options(sarrus_shared PRIVATE LINKER:--no-undefined)
endif()
foreach(library IN ITEMS sarrus_shared sarrus_static)
  target_include_directories(${library} INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                                  $<INSTALL_INTERFACE:include>)
endforeach()

# The program holds its own copy of the library: it starts without looking for one, and reaches what is not public.
if("cli" IN_LIST SARRUS_MODULES)
  add_executable(sarrus $<TARGET_OBJECTS:sarrus_cli> ${objects})
  set_target_properties(sarrus PROPERTIES LINKER_LANGUAGE C RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  include(cmake/program_libraries.cmake)
  target_link_libraries(sarrus PRIVATE ${SARRUS_PROGRAM_LIBRARIES})
endif()

# The ranks of MPI: a program of its own, so that the other one starts without MPI and where there is none.
if("mpi" IN_LIST SARRUS_MODULES AND TARGET sarrus)
  add_executable(sarrus-mpi $<TARGET_OBJECTS:sarrus_mpi> ${objects})
  set_target_properties(sarrus-mpi PROPERTIES LINKER_LANGUAGE C RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  target_link_libraries(sarrus-mpi PRIVATE sarrus_cli_archive ${SARRUS_PROGRAM_LIBRARIES} sarrus_dep::mpi)
endif()

# CMake ends the search path of what will be installed with an empty entry, to find it again when it rewrites the path. To
# the loader an empty entry is the current folder: `sarrus page` would load a libm.so.6 that lies beside the results. With
# one path for both nothing is rewritten.
foreach(target IN ITEMS sarrus sarrus-mpi sarrus_shared)
  if(TARGET ${target})
    set_target_properties(${target} PROPERTIES BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH_USE_LINK_PATH ON)
  endif()
endforeach()
