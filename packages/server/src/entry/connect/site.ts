/** The entry point of the hosted page: `GET /connect/{session_id}`, and the embed script that leads to it. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { FindHostedSession } from "../../domain/connect-sessions/hosted-page.ts";
import { acceptedLanguages } from "../rest/accepted-languages.ts";
import { headerValues } from "../rest/reading.ts";
import { readAssets } from "./assets.ts";
import { withBrandColor, type Brand } from "./brand.ts";
import { serveEmbedScript } from "./embed-script.ts";
import { pageHeaders } from "./headers.ts";
import { chooseLanguage } from "./language.ts";
import { serveLogos, type FindLogo } from "./logos.ts";
import { renderPage } from "./page.ts";

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
