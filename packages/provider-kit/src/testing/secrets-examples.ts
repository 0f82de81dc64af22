/** Examples of the shared actions of secrets managers, made of what a manager accepts and refuses. */
import type { SecretsActionId } from "../secrets/contract.ts";
import type { ActionExamples, ProviderExamples, RefusedSubmission } from "./world.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What is the manager's own about its examples. */
export type SecretsInputs = {
  /** A secret that is there, and the name of one that isn't. */
  present: { project: string; config: string; name: string };
  free: string;
  /** Further inputs that succeed, as changes of the usual one. */
  accepts?: Partial<Record<SecretsActionId, readonly Fields[]>>;
  /** What the schemas refuse, besides what no manager accepts. */
  refuses: {
    projects: readonly unknown[];
    configs: readonly unknown[];
    names?: readonly unknown[];
    values?: readonly unknown[];
    /** A config that isn't one for `configs.list` alone. */
    environments?: readonly unknown[];
  };
  /** More about some of the actions. */
  more?: Partial<Record<SecretsActionId, Pick<ActionExamples, "emptyAnswer" | "aliases">>>;
  /** Whether there is `secrets.create`. */
  creates?: true;
};

/** Names that no manager accepts. */
const refusedNames = ["", "lower", "A-B", "A/B", "../A", 7];

/** Makes the examples of every action. */
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
      // Where a secret has to be created, a free name can't be set.
      [set, ...(own.creates ? [] : [{ ...set, name: free }])],
      [...badSecrets(set), ...each(set, "value", refuses.values ?? []), { ...set, visibility: "masked" }],
    ),
    ...of("secrets.delete", present, [present], badSecrets(present)),
  };
}

/** Submissions that differ from a valid one in one field. */
export function refusedFields(
  valid: Fields,
  field: string,
  values: readonly (readonly [value: unknown, explains: RegExp])[],
): RefusedSubmission[] {
  return values.map(([value, explains]) => ({ submission: { ...valid, [field]: value }, explains }));
}
