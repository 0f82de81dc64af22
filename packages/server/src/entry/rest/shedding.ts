/** Puts the gate before every route. Requests that it rejects are neither authenticated nor read. */
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  preParsingHookHandler,
  preValidationHookHandler,
} from "fastify";
import type { Gate, Outside, Visit } from "../../domain/limits/gate.ts";
import { findBodyLimit, hasBody, toHookList } from "./body.ts";

/** The visit of each request, while the request is referenced. */
const visits = new WeakMap<FastifyRequest, Visit>();

/**
 * Registers the hooks. Register routes afterwards. A request occupies a slot while its key is checked, and again once
 * its body has arrived. In between there is no work, and half a request mustn't hold a slot that others need. Health
 * checks always pass, because their sender must get a response.
 */
export function shedUnderLoad(app: FastifyInstance, gate: Gate): void {
  const enter = (request: FastifyRequest, reply: FastifyReply): void => {
    const visit = gate.enter();
    visits.set(request, visit);
    // The caller may have disconnected while the body arrived.
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
    if (findBodyLimit(route) > 0) {
      route.preParsing = [...toHookList(route.preParsing), leave];
      route.preValidation = [...toHookList(route.preValidation), enterAgain];
    }
    const { handler } = route;
    route.handler = function work(this: FastifyInstance, request: FastifyRequest, reply: FastifyReply) {
      const end = visits.get(request)?.work() ?? (() => undefined);
      let response: unknown;
      try {
        response = handler.call(this, request, reply);
      } catch (error) {
        end();
        throw error;
      }
      if (response instanceof Promise) void response.then(end, end);
      else end();
      return response;
    };
  });
  app.addHook("onSend", (request, reply, _payload, done) => {
    // An open stream is bounded where it is opened, and nothing waits for it.
    const type: unknown = reply.getHeader("content-type");
    if (typeof type === "string" && type.startsWith("text/event-stream")) visits.get(request)?.dismiss();
    // An unread response isn't work either. Its connection is bounded with the waiting ones.
    else visits.get(request)?.answered();
    done();
  });
}

/** Returns the function with which a request waits for somebody else's server. It must have a bound of its own. */
export function outsideGate(request: FastifyRequest): Outside {
  return async (wait) => {
    const resume = visits.get(request)?.pause();
    try {
      return await wait();
    } finally {
      resume?.();
    }
  };
}

/** Whether a request is a health check. With other methods, these paths are like any other. */
export function isHealthCheck({ method, url }: Pick<FastifyRequest, "method" | "url">): boolean {
  return (method === "GET" || method === "HEAD") && (url === "/healthz" || url === "/readyz");
}
