/** Puts the gate before every route: what is refused there has been neither authenticated nor read. */
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  preParsingHookHandler,
  preValidationHookHandler,
} from "fastify";
import type { Gate, Visit } from "../../domain/limits/gate.ts";
import { bodyBytesMaxOf, hasBody, hooksOf } from "./body.ts";

/**
 * Registers the hooks; routes are registered afterwards. A request has its place while somebody looks at its key, and again
 * from when its body is whole: while it arrives nothing is worked on, and half a request must not hold what others need.
 * Health checks pass always: whoever asks must get an answer.
 */
export function shedUnderLoad(app: FastifyInstance, gate: Gate): void {
  const visits = new WeakMap<FastifyRequest, Visit>();
  const enter = (request: FastifyRequest, reply: FastifyReply): void => {
    const visit = gate.enter();
    visits.set(request, visit);
    // Who hung up while the body arrived has nothing to wait for.
    if (reply.raw.closed) visit.answered();
    else reply.raw.on("close", () => visit.answered());
  };
  app.addHook("onRequest", (request, reply, done) => {
    if (!isHealthCheck(request)) enter(request, reply);
    done();
  });
  const leave: preParsingHookHandler = (request, _reply, payload, done) => {
    if (hasBody(request)) visits.get(request)?.dismiss();
    done(null, payload);
  };
  const enterAgain: preValidationHookHandler = (request, reply, done) => {
    if (hasBody(request)) enter(request, reply);
    done();
  };
  app.addHook("onRoute", (route) => {
    if (bodyBytesMaxOf(route) > 0) {
      route.preParsing = [...hooksOf(route.preParsing), leave];
      route.preValidation = [...hooksOf(route.preValidation), enterAgain];
    }
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
    // An answer that nobody reads is no work either; its connection is bounded with those that wait.
    else visits.get(request)?.answered();
    done();
  });
}

/** Whether a request asks for the server's health; by any other method these paths are as any other. */
export function isHealthCheck({ method, url }: Pick<FastifyRequest, "method" | "url">): boolean {
  return (method === "GET" || method === "HEAD") && (url === "/healthz" || url === "/readyz");
}
