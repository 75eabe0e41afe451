// Puts the data of finished pages into the template as it is now built: node dev/retemplate.mjs PAGE.html ... writes dev/PAGE.html.
import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { template } from "./synthetic.mjs";

const OPEN = '<script type="application/json" id="sarrus-data">';
for (const page of process.argv.slice(2)) {
  const text = readFileSync(page, "utf8");
  const begin = text.lastIndexOf(OPEN);
  const end = text.indexOf("</script>", begin);
  if (begin < 0 || end < 0) throw new Error(`${page} carries no data`);
  const file = new URL(basename(page), import.meta.url);
  writeFileSync(file, template().replace("<!--SARRUS-DATA-->", () => text.slice(begin, end + "</script>".length)));
  console.log(file.pathname);
}
