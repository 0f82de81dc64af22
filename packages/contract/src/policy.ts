/** Policy: which calls are allowed, which wait for a person, and which are denied (contract §1.16). */
import { Type, type Static } from "typebox";
import { actionPatterns } from "./delegated-token.ts";
import { ActionId, idField, jsonObject, oneOf } from "./fields.ts";
import { idPrefixes } from "./ids.ts";
import { actionEffects, policyApprovers, policyDecisions, policyLayers } from "./values.ts";

const closed = { additionalProperties: false };

/** The most rules of one layer. */
export const policyRulesMax = 100;

const PolicyMatch = Type.Object(
  {
    actions: Type.Optional({ ...actionPatterns, description: "Patterns of actions; if left out, every action." }),
    effect: Type.Optional(
      Type.Array(oneOf(actionEffects), {
        minItems: 1,
        maxItems: actionEffects.length,
        uniqueItems: true,
        description: "What the actions do to the provider's state; if left out, anything.",
      }),
    ),
    tenants: Type.Optional(
      Type.Array(idField(idPrefixes.tenant, "A tenant."), {
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
        description: "The only tenants; if left out, every tenant.",
      }),
    ),
    input: Type.Optional(
      jsonObject("A JSON Schema that the input must conform to. It sees no sensitive field and takes no `$ref`."),
    ),
  },
  { description: "Which calls it is about; if left out, every call.", ...closed },
);

const decision = oneOf(
  policyDecisions,
  "`allow`; `ask`: a person has to approve it, if it changes something; `deny`. Of several layers, the strictest decides.",
);
const approver = oneOf(
  policyApprovers,
  "Who may approve: `any` person who may decide, or one `other` than the agent's own user.",
);

/** One rule. The first one of its layer that matches decides for the layer. */
export const PolicyRule = Type.Object(
  { match: Type.Optional(PolicyMatch), decision, approver: Type.Optional(approver) },
  { title: "PolicyRule", description: "A rule of a policy.", ...closed },
);
/** One rule of a policy. */
export type PolicyRule = Static<typeof PolicyRule>;

/** The rules of one layer, in order. */
export const PolicyRules = Type.Array(PolicyRule, { maxItems: policyRulesMax });

/** Body of `testPolicy`. */
export const TestPolicy = Type.Object(
  {
    connection_id: idField(idPrefixes.connection, "The connection of the tenant."),
    action_id: ActionId,
    input: Type.Optional(jsonObject("The action's input; if left out, `{}`.")),
  },
  { title: "TestPolicy", description: "A call that isn't made.", ...closed },
);
/** Body of `testPolicy`. */
export type TestPolicy = Static<typeof TestPolicy>;

/** What one layer says. */
const PolicyReason = Type.Object(
  {
    layer: oneOf(policyLayers, "Whose rules these are."),
    id: Type.String({ maxLength: 64, description: "The service client, the public part of the key, or the token." }),
    rule: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
      description:
        "The number of the rule that matched, from 1; null if none did, or if the token asks for approval of all changes.",
    }),
    decision,
  },
  { title: "PolicyReason", description: "What one layer says about a call.", ...closed },
);
/** What one layer says about a call. */
export type PolicyReason = Static<typeof PolicyReason>;

/** Answer of `testPolicy`. */
export const PolicyVerdict = Type.Object(
  {
    decision,
    approver,
    reasons: Type.Array(PolicyReason, {
      maxItems: 5,
      description: "What each layer says: the service client, the key, and every token.",
    }),
  },
  { title: "PolicyVerdict", description: "What the policy says about a call, and why.", ...closed },
);
/** What the policy says about a call. */
export type PolicyVerdict = Static<typeof PolicyVerdict>;
