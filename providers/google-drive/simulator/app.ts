/** The OAuth app that a sandbox's operator configures. */
import { googleApp } from "@svc/google/simulator";

/** This app created some of the default data. */
export const app = googleApp("google-drive");
