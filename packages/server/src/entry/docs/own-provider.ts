/**
 * The page of a provider that isn't built in, like that of any other provider. Its HTML is rendered on request because
 * the documentation's build doesn't include it.
 */
import MarkdownIt from "markdown-it";
import type { Provider } from "@svc/provider-kit";
import { markup } from "../html/markup.ts";
import { toAnchor } from "./parts.ts";
import { providerPage } from "./provider-page.ts";

/**
 * The page as HTML, at `/docs/providers/<provider>`.
 * @param frame the built page of all providers, which supplies everything around the content except its scripts: they
 * would restore that page's text.
 */
export function ownProviderHtml(provider: Provider, frame: string): string {
  const text = ownProviderMarkdown(provider).replaceAll(/^<!-- \/?code-group -->$/gm, "");
  const main = markup`<div class="content-body vp-doc">${{ html: renderer.render(text) }}</div>`.html;
  const parts: [RegExp, string][] = [
    [/<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g, ""],
    // Without scripts they would do nothing.
    [/<button[^>]*>.*?<\/button>/gs, ""],
    [/(<title>)[^<]*/, markup`${provider.name} · svc`.html],
    [/(<meta name="description" content=")[^"]*/, markup`${provider.description}`.html],
    [/(<link rel="alternate" type="text\/markdown" href=")[^"]*/, `/docs/providers/${provider.slug}.md`],
    [/(<main[^>]*>).*(?=<\/main>)/s, main],
  ];
  return parts.reduce(
    (page, [place, put]) =>
      page.replace(place, (_all, kept: unknown) => `${typeof kept === "string" ? kept : ""}${put}`),
    frame,
  );
}

/** Markdown as the documentation's build renders it, without its tabs. HTML in a text is shown, never used. */
const renderer = new MarkdownIt();
renderer.renderer.rules["heading_open"] = (tokens, index, options, _env, self) => {
  tokens[index]?.attrSet("id", toAnchor(tokens[index + 1]?.content ?? ""));
  return self.renderToken(tokens, index, options);
};
renderer.renderer.rules["table_open"] = () => '<table tabindex="0">\n';
renderer.renderer.rules["link_open"] = (tokens, index, options, _env, self) => {
  const href = String(tokens[index]?.attrGet("href") ?? "");
  tokens[index]?.attrSet("href", href.startsWith("/docs/") ? href.replace(/\.md(?=#|$)/, "") : href);
  return self.renderToken(tokens, index, options);
};
renderer.renderer.rules["fence"] = (tokens, index) => {
  const { info = "", content = "" } = tokens[index] ?? {};
  const [, language = "", label = language] = /^(\w*)(?: \[(.*)\])?$/.exec(info) ?? [];
  return markup`<div class="language-${language}"><span class="lang">${label}</span><pre tabindex="0"><code>${content}</code></pre></div>
`.html;
};

/** The page as Markdown, at `/docs/providers/<provider>.md`. */
export function ownProviderMarkdown(provider: Provider): string {
  const facts = ["- This provider is not built in: this deployment loads it"];
  return providerPage(provider, { docs: "/docs/", facts });
}
