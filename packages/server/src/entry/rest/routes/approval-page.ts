/**
 * The pages where a person decides on a proposal (contract §1.16): the approval URL, the return from the consumer's
 * app, and the page with its form. All are for a browser's own window, and answer with a page or a redirect, never with
 * JSON.
 */
import { DecideProposal, ServiceError } from "@svc/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  type ApprovalPageDeps,
  type ApprovalStep,
  beginApproval,
  beginUrl,
  continueApproval,
  decideReview,
  problem,
  type ReviewForm,
  type ReviewRequest,
  showReview,
} from "../../../domain/approvals/review.ts";
import { compileSchema } from "../../../domain/schemas/compile.ts";
import type { ApprovalPages } from "../../connect/approval-page.ts";
import type { Page } from "../../connect/authorization-site.ts";
import { acceptedLanguages, headerValues } from "../reading.ts";
import {
  browserCookie,
  browserSecretIn,
  isOwnForm,
  isOwnLook,
  isTopLevel,
  queryOf,
  readFormFields,
} from "../browser-requests.ts";
import { logOf } from "../observed.ts";
import { describeDefect, toServiceError } from "../problems.ts";

/** Dependencies of the routes. */
export type ApprovalPageParts = { approvals: ApprovalPageDeps; pages: ApprovalPages };

/** The size of a form with the longest reason, every character encoded. */
const formBytesMax = 4096;

const paths = {
  begin: "/approve/{proposal_id}",
  continue: "/approve/{proposal_id}/continue",
  review: "/approve/{proposal_id}/{agent_authorization_id}",
} as const;

/** Registers the routes. There is no HEAD, because it would use up a one-time link without showing the page. */
export function serveApprovalPage(app: FastifyInstance, parts: ApprovalPageParts): void {
  const { approvals } = parts;
  const ownOrigin = new URL(approvals.signIn.apiUrl).origin;
  serve(app, parts, { method: "GET", path: paths.begin }, (_request, at) => beginApproval(approvals, at));
  serve(app, parts, { method: "GET", path: paths.continue }, (request, at) =>
    continueApproval(approvals, at, queryOf(request)),
  );
  serve(app, parts, { method: "GET", path: paths.review }, (_request, at) => showReview(approvals, at));
  serve(app, parts, { method: "POST", path: paths.review }, async (request, at) => {
    const form = isOwnForm(request, ownOrigin) ? readForm(request) : null;
    if (form === null) return problem("form", beginUrl(approvals, at.proposalId));
    return await decideReview(approvals, at, form);
  });
}

function serve(
  app: FastifyInstance,
  { approvals, pages }: ApprovalPageParts,
  { method, path }: { method: "GET" | "POST"; path: string },
  step: (request: FastifyRequest, at: ReviewRequest) => Promise<ApprovalStep>,
): void {
  const isSecure = approvals.signIn.apiUrl.startsWith("https:");
  app.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ":$1(^[^/:]+$)"),
    exposeHeadRoute: false,
    config: {
      path,
      bodyBytesMax: method === "POST" ? formBytesMax : 0,
      group: "approval",
      refuse: (request: FastifyRequest, reply: FastifyReply) =>
        send(reply, { ...pages.problem("overloaded", languagesOf(request), null), status: 429 }),
    },
    handler: async (request, reply) => {
      const languages = languagesOf(request);
      const mayBeLook = method === "GET" && path === paths.review;
      if (!isTopLevel(request) && !(mayBeLook && isOwnLook(request)))
        return send(reply, pages.problem("framed", languages, null));
      const browserSecret = browserSecretIn(isSecure, headerValues(request.raw.rawHeaders, "cookie"));
      const { proposal_id: proposalId = "", agent_authorization_id: authorizationId = "" } = request.params as Readonly<
        Record<string, string>
      >;
      try {
        const next = await step(request, { proposalId, authorizationId, browserSecret, languages });
        if (next.kind === "problem") return send(reply, pages.problem(next.problem, languages, next.again));
        if (next.kind === "review") return send(reply, pages.review(next.review, languages, next.isTooLate));
        reply.header("set-cookie", browserCookie(isSecure, next.keepSecret));
        const headers = { location: next.url, "cache-control": "no-store", "referrer-policy": "no-referrer" };
        return reply.code(303).headers(headers).send();
      } catch (error) {
        const known = toServiceError(error);
        if (known.code === "INTERNAL" && !(error instanceof ServiceError)) {
          logOf(request).error({ defect: describeDefect(error) }, "defect");
        }
        const isBusy = known.code === "OVERLOADED" || known.code === "RATE_LIMITED";
        return send(reply, pages.problem(isBusy ? "overloaded" : "server", languages, null));
      }
    },
  });
}

function languagesOf(request: FastifyRequest): string[] {
  return acceptedLanguages(headerValues(request.raw.rawHeaders, "accept-language"));
}

function send(reply: FastifyReply, { status, headers, html }: Page): FastifyReply {
  return reply.code(status).headers(headers).send(html);
}

const checkReason = compileSchema(DecideProposal.properties.reason);

/**
 * The decision that a form carries; null if it isn't our form, or approves without the checkbox, which no browser
 * sends.
 */
function readForm(request: FastifyRequest): ReviewForm | null {
  const fields = readFormFields(request);
  const [token, digest, decision] = ["token", "digest", "decision"].map((name) => fields?.get(name));
  if (token === undefined || digest === undefined || (decision !== "approve" && decision !== "deny")) return null;
  if (decision === "approve" && fields?.get("read") !== "yes") return null;
  const reason = (fields?.get("reason") ?? "").trim().replaceAll(/\s+/g, " ");
  if (reason === "") return { token, digest, decision };
  return checkReason(reason).length === 0 ? { token, digest, decision, reason } : null;
}
