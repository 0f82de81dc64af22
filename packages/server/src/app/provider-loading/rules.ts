/** The rules for every provider, wherever it comes from: those of the kit, and those for all schemas of this server. */
import { schemaFindings, slugPattern } from "@svc/contract";
import { declarationFaults, providerFaults, staticAuthOf, type Action, type Provider } from "@svc/provider-kit";
import { compileSchema } from "../../domain/schemas/compile.ts";
import { toolFault } from "../../entry/mcp/tools.ts";

/**
 * @param module what the main module exports.
 * @returns one sentence for each fault, in the order of importance; none if the provider may be used.
 */
export function moduleFaults(module: object): string[] {
  const provider: unknown = (module as { provider?: unknown }).provider;
  if (typeof provider !== "object" || provider === null) return ["it exports no `provider`"];
  try {
    return [...ruleFaults(provider as Provider)];
  } catch {
    // Rules rely on the types. Code that isn't type-checked can have any value there.
    return ["its export `provider` isn't made by defineProvider of @svc/provider-kit"];
  }
}

function ruleFaults(provider: Provider): string[] {
  const { slug, name, description, docsUrl, actions } = provider;
  if (!new RegExp(slugPattern).test(slug)) return ["its slug isn't lowercase words joined by hyphens"];
  return [
    ...([name, description, docsUrl].every((text) => typeof text === "string" && text.trim() !== "")
      ? []
      : ["it has no name, no description or no docsUrl"]),
    ...(actions.length === 0 ? ["it has no actions"] : []),
    ...providerFaults(provider).map(withoutStop),
    ...actions.flatMap((action) =>
      [...actionFaults(action), ...toolFaults(provider, action)].map((fault) => `${action.id}: ${withoutStop(fault)}`),
    ),
    ...schemaFaults("its submission", staticAuthOf(provider)?.submission, "caller"),
  ];
}

function actionFaults(action: Action): string[] {
  return [
    ...(typeof action.run === "function" ? [] : ["it has no run."]),
    ...declarationFaults(action),
    ...schemaFaults("its input", action.input, "caller"),
    ...schemaFaults("its output", action.output, "service"),
    ...schemaFaults("the facts of its evidence", action.evidence?.facts, "service"),
  ];
}

/** An action for agents is a tool, whose name hosts limit. */
function toolFaults(provider: Provider, action: Action): string[] {
  const fault = toolFault(provider, action);
  return fault === null ? [] : [`it can't be a tool for agents: ${fault}`];
}

function schemaFaults(what: string, schema: object | undefined, from: "caller" | "service"): string[] {
  if (schema === undefined) return [];
  const findings = schemaFindings(schema, from).map(
    ({ pointer, rule, remedy }) => `${what} has ${rule} at ${pointer === "" ? "/" : pointer}: ${remedy}`,
  );
  return isUsable(schema) ? findings : [...findings, `${what} has a keyword or a pattern that svc can't check`];
}

/** Whether the validator accepts the schema: it supports every keyword, and each pattern runs in linear time. */
function isUsable(schema: object): boolean {
  try {
    compileSchema(schema)(null);
    return true;
  } catch {
    return false;
  }
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, "");
}

/** The rules that a loaded provider breaks, one per line. It quotes no text from the provider's code. */
export class ProviderFault extends Error {
  /** @param given the package or folder, as named in the configuration. */
  constructor(given: string, ...rules: readonly string[]) {
    super(rules.map((rule) => `${given}: ${rule}.`).join("\n"));
    this.name = "ProviderFault";
  }
}
