/** The actions compared with GitHub's own API description: methods, paths, inputs and every output field. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TSchema } from "typebox";
import { actionOf, answeredWith, runScripted } from "./github.ts";
import {
  responseSchema,
  bodyProperties,
  exampleResponse,
  operation,
  queryParameters,
  resolved,
  schemaNamed,
} from "./openapi.ts";
import { githubExamples } from "./examples.ts";
import { account, user } from "../src/resources/accounts.ts";
import { entry } from "../src/resources/contents.ts";
import { comment, foundIssue, issue, writtenComment, writtenIssue } from "../src/resources/issues.ts";
import { listedPull, pull } from "../src/resources/pulls.ts";
import { repository } from "../src/resources/repositories.ts";
import type { Fields } from "@svc/provider-kit/shape";

type Node = Readonly<Record<string, unknown>>;

/** Action → operation and success status. */
const operations: Readonly<Record<string, readonly [operationId: string, status: number]>> = {
  "repositories.list": ["repos/list-for-authenticated-user", 200],
  "repositories.get": ["repos/get", 200],
  "issues.list": ["issues/list-for-repo", 200],
  "issues.get": ["issues/get", 200],
  "issues.create": ["issues/create", 201],
  "issues.update": ["issues/update", 200],
  "issues.comments.list": ["issues/list-comments", 200],
  "issues.comment": ["issues/create-comment", 201],
  "pulls.list": ["pulls/list", 200],
  "pulls.get": ["pulls/get", 200],
  "contents.get": ["repos/get-content", 200],
  "search.issues": ["search/issues-and-pull-requests", 200],
  "user.get": ["users/get-authenticated", 200],
};

test("each action sends its operation's method and path, and only parameters of the operation", async () => {
  for (const [id, [operationId, status]] of Object.entries(operations)) {
    const described = operation(operationId);
    const parameters = queryParameters(described);
    const template = described.path.replaceAll(/\{[a-z_]+\}/g, "[^/]+");
    for (const input of githubExamples.actions[id]?.inputs ?? []) {
      const example = id === "contents.get" ? [] : exampleResponse(described, status);
      const { end, requests } = await runScripted(id, input, [answeredWith(status, example, {})]);
      assert.equal(end.kind, "output", id);
      const [request] = requests;
      assert.ok(request !== undefined);
      assert.equal(request.method, described.method);
      // A file's path has many segments, and the root has none.
      const form = id === "contents.get" ? template.replace(/\/\[\^\/\]\+$/, "(?:/.+)?") : template;
      assert.match(`/${request.path.join("/")}`, new RegExp(`^${form}$`), id);
      for (const [name, value] of Object.entries(request.query ?? {})) {
        if (value !== undefined) assertQuery(parameters.get(name), name, value);
      }
      if (request.json === undefined) continue;
      const properties = bodyProperties(described);
      for (const [name, value] of Object.entries(request.json as Node)) {
        if (value !== undefined) assert.ok(takes(resolved(properties[name]), value), `${id}: ${name}`);
      }
    }
  }
});

function assertQuery(parameter: Node | undefined, name: string, value: unknown): void {
  assert.ok(parameter !== undefined, `GitHub has no parameter ${name}`);
  assert.ok(takes(resolved(parameter["schema"]), value), `${name} does not take ${String(value)}`);
}

/** Whether a schema of the description accepts a value, checking types and enums only. */
function takes(schema: Node, value: unknown): boolean {
  if (value === null) return schema["nullable"] === true;
  const choices = (schema["oneOf"] ?? schema["anyOf"]) as unknown[] | undefined;
  if (choices !== undefined) return choices.some((choice) => takes(resolved(choice), value));
  if (schema["enum"] !== undefined && !(schema["enum"] as unknown[]).includes(value)) return false;
  if (Array.isArray(value)) {
    return schema["type"] === "array" && value.every((item) => takes(resolved(schema["items"]), item));
  }
  return schema["type"] === (Number.isInteger(value) ? "integer" : typeof value);
}

test("each input choice is one of the operation's", () => {
  for (const [id, [operationId]] of Object.entries(operations)) {
    const described = operation(operationId);
    const parameters = queryParameters(described);
    const properties = described.node["requestBody"] === undefined ? {} : bodyProperties(described);
    for (const [name, schema] of Object.entries(actionOf(id).input.properties)) {
      const choices = choicesIn(schema);
      const api = { stateReason: "state_reason" }[name] ?? name;
      const theirs = resolved(parameters.get(api)?.["schema"] ?? properties[api] ?? {});
      if (choices === null || theirs["enum"] === undefined) continue;
      for (const choice of choices)
        assert.ok((theirs["enum"] as unknown[]).includes(choice), `${id}: ${name} ${choice}`);
    }
    assert.match(JSON.stringify(parameters.get("per_page") ?? "max 100"), /max 100/);
  }
  // The only list of choices that the API accepts as a comma-separated string.
  const affiliation = String(
    queryParameters(operation("repos/list-for-authenticated-user")).get("affiliation")?.["description"],
  );
  for (const choice of ["owner", "collaborator", "organization_member"])
    assert.ok(affiliation.includes(`\`${choice}\``));
});

function choicesIn(schema: TSchema): string[] | null {
  const { enum: own } = schema as { enum?: string[] };
  return own ?? null;
}

test("each output field is a GitHub field of the same type, and null wherever GitHub's may be", () => {
  const cases: readonly (readonly [string, Fields, Node])[] = [
    ["account", account.fields, schemaNamed("simple-user")],
    ["public user", user.fields, schemaNamed("public-user")],
    ["private user", user.fields, schemaNamed("private-user")],
    ["listed repository", repository.fields, schemaNamed("repository")],
    ["repository", repository.fields, responseSchema(operation("repos/get"), 200)],
    ["issue", issue.fields, responseSchema(operation("issues/get"), 200)],
    ["created issue", writtenIssue.fields, responseSchema(operation("issues/create"), 201)],
    ["updated issue", writtenIssue.fields, responseSchema(operation("issues/update"), 200)],
    ["listed comment", comment.fields, schemaNamed("issue-comment")],
    ["comment", writtenComment.fields, responseSchema(operation("issues/create-comment"), 201)],
    ["hit", foundIssue.fields, schemaNamed("issue-search-result-item")],
    ["listed pull request", listedPull.fields, schemaNamed("pull-request-simple")],
    ["pull request", pull.fields, responseSchema(operation("pulls/get"), 200)],
    ["directory entry", entry.fields, resolved(schemaNamed("content-directory")["items"])],
    ["file", entry.fields, schemaNamed("content-file")],
    ["symlink", entry.fields, schemaNamed("content-symlink")],
    ["submodule", entry.fields, schemaNamed("content-submodule")],
  ];
  for (const [name, fields, theirs] of cases) assertFields(name, fields, theirs);
});

function assertFields(at: string, fields: Fields, object: Node): void {
  const properties = object["properties"] as Node;
  const required = (object["required"] ?? []) as string[];
  for (const [name, { from, schema, inner }] of Object.entries(fields)) {
    const where = `${at}.${name}`;
    const [member = "", ...within] = from.split(".");
    assert.ok(Object.hasOwn(properties, member), `${where}: GitHub has no ${member}`);
    const theirs = resolved(properties[member]);
    const types = typesOf(schema);
    const given = (theirs["oneOf"] as Node[] | undefined)?.map(resolved) ?? [theirs];
    const mayBeAbsent = !required.includes(member) || theirs["nullable"] === true;
    assert.ok(!mayBeAbsent || types.has("null") || types.has("array"), `${where}: GitHub may leave it out`);
    for (const one of given) {
      const type = (one["type"] as string | undefined) ?? "string";
      // A field of an object represents the whole object.
      assert.ok(types.has(type) || (type === "object" && within.length > 0), `${where}: ${type} at GitHub`);
    }
    if (inner === null) continue;
    const last = given.at(-1) ?? theirs;
    const items = last["type"] === "array" ? resolved(last["items"]) : last;
    const objects = ((items["oneOf"] as Node[] | undefined) ?? [items]).map(resolved);
    const nested = objects.find((candidate) => candidate["properties"] !== undefined);
    assert.ok(nested !== undefined, `${where}: GitHub describes no object`);
    // Labels list no required fields, although a label needs a name.
    assertFields(where, inner, from === "labels" ? { ...nested, required: ["name"] } : nested);
  }
}

function typesOf(schema: TSchema): Set<string> {
  const { type, anyOf } = schema as { type?: string; anyOf?: TSchema[] };
  return new Set([...(type === undefined ? [] : [type]), ...(anyOf ?? []).flatMap((branch) => [...typesOf(branch)])]);
}

test("the next version of the API removes no output field", () => {
  const removed = (name: string): string[] => {
    const changes = (schemaNamed(name)["x-github-breaking-changes"] ?? []) as { patch: { properties?: Node } }[];
    const patches = changes.map(({ patch }) => patch.properties ?? {});
    return patches.flatMap((patch) => Object.keys(patch).filter((field) => patch[field] === null));
  };
  assert.ok(removed("issue").includes("assignee"));
  const used: readonly (readonly [Fields, string])[] = [
    [issue.fields, "issue"],
    [foundIssue.fields, "issue-search-result-item"],
    [pull.fields, "pull-request"],
    [listedPull.fields, "pull-request-simple"],
    [repository.fields, "full-repository"],
  ];
  for (const [fields, name] of used) {
    for (const { from } of Object.values(fields)) {
      const [member = ""] = from.split(".");
      assert.ok(!removed(name).includes(member), `${name}.${member}`);
    }
  }
});
