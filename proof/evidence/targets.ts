/**
 * The changing requests of the runs over HTTP: each request's change, and how another writer changes the same resource.
 */
import type { DopplerSimulator } from "@svc/provider-doppler/simulator";
import type { GithubSimulator } from "@svc/provider-github/simulator";
import { devConfig } from "../../conformance/harness/index.ts";
import { repository } from "../../conformance/harness/oauth/fixture.ts";

/** The simulated providers. */
export interface Simulators {
  readonly doppler: DopplerSimulator;
  readonly github: GithubSimulator;
}

/** One changing request, to a resource that no other run touches. */
export interface Target {
  readonly provider: keyof Simulators;
  readonly action: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The reads for its checks, and those that it needs itself. */
  readonly reads: readonly string[];
  /** Whether the requested state holds. */
  holds(): boolean;
  /** Changes it as another writer. */
  interfere(): void;
}

/** The kinds of target. */
export const kinds = ["new secret", "known secret", "delete", "issue", "comment"] as const;

export function makeTarget(kind: (typeof kinds)[number], run: number, { doppler, github }: Simulators): Target {
  const at = { ...devConfig, name: `RUN_${run}` };
  const { world } = doppler;
  const stored = () => world.configOf(devConfig).secrets.get(at.name);
  const write = (value: string) => world.change(Date.now(), () => world.setSecret({ ...at, value }));
  const hub = github.world;
  const change = (make: (nowMs: number) => void) => {
    const nowMs = Date.now();
    hub.change(nowMs, () => make(nowMs));
  };
  const place = () => hub.repository(`${repository.owner}/${repository.repo}`);
  if (kind === "issue" || kind === "comment") {
    const text = `Run ${run} of the proof.`;
    const issue = () => [...place().issues.values()].find(({ title }) => title === text);
    const comments = () => place().issues.get(1)?.comments ?? [];
    const said = () => comments().find(({ body }) => body.startsWith(text));
    const isIssue = kind === "issue";
    return {
      provider: "github",
      action: isIssue ? "issues.create" : "issues.comment",
      input: isIssue ? { ...repository, title: text, body: text } : { ...repository, number: 1, body: text },
      reads: isIssue ? ["issues.list", "user.get"] : ["issues.comments.list"],
      holds: () => (isIssue ? issue() : said()) !== undefined,
      interfere: () =>
        change(() => {
          const [found, comment, first] = [issue(), said(), place().issues.get(1)];
          if (isIssue && found !== undefined) Object.assign(found, { state: "closed" });
          if (!isIssue && comment !== undefined && first !== undefined) hub.deleteComment(first, comment.id);
        }),
    };
  }
  if (kind !== "new secret") write("value-before");
  const reads = ["secrets.names.list", "secrets.get"];
  if (kind === "delete") {
    return {
      provider: "doppler",
      action: "secrets.delete",
      input: at,
      reads,
      holds: () => stored() === undefined,
      interfere: () => write("value-of-another-writer"),
    };
  }
  const value = `value-of-run-${run}`;
  return {
    provider: "doppler",
    action: "secrets.set",
    input: { ...at, value },
    reads,
    holds: () => stored()?.raw === value,
    interfere: () => write("value-of-another-writer"),
  };
}
