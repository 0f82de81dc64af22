/**
 * The console's only style sheet, in the look of the documentation and the Connect page. All directions are logical.
 * From 320 px up: the navigation becomes a popover, and tables become cards, if there is no room for them.
 */
import { baseStyle } from "./styles/base.ts";
import { chartStyle } from "./styles/charts.ts";
import { controlStyle } from "./styles/controls.ts";
import { frameStyle } from "./styles/frame.ts";
import { partStyle } from "./styles/parts.ts";

/** The style sheet, which is inline in each page and allowed by its hash. */
export const consoleStyle = [baseStyle, frameStyle, partStyle, controlStyle, chartStyle].join("");
