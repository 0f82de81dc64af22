/** Runs the kit's test suite through the real outbound client against the simulated Slack. */
import { exerciseProvider } from "@svc/provider-kit/testing";
import { slack } from "../src/index.ts";
import { slackExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

exerciseProvider(slack, () => openSimulated(), slackExamples);
