/** How results look on a terminal, for every program of the project. Nothing here does I/O. */
export { listColumns, listIn, valueText } from "./list-columns.ts";
export { markText, outlineLines, wrapped } from "./outline.ts";
export { recordLines } from "./record.ts";
export { bold, coloredState, faint, isStateName, toneOf, type Tone } from "./states.ts";
export { plainSurface, printable, takesColor, type Surface } from "./surface.ts";
export { pairLines, tableLines, type Column } from "./table.ts";
export { cut, oneLine, padded, widthOf } from "./text-width.ts";
export { closestName, usageHint, type KnownCommand } from "./usage-hint.ts";
export { clockText, counted, durationText, isTime, relativeTime, timeText } from "./times.ts";
