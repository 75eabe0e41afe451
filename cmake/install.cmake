# What `make install` puts where: the program, both libraries, the public headers, and what lets others find them
# (pkg-config, find_package), the manual page and the shell completions. Every path is relative to the prefix, so an
# installed tree may be moved.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Linking the static library needs the libraries below it by name. PkgConfig:: targets are found again by
# sarrusConfig.cmake on the user's machine.
target_link_libraries(
  sarrus_static
  INTERFACE $<INSTALL_INTERFACE:sundials_ida>
            $<INSTALL_INTERFACE:sundials_cvode>
            $<INSTALL_INTERFACE:sundials_sunlinsolklu>
            $<INSTALL_INTERFACE:sundials_sunmatrixsparse>
            $<INSTALL_INTERFACE:sundials_nvecserial>
            $<INSTALL_INTERFACE:sundials_generic>
            $<INSTALL_INTERFACE:klu>
            $<INSTALL_INTERFACE:btf>
            $<INSTALL_INTERFACE:spqr>
            $<INSTALL_INTERFACE:cholmod>
            $<INSTALL_INTERFACE:colamd>
            $<INSTALL_INTERFACE:amd>
            $<INSTALL_INTERFACE:suitesparseconfig>
            $<INSTALL_INTERFACE:arpack>
            $<INSTALL_INTERFACE:openblas>
            $<INSTALL_INTERFACE:PkgConfig::SARRUS_yaml>
            $<INSTALL_INTERFACE:PkgConfig::SARRUS_hdf5>
            $<INSTALL_INTERFACE:PkgConfig::SARRUS_zlib>
            $<INSTALL_INTERFACE:PkgConfig::SARRUS_expat>
            $<INSTALL_INTERFACE:PkgConfig::SARRUS_nlopt>
            $<INSTALL_INTERFACE:m>
            $<INSTALL_INTERFACE:${CMAKE_THREAD_LIBS_INIT}>
            $<INSTALL_INTERFACE:${CMAKE_DL_LIBS}>)

if(TARGET sarrus)
  install(TARGETS sarrus RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
if(TARGET sarrus-mpi) # sarrus looks for it beside itself
  install(TARGETS sarrus-mpi RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(TARGETS sarrus_shared EXPORT sarrusTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS sarrus_static EXPORT sarrusStaticTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(
  DIRECTORY include/sarrus
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING
  PATTERN "*.h"
  PATTERN "*.def")

# find_package(sarrus)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/sarrus)
install(EXPORT sarrusTargets NAMESPACE sarrus:: DESTINATION ${package_dir})
install(EXPORT sarrusStaticTargets NAMESPACE sarrus:: DESTINATION ${package_dir})
configure_package_config_file(cmake/sarrusConfig.cmake.in ${PROJECT_BINARY_DIR}/sarrusConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/sarrusConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/sarrusConfig.cmake ${PROJECT_BINARY_DIR}/sarrusConfigVersion.cmake
        DESTINATION ${package_dir})

# pkg-config
file(RELATIVE_PATH SARRUS_PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
list(JOIN SARRUS_yaml_LDFLAGS " " SARRUS_PC_YAML)
list(JOIN SARRUS_hdf5_LDFLAGS " " SARRUS_PC_HDF5)
list(JOIN SARRUS_zlib_LDFLAGS " " SARRUS_PC_ZLIB)
list(JOIN SARRUS_expat_LDFLAGS " " SARRUS_PC_EXPAT)
list(JOIN SARRUS_nlopt_LDFLAGS " " SARRUS_PC_NLOPT)
configure_file(cmake/sarrus.pc.in ${PROJECT_BINARY_DIR}/sarrus.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/sarrus.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# The engine of live pages, where `make live` has built it.
install(FILES build/wasm/live/live.js build/wasm/live/live.wasm DESTINATION ${CMAKE_INSTALL_DATADIR}/sarrus/live OPTIONAL)

# For people
install(FILES docs/man/sarrus.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES packaging/completions/sarrus.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
        RENAME sarrus)
install(FILES packaging/completions/_sarrus DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES packaging/completions/sarrus.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES LICENSE CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

# What is shipped, without the tests.
add_custom_target(all-shipped DEPENDS sarrus_shared sarrus_static)
if(TARGET sarrus)
  add_dependencies(all-shipped sarrus)
endif()
if(TARGET sarrus-mpi)
  add_dependencies(all-shipped sarrus-mpi)
endif()
