/** `node main.ts`: builds the documentation if needed, and prints its folder; with `--pages`, only lists the pages. */
import { builtSite, entriesOf } from "./build.ts";
import { allPages } from "./pages.ts";

console.log(process.argv.includes("--pages") ? JSON.stringify(entriesOf(allPages())) : builtSite());
