/** Rules about all files together: links resolve, packages have a description. */
import { posix } from "node:path";
import { findingAt } from "./source.ts";
import type { Finding, TextFile } from "./source.ts";

/** Relative links in Markdown files that lead to no file or folder of the project. */
export function linkFindings(files: readonly TextFile[]): Finding[] {
  const places = new Set<string>();
  for (const { path } of files) {
    for (let place = path; place !== "."; place = posix.dirname(place)) places.add(place);
  }
  const findings: Finding[] = [];
  for (const file of files) {
    if (!file.path.endsWith(".md")) continue;
    for (const match of withoutCode(file.text).matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g)) {
      const [link] = (match[1] ?? "").split("#");
      if (link === undefined || link === "" || /^[a-z][a-z+.-]*:|^\//i.test(link)) continue;
      const target = posix.join(posix.dirname(file.path), decodeURIComponent(link)).replace(/\/$/, "");
      if (places.has(target) || target === ".") continue;
      findings.push(findingAt(file, match.index, `link: ${link}`, "point it at a file that exists"));
    }
  }
  return findings;
}

/** Package manifests without a description, or with a license other than the project's. */
export function packageFindings(files: readonly TextFile[]): Finding[] {
  const findings: Finding[] = [];
  for (const file of files) {
    if (!/^((packages|providers)\/[^/]+\/|conformance\/|)package\.json$/.test(file.path)) continue;
    const manifest = JSON.parse(file.text) as Record<string, unknown>;
    const description = manifest["description"];
    if (typeof description !== "string" || description.length < 10) {
      findings.push(findingAt(file, 0, "package: no description", "describe the package in one sentence"));
    }
    if (manifest["license"] !== "Apache-2.0") {
      findings.push(findingAt(file, 0, "package: license", 'set "license" to "Apache-2.0"'));
    }
  }
  return findings;
}

/** The text with code blanked out, so that offsets stay the same. */
function withoutCode(markdown: string): string {
  return markdown.replace(/```[\s\S]*?```|`[^`\n]*`/g, (code) => code.replace(/[^\n]/g, " "));
}
