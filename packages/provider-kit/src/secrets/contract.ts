/**
 * The six actions that every secrets manager has: the same ids, inputs and outputs, so that a backend written for one
 * works with all. A seventh is for managers in which a secret has to be created before its first value is set.
 */
import { oneOf, summary, summaryCount } from "@svc/contract";
import { Type } from "typebox";
import { computed, config, createdAt, environment, name, page, perPage, project, value, visibility } from "./fields.ts";

const strict = { additionalProperties: false };

const read = { effect: "read", idempotency: "safe" } as const;

const listedProject = Type.Object(
  {
    slug: Type.String({ description: "The name that other actions take as `project`." }),
    name: Type.String({ description: "Name of the project." }),
    description: Type.String({ description: "Description of the project; empty if it has none." }),
    createdAt,
  },
  strict,
);

const listedConfig = Type.Object(
  {
    name: Type.String({ description: "The name that other actions take as `config`." }),
    project: Type.String({ description: "The config's project." }),
    environment: Type.String({ description: "Slug of the environment." }),
    root: Type.Boolean({
      description: "Whether it is the environment's root config, which its branches inherit from.",
    }),
    locked: Type.Boolean({ description: "Whether it can't be renamed or deleted; says nothing about its secrets." }),
    createdAt,
  },
  strict,
);

/** The shared declarations of a secrets manager's actions, by action id. */
export const secretsContract = {
  "projects.list": {
    ...read,
    id: "projects.list",
    title: "List projects",
    consent: "See the names and descriptions of your projects",
    input: Type.Object({ page: Type.Optional(page), perPage: Type.Optional(perPage) }, strict),
    output: Type.Object(
      {
        projects: summaryCount(
          Type.Array(listedProject, { description: "The projects on this page, in no guaranteed order." }),
        ),
        page,
      },
      strict,
    ),
  },
  "configs.list": {
    ...read,
    id: "configs.list",
    title: "List configs",
    consent: "See the names of a project's configs",
    input: Type.Object(
      { project, environment: Type.Optional(environment), page: Type.Optional(page), perPage: Type.Optional(perPage) },
      strict,
    ),
    output: Type.Object(
      {
        configs: summaryCount(
          Type.Array(listedConfig, { description: "The configs on this page, in no guaranteed order." }),
        ),
        page,
      },
      strict,
    ),
  },
  "secrets.names.list": {
    ...read,
    id: "secrets.names.list",
    title: "List secret names",
    consent: "See the names of a config's secrets, but not their values",
    input: Type.Object({ project, config }, strict),
    output: Type.Object(
      {
        names: summaryCount(Type.Array(Type.String(), { description: "The names, in no guaranteed order." })),
      },
      strict,
    ),
  },
  "secrets.get": {
    ...read,
    id: "secrets.get",
    title: "Read a secret",
    consent: "Read the value of a secret",
    input: Type.Object({ project, config, name }, strict),
    output: Type.Object({ name: summary(name), computed }, strict),
  },
  "secrets.set": {
    effect: "write",
    idempotency: "unsafe",
    id: "secrets.set",
    title: "Write a secret",
    consent: "Create and replace secrets",
    input: Type.Object({ project, config, name, value, visibility: Type.Optional(visibility) }, strict),
    output: Type.Object(
      {
        project: summary(project),
        config: summary(config),
        name: summary(name),
        saved: summary(Type.Literal(true, { description: "The provider accepted the value." })),
      },
      strict,
    ),
  },
  "secrets.delete": {
    effect: "destructive",
    idempotency: "idempotent",
    id: "secrets.delete",
    title: "Delete a secret",
    consent: "Delete secrets",
    input: Type.Object({ project, config, name }, strict),
    output: Type.Object(
      {
        project: summary(project),
        config: summary(config),
        name: summary(name),
        result: summary(oneOf(["deleted", "already_absent"], "Whether the secret existed.")),
      },
      strict,
    ),
  },
  "secrets.create": {
    effect: "write",
    idempotency: "unsafe",
    id: "secrets.create",
    title: "Create a secret",
    consent: "Create secrets that have no value yet",
    input: Type.Object({ project, config, name }, strict),
    output: Type.Object(
      {
        project: summary(project),
        config: summary(config),
        name: summary(name),
        created: summary(Type.Literal(true, { description: "The secret exists, and has no value." })),
      },
      strict,
    ),
  },
} as const;

/** The id of one of the shared actions. */
export type SecretsActionId = keyof typeof secretsContract;

/**
 * The actions that a secrets manager has only if it needs them. If it has `secrets.create`, then `secrets.set` of an
 * absent name fails with `SECRET_NOT_FOUND` before any change, and so does `secrets.get` of a secret without a value.
 */
export const optionalSecretsActions: readonly SecretsActionId[] = ["secrets.create"];

/** Optional inputs that a provider omits if it doesn't support them. */
export const inputsOfSome: readonly string[] = ["visibility"];

const entriesPerPage = 20;

/** Returns a page of a list that the provider itself doesn't paginate. */
export function pageOf<Entry>(
  entries: readonly Entry[],
  { page = 1, perPage = entriesPerPage }: { page?: number | undefined; perPage?: number | undefined },
): Entry[] {
  return entries.slice((page - 1) * perPage, page * perPage);
}
