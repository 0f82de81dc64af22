/** Writes `api.github.com.json`: `node providers/github/test/write-described-part.ts`. */
import { writeFileSync } from "node:fs";
import { githubDescription } from "../../../judges/vendors/octokit.ts";
import { describedPart, partFile } from "./described-part.ts";

writeFileSync(partFile, describedPart(githubDescription()));
