/** What is wrong with values of the file of `svc-server apply` that its schema doesn't know. */
import { ServiceError, type InputError, type PolicyRule } from "@svc/contract";
import { patternsOf } from "../../domain/administration/given.ts";
import { refuseWithoutApp, refuseWithoutEvents } from "../../domain/administration/oauth-apps.ts";
import type { Administration } from "../../domain/administration/port.ts";
import type { NamedState } from "../../domain/desired-state/plan.ts";
import { registrationOf } from "../../domain/desired-state/settings.ts";
import { conforms } from "../../domain/policy/rules.ts";
import { findUnmatched } from "../../domain/service-clients/policy.ts";
import { checkRegistration } from "../../domain/service-clients/registration.ts";
import { allDeployedProviders } from "./administered.ts";
import { describedBy, type KnownProvider } from "./desired-providers.ts";

/** A fault and where it is in the file. */
export type Fault = Pick<InputError, "pointer" | "message">;

/** What values are checked with. */
export type Checking = {
  administration: Pick<Administration, "listDeployedProviders" | "checkPolicyRules">;
  /** Whether action patterns may match nothing. */
  force: boolean;
};

/** Finds the faults of origins, URLs, patterns, rules and providers. The deployment is asked about its own actions. */
export async function valueFaults(desired: NamedState, { administration, force }: Checking): Promise<readonly Fault[]> {
  const reviews = (desired.providers ?? []).map(({ review }) => review);
  const described = describedBy(reviews);
  const deployed = await allDeployedProviders(administration);
  const slugs = new Set(reviews.map(({ slug }) => slug));
  const others = deployed.filter(({ slug }) => !slugs.has(slug));
  const actions = [
    ...others.map(({ slug, actionIds }) => ({ slug, actions: actionIds.map((id) => ({ id })) })),
    ...described,
    ...reviews
      .filter(({ slug }) => described.every((provider) => provider.slug !== slug))
      .map(({ slug }) => ({ slug, actions: [] })),
  ];
  const faults: Fault[] = [];
  for (const [at, client] of (desired.serviceClients ?? []).entries()) {
    const pointer = `/serviceClients/${String(at)}`;
    const patterns = (client.policy?.actions ?? []).map((pattern, index) => {
      return { pattern, pointer: `${pointer}/policy/actions/${String(index)}` };
    });
    const layers = [
      { rules: client.policy?.rules ?? [], pointer: `${pointer}/policy/rules` },
      ...(client.keys ?? []).map(({ rules = [] }, index) => {
        return { rules, pointer: `${pointer}/keys/${String(index)}/rules` };
      }),
    ];
    const given = [...patterns, ...layers.flatMap((layer) => patternsOf(layer.rules, layer.pointer))];
    faults.push(
      ...faultsOf(() => checkRegistration(registrationOf(client))).map(({ pointer: field, message }) => ({
        pointer: `${pointer}${field.replace("/allowedActions", "/policy/actions")}`,
        message,
      })),
      ...(force ? [] : findUnmatched(given, actions).map(withForce)),
    );
    for (const layer of layers) faults.push(...(await ruleFaults(layer, described, administration)));
  }
  const providers = [...others, ...described];
  const apps = (desired.oauthApps ?? []).flatMap(({ provider, eventsSecret }, at) => {
    const pointer = `/oauthApps/${String(at)}`;
    return [
      ...faultsAt(`${pointer}/provider`, () => refuseWithoutApp(provider, providers)),
      ...(eventsSecret === undefined
        ? []
        : faultsAt(`${pointer}/eventsSecret`, () => refuseWithoutEvents(provider, others))),
    ];
  });
  return [...faults, ...apps];
}

function withForce({ pointer, message }: Fault): Fault {
  return { pointer, message: `${message} With --force it is accepted all the same.` };
}

/**
 * Asks the deployment about rules, because only it knows the inputs of its actions. A rule about an MCP server of the file is
 * also fine if it is for that one.
 */
async function ruleFaults(
  { rules, pointer }: { rules: readonly PolicyRule[]; pointer: string },
  described: readonly KnownProvider[],
  administration: Checking["administration"],
): Promise<Fault[]> {
  if (rules.length === 0) return [];
  const { faults } = await administration.checkPolicyRules({ body: { rules: [...rules] } });
  return faults
    .filter(({ rule: index }) => {
      const rule = rules[index];
      return rule === undefined || !conforms(rule, described);
    })
    .map((fault) => ({ pointer: `${pointer}${fault.pointer}`, message: fault.message }));
}

function faultsAt(pointer: string, check: () => unknown): Fault[] {
  return faultsOf(check).map(({ message }) => ({ pointer, message }));
}

/** The faults that a check throws. */
function faultsOf(check: () => unknown): Fault[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof ServiceError) return [...(error.errors ?? [{ pointer: "", message: error.detail }])];
    throw error;
  }
}
