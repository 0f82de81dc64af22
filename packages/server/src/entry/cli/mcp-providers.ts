/**
 * `svc-server providers …` for remote MCP servers: shows what a review enables, applies and removes it, and accepts what
 * a check found. Everything that a server says is shown as data.
 */
import { writeFile } from "node:fs/promises";
import { slugPattern } from "@svc/contract";
import type { Administration } from "../../domain/administration/port.ts";
import { checkProviderTools } from "../../domain/providers/checks.ts";
import { createProviderReviews, type ProviderReviews } from "../../domain/providers/reviews.ts";
import { acceptHints, nothingSeen, toolStates, type ToolState } from "../../domain/providers/reviewed.ts";
import {
  InspectionFault,
  readReview,
  reviewBytesMax,
  reviewFrom,
  type Inspection,
  type Review,
} from "@svc/mcp-provider";
import { withHiddenShown } from "../html/markup.ts";
import type { OperatorDeployment, OperatorEnvironment } from "./environment.ts";
import {
  OperatorFailure,
  printable,
  printRows,
  UsageFailure,
  type OperatorIo,
  type OperatorOptions,
  type Rows,
} from "./io.ts";
import { locate, readText } from "./svc-file.ts";

/** @throws OperatorFailure with the place of each fault. */
export async function readReviewFile(path: string): Promise<Review> {
  const name = path === "-" ? "standard input" : path;
  return reviewIn(name, await readText(path, name, reviewBytesMax));
}

/** Reads the text of a review. @param name what messages call it. @throws OperatorFailure with the place of each fault. */
export function reviewIn(name: string, text: string): Review {
  const read = readReview(text);
  if (read.ok) return read.review;
  const { broken, lineOf } = locate(name, text);
  throw new OperatorFailure(broken ?? read.faults.slice(0, 20).map(lineOf).join("\n"));
}

/** Opens the operations on reviews. */
export function openReviews(
  { describedProviders: store, platform, places }: OperatorDeployment,
  environment: OperatorEnvironment,
): ProviderReviews {
  const coded = environment.providers.filter(({ source }) => source.kind !== "described").map(({ slug }) => slug);
  return createProviderReviews({ store, platform, places, coded: new Set(coded) });
}

/** The table of a review's tools. */
export function reviewRows(review: Review): Rows {
  const tools = toolStates(review, nothingSeen);
  return { document: { slug: review.slug, url: review.url, tools }, ...toolTable(tools) };
}

const stateWords: Readonly<Record<ToolState["state"], string>> = {
  enabled: "enabled",
  not_reviewed: "not reviewed",
  refused: "refused",
  changed: "changed: disabled",
  gone: "gone: disabled",
  new: "new: waits for a review",
};

function toolTable(tools: readonly ToolState[]): Pick<Rows, "headings" | "rows"> {
  return {
    headings: ["TOOL", "ACTION", "EFFECT", "STATE", "WHY"],
    rows: tools.map(({ name, id, effect, state, reason }) => [
      printable(name),
      id ?? "-",
      effect ?? "-",
      stateWords[state],
      reason || "-",
    ]),
  };
}

/** Applies a review, and shows what it enables. */
export async function applyReview(
  io: OperatorIo,
  administration: Pick<Administration, "setMcpServer">,
  path: string,
  options: OperatorOptions & { acceptHints?: boolean },
): Promise<void> {
  const read = await readReviewFile(path);
  const review = options.acceptHints === true ? acceptHints(read) : read;
  const shown = reviewRows(review);
  const { isNew, enabled } = await administration.setMcpServer({
    params: { provider: review.slug },
    body: { review: { ...review } },
  });
  const document = { ...shown.document, applied: true, isNew, enabled };
  printRows(io, options.format, { ...shown, document });
  if (options.format === "json") return;
  io.err(`${isNew ? "Added" : "Changed"} ${review.slug}: ${String(enabled)} of its tools can be called.\n`);
  for (const line of appHints(review)) io.err(`${line}\n`);
  if (enabled === 0) io.err('Set "reviewed": true for a tool in the file, and apply it again.\n');
}

/** What is still to do before users can connect. */
function appHints({ slug, auth }: Review): string[] {
  if (auth.kind !== "oauth" || auth.app === "document") return [];
  if (auth.app === "registered") return [`Users connect once it has an app: svc-server oauth-apps register ${slug}`];
  return [
    `Users connect once it has an app: register one at ${auth.issuer}, and run svc-server oauth-apps set ${slug}`,
  ];
}

/** Shows a provider: its tools, its last check, and what differs. */
export async function showProvider(
  io: OperatorIo,
  administration: Pick<Administration, "getMcpServer">,
  slug: string,
  { format }: OperatorOptions,
): Promise<void> {
  const shown = await administration.getMcpServer({ params: { provider: slug } });
  const { url, version, checkedAt, checkFault, tools, changes } = shown;
  printRows(io, format, { document: shown, ...toolTable(tools) });
  if (format === "json") return;
  io.err(`${url}, version ${version}, last compared ${checkedAt ?? "never"}\n`);
  if (checkFault !== "") io.err(`The last comparison failed: ${checkFault}.\n`);
  for (const { tool, part, before, after } of changes) {
    io.out(`\n${printable(tool)}, ${part}:\n`);
    for (const line of shownLines(before)) io.out(`  - ${line}\n`);
    for (const line of shownLines(after)) io.out(`  + ${line}\n`);
  }
  if (changes.length > 0) io.err(`\nTo take a change over: svc-server providers accept ${slug} <tool>\n`);
}

function shownLines(text: string): string[] {
  return text.split("\n").map((line) => printable(withHiddenShown(line)));
}

/** How a command reaches a server. */
export type InspectOptions = OperatorOptions & { withToken?: boolean };

/** What svc can't use of what a server says about signing in. */
function authorizationLines({ authorizationFault: fault }: Inspection): string[] {
  return fault === null ? [] : [`Users can't sign in at its authorization server. ${fault}`];
}

/** Inspects a server for an operator. @throws OperatorFailure if it can't be, or needs a token. */
async function inspectFor(
  environment: OperatorEnvironment,
  url: string,
  { sandbox, withToken }: { sandbox: boolean; withToken: boolean },
): Promise<Extract<Inspection, { kind: "facts" }>> {
  const token = withToken ? (await environment.readSecret()).trim() : null;
  let found: Inspection;
  try {
    found = await environment.inspect(url, { sandbox, token });
  } catch (error) {
    if (!(error instanceof InspectionFault)) throw error;
    throw new OperatorFailure(`${url} can't be inspected. ${error.message}`, { cause: error });
  }
  if (found.kind === "facts") return found;
  const refusal = withToken
    ? `${url} doesn't accept this token.`
    : `${url} lists its tools only with a credential: add --with-token, and give a bearer token on standard input. It is used once and not stored.`;
  throw new OperatorFailure([refusal, ...authorizationLines(found)].join("\n"));
}

/**
 * Writes the review of a server to a new file. Nothing of it is enabled, and nothing is stored.
 * @throws OperatorFailure
 */
export async function addMcp(
  io: OperatorIo,
  deployment: OperatorDeployment,
  environment: OperatorEnvironment,
  { slug, url, ...options }: InspectOptions & { slug: string; url: string; to?: string },
): Promise<void> {
  const path = options.to ?? `${slug}.review.json`;
  if (!new RegExp(slugPattern).test(slug)) {
    throw new UsageFailure("<slug> must be lowercase words, joined by hyphens.");
  }
  await openReviews(deployment, environment).checkNew(slug, url);
  const { sandbox } = deployment.vault;
  const withToken = options.withToken === true;
  const inspected = await inspectFor(environment, url, { sandbox, withToken });
  const { facts, leftOut, authorizationFault } = inspected;
  const review = reviewFrom(slug, facts);
  await writeFile(path, `${readableJson(review)}\n`, { flag: "wx" }).catch((error: unknown) => {
    const code = (error as NodeJS.ErrnoException).code ?? "error";
    const detail = code === "EEXIST" ? "it's already there: give another file with --to" : code;
    throw new OperatorFailure(`${path} can't be created (${detail}).`, { cause: error });
  });
  const shown = reviewRows(review);
  printRows(io, options.format, { ...shown, document: { ...shown.document, file: path, leftOut, authorizationFault } });
  if (options.format === "json") return;
  for (const { name, reason } of leftOut) io.err(`Left out: ${printable(withHiddenShown(name))}. ${reason}\n`);
  for (const line of authorizationLines(inspected)) io.err(`${line}\n`);
  io.err(`Wrote ${path}. Nothing is enabled yet: decide about each tool in it, set "reviewed": true, and then\n`);
  io.err(`  svc-server providers apply ${path}\n`);
}

/** JSON in which an editor hides and reorders nothing: invisible characters are escaped. */
function readableJson(review: Review): string {
  return JSON.stringify(review, null, 2).replaceAll(/[\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
      .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

/** Compares a server with its review now, as the daily check does. */
export async function recheckProvider(
  io: OperatorIo,
  deployment: OperatorDeployment,
  environment: OperatorEnvironment,
  { slug, administration, ...options }: InspectOptions & { slug: string; administration: Administration },
): Promise<void> {
  const { row } = await openReviews(deployment, environment).find(slug);
  const { sandbox } = deployment.vault;
  const { facts } = await inspectFor(environment, row.url, { sandbox, withToken: options.withToken === true });
  const inspect = () => Promise.resolve({ kind: "tools" as const, tools: facts.tools });
  const { describedProviders: store, platform } = deployment;
  await checkProviderTools({ store, platform, inspect }, row, "operator");
  await showProvider(io, administration, slug, options);
}
