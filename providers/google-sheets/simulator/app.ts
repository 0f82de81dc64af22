/** The app that a sandbox's operator configures. */
import { googleApp } from "@svc/google/simulator";

/** It has created some of what is there at the start. */
export const app = googleApp("google-sheets");
