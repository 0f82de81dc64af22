/** Helpers for this provider's tests: its actions by id, and a run with scripted answers. */
import assert from "node:assert/strict";
import type { Action, ExchangeFacts, ProviderRequest } from "@svc/provider-kit";
import { runAction, scriptedSend, type RunEnd } from "@svc/provider-kit/testing";
import { doppler } from "../src/index.ts";

/** @throws AssertionError if the provider has no action with this id. */
export function actionOf(id: string): Action {
  const action = doppler.actions.find((candidate) => candidate.id === id);
  assert.ok(action !== undefined, id);
  return action;
}

/** Runs an action once with scripted answers, in order; each must be used. */
export async function runScripted(
  id: string,
  input: unknown,
  responses: readonly ExchangeFacts[],
  credentialKind = "service_account_token",
): Promise<{ end: RunEnd; requests: readonly ProviderRequest[] }> {
  const { send, requests } = scriptedSend(responses);
  const { end } = await runAction(doppler, actionOf(id), input, { credentialKind, send });
  assert.equal(requests.length, responses.length, "answers were left over");
  return { end, requests };
}

/** The error code of a failed run; "" if it succeeded. */
export function codeOf(end: RunEnd): string {
  return end.kind === "failed" ? end.refusal.code : "";
}

/** The error detail of a failed run. */
export function detailOf(end: RunEnd): string {
  return end.kind === "failed" ? (end.refusal.detail ?? "") : "";
}
