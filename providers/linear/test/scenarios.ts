/** Scenarios: another writer changes issues, directly in the simulated workspace's state. */
import type { Marker } from "@svc/provider-kit";
import type { EvidenceScenario } from "@svc/provider-kit/testing";
import { seededId, type LinearWorld, type StoredIssue } from "../simulator/index.ts";

type Input = Readonly<Record<string, unknown>> & {
  issueId?: string;
  url?: string;
  title?: string;
  subtitle?: string;
  addLabelIds?: readonly string[];
  removeLabelIds?: readonly string[];
};

const nothing = {
  sets_same: null,
  sets_another: null,
  deletes: null,
  edits_marker_out: null,
  creates_without_marker: null,
};

/** Returns the scenarios of the actions that change something. */
export function scenariosOf(world: LinearWorld): Readonly<Record<string, EvidenceScenario>> {
  const seeded = new Set([...world.issues.keys(), ...world.comments.keys()]);
  const others = new Set<string>();
  const change = (make: (at: string) => void) => {
    const nowMs = Date.now();
    world.change(nowMs, () => make(new Date(nowMs).toISOString()));
  };
  const isOurs = ({ id }: { id: string }) => !seeded.has(id) && !others.has(id);
  const issueOf = (input: unknown) =>
    world.issues
      .values()
      .find((issue) => [issue.id, world.identifierOf(issue)].includes((input as Input).issueId ?? ""));
  const edit = (input: unknown, changes: Partial<StoredIssue>) => {
    const issue = issueOf(input);
    if (issue !== undefined) change((updatedAt) => world.issues.update(issue.id, { ...changes, updatedAt }));
  };
  const asked = (input: Input) => {
    const { issueId: _, addLabelIds = [], removeLabelIds = [], ...fields } = input;
    const kept = (issueOf(input)?.labelIds ?? []).filter((id) => !removeLabelIds.includes(id));
    return { ...fields, labelIds: [...new Set([...kept, ...addLabelIds])] };
  };
  const linkOf = ({ url, title, subtitle }: Input, issue: StoredIssue | undefined) =>
    world.attachments
      .values()
      .find(
        (link) =>
          link.issueId === issue?.id &&
          link.url === url &&
          link.title === title &&
          (subtitle === undefined || link.subtitle === subtitle),
      );
  const setLink = (input: Input, title: string) =>
    change((at) => {
      const { url = "", subtitle = null } = input;
      const issueId = issueOf(input)?.id ?? "";
      const same = world.attachments.values().find((link) => link.issueId === issueId && link.url === url);
      if (same !== undefined) world.attachments.update(same.id, { title, subtitle });
      else world.attachments.create({ url, title, subtitle, issueId, createdAt: at, updatedAt: at });
    });
  return {
    "issues.create": {
      holds: () => world.issues.values().some(isOurs),
      shows: (_input, { uuid }: Marker) => world.issues.has(uuid),
      interfere: {
        ...nothing,
        sets_another() {
          const issue = world.issues.values().find(isOurs);
          if (issue !== undefined) change(() => world.issues.update(issue.id, { title: "Another title" }));
        },
        deletes() {
          const issue = world.issues.values().find(isOurs);
          if (issue !== undefined) change(() => void world.issues.delete(issue.id));
        },
        creates_without_marker: () =>
          change((at) => {
            const { id } = world.addIssue({ teamId: seededId(1), title: "The door squeaks" }, at);
            others.add(id);
          }),
      },
    },
    "issues.update": {
      holds(input) {
        const { labelIds, ...fields } = asked(input as Input);
        const now = issueOf(input);
        const isSo = Object.entries(fields).every(([name, value]) => now?.[name as keyof StoredIssue] === value);
        return isSo && JSON.stringify([...(now?.labelIds ?? [])].sort()) === JSON.stringify([...labelIds].sort());
      },
      interfere: {
        ...nothing,
        sets_same: (input) => edit(input, asked(input as Input)),
        sets_another: (input) => edit(input, { priority: 4, title: "Another title" }),
      },
    },
    "issues.archive": {
      holds: (input) => (issueOf(input)?.archivedAt ?? null) !== null,
      interfere: {
        ...nothing,
        sets_same: (input) => edit(input, { archivedAt: "2026-03-01T00:00:00.000Z" }),
        sets_another: (input) => edit(input, { archivedAt: null }),
      },
    },
    "comments.create": {
      holds: () => world.comments.values().some(isOurs),
      shows: (_input, { uuid }: Marker) => world.comments.has(uuid),
      interfere: {
        ...nothing,
        sets_another() {
          const comment = world.comments.values().find(isOurs);
          if (comment !== undefined) change(() => world.comments.update(comment.id, { body: "Another text" }));
        },
        deletes() {
          const comment = world.comments.values().find(isOurs);
          if (comment !== undefined) change(() => void world.comments.delete(comment.id));
        },
        creates_without_marker: () =>
          change((at) => {
            const text = { body: "It needs oil.", issueId: seededId(101), userId: seededId(22), parentId: null };
            const { id } = world.comments.create({ ...text, createdAt: at, updatedAt: at });
            others.add(id);
          }),
      },
    },
    "attachments.link": {
      holds: (input) => linkOf(input as Input, issueOf(input)) !== undefined,
      interfere: {
        ...nothing,
        sets_same: (input) => setLink(input as Input, (input as Input).title ?? ""),
        sets_another: (input) => setLink(input as Input, "Another title"),
        deletes(input) {
          const link = linkOf(input as Input, issueOf(input));
          if (link !== undefined) change(() => void world.attachments.delete(link.id));
        },
      },
    },
  };
}
