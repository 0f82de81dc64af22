/** Policy: which calls are allowed, which need a person's approval, and which are denied (contract §1.16). */
import { Type, type Static } from "typebox";
import { actionPatterns } from "./delegated-token.ts";
import { ActionId, idField, jsonObject, oneOf } from "./fields.ts";
import { idPrefixes } from "./ids.ts";
import { actionEffects, policyApprovers, policyDecisions, policyLayers } from "./values.ts";

const closed = { additionalProperties: false };

/** The maximum number of rules in one layer. */
export const policyRulesMax = 100;

const PolicyMatch = Type.Object(
  {
    actions: Type.Optional({ ...actionPatterns, description: "Action patterns; if omitted, every action." }),
    effect: Type.Optional(
      Type.Array(oneOf(actionEffects), {
        minItems: 1,
        maxItems: actionEffects.length,
        uniqueItems: true,
        description: "What the actions do to the provider's state; if omitted, any effect.",
      }),
    ),
    tenants: Type.Optional(
      Type.Array(idField(idPrefixes.tenant, "A tenant."), {
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
        description: "The tenants the rule applies to; if omitted, every tenant.",
      }),
    ),
    input: Type.Optional(
      jsonObject(
        "A JSON Schema that the input must match. Sensitive fields are removed first, and `$ref` isn't accepted.",
      ),
    ),
  },
  { description: "The calls the rule applies to; if omitted, every call.", ...closed },
);

const decision = oneOf(
  policyDecisions,
  "`allow`, `ask` (a person has to approve the call if it changes something) or `deny`. Across layers, the strictest decision wins.",
);
const approver = oneOf(
  policyApprovers,
  "Who may approve: `any` person who may decide, or only one `other` than the agent's own user.",
);

/** One rule. In each layer, the first rule that matches decides. */
export const PolicyRule = Type.Object(
  { match: Type.Optional(PolicyMatch), decision, approver: Type.Optional(approver) },
  { title: "PolicyRule", description: "A rule of a policy.", ...closed },
);
/** What a rule matches, and its decision. */
export type PolicyRule = Static<typeof PolicyRule>;

/** The rules of one layer, in order. */
export const PolicyRules = Type.Array(PolicyRule, { maxItems: policyRulesMax });

/** Body of `testPolicy`. */
export const TestPolicy = Type.Object(
  {
    connection_id: idField(idPrefixes.connection, "The tenant's connection."),
    action_id: ActionId,
    input: Type.Optional(jsonObject("The action's input; if omitted, `{}`.")),
  },
  { title: "TestPolicy", description: "The call to test. It isn't executed.", ...closed },
);
/** Body of `testPolicy`. */
export type TestPolicy = Static<typeof TestPolicy>;

/** One layer's decision. */
const PolicyReason = Type.Object(
  {
    layer: oneOf(policyLayers, "The policy layer."),
    id: Type.String({ maxLength: 64, description: "The service client, the public part of the key, or the token." }),
    rule: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
      description:
        "The number of the rule that matched, from 1; null if none did, or if the token requires approval for all changes.",
    }),
    decision,
  },
  { title: "PolicyReason", description: "One layer's decision on a call.", ...closed },
);
/** One layer's decision on a call. */
export type PolicyReason = Static<typeof PolicyReason>;

/** Response of `testPolicy`. */
export const PolicyVerdict = Type.Object(
  {
    decision,
    approver,
    reasons: Type.Array(PolicyReason, {
      maxItems: 5,
      description: "The decision of each layer: the service client, the key, and every token.",
    }),
  },
  { title: "PolicyVerdict", description: "The policy's decision on a call, and why.", ...closed },
);
/** The policy's decision on a call. */
export type PolicyVerdict = Static<typeof PolicyVerdict>;
