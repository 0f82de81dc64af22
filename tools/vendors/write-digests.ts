/** Writes the digests of the installed descriptions: all, or those of the providers named. */
import { writeDigest } from "./digest-files.ts";
import { openCase } from "./judge.ts";
import { judged } from "./vendors.ts";

/** Writes them. @param slugs all by default. */
export async function run(slugs: readonly string[] = judged): Promise<void> {
  for (const slug of slugs) writeDigest(slug, (await openCase(slug)).digest);
}
