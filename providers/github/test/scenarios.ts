/** Scenarios: another writer changes issues and comments, directly in the simulated GitHub's state. */
import type { Marker } from "@svc/provider-kit";
import type { EvidenceScenario } from "@svc/provider-kit/testing";
import type { GithubWorld, Issue, Repository } from "../simulator/index.ts";
import type { NumberedAddress, RepositoryAddress } from "../src/requests.ts";
import type { UpdatedFields } from "../src/issue-state.ts";

type Creation = RepositoryAddress & { title: string; body?: string };
type Saying = NumberedAddress & { body: string };
type Update = NumberedAddress & UpdatedFields & { body?: string };

/** The marker of any execution. */
const anyMarker = /<!-- svc:[0-9a-f]{32} -->/;
const isMarked = (body: string | null) => anyMarker.test(body ?? "");
const unmarked = (body: string | null) => (body ?? "").replace(anyMarker, "");

/** The scenarios for the changing actions. */
export function scenariosOf(world: GithubWorld): Readonly<Record<string, EvidenceScenario>> {
  const repositoryOf = (input: unknown): Repository => {
    const { owner, repo } = input as RepositoryAddress;
    return world.repository(`${owner}/${repo}`);
  };
  const issueOf = (input: unknown) => repositoryOf(input).issues.get((input as NumberedAddress).number);
  const change = (make: (nowMs: number) => void) => {
    const nowMs = Date.now();
    world.change(nowMs, () => make(nowMs));
  };
  const edit = (issue: Issue | undefined, fields: Partial<Issue>) =>
    change((updatedAtMs) => issue !== undefined && Object.assign(issue, fields, { updatedAtMs }));
  const remove = (input: unknown, issue: Issue | undefined) =>
    change(() => {
      const { owner, repo } = input as RepositoryAddress;
      if (issue !== undefined) world.departIssue(`${owner}/${repo}`, issue.number, "deleted");
    });
  // The newest: earlier executions may have left theirs.
  const created = (input: unknown) => [...repositoryOf(input).issues.values()].findLast(({ body }) => isMarked(body));
  const said = (input: unknown) => issueOf(input)?.comments.findLast(({ body }) => isMarked(body));
  const holds = (body: string | null, { comment }: Marker) => (body ?? "").includes(comment);
  const editSaid = (input: unknown, edited: (body: string) => string) =>
    change(() => {
      const [issue, comment] = [issueOf(input), said(input)];
      if (issue !== undefined && comment !== undefined) world.editComment(issue, comment.id, edited(comment.body));
    });
  return {
    "issues.create": {
      holds: (input) => created(input) !== undefined,
      shows: (input, marker) => [...repositoryOf(input).issues.values()].some(({ body }) => holds(body, marker)),
      interfere: {
        sets_same: null,
        sets_another: (input) => edit(created(input), { title: "Another title", state: "closed" }),
        deletes: (input) => remove(input, created(input)),
        edits_marker_out(input) {
          const issue = created(input);
          edit(issue, { body: unmarked(issue?.body ?? null) });
        },
        creates_without_marker(input) {
          const { title, body = null } = input as Creation;
          change((nowMs) =>
            world.addIssue(repositoryOf(input), { author: "octocat", title, body, createdAtMs: nowMs }),
          );
        },
      },
    },
    "issues.comment": {
      holds: (input) => said(input) !== undefined,
      shows: (input, marker) => issueOf(input)?.comments.some(({ body }) => holds(body, marker)) ?? false,
      interfere: {
        sets_same: null,
        sets_another: (input) => editSaid(input, (body) => `Another text. ${body}`),
        deletes: (input) =>
          change(() => {
            const [issue, comment] = [issueOf(input), said(input)];
            if (issue !== undefined && comment !== undefined) world.deleteComment(issue, comment.id);
          }),
        edits_marker_out: (input) => editSaid(input, unmarked),
        creates_without_marker(input) {
          const issue = issueOf(input);
          change((nowMs) => issue !== undefined && world.addComment(issue, "octocat", (input as Saying).body, nowMs));
        },
      },
    },
    "issues.update": {
      holds(input) {
        const issue = issueOf(input);
        return issue !== undefined && isAsAsked(issue, input as Update);
      },
      interfere: {
        sets_same: (input) => edit(issueOf(input), asAsked(input as Update)),
        sets_another: (input) => edit(issueOf(input), { title: "Another title", state: "closed", milestoneNumber: 1 }),
        deletes: (input) => remove(input, issueOf(input)),
        edits_marker_out: null,
        creates_without_marker: null,
      },
    },
  };
}

/** The simulated fields of an update. The simulated issues have no type. */
function asAsked({ title, body, state, stateReason, labels, assignees, milestone }: Update): Partial<Issue> {
  return {
    ...(title === undefined ? {} : { title }),
    ...(body === undefined ? {} : { body: body === "" ? null : body }),
    ...(state === undefined ? {} : { state }),
    ...(state === "open" ? { stateReason: "reopened" as const } : {}),
    ...(stateReason === undefined || stateReason === null ? {} : { stateReason: stateReason as Issue["stateReason"] }),
    ...(labels === undefined ? {} : { labels }),
    ...(assignees === undefined ? {} : { assigneeIds: [] }),
    ...(milestone === undefined ? {} : { milestoneNumber: milestone }),
  };
}

function isAsAsked(issue: Issue, asked: Update): boolean {
  const { stateReason: _, ...fields } = asAsked(asked);
  const isSoReason = asked.stateReason === undefined || issue.stateReason === asked.stateReason;
  const now = issue as unknown as Readonly<Record<string, unknown>>;
  return (
    isSoReason && Object.entries(fields).every(([name, value]) => JSON.stringify(now[name]) === JSON.stringify(value))
  );
}
