# The shared object that every FMU carries (fmu/, `sarrus export`): the functions of FMI 2.0 and 3.0, and of the library what
# they reach. It goes without HDF5: what stands in for it is that of the engine of live pages (wasm/absent). Like the program
# it is linked with archives of the libraries below it, where they are installed, so that an FMU needs nothing but the C
# library; nothing but the functions of the standard is seen from outside.

file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/fmu/*.c)
set(absent ${PROJECT_SOURCE_DIR}/wasm/absent/hdf5_results.c ${PROJECT_SOURCE_DIR}/wasm/absent/hdf5_store.c)
list(FILTER sources EXCLUDE REGEX "/(absent|streams)\\.c$")
set(libraries ${SARRUS_PROGRAM_LIBRARIES})
if(libraries MATCHES "libcholmod\\.a")
  list(APPEND absent ${PROJECT_SOURCE_DIR}/fmu/absent.c ${PROJECT_SOURCE_DIR}/fmu/streams.c)
  list(FILTER libraries EXCLUDE REGEX "libhdf5|libsz|libaec|libmetis|libnlopt|gfortran")
endif()

sarrus_archives(archives ${SARRUS_LEVEL_fmi} fmi)
add_library(sarrus_fmu MODULE ${sources} ${absent})
target_include_directories(sarrus_fmu PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
target_include_directories(sarrus_fmu SYSTEM PRIVATE ${PROJECT_SOURCE_DIR}/fmu/headers)
target_compile_options(sarrus_fmu PRIVATE ${SARRUS_LIBRARY_WARNINGS})
target_link_libraries(sarrus_fmu PRIVATE ${archives} ${libraries})
target_link_options(sarrus_fmu PRIVATE LINKER:--version-script=${PROJECT_SOURCE_DIR}/fmu/exports.map)
if(NOT SARRUS_SANITIZE) # the sanitizers' own symbols are found when a program is linked
  target_link_options(sarrus_fmu PRIVATE LINKER:--no-undefined)
endif()
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  target_link_options(sarrus_fmu PRIVATE -s)
endif()
set_target_properties(
  sarrus_fmu
  PROPERTIES PREFIX ""
             OUTPUT_NAME sarrus-fmu
             LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/fmu
             LINK_DEPENDS ${PROJECT_SOURCE_DIR}/fmu/exports.map
             BUILD_WITH_INSTALL_RPATH ON)
add_dependencies(all-shipped sarrus_fmu)
install(TARGETS sarrus_fmu LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/sarrus)

# Where `sarrus export` looks for it, from the folder of the program: where it is installed, and where it is built.
file(RELATIVE_PATH installed /prefix/${CMAKE_INSTALL_BINDIR} /prefix/${CMAKE_INSTALL_LIBDIR}/sarrus)
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/cli/export.c PROPERTIES COMPILE_DEFINITIONS
                                                                             "SAR_FMU_INSTALLED=\"${installed}\"")
