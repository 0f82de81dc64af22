/** Rules between the parts of a review, as pure functions that return each fault with its place. */
import { toolName } from "@svc/contract/agent-tools";
import { isRecord } from "@svc/provider-kit/shape";
import { toolDigest } from "./digest.ts";
import { endpointFault } from "./endpoint.ts";
import { assessTool } from "./assess.ts";
import { markFaults } from "./marks.ts";
import type { Review, ReviewedTool, ReviewFault } from "./review.ts";

/** Returns every rule that a review breaks; none if it's valid. */
export function reviewFaults(review: Review): ReviewFault[] {
  return [
    ...addressFaults(review),
    ...appFaults(review),
    ...repeatFaults(review),
    ...review.tools.flatMap((tool, at) => toolFaults(review, tool, `/tools/${String(at)}`)),
    ...accountFaults(review),
  ];
}

function addressFaults({ url, auth }: Review): ReviewFault[] {
  const places: [pointer: string, address: string][] = [["/url", url]];
  if (auth.kind === "oauth") {
    places.push(
      ["/auth/authorizationEndpoint", auth.authorizationEndpoint],
      ["/auth/tokenEndpoint", auth.tokenEndpoint],
    );
    if (auth.registrationEndpoint !== null) places.push(["/auth/registrationEndpoint", auth.registrationEndpoint]);
  }
  const faults = places.flatMap(([pointer, address]) => {
    const message = endpointFault(address);
    return message === null ? [] : [{ pointer, message }];
  });
  if (faults.length > 0 || auth.kind !== "oauth" || auth.sendsIss) return faults;
  const [authorization, token] = [auth.authorizationEndpoint, auth.tokenEndpoint].map((one) => new URL(one).origin);
  if (authorization === token) return faults;
  // A code of one server must never reach another one's token endpoint (RFC 9207).
  return [{ pointer: "/auth/sendsIss", message: "It has to be true if the two endpoints have different origins." }];
}

function appFaults({ auth }: Review): ReviewFault[] {
  if (auth.kind !== "oauth") return [];
  const faults: ReviewFault[] = [];
  if (auth.app === "document" && auth.clientAuthentication !== "none") {
    faults.push({
      pointer: "/auth/clientAuthentication",
      message: "It has to be none, because a document has no secret.",
    });
  }
  if (auth.app === "registered" && auth.registrationEndpoint === null) {
    faults.push({ pointer: "/auth/app", message: "The server has no place where svc could register an app." });
  }
  return faults;
}

function repeatFaults({ tools }: Review): ReviewFault[] {
  return (["name", "id"] as const).flatMap((field) =>
    tools.flatMap((tool, at) =>
      tools.findIndex((other) => other[field] === tool[field]) === at
        ? []
        : [{ pointer: `/tools/${String(at)}/${field}`, message: `Another tool has the same ${field}.` }],
    ),
  );
}

function toolFaults(review: Review, tool: ReviewedTool, pointer: string): ReviewFault[] {
  const faults: ReviewFault[] = [];
  const add = (place: string, message: string) => faults.push({ pointer: `${pointer}${place}`, message });
  if (toolDigest(tool as Parameters<typeof toolDigest>[0]) !== tool.digest) {
    add("/digest", "It doesn't match the tool's name, title, description, schemas and annotations.");
  }
  if ((tool.effect === "read") !== (tool.idempotency === "safe")) {
    add("/idempotency", "It has to be safe if the effect is read, and only then.");
  }
  if (!tool.reviewed) return faults;
  const assessed = assessTool(tool);
  if (assessed.kind === "refused") {
    add(
      "/reviewed",
      `svc can't offer this tool: ${assessed.gap.reason} (${assessed.side}Schema${assessed.gap.pointer})`,
    );
    return faults;
  }
  for (const fault of markFaults(tool, assessed)) add(fault.pointer, fault.message);
  const name = toolName(review.slug, tool.id);
  if (tool.mcp && !/^[A-Za-z0-9_-]{1,52}$/.test(name)) {
    add("/mcp", "Its name for agents, which is the slug and the id, would have more than 52 characters.");
  }
  return [...faults, ...evidenceFaults(review, tool, pointer)];
}

function evidenceFaults({ tools }: Review, { effect, evidence }: ReviewedTool, pointer: string): ReviewFault[] {
  if (evidence === null) return [];
  const faults: ReviewFault[] = [];
  const add = (place: string, message: string) => faults.push({ pointer: `${pointer}/evidence${place}`, message });
  if (effect === "read") add("", "A read changes nothing, so there's no evidence of it.");
  const looked = tools.find(({ name }) => name === evidence.tool);
  if (looked === undefined || !looked.reviewed || looked.effect !== "read") {
    add("/tool", "It has to be a reviewed tool of this server whose effect is read.");
  } else {
    const declared = Object(looked.inputSchema["properties"]) as object;
    for (const name of Object.keys(evidence.arguments)) {
      if (!Object.hasOwn(declared, name)) add(`/arguments/${name}`, "That tool has no such argument.");
    }
  }
  const values: [string, unknown][] = Object.entries(evidence.arguments).map(([name, one]) => [
    `/arguments/${name}`,
    one,
  ]);
  if (evidence.equals !== undefined) values.push(["/equals", evidence.equals]);
  for (const [place, value] of values) {
    if (!isRecord(value) || Object.keys(value).length !== 1) add(place, "It needs `from` or `value`, and not both.");
  }
  return faults;
}

function accountFaults({ account, tools, auth }: Review): ReviewFault[] {
  if (account === null) return [];
  const tool = tools.find(({ name }) => name === account.tool);
  const isUsable = tool?.reviewed === true && tool.effect === "read";
  return [
    ...(isUsable ? [] : [{ pointer: "/account/tool", message: "It has to be a reviewed tool whose effect is read." }]),
    ...(auth.kind === "none" ? [{ pointer: "/account", message: "Without a credential, there are no accounts." }] : []),
  ];
}
