/** Held against the facts on the vendor's pages. */
import { judgeFacts } from "./judge.ts";

judgeFacts("notion");
