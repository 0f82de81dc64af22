/** Previews of issue changes, for the person who approves them. */
import { listed, ProviderFailure, quoted, shortened, type Preview, type ReadPort } from "@svc/provider-kit";
import type { Static } from "typebox";
import type { UpdatedFields } from "./issue-state.ts";
import { readInPlace } from "./redirects.ts";
import { issueRequest, repositoryRequest, type NumberedAddress, type RepositoryAddress } from "./requests.ts";
import { issue } from "./resources/issues.ts";
import { repository } from "./resources/repositories.ts";

type Issue = Static<typeof issue.schema>;

/** Previews a new issue: the repository it would be in. */
export async function previewCreation(address: RepositoryAddress, provider: ReadPort): Promise<Preview> {
  const { body } = await readInPlace(provider, repositoryRequest(address));
  const { id, fullName, archived, hasIssues, visibility, private: isPrivate } = repository.read(body);
  if (archived) throw refused("The repository is archived, so GitHub would refuse this.");
  if (!hasIssues) throw refused("Issues are disabled in the repository, so GitHub would refuse this.");
  const seenBy = shortened(visibility ?? (isPrivate ? "private" : "public"));
  return {
    text: `Opens an issue in ${shortened(fullName, 140)} (${seenBy}), and notifies its watchers.`,
    precondition: { id, fullName, seenBy },
  };
}

/** Previews a comment: the issue or pull request it would be on. */
export async function previewComment(address: NumberedAddress, provider: ReadPort): Promise<Preview> {
  const { subject, shown, now } = await readSubject(address, provider);
  const locked = now.locked ? ", and only collaborators can comment on it" : "";
  return {
    text: `${subject} is ${shortened(now.state)}${locked}. The comment notifies its subscribers.`,
    precondition: { ...shown, state: now.state, locked: now.locked },
  };
}

/** Previews an update. It doesn't say whether the text changes, because a preview doesn't receive it. */
export async function previewUpdate(
  { owner, repo, number, ...asked }: NumberedAddress & UpdatedFields,
  provider: ReadPort,
): Promise<Preview> {
  const { subject, shown, now } = await readSubject({ owner, repo, number }, provider);
  const before = beforeOf(now);
  const set = (Object.keys(before) as (keyof typeof before)[]).filter((field) => asked[field] !== undefined);
  const words = set.map((field) => (field === "title" ? "title" : `${field} (now ${shownList(before[field])})`));
  const others = words.length === 0 ? "" : ` Its ${listed(words)} would be set.`;
  return {
    text: `${subject} is ${shortened(now.state)}${stateChange(asked, now)}.${others}`,
    precondition: {
      ...shown,
      state: now.state,
      // Fields that the update doesn't set may change in the meantime.
      before: Object.fromEntries(set.map((field) => [field, before[field]])),
    },
  };
}

async function readSubject(address: NumberedAddress, provider: ReadPort) {
  const now = issue.read((await readInPlace(provider, issueRequest(address))).body);
  const title = quoted(now.title);
  const kind = now.pullRequest === null ? "Issue" : "Pull request";
  return { now, subject: `${kind} ${String(address.number)} ${title}`, shown: { id: now.id, title } };
}

function stateChange({ state, stateReason }: UpdatedFields, now: Issue): string {
  if (state === undefined) return "";
  if (state === now.state) return " already";
  const as = stateReason === undefined || stateReason === null ? "" : ` as ${stateReason.replaceAll("_", " ")}`;
  return ` and would be ${state === "closed" ? `closed${as}` : "reopened"}`;
}

/** The values that an update can replace, each as a list. */
function beforeOf(now: Issue) {
  return {
    title: [now.title],
    labels: now.labels.map(({ name }) => name).sort(),
    assignees: now.assignees.map(({ login }) => login).sort(),
    milestone: now.milestone === null ? [] : [now.milestone.title],
    type: now.type === null ? [] : [now.type],
  };
}

function shownList(values: readonly string[]): string {
  return values.length === 0
    ? "none"
    : listed(
        values.map((value) => quoted(value, 24)),
        3,
      );
}

function refused(detail: string): ProviderFailure {
  return new ProviderFailure({ code: "PROVIDER_REJECTED", detail });
}
