/** A provider with a changing action whose looks a test scripts, and the read that they need. */
import { sensitive } from "@svc/contract";
import { defineAction, type Action, type EvidenceStrength, type EvidenceVerdict, type Look } from "@svc/provider-kit";
import { Type } from "typebox";
import { createProvider } from "../../entry/mcp/providers.ts";

/** The strength of an action that has evidence. */
export type Strength = Exclude<EvidenceStrength, "none">;

const closed = { additionalProperties: false };
const name = Type.String({ maxLength: 50, description: "A name." });

const getThing = defineAction({
  id: "things.get",
  title: "Get",
  description: "Gets.",
  consent: "Get",
  effect: "read",
  idempotency: "safe",
  requiredScopes: [],
  mcp: false,
  sensitiveOutput: false,
  input: Type.Object({ name }, closed),
  output: Type.Object({}, closed),
  run: () => Promise.resolve({}),
});

/** The changing action. @param strength of its evidence. @param settle makes the verdict of a look. */
export function putThing(strength: Strength, settle: (look: Look) => Promise<EvidenceVerdict>): Action {
  return defineAction({
    id: "things.put",
    title: "Put",
    description: "Puts.",
    consent: "Put",
    effect: "write",
    idempotency: "unsafe",
    requiredScopes: [],
    mcp: false,
    sensitiveOutput: false,
    input: Type.Object({ name, value: sensitive(Type.String()) }, closed),
    output: Type.Object({ saved: Type.Boolean(), secret: sensitive(Type.String()) }, closed),
    run: () => Promise.resolve({ saved: true, secret: "s" }),
    evidence: {
      strength,
      needs: ["things.get"],
      facts: Type.Object({ version: Type.String({ maxLength: 20 }) }, closed),
      compares: ["value"],
      settle: async (look) => await settle(look as Look),
    },
  });
}

/** The provider with this action. It refuses 401 and 403 as such. */
export function scriptedProvider(action: Action) {
  return {
    ...createProvider("acme", [action, getThing]),
    refuse: ({ status }: { status: number }) =>
      ({
        code: status === 401 ? "PROVIDER_UNAUTHORIZED" : status === 403 ? "PROVIDER_FORBIDDEN" : "PROVIDER_REJECTED",
      }) as const,
  };
}
