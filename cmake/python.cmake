# The Python package `sarrus`: python/sarrus and its extension module, beside each other in <build>/python. It is built
# where a Python with cffi, numpy and headers is found; it links libsarrus.so, as every program of a user does.

option(SARRUS_PYTHON "Build the Python package where Python 3, cffi, numpy and Python's headers are found" ON)

# The first Python that has all of it: one that is asked for, Debian's, the one on the path (which may be another one that
# knows nothing of Debian's packages).
set(SARRUS_PYTHON_EXECUTABLE "")
if(SARRUS_PYTHON AND NOT SARRUS_FUZZ)
  set(candidates /usr/bin/python3 python3)
  if(Python3_EXECUTABLE)
    set(candidates ${Python3_EXECUTABLE})
  elseif(DEFINED ENV{SAR_PYTHON})
    set(candidates $ENV{SAR_PYTHON})
  endif()
  foreach(candidate IN LISTS candidates)
    execute_process(
      COMMAND
        ${candidate} -c
        "import cffi, numpy, os, sys, sysconfig
include = sysconfig.get_path('include')
assert os.path.exists(os.path.join(include, 'Python.h'))
kind = 'dist-packages' if 'posix_local' in sysconfig.get_scheme_names() else 'site-packages'
print(include, 'lib/python%d.%d/%s' % (sys.version_info[:2] + (kind,)), sep=';', end='')"
      OUTPUT_VARIABLE found
      RESULT_VARIABLE status
      ERROR_QUIET)
    if(status EQUAL 0)
      list(GET found 0 include)
      list(GET found 1 folder)
      set(SARRUS_PYTHON_EXECUTABLE ${candidate})
      break()
    endif()
  endforeach()
  if(NOT SARRUS_PYTHON_EXECUTABLE)
    string(JOIN ", " candidates ${candidates})
    message(STATUS "The Python package is not built: no Python with cffi, numpy and headers (looked at: ${candidates}; "
                   "scripts/install-dependencies build)")
  endif()
endif()
if(NOT SARRUS_PYTHON_EXECUTABLE)
  return()
endif()
message(STATUS "The Python package is built for ${SARRUS_PYTHON_EXECUTABLE}")
set(SARRUS_PYTHON_DIR ${folder} CACHE STRING "Where the Python package is installed, below the prefix")

set(source ${PROJECT_SOURCE_DIR}/python)
set(package ${PROJECT_BINARY_DIR}/python/sarrus)
file(GLOB headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/sarrus/*)
add_custom_command(
  OUTPUT ${PROJECT_BINARY_DIR}/python/_binding.c
  COMMAND ${SARRUS_PYTHON_EXECUTABLE} ${source}/build_binding.py --compiler ${CMAKE_C_COMPILER} --include
          ${PROJECT_SOURCE_DIR}/include --output ${PROJECT_BINARY_DIR}/python/_binding.c
  DEPENDS ${source}/build_binding.py ${source}/binding.h ${headers}
  COMMENT "Making the C source of the Python package"
  VERBATIM)
set_source_files_properties(${PROJECT_BINARY_DIR}/python/_binding.c PROPERTIES COMPILE_OPTIONS "-O1;-w") # nobody wrote it

add_library(python_binding MODULE ${PROJECT_BINARY_DIR}/python/_binding.c ${source}/binding.c)
target_include_directories(python_binding PRIVATE ${source})
target_include_directories(python_binding SYSTEM PRIVATE ${include})
target_link_libraries(python_binding PRIVATE sarrus_shared)
# Python's stable interface: the same file serves every version. libsarrus.so is found from where the module lies, in the
# build folder and below a prefix, which may be moved; one path for both, as in cmake/modules.cmake.
file(RELATIVE_PATH to_library /prefix/${SARRUS_PYTHON_DIR}/sarrus /prefix/${CMAKE_INSTALL_LIBDIR})
set_target_properties(
  python_binding
  PROPERTIES PREFIX ""
             OUTPUT_NAME _binding
             SUFFIX .abi3.so
             LIBRARY_OUTPUT_DIRECTORY ${package}
             BUILD_WITH_INSTALL_RPATH ON
             INSTALL_RPATH "$ORIGIN/../..;$ORIGIN/${to_library}")

# The package's own files, copied so that the folder can be given to PYTHONPATH as it is.
file(GLOB files CONFIGURE_DEPENDS RELATIVE ${source}/sarrus ${source}/sarrus/*.py ${source}/sarrus/*.pyi ${source}/sarrus/py.typed)
set(copies "")
foreach(file IN LISTS files)
  add_custom_command(
    OUTPUT ${package}/${file}
    COMMAND ${CMAKE_COMMAND} -E copy ${source}/sarrus/${file} ${package}/${file}
    DEPENDS ${source}/sarrus/${file}
    VERBATIM)
  list(APPEND copies ${package}/${file})
endforeach()
add_custom_target(python ALL DEPENDS ${copies})
add_dependencies(python python_binding)
add_dependencies(all-shipped python)

install(TARGETS python_binding LIBRARY DESTINATION ${SARRUS_PYTHON_DIR}/sarrus)
list(TRANSFORM files PREPEND ${source}/sarrus/)
install(FILES ${files} DESTINATION ${SARRUS_PYTHON_DIR}/sarrus)
