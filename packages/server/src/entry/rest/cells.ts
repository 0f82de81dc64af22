/** Refuses requests for other cells, so that a router can send them there, and no caller takes them for unknown. */
import { ServiceError } from "@svc/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { bodyTokenPaths, cellIn } from "../../domain/cells/mark.ts";
import { headerValues } from "./reading.ts";

/** The header that names the cell of a refused request. */
export const cellHeader = "svc-cell";

/** Registers the checks. @param ownCell this server's cell. */
export function refuseOtherCells(app: FastifyInstance, ownCell: string): void {
  const refusal = (cell: string | null, reply: FastifyReply): ServiceError | undefined => {
    if (cell === null || cell === ownCell) return undefined;
    reply.header(cellHeader, cell);
    return new ServiceError("WRONG_CELL");
  };
  app.addHook("onRequest", (request, reply, done) => done(refusal(cellOfHead(request), reply)));
  app.addHook("preHandler", (request, reply, done) => {
    const { body } = request;
    const isRead = body instanceof Uint8Array && cellOfHead(request) === null && hasBodyToken(request);
    done(isRead ? refusal(cellIn(Buffer.from(body).toString("latin1")), reply) : undefined);
  });
}

function cellOfHead({ raw, url }: FastifyRequest): string | null {
  return cellIn(headerValues(raw.rawHeaders, "authorization").join()) ?? cellIn(url);
}

function hasBodyToken({ url }: FastifyRequest): boolean {
  const [path = ""] = url.split("?");
  return bodyTokenPaths.some((end) => path.endsWith(end));
}
