/** Runs the kit's test suite through the real outbound client against the simulated site. */
import { exerciseProvider } from "@svc/provider-kit/testing";
import { jira } from "../src/index.ts";
import { jiraExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

exerciseProvider(jira, () => openSimulated(), jiraExamples);
