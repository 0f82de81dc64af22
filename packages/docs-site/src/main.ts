/** `node main.ts`: builds the documentation unless it is built already, and prints its folder; with `--pages`, only lists it. */
import { builtSite, entriesOf } from "./build.ts";
import { allPages } from "./pages.ts";

console.log(process.argv.includes("--pages") ? JSON.stringify(entriesOf(allPages())) : builtSite());
