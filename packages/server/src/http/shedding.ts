/** Puts the gate before every route: what is refused there has been neither authenticated nor read. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Gate, Visit } from "../limits/gate.ts";

/** Connections that are open at once; a caller beyond them is cut off by Node, before a byte is read. */
export const connectionsMax = 10_000;

/** Registers the hooks; routes are registered afterwards. Health checks pass always: whoever asks must get an answer. */
export function shedUnderLoad(app: FastifyInstance, gate: Gate): void {
  const visits = new WeakMap<FastifyRequest, Visit>();
  app.server.maxConnections = connectionsMax;
  app.addHook("onRequest", (request, reply, done) => {
    if (isHealthCheck(request)) {
      done();
      return;
    }
    const visit = gate.enter();
    visits.set(request, visit);
    reply.raw.on("close", () => visit.answered());
    done();
  });
  app.addHook("onRoute", (route) => {
    const { handler } = route;
    route.handler = function work(this: FastifyInstance, request: FastifyRequest, reply: FastifyReply) {
      const end = visits.get(request)?.work() ?? (() => undefined);
      let answer: unknown;
      try {
        answer = handler.call(this, request, reply);
      } catch (error) {
        end();
        throw error;
      }
      if (answer instanceof Promise) void answer.then(end, end);
      else end();
      return answer;
    };
  });
  app.addHook("onSend", (request, reply, _payload, done) => {
    // A stream that stays open is bounded where it is opened, and is no work that others wait for.
    const type: unknown = reply.getHeader("content-type");
    if (typeof type === "string" && type.startsWith("text/event-stream")) visits.get(request)?.dismiss();
    done();
  });
}

/** Whether a request asks for the server's health. */
export function isHealthCheck(request: FastifyRequest): boolean {
  return request.url === "/healthz" || request.url === "/readyz";
}
