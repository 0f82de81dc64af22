/** The documentation's door: guides from `docs/`, pages that follow from the code, `llms.txt`, and the API description. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { operations, ServiceError } from "@svc/contract";
import type { Provider } from "@svc/provider-kit";
import type { FastifyInstance, FastifyReply } from "fastify";
import { servePublic } from "../http/routes.ts";
import { docsContentSecurityPolicy, docsStyle, htmlOf } from "./html.ts";
import { errorPages, llmsFullText, llmsText, providerPages, type DocsPage } from "./pages.ts";

/** Where the guides are: in a packed server within the package, in a checkout beside the packages. */
const packedGuides = fileURLToPath(new URL("../../docs", import.meta.url));
const guidesFolder = existsSync(packedGuides)
  ? packedGuides
  : fileURLToPath(new URL("../../../../docs", import.meta.url));

/** Guides in the order in which they are read. */
const guideOrder = ["quickstart", "connect", "oauth", "executing-safely", "mcp", "self-hosting", "backup"];

/** Every page: the guides, the providers, the error codes. */
export function allPages(providers: readonly Provider[]): DocsPage[] {
  return [...guidePages(), ...providerPages(providers), ...errorPages()];
}

function guidePages(): DocsPage[] {
  const found = readdirSync(guidesFolder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
    .map((entry) => entry.name.slice(0, -".md".length));
  const names = [...guideOrder, ...found.filter((name) => !guideOrder.includes(name)).sort()];
  return names.map((name) => {
    const text = readFileSync(join(guidesFolder, `${name}.md`), "utf8");
    const title = /^# (.+)$/m.exec(text)?.[1] ?? name;
    const summary = (/^(?!#)\S[^\n]*(?:\n\S[^\n]*)*/m.exec(text.replace(/^#.*$/m, ""))?.[0] ?? title).replaceAll(
      "\n",
      " ",
    );
    // Guides link each other by file name, which is right in a checkout; on the site they stand beside each other.
    const markdown = text.replaceAll(/\]\((?:\.\/)?([a-z-]+)\.md(#[a-z-]+)?\)/g, "](/docs/$1$2)");
    return { path: `/docs/${name}`, title, summary: summary.split(/(?<=\.)\s/)[0] ?? summary, markdown };
  });
}

/** The start page: every page that is not one error code. */
function startPage(pages: readonly DocsPage[]): DocsPage {
  const links = pages
    .filter((page) => !page.path.startsWith("/docs/errors/"))
    .map((page) => `- [${page.title}](${page.path}): ${page.summary}`);
  const summary = "Typed actions at providers, under credentials the caller never sees.";
  return {
    path: "/docs",
    title: "Documentation",
    summary,
    markdown: ["# svc", "", summary, "", ...links, ""].join("\n"),
  };
}

/** Registers the pages. */
export function serveDocs(
  app: FastifyInstance,
  site: { providers: readonly Provider[]; docsUrl: string; apiUrl: string; openApi: object },
): void {
  const pages = allPages(site.providers);
  const start = startPage(pages);
  const byPath = new Map([start, ...pages].map((page) => [page.path, page]));
  const text = (type: string, body: string) => ({
    body,
    headers: { "content-type": `${type}; charset=utf-8`, "cache-control": "public, max-age=300" },
  });
  const llms = llmsText(pages, site);
  const llmsFull = llmsFullText(pages);
  const openApi = JSON.stringify(site.openApi);
  servePublic({ app }, operations.getLlmsText, () => text("text/plain", llms));
  servePublic({ app }, operations.getLlmsFullText, () => text("text/plain", llmsFull));
  servePublic({ app }, operations.getOpenApi, () => text("application/json", openApi));
  app.get("/docs/style.css", (_request, reply) =>
    reply.header("cache-control", "public, max-age=300").type("text/css; charset=utf-8").send(docsStyle),
  );
  const serve = (path: string, reply: FastifyReply): FastifyReply => {
    const page = byPath.get(path);
    if (page !== undefined) {
      return reply
        .headers({ "content-security-policy": docsContentSecurityPolicy, "cache-control": "public, max-age=300" })
        .type("text/html; charset=utf-8")
        .send(htmlOf(page));
    }
    const source = path.endsWith(".md") ? byPath.get(path.slice(0, -".md".length)) : undefined;
    if (source === undefined) throw new ServiceError("NOT_FOUND");
    return reply
      .header("cache-control", "public, max-age=300")
      .type("text/markdown; charset=utf-8")
      .send(source.markdown);
  };
  // A route for each page would be a third of what a server does at its start.
  for (const path of ["/docs", "/docs.md"]) app.get(path, (_request, reply) => serve(path, reply));
  app.get<{ Params: { "*": string } }>("/docs/*", (request, reply) => serve(`/docs/${request.params["*"]}`, reply));
}
