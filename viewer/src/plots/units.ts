// Units as they are written beside numbers.

/** With raised dots and powers; empty where there is none. */
export function unitText(unit: string): string {
  return unit === "" || unit === "1" ? "" : unit.replace(/\*/g, "\u00b7").replace(/\^2/g, "\u00b2").replace(/\^3/g, "\u00b3");
}
