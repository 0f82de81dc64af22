/** `node main.ts`: builds the documentation unless it is already built, and prints its folder. */
import { builtSite } from "./build.ts";

console.log(builtSite());
