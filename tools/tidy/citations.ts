/** Citations: each § names its document, and a cited section of the contract exists. */
import { findingAt } from "./source.ts";
import type { Finding, TextFile } from "./source.ts";

const contractPath = "docs/contract.md";
/** `contract §4.3`, `RFC 9110 §15.5.9, §15.5.20`, `contract §4.2 and §4.3`. The document is on the same line. */
const citation =
  /(?<document>contract |RFC \d+(?:bis)? |NIST SP [\w-]+ |JSON-RPC [\d.]+ )?(?<sections>§[\d.]*(?:(?:, | and )§[\d.]*)*)/g;

/** @param contract the text of docs/contract.md. @returns the numbers of its sections, such as `4` and `4.3`. */
export function sectionsOf(contract: string): ReadonlySet<string> {
  return new Set([...contract.matchAll(/^#{2,3} (\d+(?:\.\d+)?)\.? /gm)].map(([, number = ""]) => number));
}

/** Every § in the project that names no document, or a section that the contract doesn't have. */
export function citationFindings(files: readonly TextFile[]): Finding[] {
  const sections = sectionsOf(files.find(({ path }) => path === contractPath)?.text ?? "");
  const findings: Finding[] = [];
  for (const file of files) {
    // The samples in this folder violate the rule on purpose.
    if (file.path.startsWith("tools/tidy/")) continue;
    for (const match of file.text.matchAll(citation)) {
      const document = match.groups?.["document"] ?? (file.path === contractPath ? "contract " : "");
      const cited = match.groups?.["sections"] ?? "";
      if (document === "") {
        const remedy = `write "contract ${cited}", on one line, or name the standard in front, as in "RFC 9110 §15"`;
        findings.push(findingAt(file, match.index, `citation without a document: ${cited}`, remedy));
      }
      if (document !== "contract ") continue;
      for (const [, number = ""] of cited.matchAll(/§([\d.]*)/g)) {
        // A sentence can end with a citation.
        if (sections.has(number.replace(/\.$/, ""))) continue;
        findings.push(
          findingAt(file, match.index, `citation: contract §${number}`, `cite a section of ${contractPath}`),
        );
      }
    }
  }
  return findings;
}
