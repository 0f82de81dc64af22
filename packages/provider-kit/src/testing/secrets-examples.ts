/** Builds examples of the shared secrets actions from the inputs that a manager accepts and rejects. */
import type { SecretsActionId } from "../secrets/contract.ts";
import type { ActionExamples, ProviderExamples, RefusedSubmission } from "./world.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The manager's own example inputs. */
export type SecretsInputs = {
  /** A secret that exists, and the name of one that doesn't. */
  present: { project: string; config: string; name: string };
  free: string;
  /** Further inputs that succeed, as changes to the usual input. */
  accepts?: Partial<Record<SecretsActionId, readonly Fields[]>>;
  /** Inputs that the schemas reject, besides those that no manager accepts. */
  refuses: {
    projects: readonly unknown[];
    configs: readonly unknown[];
    names?: readonly unknown[];
    values?: readonly unknown[];
    /** Invalid environments for `configs.list`; the invalid configs by default. */
    environments?: readonly unknown[];
  };
  /** Further examples for some of the actions. */
  more?: Partial<Record<SecretsActionId, Pick<ActionExamples, "emptyResponse" | "aliases">>>;
  /** Whether the manager has `secrets.create`. */
  creates?: true;
};

/** Names that no manager accepts. */
const refusedNames = ["", "lower", "A-B", "A/B", "../A", 7];

/** Builds the examples of every action. */
export function secretsInputs(own: SecretsInputs): ProviderExamples["actions"] {
  const { present, free, accepts = {}, refuses, more = {} } = own;
  const { project, config } = present;
  const at = { project, config };
  const set = { ...present, value: "the-value-to-write" };
  const each = (base: Fields, field: string, values: readonly unknown[]): Fields[] =>
    values.map((value) => ({ ...base, [field]: value }));
  const projects = [...refuses.projects, 7, null];
  const configs = [...refuses.configs, 7, null];
  const badPlaces = (base: Fields): Fields[] => [
    ...each(base, "project", projects),
    ...each(base, "config", configs),
    { ...base, more: 1 },
  ];
  const badSecrets = (base: Fields): Fields[] => [
    ...each(base, "name", [...refusedNames, ...(refuses.names ?? [])]),
    ...badPlaces(base),
  ];
  const of = (id: SecretsActionId, base: Fields, inputs: readonly Fields[], refusedInputs: readonly unknown[]) => {
    const [first = base, ...others] = inputs;
    const further = (accepts[id] ?? []).map((change) => ({ ...base, ...change }));
    return { [id]: { inputs: [first, ...others, ...further] as const, refusedInputs, ...more[id] } };
  };
  return {
    ...of("projects.list", {}, [{}, { page: 2, perPage: 1 }], [{ page: 0 }, { more: 1 }]),
    ...of(
      "configs.list",
      { project },
      [{ project }, { project, environment: config }],
      [{}, ...each({}, "project", projects), ...each({ project }, "environment", refuses.environments ?? configs)],
    ),
    ...of("secrets.names.list", at, [at], [{}, ...badPlaces(at)]),
    ...of("secrets.get", present, [present], badSecrets(present)),
    ...(own.creates ? of("secrets.create", { ...at, name: free }, [{ ...at, name: free }], badSecrets(present)) : {}),
    ...of(
      "secrets.set",
      set,
      // If secrets have to be created first, a free name can't be set.
      [set, ...(own.creates ? [] : [{ ...set, name: free }])],
      [...badSecrets(set), ...each(set, "value", refuses.values ?? []), { ...set, visibility: "masked" }],
    ),
    ...of("secrets.delete", present, [present], badSecrets(present)),
  };
}

/** Builds submissions that differ from a valid one in one field. */
export function refusedFields(
  valid: Fields,
  field: string,
  values: readonly (readonly [value: unknown, explains: RegExp])[],
): RefusedSubmission[] {
  return values.map(([value, explains]) => ({ submission: { ...valid, [field]: value }, explains }));
}
