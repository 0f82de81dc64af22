/** The plain manifests in `deploy/`, which are the chart's output for one set of values. */
import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import { root } from "../pack/workspaces.ts";
import { manifestValues, render } from "./helm.ts";

/** Where each template's manifest is, from the project's root. */
const places: Readonly<Record<string, string>> = {
  "deployment.yaml": "deploy/kubernetes/deployment.yaml",
  "network-policy.yaml": "deploy/kubernetes/network-policy.yaml",
  "pod-disruption-budget.yaml": "deploy/kubernetes/pod-disruption-budget.yaml",
  "service.yaml": "deploy/kubernetes/service.yaml",
  "service-monitor.yaml": "deploy/observability/service-monitor.yaml",
};

const head = "# Generated from deploy/helm/svc by npm run chart -- --manifests.\n";

/** Their texts, by path. @throws Error if the values don't yield each of them once. */
export async function plainManifests(): Promise<Map<string, string>> {
  const rendered = render("--values", manifestValues);
  const files = rendered.map(({ file }) => file).toSorted();
  if (files.join() !== Object.keys(places).toSorted().join()) throw new Error(`The chart renders ${files.join(", ")}.`);
  const texts = rendered.map(async ({ file, text }): Promise<[string, string]> => {
    const place = places[file] ?? "";
    const filepath = join(root, place);
    return [place, await format(head + text, { ...(await resolveConfig(filepath)), filepath })];
  });
  return new Map(await Promise.all(texts));
}
