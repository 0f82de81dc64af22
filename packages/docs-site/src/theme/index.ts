/** VitePress's theme in the colors of svc's other pages, with the system font. */
import { onContentUpdated, type Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { defineComponent, h, onBeforeUnmount, onMounted, type VNode } from "vue";
import { TryIt } from "./try-it.ts";

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

/** Opens the folds around the place that the address names. */
function openFolds(): void {
  const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (place === null) return;
  for (const fold of document.querySelectorAll("details")) fold.open ||= fold.contains(place);
}

/** Paper has nothing to click. */
function openAll(): void {
  for (const fold of document.querySelectorAll<HTMLDetailsElement>("details:not(.try-it)")) fold.open = true;
}

const Layout = defineComponent({
  setup() {
    onMounted(() => {
      addEventListener("hashchange", openFolds);
      addEventListener("beforeprint", openAll);
    });
    onBeforeUnmount(() => {
      removeEventListener("hashchange", openFolds);
      removeEventListener("beforeprint", openAll);
    });
    onContentUpdated(openFolds);
    return () => h(DefaultTheme.Layout, null, { "home-hero-image": heroCall });
  },
});

export const theme: Theme = {
  extends: DefaultTheme,
  Layout,
  enhanceApp: ({ app }) => void app.component("TryIt", TryIt),
};
