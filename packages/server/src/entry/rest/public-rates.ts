/**
 * Counts requests to routes that need no key, before anything else is done for them. Every route names its group; one
 * without a group can't be registered.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from "fastify";
import { ServiceError } from "@svc/contract";
import type { PublicGroup, PublicRates } from "../../domain/limits/rates.ts";
import { toHookList } from "./body.ts";
import { networkOf } from "./context.ts";

/**
 * How a route is limited: by its group's rate; `own`: it identifies its sender, and counts only whom it refuses;
 * `health`: never refused, because it costs next to nothing.
 */
export type RouteGroup = PublicGroup | "own" | "health";

/** The part of a route's configuration that this file reads. */
export type RateConfig = {
  group: RouteGroup;
  /** The group in which a sender that isn't authenticated counts; `key` by default. */
  refusals?: PublicGroup;
  /** Sends the refusal as a page; a problem document by default. */
  refuse?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
};

/** Registers the hooks. Register routes afterwards; one without a group throws. */
export function ratePublicRoutes(app: FastifyInstance, rates: PublicRates): void {
  const count: onRequestHookHandler = (request, reply, done) => {
    const { group, refuse } = request.routeOptions.config as unknown as RateConfig;
    if (group === "own" || group === "health") {
      done();
      return;
    }
    try {
      rates.count(group, networkOf(request));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      reply.header("cache-control", "no-store");
      if (refuse === undefined) done(error);
      else refuse(request, reply);
      return;
    }
    done();
  };
  app.addHook("onRoute", (route) => {
    const { group } = (route.config ?? {}) as Partial<RateConfig>;
    if (group === undefined) throw new Error(`The route ${String(route.method)} ${route.url} has no group of rates.`);
    const hooks = toHookList(route.onRequest);
    // A HEAD route is made from its GET route, with these hooks.
    if (!hooks.includes(count)) route.onRequest = [count, ...hooks];
  });
}

/** A response of this size counts as one request. */
const bytesPerRequest = 64 * 1024;

/** Counts a large response as several requests. @param request was already counted as one. */
export function countBytes(rates: PublicRates, group: PublicGroup, request: FastifyRequest, bytes: number): void {
  const more = Math.floor(bytes / bytesPerRequest);
  if (more > 0) rates.owe(group, networkOf(request), more);
}

/** Counts a refused sender. @returns the refusal, or one for its rate. */
export function countRefusal(
  rates: PublicRates,
  group: PublicGroup,
  request: FastifyRequest,
  refusal: ServiceError,
): ServiceError {
  try {
    rates.count(group, networkOf(request));
    return refusal;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}
