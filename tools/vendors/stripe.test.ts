/** Held against the vendor's own description. */
import { judgeProvider } from "./judge.ts";

judgeProvider("stripe");
