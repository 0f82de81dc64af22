/** Compares an issue with an update. Pure. */
import { issue } from "./resources/issues.ts";
import type { IssueFields } from "./requests.ts";
import { record } from "@svc/provider-kit/shape";

/** The fields of an update except its text, which a look doesn't receive. */
export type UpdatedFields = Omit<IssueFields, "body">;

/**
 * @param response GitHub's issue.
 * @param isSentBody whether a text is the one that the update sent; null if it sent none.
 * @returns the first field that differs from the update; null if none does.
 * @throws ProviderFailure `PROVIDER_ERROR` if the response isn't an issue.
 */
export function differingField(
  asked: UpdatedFields,
  response: unknown,
  isSentBody: ((text: string) => boolean) | null,
): string | null {
  const now = issue.read(response);
  // Unlike the output's text, this one still has the marker of any execution at its end.
  const { body } = record(response);
  const agrees: Readonly<Record<string, boolean>> = {
    title: asked.title === undefined || now.title === asked.title,
    body: isSentBody === null || isSentBody(typeof body === "string" ? body : ""),
    state: asked.state === undefined || now.state === asked.state,
    stateReason: asked.stateReason === undefined || now.stateReason === asked.stateReason,
    labels:
      asked.labels === undefined ||
      sameNames(
        asked.labels,
        now.labels.map(({ name }) => name),
      ),
    assignees:
      asked.assignees === undefined ||
      sameNames(
        asked.assignees,
        now.assignees.map(({ login }) => login),
      ),
    milestone: asked.milestone === undefined || (now.milestone?.number ?? null) === asked.milestone,
    type: asked.type === undefined || sameName(now.type, asked.type),
  };
  return Object.entries(agrees).find(([, same]) => !same)?.[0] ?? null;
}

/** Compares without case, because GitHub keeps the case of the existing label or login. */
function sameNames(asked: readonly string[], now: readonly string[]): boolean {
  const folded = (names: readonly string[]) =>
    JSON.stringify([...new Set(names.map((name) => name.toLowerCase()))].sort());
  return folded(asked) === folded(now);
}

function sameName(now: string | null, asked: string | null): boolean {
  return now === null || asked === null ? now === asked : now.toLowerCase() === asked.toLowerCase();
}
