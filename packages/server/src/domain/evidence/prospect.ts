/** Reports whether svc will look for the effect of an unknown outcome. The caller gets this with the error. */
import type { EvidenceProspect } from "@svc/contract";
import type { ExecutionRow } from "../records/record.ts";
import { subjectOf, type EvidenceDeps } from "./examine.ts";
import { observableOf } from "./needs.ts";

/** Returns the current prospect. A change to a grant, a policy or a setting can change it. */
export type ProspectOf = (execution: Pick<ExecutionRow, "id" | "clientId">) => Promise<EvidenceProspect>;

/** Creates the function, which reads only svc's own records. */
export function createProspectOf(
  deps: Pick<EvidenceDeps, "store" | "connections" | "serviceClients" | "actions" | "settings">,
): ProspectOf {
  const { store, actions, settings } = deps;
  return async ({ id, clientId }) => {
    if (settings.mode === "off") return "none";
    const found = await store.find(clientId, id);
    if (found === null) return "none";
    const observable = observableOf(actions, await subjectOf(deps, found));
    // Paused looks resume once what pauses them is over.
    if (!("sealed" in observable) && observable.kind !== "paused") return "none";
    const standing = await store.standing(clientId, id);
    if (standing === "ended") return "none";
    return settings.mode === "automatic" && standing === "scheduled" ? "automatic" : "on_request";
  };
}
