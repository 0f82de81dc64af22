/** VitePress's theme in the colors of svc's other pages, with the system font. */
import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { h, type VNode } from "vue";

/** A request and its record, next to the home page's headline. Each part has its own style. */
const call: readonly (readonly [style: string, text: string])[] = [
  ["muted", "POST …/actions/"],
  ["", "issues.create"],
  ["muted", ":execute\nIdempotency-Key: "],
  ["", "ticket-4711"],
  ["muted", '\n\n{ "input": { '],
  ["", '"title": "Found a bug"'],
  ["muted", ", … } }\n\n200 OK\n"],
  ["", '{\n  "execution": {\n    "id": "act_01k7…",\n    "status": '],
  ["good", '"succeeded"'],
  ["", '\n  },\n  "output": { "number": 1347, … }\n}'],
];

function heroCall(): VNode {
  const parts = call.map(([style, text]) => h("span", { class: style }, text));
  return h("pre", { class: "hero-call" }, parts);
}

export const theme: Theme = {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { "home-hero-image": heroCall }),
};
