/** Serves the embed script, which frontends of any origin include. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { isKnownTo } from "../rest/etag.ts";
import { headerValues } from "../rest/reading.ts";
import { sharedBody } from "../rest/slices.ts";

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
