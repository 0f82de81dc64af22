/** The same tabs in every build: VitePress gives each group of code blocks random IDs, and the site's bytes depend on them. */
import type { MarkdownRenderer } from "vitepress";

const rule = "container_code-group_open";

/**
 * Names a page's groups after their place in it. @param markdown VitePress's renderer, which is changed.
 * @throws Error if VitePress renders groups in another way.
 */
export function nameCodeGroups({ renderer }: MarkdownRenderer): void {
  const original = renderer.rules[rule];
  if (original === undefined) throw new Error(`VitePress has no rule ${rule}.`);
  renderer.rules[rule] = (tokens, index, ...rest) => withNames(original(tokens, index, ...rest), index);
}

/** @param place what no other group of the page has. */
export function withNames(html: string, place: number): string {
  const tabs = [...new Set([...html.matchAll(/ id="tab-([\w-]+)"/g)].map(([, id = ""]) => id))];
  const named = html.replaceAll(/ name="group-[\w-]+"/g, ` name="group-${place}"`);
  return tabs.reduce((text, id, count) => text.replaceAll(`"tab-${id}"`, `"tab-${place}-${count}"`), named);
}
