/**
 * The entry point of the hosted page: `GET /connect/{session_id}`, its logos, and the embed script that leads to it.
 * Logos come from the page's own origin, so that its policy allows nothing from elsewhere.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { FindHostedSession } from "../../domain/connect-sessions/present.ts";
import { acceptedLanguages, headerValues, isKnownTo } from "../rest/reading.ts";
import { type Brand, chooseLanguage, readAssets, withBrandColor } from "./assets.ts";
import { pageHeaders } from "./headers.ts";
import { renderPage } from "./page.ts";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { sharedBody } from "../rest/unread.ts";
import type { LogoImage } from "../../domain/service-clients/port.ts";

/** Dependencies of the entry point. */
export type ConnectPageParts = { find: FindHostedSession; findLogo: FindLogo; brand: Brand; sandbox: boolean };

/** Registers the page, its logos and the embed script. */
export function serveConnectPage(app: FastifyInstance, { find, findLogo, brand, sandbox }: ConnectPageParts): void {
  const { script, style: sheet, messages } = readAssets();
  const style = withBrandColor(brand, sheet);
  app.get<{ Params: { session_id: string } }>(
    "/connect/:session_id(^[^/:]+$)",
    { config: { path: "/connect/{session_id}", group: "connect" } },
    async (request, reply) => {
      const { session_id: sessionId } = request.params;
      const session = await find(sessionId);
      const language = chooseLanguage(wantedLanguages(request));
      const page = { sessionId, session, language, messages: messages[language], brand, sandbox, script, style };
      return reply
        .code(session === null ? 404 : 200)
        .headers(pageHeaders({ script, style }, session?.allowedOrigin ?? null))
        .send(renderPage(page));
    },
  );
  serveLogos(app, findLogo, brand.logo);
  serveEmbedScript(app);
}

/** `?locale=`, which the embed script sets, takes precedence over the browser's languages. */
function wantedLanguages(request: FastifyRequest): string[] {
  const requested = new URLSearchParams(request.url.split("?")[1] ?? "").get("locale");
  const accepted = acceptedLanguages(headerValues(request.raw.rawHeaders, "accept-language"));
  return requested === null ? accepted : [requested, ...accepted];
}

/** The path of the embed script. It is public: applications have it in their pages. */
export const embedScriptPath = "/connect/v1/svc-connect.js";

/**
 * Registers the route. The script is read once, at start.
 * @throws Error if the generated file is missing.
 */
export function serveEmbedScript(app: FastifyInstance): void {
  const script = readFileSync(fileURLToPath(import.meta.resolve("@svc/connect/svc-connect.js")));
  const etag = `"${createHash("sha256").update(script).digest("base64url")}"`;
  const headers = {
    etag,
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=300",
    "cross-origin-resource-policy": "cross-origin",
    // Integrity hashes need a CORS response, and the script itself tests here whether the service is reachable.
    "access-control-allow-origin": "*",
  };
  app.get(embedScriptPath, { config: { group: "connect" } }, (request, reply) => {
    if (isKnownTo(headerValues(request.raw.rawHeaders, "if-none-match"), etag))
      return reply.code(304).headers(headers).send();
    return reply.headers(headers).send(sharedBody(script));
  });
}

/** Finds a logo by its id; null if there is none. */
export type FindLogo = (id: string) => Promise<LogoImage | null>;

/** Registers `GET /connect/logo/{id}`. @param brandLogo the deployment's own, which is not in the database. */
export function serveLogos(app: FastifyInstance, find: FindLogo, brandLogo: LogoImage | null): void {
  app.get<{ Params: { id: string } }>(
    "/connect/logo/:id(^[A-Za-z0-9_-]{43}$)",
    { config: { path: "/connect/logo/{id}", group: "connect" } },
    async (request, reply) => {
      const { id } = request.params;
      const logo = brandLogo?.id === id ? brandLogo : await find(id);
      if (logo === null) return reply.callNotFound();
      return reply.headers(logoHeaders(logo)).send(Buffer.from(logo.bytes));
    },
  );
}

/**
 * An id names its bytes, so the response never changes. The deployment's logo may be an SVG, which must not run
 * anything.
 */
function logoHeaders({ mediaType }: LogoImage): Readonly<Record<string, string>> {
  return {
    "content-type": mediaType,
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "cross-origin-resource-policy": "same-origin",
  };
}
