/** GitHub's own client, its verification of webhooks, and its description of its API. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export { sign as signWebhook, verify as verifyWebhook } from "@octokit/webhooks-methods";
export { Octokit } from "octokit";

/** The whole description, as published by GitHub. */
export function githubDescription(): Readonly<Record<string, unknown>> {
  const file = fileURLToPath(import.meta.resolve("@octokit/openapi/generated/api.github.com.json"));
  return JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, unknown>>;
}
