/** The contract: each § names its document, a cited section exists, and a section begins with its promise. */
import { findingAt } from "./source.ts";
import type { Finding, TextFile } from "./source.ts";

/** The chapters of the contract; its overview has no sections. */
const chapter = /^docs\/contract\/[\w-]+\.md$/;
/** `contract §4.3`, `RFC 9110 §15.5.9, §15.5.20`, `contract §4.2 and §4.3`. The document is on the same line. */
const citation =
  /(?<document>contract |RFC \d+(?:bis)? |NIST SP [\w-]+ |JSON-RPC [\d.]+ )?(?<sections>§[\d.]*(?:(?:, | and )§[\d.]*)*)/g;

/**
 * @param chapters the files of docs/contract; others are ignored.
 * @returns the numbers of its sections, such as `4` and `4.3`.
 */
export function sectionsOf(chapters: readonly TextFile[]): ReadonlySet<string> {
  const headings = chapters
    .filter(({ path }) => chapter.test(path))
    .flatMap(({ text }) => [...text.matchAll(/^#{1,2} (\d+(?:\.\d+)?)\.? /gm)]);
  return new Set(headings.map(([, number = ""]) => number));
}

/** Every § in the project that names no document, or a section that the contract doesn't have. */
export function citationFindings(files: readonly TextFile[]): Finding[] {
  const sections = sectionsOf(files);
  const findings: Finding[] = [];
  for (const file of files) {
    // The samples in this folder violate the rule on purpose.
    if (file.path.startsWith("tools/tidy/")) continue;
    for (const match of file.text.matchAll(citation)) {
      const document = match.groups?.["document"] ?? (chapter.test(file.path) ? "contract " : "");
      const cited = match.groups?.["sections"] ?? "";
      if (document === "") {
        const remedy = `write "contract ${cited}", on one line, or name the standard in front, as in "RFC 9110 §15"`;
        findings.push(findingAt(file, match.index, `citation without a document: ${cited}`, remedy));
      }
      if (document !== "contract ") continue;
      for (const [, number = ""] of cited.matchAll(/§([\d.]*)/g)) {
        // A sentence can end with a citation.
        if (sections.has(number.replace(/\.$/, ""))) continue;
        findings.push(findingAt(file, match.index, `citation: contract §${number}`, "cite a section of docs/contract"));
      }
    }
  }
  return findings;
}

/** Every section of the contract, or chapter without sections, that doesn't begin with its promise in bold. */
export function promiseFindings(files: readonly TextFile[]): Finding[] {
  return files
    .filter(({ path }) => chapter.test(path))
    .flatMap((file) => {
      const sections = [...file.text.matchAll(/^## \d[^\n]*\n\n/gm)];
      const starts = sections.length > 0 ? sections : [...file.text.matchAll(/^# \d[^\n]*\n\n/gm)];
      return starts
        .filter(({ 0: heading, index }) => !/^\*\*[^*]+\*\*/.test(file.text.slice(index + heading.length)))
        .map(({ 0: heading, index }) =>
          findingAt(file, index, `section without a promise: ${heading.trim()}`, "begin with one sentence in bold"),
        );
    });
}
