/** The documentation site in these tests, and helpers that read its HTML and Markdown. */
import Fastify, { type FastifyInstance } from "fastify";
import { buildOpenApi } from "@svc/contract";
import { siteFiles, type SiteParts } from "../../../src/entry/docs/files.ts";
import { serveDocs } from "../../../src/entry/docs/site.ts";
import { registeredProviders } from "../../../src/app/providers.ts";

const urls = { docsUrl: "https://docs.example.com", apiUrl: "https://api.example.com" };

/** The parts of the site. */
export const parts: SiteParts = {
  providers: registeredProviders.map(({ provider }) => provider),
  openApi: () => buildOpenApi({ serverUrl: urls.apiUrl, docsUrl: urls.docsUrl, version: "0.0.0" }),
  ...urls,
};

/** The files of the site. */
export const files = await siteFiles(parts);

/** Returns the text of a file. @throws Error if there is none. */
export function readText(path: string): string {
  const file = files.get(path);
  if (file === undefined) throw new Error(`The site has no ${path}.`);
  return String(file.body());
}

/** A server with only the documentation. */
export function serveSite(): FastifyInstance {
  const app = Fastify();
  serveDocs(
    app,
    () => parts,
    () => undefined,
  );
  return app;
}

/** The paths of the HTML pages. */
export const pagePaths = [...files].filter(([, { type }]) => type.startsWith("text/html")).map(([path]) => path);

/** A fenced block in Markdown. */
export type CodeBlock = { language: string; code: string };

/** Returns the fenced blocks of a Markdown text, in order. */
export function codeBlocks(markdown: string): CodeBlock[] {
  return [...markdown.matchAll(/^```(\w*)[^\n]*\n([^]*?)^```$/gm)].map(([, language = "", code = ""]) => ({
    language,
    code,
  }));
}
