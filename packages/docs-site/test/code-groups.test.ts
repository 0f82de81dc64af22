/** Groups of code blocks get names that are the same in every build. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createMarkdownRenderer } from "vitepress";
import { nameCodeGroups } from "../src/code-groups.ts";

test("renders tabs alike each time, unique in their page, each with its label", async () => {
  const page = ["HTTP", "CLI"].map((title) => `\`\`\`sh [${title}]\nls\n\`\`\``).join("\n");
  const markdown = `::: code-group\n${page}\n:::\n\n::: code-group\n${page}\n:::\n`;
  const render = async (): Promise<string> => {
    const renderer = await createMarkdownRenderer(".", { config: nameCodeGroups });
    return renderer.render(markdown);
  };
  const html = await render();
  assert.equal(await render(), html);
  const found = (pattern: RegExp): string[] => [...html.matchAll(pattern)].map(([, name = ""]) => name);
  const ids = found(/ id="(tab-[^"]+)"/g);
  assert.equal(new Set(ids).size, 4);
  assert.deepEqual(found(/ for="([^"]+)"/g), ids);
  const groups = found(/ name="(group-[^"]+)"/g);
  assert.deepEqual([groups[0] === groups[1], groups[2] === groups[3], new Set(groups).size], [true, true, 2]);
});
