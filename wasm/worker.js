// What the worker of a live page does (viewer/src/live/engine.ts): it gets the compiled module once, then one model after the other.
//   {module}                     -> {ready: true}
//   {id, name, text, files}      -> {id, part} while it runs, at most ten times a second; then {id, answer, seconds, memory} or {id, fault}
/* global createEngine */
(() => {
  const PAUSE = 100; // ms between two reports
  let engine = null;
  let running = null;
  let told = 0;

  function tell(part) {
    const now = performance.now();
    if (now - told < PAUSE) return;
    told = now;
    postMessage({ id: running, part });
  }

  function put(text) {
    const bytes = new TextEncoder().encode(text);
    const at = engine._malloc(bytes.length + 1);
    if (!at) throw new Error("out of memory");
    engine.HEAPU8.set(bytes, at);
    engine.HEAPU8[at + bytes.length] = 0;
    return at;
  }

  function take(at) {
    return new TextDecoder().decode(engine.HEAPU8.subarray(at, engine.HEAPU8.indexOf(0, at)));
  }

  // All texts are freed, also after a failure.
  function run({ name, text, files }) {
    const own = [];
    const keep = (what) => { own.push(put(what)); return own.at(-1); };
    const handle = engine._engine_create();
    try {
      for (const file of files) {
        if (!engine._engine_add_file(handle, keep(file.path), keep(file.text))) throw new Error("out of memory");
      }
      const at = engine._engine_run(handle, keep(name), keep(text));
      if (!at) throw new Error("out of memory");
      own.push(at);
      return take(at);
    } finally {
      engine._engine_destroy(handle);
      for (const at of own) engine._free(at);
    }
  }

  async function prepare(module) {
    const instantiateWasm = (imports, done) => {
      WebAssembly.instantiate(module, imports).then((instance) => done(instance, module));
      return {};
    };
    engine = await createEngine({ instantiateWasm, tell, print: () => undefined, printErr: () => undefined });
    postMessage({ ready: true });
  }

  onmessage = ({ data }) => {
    if (data.module) {
      prepare(data.module).catch((fault) => postMessage({ id: null, fault: String(fault) }));
      return;
    }
    running = data.id;
    told = performance.now();
    const begin = told;
    try {
      const answer = run(data);
      postMessage({ id: data.id, answer, seconds: (performance.now() - begin) / 1000, memory: engine.HEAPU8.length });
    } catch (fault) {
      postMessage({ id: data.id, fault: fault instanceof Error ? fault.message : String(fault) });
    }
  };
})();
