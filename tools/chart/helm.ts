/** Runs Helm over our chart. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { helmPath } from "../needs/helm.ts";
import { root } from "../pack/workspaces.ts";

/** The chart's folder. */
export const chart: string = join(root, "deploy/helm/svc");

/** The values of the manifests in `deploy/`. */
export const manifestValues: string = join(root, "deploy/helm/plain-values.yaml");

/** The release's name in them, which is also the name of everything that the chart creates. */
export const manifestRelease = "svc-server";

/** What Helm printed. */
export type HelmResult = { status: number | null; stdout: string; stderr: string };

/** Runs Helm with files of its own, so that nothing of this user's settings counts. */
export function helm(...args: string[]): HelmResult {
  const home = mkdtempSync(join(tmpdir(), "svc-helm-"));
  try {
    const env = {
      PATH: process.env["PATH"] ?? "",
      HOME: home,
      HELM_CACHE_HOME: home,
      HELM_CONFIG_HOME: home,
      HELM_DATA_HOME: home,
    };
    const { status, stdout, stderr, error } = spawnSync(helmPath, args, { encoding: "utf8", env });
    return { status, stdout: stdout ?? "", stderr: `${error?.message ?? ""}${stderr ?? ""}` };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** A rendered manifest: its template's file name, its text, and what that says. */
export type Rendered = { file: string; text: string; manifest: Manifest };

/** Any manifest. */
export type Manifest = { kind: string; metadata: { name: string }; [field: string]: unknown };

/**
 * Renders the chart.
 * @param args Helm's, for example `--set replicas=2`.
 * @throws Error with Helm's message, if it refuses the values.
 */
export function render(...args: string[]): Rendered[] {
  const { status, stdout, stderr } = helm("template", manifestRelease, chart, ...args);
  if (status !== 0) throw new Error(stderr);
  const texts = stdout.split(/^---\n/m).filter((text) => text.trim() !== "");
  return texts.map((text) => {
    const [, file = ""] = /^# Source: svc\/templates\/(\S+)\n/.exec(text) ?? [];
    const [document] = parseAllDocuments(text);
    if (document === undefined || "empty" in document) throw new Error(`${file} is empty.`);
    return { file, text: `${text.replace(/^# Source: .*\n/, "").trimEnd()}\n`, manifest: document.toJS() as Manifest };
  });
}
