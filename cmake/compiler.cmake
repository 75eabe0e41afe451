# Language, warnings and the flags behind the presets. Nothing here knows what is being built.

set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
if(NOT EMSCRIPTEN) # a module of WebAssembly has no address: it would only pay for it
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
endif()
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_C_FLAGS_RELEASE "-O3")

add_compile_options(-Wall -Wextra -Wshadow -Wvla)
# Nobody asks errno about a square root, and the call that would set it keeps loops from using their registers.
add_compile_options(-fno-math-errno)
set(SARRUS_LIBRARY_WARNINGS -Wconversion) # for src/ only: tests convert freely
if(SARRUS_WERROR)
  add_compile_options(-Werror)
endif()

# ISO mode turns contraction off in gcc and clang differs by version, so both choices are spelled out.
if(SARRUS_STRICT_FP)
  add_compile_options(-ffp-contract=off)
else()
  add_compile_options(-ffp-contract=fast)
endif()

if(SARRUS_SANITIZE)
  add_compile_options(-fsanitize=${SARRUS_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${SARRUS_SANITIZE})
endif()
if(SARRUS_FUZZ)
  if(NOT CMAKE_C_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "SARRUS_FUZZ needs clang: configure with the preset `fuzz`")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
if(SARRUS_COVERAGE)
  add_compile_options(--coverage -fprofile-update=atomic)
  add_link_options(--coverage)
endif()

if(NOT EMSCRIPTEN) # whose linker has no shared libraries
  # A program carries only the libraries it calls.
  add_link_options(LINKER:--as-needed)
  # SuiteSparse brings the BLAS that the machine runs with, which may be another variant of OpenBLAS than the one to link
  # with (Debian chooses the two apart). What such a library itself lacks at link time is no error here.
  add_link_options(LINKER:--allow-shlib-undefined)
endif()
