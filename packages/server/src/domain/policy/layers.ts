/** The layers of a caller's policy: its service client's, its key's, and one per token, oldest first. */
import type { Caller } from "../service-clients/caller.ts";
import type { PolicyRulesOf } from "./decide.ts";

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
