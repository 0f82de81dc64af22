/** Runs the kit's test suite through the real outbound client against the simulated Stripe. */
import { exerciseProvider } from "@svc/provider-kit/testing";
import { stripe } from "../src/index.ts";
import { stripeExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

exerciseProvider(stripe, () => openSimulated(), stripeExamples);
