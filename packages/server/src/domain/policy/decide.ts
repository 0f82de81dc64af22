/**
 * Decides on a call (contract §1.16): in each layer of the caller's policy, the first rule that matches; then the
 * strictest layer. Pure.
 */
import {
  policyDecisions,
  type PolicyApprover,
  type PolicyDecision,
  type PolicyLayer,
  type PolicyRule,
} from "@svc/contract";
import type { Effect } from "../service-clients/port.ts";
import { allows } from "../service-clients/policy.ts";
import { conformsTo } from "./input-schema.ts";
import type { Caller } from "../service-clients/caller.ts";

/** The rules of one layer. */
export type PolicyRulesOf = {
  layer: PolicyLayer;
  /** The service client's id, the public part of the key, or the token's id. */
  id: string;
  rules: readonly PolicyRule[];
  /** Whether every call that changes something needs approval, unless a rule matches it. */
  requiresApproval: boolean;
};

/** A call, as rules see it. */
export type PolicyCall = {
  tenantId: string;
  provider: string;
  actionId: string;
  effect: Effect;
  /** The input without its sensitive fields. */
  input: unknown;
};

/** The verdict of one layer, with the number of its rule, from 1; null if none matched. */
export type LayerVerdict = {
  layer: PolicyLayer;
  id: string;
  rule: number | null;
  decision: PolicyDecision;
  approver: PolicyApprover;
};

/** The combined verdict of all layers. */
export type PolicyOutcome = {
  decision: PolicyDecision;
  /** Who may approve, if the decision is `ask`. */
  approver: PolicyApprover;
  /** The deciding layer: the first of the strictest ones. Null without layers. */
  by: LayerVerdict | null;
  reasons: readonly LayerVerdict[];
};

export function decidePolicy(layers: readonly PolicyRulesOf[], call: PolicyCall): PolicyOutcome {
  const reasons = layers.map((layer) => verdictOf(layer, call));
  const by = reasons.reduce<LayerVerdict | null>(
    (strictest, one) => (strictest === null || isStricter(one.decision, strictest.decision) ? one : strictest),
    null,
  );
  const approver = reasons.some((one) => one.decision === "ask" && one.approver === "other") ? "other" : "any";
  return { decision: by?.decision ?? "allow", approver, by, reasons };
}

function isStricter(decision: PolicyDecision, than: PolicyDecision): boolean {
  return policyDecisions.indexOf(decision) > policyDecisions.indexOf(than);
}

function verdictOf({ layer, id, rules, requiresApproval }: PolicyRulesOf, call: PolicyCall): LayerVerdict {
  const index = rules.findIndex((rule) => appliesTo(rule, call));
  const rule = rules[index];
  if (rule !== undefined) {
    return { layer, id, rule: index + 1, decision: rule.decision, approver: rule.approver ?? "any" };
  }
  const decision = requiresApproval && call.effect !== "read" ? "ask" : "allow";
  return { layer, id, rule: null, decision, approver: "any" };
}

/**
 * Whether a rule applies. `ask` doesn't apply to reads: they change nothing, and callers couldn't get the response
 * later.
 */
function appliesTo({ decision, match = {} }: PolicyRule, call: PolicyCall): boolean {
  if (decision === "ask" && call.effect === "read") return false;
  const { actions, effect, tenants, input } = match;
  return (
    (actions === undefined || allows(actions, call.provider, call.actionId)) &&
    (effect?.includes(call.effect) ?? true) &&
    (tenants?.includes(call.tenantId) ?? true) &&
    (input === undefined || conformsTo(input, call.input))
  );
}

/** Returns the layers that aren't empty. */
export function layersOf({ client, keyId, keyPolicy = [], token }: Caller): PolicyRulesOf[] {
  const tokens = (token?.chain ?? []).map(({ id, requireApproval }) => ({
    layer: "token" as const,
    id,
    rules: [],
    requiresApproval: requireApproval,
  }));
  const layers: PolicyRulesOf[] = [
    { layer: "service_client", id: client.id, rules: client.policyRules, requiresApproval: false },
    { layer: "key", id: keyId, rules: keyPolicy, requiresApproval: false },
    ...tokens,
  ];
  return layers.filter(({ rules, requiresApproval }) => rules.length > 0 || requiresApproval);
}

/** Whether a person may have to approve this caller's changes. */
export function mayNeedApproval(caller: Caller): boolean {
  return layersOf(caller).some(
    ({ rules, requiresApproval }) => requiresApproval || rules.some(({ decision }) => decision === "ask"),
  );
}
