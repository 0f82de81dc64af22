/** A provider that is made from a review: each reviewed tool is an action, and `tools/call` is its one changing request. */
import {
  type Action,
  type ActionDefinition,
  declaredPath,
  defineAction,
  defineProvider,
  type Provider,
  ProviderFailure,
  type ProviderPort,
} from "@svc/provider-kit";
import { Type, type TObject } from "typebox";
import { assessTool } from "./assess.ts";
import { authOf } from "./auth.ts";
import { endpointParts } from "./endpoint.ts";
import { type ToolEvidence, toolEvidence } from "./evidence.ts";
import { limits } from "./limits.ts";
import { markedSchemas } from "./marks.ts";
import { readingMethods, requestHeaders, rpcRequest } from "./messages.ts";
import { readResult } from "./result.ts";
import type { Review, ReviewedTool } from "./review.ts";
import { inSession, openSession, readTool, type Place } from "./session.ts";
import { plainText, quotedText } from "./stranger-text.ts";
import { judgeMessage, judgeResponse, refuse } from "./verdict.ts";

/**
 * Makes the provider of a valid review. Tools that aren't reviewed are no actions.
 * @throws DeclarationError for a review that `checkReview` rejects.
 */
export function mcpProvider(review: Review): Provider {
  const { slug, url, server } = review;
  const { origin, path: segments } = endpointParts(url);
  const { path } = declaredPath(segments);
  const name = nameOf(slug);
  const tools = review.tools.filter(({ reviewed }) => reviewed);
  const reads = tools.filter(({ effect }) => effect === "read").map((tool) => tool.name);
  return defineProvider({
    slug,
    name,
    description: `A remote MCP server at ${new URL(url).host}. It calls itself ${quotedText(server.title ?? server.name)}.`,
    docsUrl: origin,
    origin,
    auth: [authOf(review, name)],
    requestIdHeader: "x-request-id",
    requestHeaders,
    responseHeaders: ["mcp-session-id"],
    postReads: [
      { path, json: { method: readingMethods } },
      ...(reads.length === 0 ? [] : [{ path, json: { method: ["tools/call"], "params.name": reads } }]),
    ],
    refuse,
    judge: judgeResponse,
    actions: tools.flatMap((tool) => actionOf(review, tool) ?? []),
  });
}

/** The operator's word for the server, because a server may call itself anything. */
function nameOf(slug: string): string {
  const text = slug.replaceAll("-", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function actionOf(review: Review, tool: ReviewedTool): Action | null {
  const assessed = assessTool(tool);
  if (assessed.kind === "refused") return null;
  const { input, output, sensitiveOutput } = markedSchemas(tool, assessed);
  const { effect, idempotency } = tool;
  const evidence = evidenceOf(review, tool);
  const definition: ActionDefinition = {
    id: tool.id,
    title: plainText(tool.title ?? tool.name, 100),
    description: descriptionOf(tool),
    consent: `Call the tool ${quotedText(tool.name)} of this server`,
    effect,
    idempotency,
    requiredScopes: review.auth.kind === "oauth" ? review.auth.scopes : [],
    mcp: tool.mcp,
    sensitiveOutput,
    toolDigest: tool.digest,
    input: Type.Unsafe(input) as unknown as TObject,
    output: Type.Unsafe(output),
    ...(evidence === null ? {} : { evidence: evidence.definition }),
    run: (given, port) => call(review, tool, { output: assessed.output, evidence }, given, port),
  };
  return defineAction(definition);
}

/** A stranger's words are shown as theirs, on one line and without characters that hide or reorder text. */
function descriptionOf({ name, description }: ReviewedTool): string {
  const said = description.trim() === "" ? "nothing about it" : quotedText(description, 2000);
  return `Calls the tool ${quotedText(name)} of a remote MCP server, which says: ${said}.`;
}

function evidenceOf({ tools, url, protocol }: Review, { evidence }: ReviewedTool): ToolEvidence | null {
  const looked = tools.find(({ name }) => name === evidence?.tool);
  const assessed = looked === undefined ? null : assessTool(looked);
  if (evidence === null || looked === undefined || assessed?.kind !== "usable") return null;
  const { id, name } = looked;
  return toolEvidence(evidence, { id, name, output: assessed.output }, placeOf({ url, protocol }));
}

function placeOf({ url, protocol }: Pick<Review, "url" | "protocol">): Place {
  return { path: endpointParts(url).path, revision: protocol };
}

async function call(
  { url, protocol }: Review,
  { name, effect }: ReviewedTool,
  { output, evidence }: { output: Record<string, unknown> | null; evidence: ToolEvidence | null },
  input: unknown,
  port: ProviderPort,
): Promise<unknown> {
  if (Buffer.byteLength(JSON.stringify(input)) > limits.argumentsBytesMax) {
    throw new ProviderFailure({ code: "PROVIDER_REJECTED", detail: "The arguments have more than 256 KiB." });
  }
  const place = placeOf({ url, protocol });
  if (effect === "read") {
    return readResult(await readTool(port, await openSession(port, place), name, input), output, true);
  }
  const { session, done: facts } = await inSession(port, place, async (opened) =>
    evidence === null ? {} : { facts: { held: await evidence.holds(port, opened, input) } },
  );
  const request = rpcRequest(session, "tools/call", { name, arguments: input });
  const { body } = await port.change(request, { accept: [200], ...facts });
  const verdict = judgeMessage(body);
  return readResult(verdict.kind === "result" ? verdict.result : {}, output, false);
}
