/** The queries. */
import { connection, Refusal } from "@svc/simulator";
import {
  attachmentEntity,
  commentEntity,
  findIssue,
  issueEntity,
  labelEntity,
  projectEntity,
  stateEntity,
} from "./entities.ts";
import { linearError, notFound } from "./errors.ts";
import { organization, seededId, type LinearWorld } from "./world.ts";

interface ById {
  readonly id: string;
}

interface Page {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly last?: number | null;
  readonly before?: string | null;
  readonly includeArchived?: boolean | null;
}

type Comparator = { readonly eq?: string | null; readonly in?: readonly string[] | null } | null | undefined;
type Filter = Readonly<Record<string, unknown>> | null | undefined;

/** Builds the queries of a world. */
export function queriesOf(world: LinearWorld) {
  return {
    viewer: () => world.users.find(seededId(21)),
    organization: () => organization,
    issue: ({ id }: ById) => issueEntity(world, findIssue(world, id)),
    comment: ({ id }: ById) => commentEntity(world, found(world.comments.get(id), "Comment")),
    attachment: ({ id }: ById) => attachmentEntity(world, found(world.attachments.get(id), "Attachment")),
    team: ({ id }: ById) => found(world.teams.get(id), "Team"),
    workflowState: ({ id }: ById) => stateEntity(world, found(world.states.get(id), "WorkflowState").id),
    user: ({ id }: ById) => found(world.users.get(id), "User"),
    project: ({ id }: ById) => projectEntity(world, found(world.projects.get(id), "Project").id),
    issues(args: Page & { filter?: Filter }) {
      const fits = world.issues.values().filter((issue) => {
        const { labelIds, archivedAt, ...own } = issue;
        return (
          (args.includeArchived === true || archivedAt === null) &&
          matches(args.filter, { ...own, labelIds: undefined }, (id) => labelIds.includes(id))
        );
      });
      return paged(fits.reverse(), args, (issue) => issueEntity(world, issue));
    },
    searchIssues({ term, teamId, filter, ...args }: Page & { term: string; teamId?: string | null; filter?: Filter }) {
      const words = term.toLowerCase().split(/\s+/).filter(Boolean);
      const fits = world.issues.values().filter((issue) => {
        const text = `${issue.title} ${issue.description ?? ""}`.toLowerCase();
        return (
          issue.archivedAt === null &&
          matches(filter, { ...issue, labelIds: undefined }, (id) => issue.labelIds.includes(id)) &&
          words.every((word) => text.includes(word))
        );
      });
      // The team's issues only rank higher.
      fits.sort((one, other) => Number(other.teamId === teamId) - Number(one.teamId === teamId));
      const page = paged(fits, args, (issue) => issueEntity(world, issue));
      const archivePayload = { archive: "", totalCount: 0, databaseVersion: 1, includesDependencies: [] };
      return { ...page, totalCount: fits.length, archivePayload };
    },
    comments: (args: Page & { filter?: Filter }) =>
      paged(
        world.comments.values().filter((comment) => matches(args.filter, { ...comment })),
        args,
        (comment) => commentEntity(world, comment),
      ),
    attachments: (args: Page & { filter?: Filter }) =>
      paged(
        world.attachments.values().filter((attachment) => matches(args.filter, { ...attachment })),
        args,
        (attachment) => attachmentEntity(world, attachment),
      ),
    teams: (args: Page & { filter?: Filter }) =>
      paged(
        world.teams.values().filter((team) => matches(args.filter, { ...team })),
        args,
        (team) => team,
      ),
    workflowStates: (args: Page & { filter?: Filter }) =>
      paged(
        world.states.values().filter((state) => matches(args.filter, { ...state })),
        args,
        ({ id }) => stateEntity(world, id),
      ),
    issueLabels: (args: Page) => paged(world.labels.values(), args, ({ id }) => labelEntity(world, id)),
    users: (args: Page & { filter?: Filter }) =>
      paged(
        world.users.values().filter((user) => matches(args.filter, { ...user })),
        args,
        (user) => user,
      ),
    projects: (args: Page) => paged(world.projects.values(), args, ({ id }) => projectEntity(world, id)),
  };
}

function found<Entity>(entity: Entity | undefined, name: string): Entity {
  if (entity === undefined) throw notFound(name);
  return entity;
}

/** Returns whether an entity matches a filter: its own members by comparators, and references by id. */
function matches(
  filter: Filter,
  entity: Readonly<Record<string, unknown>>,
  hasLabel: (id: string) => boolean = () => false,
): boolean {
  return Object.entries(filter ?? {}).every(([name, wanted]) => {
    if (wanted === null || wanted === undefined) return true;
    const nested = (wanted as { id?: Comparator }).id;
    if (name === "labels") return nested?.eq === undefined || hasLabel(String(nested.eq));
    return nested === undefined ? isEqual(wanted, entity[name]) : isEqual(nested, entity[`${name}Id`]);
  });
}

function isEqual(comparator: Comparator, value: unknown): boolean {
  if (comparator?.in !== undefined && comparator.in !== null) return comparator.in.includes(String(value));
  return comparator?.eq === undefined || comparator.eq === null || comparator.eq === value;
}

function paged<Item extends { readonly id: string }, Entity>(
  items: readonly Item[],
  { first, after, last, before }: Page,
  entityOf: (item: Item) => Entity,
) {
  try {
    const page = connection(items, { first, after, last, before }, { absent: 50, max: 250, id: ({ id }) => id });
    return { nodes: page.nodes.map(entityOf), pageInfo: page.pageInfo };
  } catch (error) {
    if (error instanceof Refusal) throw linearError("invalid input", error.message);
    throw error;
  }
}
