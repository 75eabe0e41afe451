# Script: puts the two files of the engine together in OUT (cmake/wasm.cmake).
file(READ ${ENGINE}/engine.js glue)
file(READ ${WORKER} worker)
file(MAKE_DIRECTORY ${OUT})
file(WRITE ${OUT}/live.js "// Sarrus ${VERSION}, engine of live pages\n${glue}\n${worker}")
file(COPY_FILE ${ENGINE}/engine.wasm ${OUT}/live.wasm)
