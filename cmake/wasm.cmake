# The engine of live pages: the library compiled to WebAssembly by emscripten (preset `wasm`, `make live`).
#
# Of what lies below it there is only what wasm/libraries builds. Files of src/ that include a header of a library that is
# left out are left out with it; in their place stand those of wasm/absent, which refuse by name.

set(SARRUS_WASM_LIBRARIES ${PROJECT_BINARY_DIR}/libraries)
set(SARRUS_WASM_HEADERS hdf5 ida/ida cvode/cvode cblas dlfcn nlopt arpack) # of libraries that are left out

# What a module may use; empty where it is left out.
foreach(name IN ITEMS suitesparse sundials openblas arpack yaml hdf5 zlib expat nlopt)
  add_library(sarrus_dep_${name} INTERFACE)
  target_include_directories(sarrus_dep_${name} SYSTEM INTERFACE ${SARRUS_WASM_LIBRARIES}/include)
  add_library(sarrus_dep::${name} ALIAS sarrus_dep_${name})
endforeach()

# sarrus_leave_out(<variable>): takes the files that need what is left out from a list.
function(sarrus_leave_out variable)
  list(JOIN SARRUS_WASM_HEADERS "|" headers)
  set(kept "")
  foreach(file IN LISTS ${variable})
    file(STRINGS ${file} found REGEX "^#include <(${headers})\\.h>" LIMIT_COUNT 1)
    if(NOT found)
      list(APPEND kept ${file})
    endif()
  endforeach()
  set(${variable} ${kept} PARENT_SCOPE)
endfunction()

# After the modules: the engine, two files beside each other.
function(sarrus_live_engine)
  file(GLOB absent CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/wasm/absent/*.c)
  sarrus_archives(archives ${SARRUS_LEVEL_live} live)
  add_executable(sarrus_engine ${PROJECT_SOURCE_DIR}/wasm/engine.c ${absent})
  target_include_directories(sarrus_engine PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
  target_link_libraries(sarrus_engine PRIVATE ${archives})
  foreach(library IN ITEMS suitesparse lapack yaml expat z)
    target_link_libraries(sarrus_engine PRIVATE ${SARRUS_WASM_LIBRARIES}/lib/lib${library}.a)
  endforeach()
  # Memory grows as a model asks for it, to 1 GB; allocations that fail return null, as everywhere.
  target_link_options(
    sarrus_engine
    PRIVATE
    --no-entry
    -O2
    "SHELL:-s MODULARIZE=1 -s EXPORT_NAME=createEngine -s ENVIRONMENT=worker"
    "SHELL:-s ALLOW_MEMORY_GROWTH=1 -s INITIAL_MEMORY=33554432 -s MAXIMUM_MEMORY=1073741824 -s ABORTING_MALLOC=0"
    "SHELL:-s TOTAL_STACK=8388608 -s FILESYSTEM=1 -s EXPORTED_FUNCTIONS=_malloc,_free"
    "SHELL:-s INCOMING_MODULE_JS_API=instantiateWasm,print,printErr -s DYNAMIC_EXECUTION=0")
  # Debian keeps emscripten's modules for Node where only Debian's own Node looks.
  set_property(TARGET sarrus_engine PROPERTY RULE_LAUNCH_LINK "${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs")
  set_target_properties(sarrus_engine PROPERTIES OUTPUT_NAME engine SUFFIX .js RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/engine)
  # The worker's script: what emscripten writes, and ours. The first line tells programs which engine it is.
  set(live ${PROJECT_BINARY_DIR}/live)
  add_custom_command(
    OUTPUT ${live}/live.js ${live}/live.wasm
    COMMAND ${CMAKE_COMMAND} -D VERSION=${PROJECT_VERSION} -D ENGINE=${PROJECT_BINARY_DIR}/engine -D
            WORKER=${PROJECT_SOURCE_DIR}/wasm/worker.js -D OUT=${live} -P ${PROJECT_SOURCE_DIR}/cmake/live.cmake
    DEPENDS sarrus_engine ${PROJECT_SOURCE_DIR}/wasm/worker.js ${PROJECT_SOURCE_DIR}/cmake/live.cmake
    COMMENT "Putting the engine of live pages together: ${live}"
    VERBATIM)
  add_custom_target(live ALL DEPENDS ${live}/live.js ${live}/live.wasm)
endfunction()
