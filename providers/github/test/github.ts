/** Helpers for this provider's tests: its actions by id, answers with headers, and runs with them. */
import assert from "node:assert/strict";
import type { Action, ExchangeFacts, ProviderRequest } from "@svc/provider-kit";
import { answered, runAction, scriptedSend, type RunEnd } from "@svc/provider-kit/testing";
import { github } from "../src/index.ts";

/** @throws AssertionError if the provider has no action with this id. */
export function actionOf(id: string): Action {
  const action = github.actions.find((candidate) => candidate.id === id);
  assert.ok(action !== undefined, id);
  return action;
}

/** A response with headers; names in lowercase, as a transport returns them. */
export function answeredWith(status: number, json: unknown, headers: Record<string, string>): ExchangeFacts {
  return { ...answered(status, json), headers } as ExchangeFacts;
}

/** Runs an action once with scripted answers, in order; each must be used. */
export async function runScripted(
  id: string,
  input: unknown,
  responses: readonly ExchangeFacts[],
  credentialKind = "oauth_app_token",
): Promise<{ end: RunEnd; requests: readonly ProviderRequest[]; output: Record<string, unknown> }> {
  const { send, requests } = scriptedSend(responses);
  const { end } = await runAction(github, actionOf(id), input, { credentialKind, send });
  assert.equal(requests.length, responses.length, "answers were left over");
  const output = end.kind === "output" ? (end.output as Record<string, unknown>) : {};
  return { end, requests, output };
}

/** The error code of a failed run; "" if it succeeded. */
export function codeOf(end: RunEnd): string {
  return end.kind === "failed" ? end.refusal.code : "";
}

/** The error detail of a failed run. */
export function detailOf(end: RunEnd): string {
  return end.kind === "failed" ? (end.refusal.detail ?? "") : "";
}
