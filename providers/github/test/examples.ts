/** Example inputs and error bodies for the kit's suite. */
import type { ProviderExamples } from "@svc/provider-kit/testing";

/** The contents of the suite's environment: a repository with an issue, a pull request and a file. */
export const hello = { owner: "octocat", repo: "hello-world", issue: 1, pull: 6, path: "README.md" } as const;

const at = { owner: hello.owner, repo: hello.repo };
const issueAt = { ...at, number: hello.issue };

const badOwners = ["", "-a", "a b", "a/b", "é", "..", "a".repeat(40), 7, null];
const badRepos = ["", ".", "..", "a b", "a/b", "é", "a\n", "a".repeat(101), 7, null];
const badNumbers = [0, -1, 1.5, "1", null, 2_147_483_648];
const badPages = [{ page: 0 }, { page: 1.5 }, { page: "1" }, { perPage: 0 }, { perPage: 101 }, { perPage: null }];
const badEtags = ["", "abc", '"a', 'W/"é"', '"a"b"', `"${"a".repeat(256)}"`, 7, null];
const badPaths = ["", "/", "/a", "a/", "a//b", ".", "..", "a/../b", "./a", "a/.", "a\nb", "a".repeat(4097), 7];
const badTexts = [7, null, "a".repeat(65_537)];

/** Invalid inputs for every action that takes a repository. */
function badAddresses(input: Record<string, unknown>): Record<string, unknown>[] {
  return [
    ...badOwners.map((owner) => ({ ...input, owner })),
    ...badRepos.map((repo) => ({ ...input, repo })),
    { ...input, owner: undefined },
    { ...input, unknown: 1 },
  ];
}

function bad(input: Record<string, unknown>, field: string, values: readonly unknown[]) {
  return values.map((value) => ({ ...input, [field]: value }));
}

/** Error bodies that quote the input. @param text a part of the input. */
function errorBodies(text: string): unknown[] {
  const documentation_url = "https://docs.github.com/rest";
  const fault = { resource: text, field: text, code: text, message: text, value: text };
  return [
    { message: text, documentation_url, status: "422" },
    { message: `API rate limit exceeded for ${text}`, documentation_url },
    { message: `You have exceeded a secondary rate limit. ${text}`, documentation_url: text },
    {
      message: "Validation Failed",
      errors: [fault, { ...fault, field: "title" }, { ...fault, code: "invalid" }, text],
    },
    { message: "Validation Failed", errors: text },
    { message: text, errors: [{ resource: "Blob", field: "data", code: "too_large", value: text }] },
  ];
}

const createInput = { ...at, title: "It leaks", body: "Below the waterline.\n" };

/** The provider's examples. */
export const githubExamples: ProviderExamples = {
  acceptedSubmissions: [],
  refusedSubmissions: [],
  errorBodies,
  actions: {
    "repositories.list": {
      emptyResponse: [],
      inputs: [{}, { visibility: "private", affiliation: ["owner", "collaborator"], sort: "pushed", direction: "asc" }],
      refusedInputs: [
        ...badPages,
        { visibility: "secret" },
        { affiliation: [] },
        { affiliation: ["owner", "owner"] },
        { affiliation: "owner" },
        { type: "all" },
        null,
        [],
      ],
    },
    "repositories.get": { inputs: [at], refusedInputs: [...badAddresses(at), ...bad(at, "etag", badEtags), {}] },
    "issues.list": {
      emptyResponse: [],
      inputs: [
        at,
        { ...at, state: "all", labels: ["bug", "good first issue"], assignee: "*", creator: "monalisa" },
        { ...at, milestone: "none", since: "2011-01-26T19:01:12Z", sort: "updated", direction: "asc", perPage: 100 },
      ],
      refusedInputs: [
        ...badAddresses(at),
        ...badPages.map((page) => ({ ...at, ...page })),
        ...bad(at, "labels", [["a,b"], [""], [], "bug", ["a\n"]]),
        ...bad(at, "since", ["yesterday", "2026-03-10", 7]),
        ...bad(at, "assignee", ["a b", "", "**"]),
        ...bad(at, "creator", ["*"]),
        ...bad(at, "milestone", [1, "0", "x"]),
        { ...at, state: "merged" },
      ],
    },
    "issues.get": {
      inputs: [issueAt],
      refusedInputs: [...badAddresses(issueAt), ...bad(at, "number", badNumbers), ...bad(issueAt, "etag", badEtags)],
    },
    "issues.create": {
      inputs: [
        { ...at, title: "It leaks" },
        { ...createInput, labels: ["bug"], assignees: [hello.owner], milestone: 1, type: "Bug" },
      ],
      refusedInputs: [
        ...badAddresses(createInput),
        ...bad(at, "title", ["", 7, null, "a".repeat(257), undefined]),
        ...bad(createInput, "body", badTexts),
        ...bad(createInput, "labels", ["bug", [7], [""], ["a", "a"], ["a".repeat(51)]]),
        ...bad(createInput, "assignees", [Array.from({ length: 11 }, (_, at) => `user${String(at)}`), ["a b"]]),
        ...bad(createInput, "milestone", [0, "1", null]),
      ],
    },
    "issues.update": {
      inputs: [
        { ...issueAt, title: "It leaks no more" },
        { ...issueAt, body: "", state: "closed", stateReason: "completed", labels: [], assignees: [] },
        { ...issueAt, state: "open", milestone: null, type: null },
      ],
      refusedInputs: [
        issueAt,
        ...badAddresses({ ...issueAt, title: "t" }),
        ...bad({ ...at, title: "t" }, "number", badNumbers),
        ...bad(issueAt, "title", ["", null]),
        ...bad(issueAt, "body", badTexts),
        ...bad(issueAt, "state", ["all", "merged", null]),
        ...bad(issueAt, "stateReason", ["fixed", null]),
      ],
    },
    "issues.comments.list": {
      emptyResponse: [],
      inputs: [issueAt, { ...issueAt, since: "2011-01-26T19:01:12Z", page: 1, perPage: 100 }],
      refusedInputs: [
        ...badAddresses(issueAt),
        ...badPages.map((page) => ({ ...issueAt, ...page })),
        ...bad(at, "number", badNumbers),
        ...bad(issueAt, "since", ["yesterday", "2026-03-10", 7]),
        { ...issueAt, sort: "created" },
      ],
    },
    "issues.comment": {
      inputs: [
        { ...issueAt, body: "Seen." },
        { ...at, number: hello.pull, body: "é".repeat(65_536) },
      ],
      refusedInputs: [
        ...badAddresses({ ...issueAt, body: "b" }),
        ...bad({ ...at, body: "b" }, "number", badNumbers),
        ...bad(issueAt, "body", ["", undefined, ...badTexts]),
      ],
    },
    "pulls.list": {
      emptyResponse: [],
      inputs: [at, { ...at, state: "all", base: "main", sort: "popularity", direction: "asc", page: 1, perPage: 100 }],
      refusedInputs: [
        ...badAddresses(at),
        ...badPages.map((page) => ({ ...at, ...page })),
        ...bad(at, "head", ["feature", ":x", "a:", "a b:x", "a:\n"]),
        ...bad(at, "sort", ["comments"]),
      ],
    },
    "pulls.get": {
      inputs: [{ ...at, number: hello.pull }],
      refusedInputs: [...badAddresses(issueAt), ...bad(at, "number", badNumbers), ...bad(issueAt, "etag", badEtags)],
    },
    "contents.get": {
      emptyResponse: [],
      inputs: [{ ...at, path: hello.path }, at, { ...at, path: "docs", ref: "main" }],
      refusedInputs: [
        ...badAddresses(at),
        ...bad(at, "path", badPaths),
        ...bad(at, "ref", ["", "a\n", "a".repeat(256), 7]),
        ...bad(at, "etag", badEtags),
      ],
    },
    "search.issues": {
      inputs: [
        { query: `repo:${hello.owner}/${hello.repo} is:issue leaks` },
        { query: "is:pull-request", sort: "reactions-+1", order: "asc", page: 1, perPage: 10 },
      ],
      refusedInputs: [
        {},
        ...badPages.map((page) => ({ query: "x", ...page })),
        ...bad({}, "query", ["", " ", "a\n", 7, null, "a".repeat(1025)]),
        { query: "x", sort: "best" },
        { query: "x", order: "up" },
      ],
    },
    "user.get": { inputs: [{}], refusedInputs: [{ login: "octocat" }, null, []] },
  },
};
