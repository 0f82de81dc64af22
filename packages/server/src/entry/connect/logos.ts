/** Serves logos from the page's own origin, so that its policy allows nothing from elsewhere. */
import type { FastifyInstance } from "fastify";
import type { LogoImage } from "../../domain/service-clients/port.ts";

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
 * An id names its bytes, so the response never changes. The deployment's logo may be an SVG, which must not run anything.
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
