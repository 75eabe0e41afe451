// Writes dev/pendulum.html (one run) and dev/comparison.html (two runs) from the built template.
import { writeFileSync } from "node:fs";
import { document, pageOf, pendulum } from "./synthetic.mjs";

const write = (name, record) => {
  const file = new URL(name, import.meta.url);
  writeFileSync(file, pageOf(record));
  console.log(file.pathname);
};
write("pendulum.html", document(pendulum()));
write("comparison.html", document(pendulum(), pendulum({ name: "pendulum 2", damping: 0.4, rows: 120 })));
