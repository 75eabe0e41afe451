# Files that the program carries in itself (base/asset.h).
#
# sar_embed(<module> <symbol> <file>): the bytes of <file>, seen from the root of the source tree, become part of the
# object library sarrus_<module> as `const SarAsset <symbol>`. The C file is made by a small program (cmake/embed.c) built
# and run on the building machine; it is made anew when <file> changes.

add_executable(sarrus_embed EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/cmake/embed.c)
# Without sanitizers and the like: it only helps to build, and looking for leaks at its end takes seconds.
set_target_properties(sarrus_embed PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/embed COMPILE_OPTIONS ""
                                              LINK_OPTIONS "")

function(sar_embed module symbol file)
  set(input ${PROJECT_SOURCE_DIR}/${file})
  set(output ${PROJECT_BINARY_DIR}/embed/${symbol}.c)
  get_filename_component(name ${file} NAME)
  add_custom_command(
    OUTPUT ${output}
    COMMAND sarrus_embed ${output} ${symbol} ${name} ${input}
    DEPENDS sarrus_embed ${input}
    COMMENT "Embedding ${file}"
    VERBATIM)
  target_sources(sarrus_${module} PRIVATE ${output})
endfunction()

# What is embedded: the built viewer of results pages, models that `sarrus reproduce` runs.
sar_embed(result sar_asset_page_template viewer/dist/template.html)
sar_embed(analysis sar_asset_crank_slider src/analysis/reproduce/models/crank_slider.yaml)
sar_embed(analysis sar_asset_problem_ii src/analysis/reproduce/models/problem_ii.yaml)
sar_embed(analysis sar_asset_rigid_fourbar src/analysis/reproduce/models/rigid_fourbar.yaml)
sar_embed(analysis sar_asset_squeezer examples/andrews_squeezer/model.yaml)
sar_embed(analysis sar_asset_double_pendulum examples/stiff_double_pendulum/model.yaml)
sar_embed(analysis sar_asset_poly_v_belt examples/poly_v_belt/model.yaml)
sar_embed(analysis sar_asset_excavator_track examples/excavator_track/model.yaml)
sar_embed(analysis sar_asset_atv_shaker examples/atv_shaker/model.yaml)
sar_embed(analysis sar_asset_atv_front examples/atv_shaker/front.yaml)
sar_embed(analysis sar_asset_atv_frame examples/atv_shaker/frame.h5)
sar_embed(analysis sar_asset_hmmwv examples/hmmwv/model.yaml)
sar_embed(analysis sar_asset_hmmwv_corner examples/hmmwv/corner.yaml)
sar_embed(analysis sar_asset_fourbar_mbdyn tests/models/flexible/fourbar_mbdyn.yaml)
sar_embed(analysis sar_asset_fourbar_printed tests/models/flexible/fourbar_printed.yaml)
sar_embed(analysis sar_asset_lateral_buckling tests/models/flexible/lateral_buckling.yaml)
sar_embed(analysis sar_asset_rotating_shaft tests/models/flexible/rotating_shaft.yaml)
sar_embed(analysis sar_asset_crank_actuated_beam tests/models/flexible/crank_actuated_beam.yaml)
