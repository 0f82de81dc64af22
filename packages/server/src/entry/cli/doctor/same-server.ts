/** Doctor: whether the server that answers is the one whose environment and database were checked. */
import type { Setting } from "../environment.ts";
import type { Finding, Subject } from "./check.ts";

/** Finds differences between the server at the configured URL and the deployment that the doctor checked. */
export async function differencesFrom(
  { baseUrl, database }: Setting,
  { environment, deployment }: Pick<Subject, "environment" | "deployment">,
): Promise<Finding[]> {
  const [readiness, description] = await Promise.all([
    environment.documentOf(`${baseUrl}/readyz`),
    environment.documentOf(`${baseUrl}/openapi.json`),
  ]);
  const { envFile, version } = environment;
  const own = envFile === null ? "pass the server's own variables with --env-file" : `check that it reads ${envFile}`;
  const differences: Finding[] = [];
  const running = fieldOf(fieldOf(description, "info"), "version");
  if (typeof running === "string" && running !== version) {
    const detail = `the one at ${baseUrl} is version ${shown(running)}, and this command is ${version}`;
    differences.push({ status: "warn", detail, remedy: "run the doctor of the server's own version" });
  }
  if (deployment === null) return differences;
  const sandbox = fieldOf(readiness, "sandbox");
  if (typeof sandbox === "boolean" && sandbox !== deployment.vault.sandbox) {
    const [its, judged] = sandbox ? ["a sandbox", "isn't one"] : ["live", "is a sandbox's"];
    const detail = `the one at ${baseUrl} is ${its}, but the checked database ${judged}`;
    differences.push({ status: "warn", detail, remedy: own });
  } else if ((await deployment.owners.living()).length === 0) {
    const judged = database.engine === "sqlite" ? `the SQLite database ${database.path}` : "this PostgreSQL database";
    const detail = `no server uses ${judged}, so the one at ${baseUrl} has other settings than those checked here`;
    differences.push({ status: "warn", detail, remedy: own });
  }
  return differences;
}

function fieldOf(document: unknown, name: string): unknown {
  return typeof document === "object" && document !== null ? (document as Record<string, unknown>)[name] : undefined;
}

/** A version as the other program names it, without anything that could act on a terminal. */
function shown(version: string): string {
  return version.replaceAll(/[^\w.+-]/g, "?").slice(0, 40);
}
