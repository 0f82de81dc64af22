/** A registry for npm packages that runs on this machine; a program for Node. */
import { join } from "node:path";

/** Its path. It takes `--config` and `--listen`. */
export const verdaccio: string = join(import.meta.dirname, "node_modules/verdaccio/bin/verdaccio");
