/** Scenarios: another writer changes issues, directly in the simulated site's state. */
import type { Marker } from "@svc/provider-kit";
import type { EvidenceScenario } from "@svc/provider-kit/testing";
import { siteIds, userIds, type JiraWorld, type StoredIssue } from "../simulator/index.ts";
import { textOfAdf, toAdf } from "../src/adf.ts";

type Input = {
  issueKey?: string;
  summary?: string;
  description?: string;
  priority?: string;
  addLabels?: readonly string[];
  removeLabels?: readonly string[];
  assigneeId?: string | null;
  transitionId?: string;
};

const site = siteIds[0];
const nothing = {
  sets_same: null,
  sets_another: null,
  deletes: null,
  edits_marker_out: null,
  creates_without_marker: null,
};

type Marked = { readonly properties: Readonly<Record<string, unknown>> };
const markerOf = ({ properties }: Marked): unknown => Object(properties["svc.execution"]).k;

/** Returns the scenarios of the actions that change something. */
export function scenariosOf(world: JiraWorld): Readonly<Record<string, EvidenceScenario>> {
  const [issues, comments, worklogs, links] = [
    world.issues.in(site),
    world.comments.in(site),
    world.worklogs.in(site),
    world.links.in(site),
  ];
  const change = (make: (nowMs: number) => void) => {
    const nowMs = Date.now();
    world.change(nowMs, () => make(nowMs));
  };
  const issueOf = (input: unknown) => world.issue(site, (input as Input).issueKey ?? "");
  const edit = (input: unknown, changes: Partial<StoredIssue>) =>
    change((updatedMs) => issues.update(issueOf(input).id, { ...changes, updatedMs }));
  const isOurs = (entity: Marked) => markerOf(entity) !== undefined;
  const labelsAsked = (input: unknown) => {
    const { addLabels = [], removeLabels = [] } = input as Input;
    const kept = issueOf(input).labels.filter((label) => !removeLabels.includes(label) && !addLabels.includes(label));
    return [...kept, ...addLabels];
  };
  const statusAsked = (input: unknown) => `1000${String((Number((input as Input).transitionId) - 1) / 10 - 1)}`;
  const madeBy = (author: string) => ({ createdMs: 0, updatedMs: 0, properties: {}, authorId: author });
  return {
    "issues.create": {
      holds: () => issues.values().some(isOurs),
      shows: (_input, { hex }: Marker) => issues.values().some((issue) => markerOf(issue) === hex),
      interfere: {
        ...nothing,
        deletes() {
          const issue = issues.values().find(isOurs);
          if (issue !== undefined) change(() => void issues.delete(issue.id));
        },
        edits_marker_out() {
          const issue = issues.values().find(isOurs);
          if (issue !== undefined) change(() => issues.update(issue.id, { properties: {} }));
        },
        creates_without_marker: () =>
          change((nowMs) => world.addIssue(site, { projectKey: "ENG", summary: "The door squeaks" }, nowMs)),
      },
    },
    "issues.update": {
      holds(input) {
        const { summary, description, priority, addLabels = [], removeLabels = [] } = input as Input;
        const now = issueOf(input);
        return (
          (summary ?? now.summary) === now.summary &&
          (priority ?? now.priority) === now.priority &&
          (description === undefined || textOfAdf(now.description) === description) &&
          addLabels.every((label) => now.labels.includes(label)) &&
          !removeLabels.some((label) => now.labels.includes(label))
        );
      },
      interfere: {
        ...nothing,
        sets_same(input) {
          const { summary, description, priority } = input as Input;
          edit(input, {
            ...(summary === undefined ? {} : { summary }),
            ...(priority === undefined ? {} : { priority }),
            ...(description === undefined ? {} : { description: toAdf(description) }),
            labels: labelsAsked(input),
          });
        },
        sets_another: (input) => edit(input, { priority: "Lowest", summary: "Another title" }),
      },
    },
    "issues.assign": {
      holds: (input) => issueOf(input).assigneeId === (input as Input).assigneeId,
      interfere: {
        ...nothing,
        sets_same: (input) => edit(input, { assigneeId: (input as Input).assigneeId ?? null }),
        sets_another: (input) => edit(input, { assigneeId: userIds.me }),
      },
    },
    "issues.transition": {
      holds: (input) => issueOf(input).statusId === statusAsked(input),
      interfere: {
        ...nothing,
        sets_same: (input) => edit(input, { statusId: statusAsked(input) }),
        sets_another: (input) => edit(input, { statusId: "10000" }),
      },
    },
    "comments.add": {
      holds: () => comments.values().some(isOurs),
      shows: (_input, { hex }: Marker) => comments.values().some((comment) => markerOf(comment) === hex),
      interfere: {
        ...nothing,
        deletes() {
          const comment = comments.values().find(isOurs);
          if (comment !== undefined) change(() => void comments.delete(comment.id));
        },
        creates_without_marker: (input) =>
          change((nowMs) => {
            const own = { issueId: issueOf(input).id, body: toAdf("It needs oil.") };
            comments.create({ ...madeBy(userIds.me), ...own, createdMs: nowMs, updatedMs: nowMs });
          }),
      },
    },
    "worklogs.add": {
      holds: () => worklogs.values().some(isOurs),
      shows: (_input, { hex }: Marker) => worklogs.values().some((worklog) => markerOf(worklog) === hex),
      interfere: {
        ...nothing,
        deletes() {
          const worklog = worklogs.values().find(isOurs);
          if (worklog !== undefined) change(() => void worklogs.delete(worklog.id));
        },
        creates_without_marker: (input) =>
          change((createdMs) => {
            const own = { issueId: issueOf(input).id, comment: null, timeSpentSeconds: 1800 };
            const startedMs = Date.parse("2026-03-10T09:00:00Z");
            worklogs.create({ authorId: userIds.me, properties: {}, ...own, startedMs, createdMs });
          }),
      },
    },
    "links.add": {
      holds: () => links.values().some(({ globalId }) => globalId.startsWith("svc:")),
      shows: (_input, { hex }: Marker) => links.values().some(({ globalId }) => globalId === `svc:${hex}`),
      interfere: {
        ...nothing,
        deletes() {
          const link = links.values().find(({ globalId }) => globalId.startsWith("svc:"));
          if (link !== undefined) change(() => void links.delete(link.id));
        },
        creates_without_marker: (input) =>
          change(() => {
            const object = { url: "https://example.com/door", title: "Door manual" };
            links.create({ issueId: issueOf(input).id, globalId: "", object });
          }),
      },
    },
  };
}
