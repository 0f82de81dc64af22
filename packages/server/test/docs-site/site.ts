/** The documentation's site of these tests, and what can be read out of its HTML and Markdown. */
import Fastify, { type FastifyInstance } from "fastify";
import { buildOpenApi } from "@svc/contract";
import { siteFiles, type SiteParts } from "../../src/docs-site/files.ts";
import { serveDocs } from "../../src/docs-site/site.ts";
import { registeredProviders } from "../../src/app/providers.ts";

const urls = { docsUrl: "https://docs.example.com", apiUrl: "https://api.example.com" };

/** What the site is made from. */
export const parts: SiteParts = {
  providers: registeredProviders.map(({ provider }) => provider),
  openApi: () => buildOpenApi({ serverUrl: urls.apiUrl, docsUrl: urls.docsUrl, version: "0.0.0" }),
  ...urls,
};

/** Its files. */
export const files = siteFiles(parts);

/** The text of a file. @throws Error where there is none. */
export function textOf(path: string): string {
  const file = files.get(path);
  if (file === undefined) throw new Error(`The site has no ${path}.`);
  return String(file.body());
}

/** A server with nothing but the documentation. */
export function serveSite(): FastifyInstance {
  const app = Fastify();
  serveDocs(app, parts);
  return app;
}

/** Paths of the HTML pages, but the reference, which draws itself. */
export const pagePaths = [...files]
  .filter(([path, { type }]) => type.startsWith("text/html") && path !== "/reference")
  .map(([path]) => path);

/** A fenced block of Markdown. */
export type CodeBlock = { language: string; code: string };

/** The fenced blocks of a Markdown text, in order. */
export function codeBlocks(markdown: string): CodeBlock[] {
  return [...markdown.matchAll(/^```(\w*)[^\n]*\n([^]*?)^```$/gm)].map(([, language = "", code = ""]) => ({
    language,
    code,
  }));
}
