/** The OAuth app that a sandbox's operator configures. */
import { googleApp } from "@svc/google/simulator";

/** The only app. */
export const app = googleApp("google-calendar");
