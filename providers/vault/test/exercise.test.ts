/** Runs the kit's test suites through the real outbound client against the simulated cluster. */
import { describe } from "node:test";
import { exerciseProvider, exerciseSecretsManager } from "@svc/provider-kit/testing";
import { appRoles, tokens } from "../simulator/index.ts";
import { vault } from "../src/index.ts";
import { vaultExamples, vaultSecrets } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

exerciseProvider(vault, () => openSimulated(), vaultExamples);
exerciseSecretsManager(vault, () => openSimulated(), vaultSecrets);

describe("OpenBao", () => {
  exerciseSecretsManager(
    vault,
    () => openSimulated({ product: "openbao" }, { access_token: tokens.plain }),
    vaultSecrets,
  );
});

describe("OpenBao, with an AppRole", () => {
  exerciseSecretsManager(vault, () => openSimulated({ product: "openbao" }, appRoles.everything), vaultSecrets);
});
