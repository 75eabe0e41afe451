// Builds dist/template.html: one HTML file that refers to nothing outside itself.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const root = fileURLToPath(new URL(".", import.meta.url));

/** Text of a script as it may stand inside a script element: nothing in it can end the element or open a comment. */
function inlineScript(code) {
  return code.replace(/<\/script/gi, "<\\/script").replace(/<!--/g, "\\x3C!--");
}

/** Moves script and style into the page, permits exactly this script, and stores the hash of the sources. */
function oneFile() {
  return {
    name: "one-file",
    enforce: "post",
    generateBundle(_options, bundle) {
      const files = Object.values(bundle);
      const page = files.find((file) => file.fileName === "index.html");
      const script = inlineScript(files.find((file) => file.type === "chunk").code.trim());
      const style = files.filter((file) => file.fileName.endsWith(".css")).map((file) => file.source).join("\n");
      const sources = execFileSync("sh", [`${root}scripts/hash`], { encoding: "utf8" }).trim();
      const permitted = createHash("sha256").update(script, "utf8").digest("base64");
      let html = String(page.source)
        .replace(/<script type="module"[^>]*><\/script>\s*/, "")
        .replace(/<link rel="stylesheet"[^>]*>\s*/, "")
        .replace("SOURCE-HASH", () => sources)
        .replace("SCRIPT-HASH", () => permitted);
      html = html.replace("</head>", () => `<style>${style}</style>\n<script type="module">${script}</script>\n</head>`);
      for (const name of Object.keys(bundle)) delete bundle[name];
      if (html.split("<!--SARRUS-DATA-->").length !== 2) this.error("The page must hold the place for the data exactly once.");
      if (/\s(src|href)="(?!data:|#)/.test(html.replace(script, ""))) this.error("The page refers to something outside itself.");
      this.emitFile({ type: "asset", fileName: "template.html", source: html });
    },
  };
}

export default defineConfig({
  root,
  logLevel: "warn",
  plugins: [oneFile()],
  build: {
    target: "es2022",
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 1 << 24,
    chunkSizeWarningLimit: 4096,
    rollupOptions: { output: { inlineDynamicImports: true } },
  },
});
