/** Held against the vendor's own types. */
import { judgeProvider } from "./judge.ts";

judgeProvider("slack");
