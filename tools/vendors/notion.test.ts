/** Held against the types of the vendor's own client. */
import { judgeProvider } from "./judge.ts";

judgeProvider("notion");
