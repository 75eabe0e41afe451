// Handing a file to the reader.

/** A file name from any text. */
export function fileName(text: string, ending: string): string {
  const plain = text.replace(/[^A-Za-z0-9_.|-]+/g, "_").replace(/\|/g, "").replace(/^[._]+/, "").slice(0, 60);
  return `${plain || "plot"}.${ending}`;
}

export function save(name: string, content: Blob | string, type = "text/plain"): void {
  const blob = typeof content === "string" ? new Blob([content], { type }) : content;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
