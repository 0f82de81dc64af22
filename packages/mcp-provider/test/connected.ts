/** The stand-in as a provider whose actions run without a server. */
import type { TestContext } from "node:test";
import { runAction, sendTo, runLook, type PassedFacts, type RunEnd } from "@svc/provider-kit/testing";
import { staticAuthOf, type Provider } from "@svc/provider-kit";
import { checkReview, mcpProvider, reviewFrom, type Review, type ServerFacts, type ToolFacts } from "../src/index.ts";
import { notesTools, startStandIn, type StandIn, type StandInOptions } from "../simulator/index.ts";

/** The facts about the stand-in. */
export function notesFacts(url: string, protocol = "2025-11-25"): ServerFacts {
  const tools = notesTools.map((tool) => ({
    title: null,
    outputSchema: null,
    annotations: null,
    ...tool,
  })) as ToolFacts[];
  return { url, protocol, server: { name: "notes", title: "Notes", version: "1.0.0" }, authorization: "bearer", tools };
}

/** A review in which every tool is accepted as it claims to be, and a lost `set_note` is found with `get_note`. */
export function notesReview(facts: ServerFacts, evidence: { refusedIfAbsent?: boolean } = {}): Review {
  const review = structuredClone(reviewFrom("notes", facts));
  for (const tool of review.tools) {
    tool.reviewed = true;
    if (tool.name === "set_note") {
      tool.evidence = {
        tool: "get_note",
        arguments: { id: { from: "/id" } },
        at: "/text",
        equals: { from: "/text" },
        ...evidence,
      };
    }
  }
  const result = checkReview(review);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return review;
}

/** A running stand-in and its provider. */
export type Connected = {
  standIn: StandIn;
  provider: Provider;
  /** Runs a tool's action. */
  call(tool: string, input: unknown, token?: string): Promise<{ end: RunEnd; facts: PassedFacts }>;
  /** Looks for the effect of a `set_note`. */
  look(input: unknown, facts: PassedFacts): ReturnType<typeof runLook>;
};

/** Starts the stand-in, and closes it after the test. */
export async function connected(
  t: TestContext,
  options: StandInOptions = {},
  evidence: { refusedIfAbsent?: boolean } = {},
): Promise<Connected> {
  const standIn = await startStandIn(options);
  t.after(() => standIn.close());
  const review = notesReview(
    notesFacts(standIn.url, options.isStateless === true ? "2026-07-28" : undefined),
    evidence,
  );
  const provider = mcpProvider(review);
  const optionsFor = (token: string) => {
    const headers = staticAuthOf(provider)?.headers({ access_token: token }) ?? {};
    return { credentialKind: "bearer_token", send: sendTo(provider, { url: standIn.url }, headers) };
  };
  const actionOf = (tool: string) => {
    const id = review.tools.find(({ name }) => name === tool)?.id;
    const action = provider.actions.find((one) => one.id === id);
    if (action === undefined) throw new Error(`There's no action for ${tool}.`);
    return action;
  };
  return {
    standIn,
    provider,
    call: (tool, input, token = "token-a") => runAction(provider, actionOf(tool), input, optionsFor(token)),
    look: (input, facts) =>
      runLook(provider, actionOf("set_note"), { ...optionsFor("token-a"), input, facts, sentAt: 0, nowMs: 1 }),
  };
}
