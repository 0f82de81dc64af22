/** Held against the description that a server gives. */
import { judgeProvider } from "./judge.ts";

judgeProvider("vault");
