/** VitePress's configuration. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { transformerStyleToClass } from "@shikijs/transformers";
import { toAnchor, favicon, toMarkdownPath, policyTag } from "@svc/server/reference";
import type { DefaultTheme, MarkdownOptions, UserConfig } from "vitepress";
import { nameCodeGroups } from "./code-groups.ts";
import { renderPlainSummaries, withoutFolds } from "./folds.ts";
import type { SidebarSection } from "./pages.ts";
import { buildPolicy } from "./policy.ts";
import { themeRepairs } from "./theme-repairs.ts";

/** The oldest browsers that the embedded Connect page supports too. */
const browsers = ["chrome111", "edge111", "firefox113", "safari16.4"];

/** The folder of scripts and styles, below the site's root. */
const assets = "docs/assets";

/** For readers without scripts: VitePress needs them to show its own page for an unknown address. */
const notFound =
  '<noscript><main><h1>Page not found</h1><p>There is no page at this address. Go to the <a href="/">documentation home</a>.</p></main></noscript>';

/** Colors a line however long that takes: by default, the machine's load decides where the colors end. */
const withoutTimeLimit: NonNullable<MarkdownOptions["codeTransformers"]>[number] = {
  name: "without-time-limit",
  preprocess(_code, options) {
    options.tokenizeTimeLimit = 0;
  },
};

/** Returns the configuration. @param sidebar the sections in reading order. */
export function siteConfig(sidebar: SidebarSection[]): UserConfig<DefaultTheme.Config> {
  // Colors are classes, because a page's policy allows no style attributes.
  const colors = transformerStyleToClass({ classPrefix: "c" });
  return {
    // One page at a time, in their order: the search index depends on the order, and the same sources must give the same bytes.
    buildConcurrency: 1,
    title: "svc",
    titleTemplate: ":title · svc",
    description: "A self-hosted integration service with an accurate record of every write.",
    lang: "en-US",
    cleanUrls: true,
    metaChunk: true,
    assetsDir: assets,
    // Without this, VitePress would add a style attribute, which the policy blocks.
    contentProps: { class: "content-body" },
    // Without this, switching colors would add a style element, which the policy blocks.
    appearance: { disableTransition: false },
    ignoreDeadLinks: [/^\/(?:reference|catalog\/|openapi\.json|llms)/],
    head: [
      ["link", { rel: "icon", href: favicon }],
      ["link", { rel: "stylesheet", href: `/${assets}/code-colors.css` }],
      ["meta", { name: "color-scheme", content: "light dark" }],
    ],
    markdown: {
      theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
      anchor: { slugify: toAnchor },
      codeTransformers: [withoutTimeLimit, colors],
      config(markdown) {
        nameCodeGroups(markdown);
        renderPlainSummaries(markdown);
      },
      languageAlias: { promql: "text", caddyfile: "text", haproxy: "text", txt: "text" },
    },
    // The project's own esbuild, newer than VitePress's, doesn't translate for the browsers of 2020 that Vite has by
    // default.
    vite: { plugins: [themeRepairs], build: { chunkSizeWarningLimit: 4000, target: browsers }, logLevel: "warn" },
    transformHead: ({ page }) =>
      page === "404.md"
        ? []
        : [
            [
              "link",
              {
                rel: "alternate",
                type: "text/markdown",
                href: toMarkdownPath(`/${page.replace(/(?:index)?\.md$/, "")}`),
              },
            ],
          ],
    transformHtml: (html, _file, { page }) => finished(html, page),
    buildEnd: ({ outDir }) => writeFileSync(join(outDir, assets, "code-colors.css"), sortedRules(colors.getCSS())),
    themeConfig: themeConfig(sidebar),
  };
}

/** Rules in an order that doesn't depend on which page was rendered first: each has a class of its own, so any order will do. */
function sortedRules(css: string): string {
  return css
    .split(/(?<=\})/)
    .toSorted()
    .join("");
}

/** Adds the policy to a page, and removes everything that the policy would block. */
function finished(html: string, page: string): string {
  const clean = html
    .replace(/\s*<link rel="preload stylesheet" href="\/vp-icons.css" as="style">/, "")
    .replaceAll(/ style="(?:--vp-vh:0px;?)?"/g, "")
    .replace("<title>404 · svc</title>", "<title>Page not found · svc</title>")
    .replace('content="Not Found"', 'content="There is no page at this address."')
    .replace('<div id="app"></div>', (app) => (page === "404.md" ? `${app}${notFound}` : app));
  return clean.replace('<meta charset="utf-8">', (charset) => `${charset}\n    ${policyTag(buildPolicy(clean))}`);
}

function themeConfig(sidebar: SidebarSection[]): DefaultTheme.Config {
  return {
    nav: [
      { text: "Docs", link: "/docs/quickstart", activeMatch: "^/docs/(?!providers|api|errors)" },
      { text: "Providers", link: "/docs/providers", activeMatch: "^/docs/providers" },
      { text: "API reference", link: "/docs/api", activeMatch: "^/docs/(?:api|errors)" },
    ],
    sidebar: { "/docs/": sidebar },
    outline: { level: [2, 3], label: "On this page" },
    externalLinkIcon: false,
    docFooter: { prev: "Previous", next: "Next" },
    search: {
      provider: "local",
      options: {
        detailedView: false,
        _render(source, env, markdown) {
          const html = markdown.render(withoutFolds(source), env);
          return env.frontmatter?.["search"] === false ? "" : html;
        },
        miniSearch: { searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } } },
      },
    },
    notFound: {
      code: "404",
      title: "Page not found",
      quote: "There is no page at this address.",
      linkText: "Documentation home",
      linkLabel: "Go to the documentation home",
    },
  };
}
