/** Texts of previews for the simulated GitHub, and changes that make an approval stale. */
import { exercisePlans } from "@svc/provider-kit/testing";
import { github } from "../src/index.ts";
import { openSimulated } from "./simulated.ts";

const at = { owner: "octocat", repo: "hello-world" };
const first = { ...at, number: 1 };
const closing = { ...first, state: "closed", stateReason: "not_planned" };

exercisePlans(github, () => openSimulated("octocat"), {
  texts: [
    [
      "issues.create",
      { ...at, title: "It leaks" },
      "Opens an issue in octocat/hello-world (public), and notifies its watchers.",
    ],
    [
      "issues.create",
      { owner: "octo-org", repo: "rocket", title: "It leaks" },
      "Opens an issue in octo-org/rocket (private), and notifies its watchers.",
    ],
    ["issues.update", closing, "Issue 1 “Found a bug” is open and would be closed as not planned."],
    ["issues.update", { ...at, number: 3, state: "closed" }, "Issue 3 “Answered” is closed already."],
    ["issues.update", { ...at, number: 3, state: "open" }, "Issue 3 “Answered” is closed and would be reopened."],
    [
      "issues.update",
      { ...first, title: "t", labels: [], assignees: ["octocat"], milestone: null },
      "Issue 1 “Found a bug” is open. Its title, labels (now “bug” and “good first issue”), assignees (now “hubot” and “octocat”) " +
        "and milestone (now “v1.0”) would be set.",
    ],
    ["issues.update", { ...first, body: "Secret." }, "Issue 1 “Found a bug” is open."],
    ["issues.comment", { ...first, body: "b" }, "Issue 1 “Found a bug” is open. The comment notifies its subscribers."],
    [
      "issues.comment",
      { ...at, number: 2, body: "b" },
      "Issue 2 “Too heated” is open, and only collaborators can comment on it. The comment notifies its subscribers.",
    ],
    [
      "issues.comment",
      { ...at, number: 6, body: "b" },
      "Pull request 6 “Amazing new feature” is open. The comment notifies its subscribers.",
    ],
  ],
  meanwhile: [
    ["issues.update", closing, ["issues.comment", { ...first, body: "Meanwhile." }], "same"],
    ["issues.update", closing, ["issues.update", { ...first, labels: ["docs"] }], "same"],
    ["issues.update", closing, ["issues.update", { ...first, title: "Another" }], "stale"],
    ["issues.update", closing, ["issues.update", { ...first, state: "closed" }], "stale"],
    ["issues.update", { ...first, labels: [] }, ["issues.update", { ...first, labels: ["docs"] }], "stale"],
    ["issues.update", { ...first, labels: [] }, ["issues.update", { ...first, assignees: [] }], "same"],
    ["issues.comment", { ...first, body: "b" }, ["issues.comment", { ...first, body: "Meanwhile." }], "same"],
    ["issues.comment", { ...first, body: "b" }, ["issues.update", { ...first, state: "closed" }], "stale"],
    ["issues.create", { ...at, title: "t" }, ["issues.create", { ...at, title: "Meanwhile" }], "same"],
  ],
  refused: [
    ["issues.create", { owner: "octocat", repo: "attic", title: "t" }, "PROVIDER_REJECTED"],
    ["issues.create", { owner: "octocat", repo: "quiet", title: "t" }, "PROVIDER_REJECTED"],
    ["issues.create", { owner: "octo-org", repo: "missile", title: "t" }, "PROVIDER_REJECTED"],
    ["issues.update", { ...at, number: 4, state: "closed" }, "PROVIDER_REJECTED"],
    ["issues.comment", { ...at, number: 5, body: "b" }, "RESOURCE_NOT_FOUND"],
  ],
});
