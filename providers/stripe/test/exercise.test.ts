/** Runs the kit's test suite through the real outbound client against the simulated Stripe. */
import { describe } from "node:test";
import { exerciseProvider } from "@svc/provider-kit/testing";
import { stripe } from "../src/index.ts";
import { stripeExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

for (const isOAuth of [false, true]) {
  describe(`with ${isOAuth ? "the token of a connected account" : "a restricted key"}`, () => {
    exerciseProvider(stripe, () => openSimulated({ isOAuth }), stripeExamples);
  });
}
