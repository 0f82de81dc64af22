/** Example tokens and inputs for the kit's suite. */
import type { ProviderExamples, RefusedSubmission } from "@svc/provider-kit/testing";

/** The contents of the suite's environment: a project with a config and one secret, and an unused name. */
export const harbor = { project: "harbor-api", config: "stg", name: "DATABASE_URL", freeName: "NEW_NAME" } as const;

const random = "Zk3".repeat(14);
const at = { project: harbor.project, config: harbor.config };

const acceptedTokens = [
  `dp.st.${random.slice(0, 40)}`,
  `dp.st.dev.${random}ab`,
  `dp.st.prd_eu-west.${random}`,
  `dp.sa.${random}`,
  "dp.st.short-but-visible",
];

/** Tokens that are rejected before any call, with the expected explanation. */
export const refusedTokens: readonly (readonly [token: string, explains: RegExp])[] = [
  [`dp.pt.${random}`, /personal token/],
  [`dp.ct.${random}`, /CLI token/],
  [`dp.scim.${random}`, /SCIM token/],
  [`dp.audit.${random}`, /audit token/],
  [`dp.said.${random}`, /service account identity/],
  [`dp.st.${random}\n`, /line break/],
  [` dp.st.${random}`, /space/],
  [`dp.st.dev ${random}`, /space/],
  ["", /empty/],
  ["dp.st.", /prefix/],
  ["dp.sa.", /prefix/],
  [`DP.ST.${random}`, /known kind of Doppler token/],
  [`dp.xx.${random}`, /known kind of Doppler token/],
  [`xdp.st.${random}`, /known kind of Doppler token/],
  [`dp.st${random}`, /known kind of Doppler token/],
  ["hunter2-hunter2", /known kind of Doppler token/],
  [`dp.st.${"a".repeat(251)}`, /too long/],
  [`dp.st.${random}é`, /characters/],
  [`dp.st.${random}\u0000`, /characters/],
  [`dp.st.${random}\u007f`, /characters/],
];

const refusedSubmissions: readonly RefusedSubmission[] = [
  ...refusedTokens.map(([access_token, explains]) => ({ submission: { access_token }, explains })),
  { submission: {}, explains: /missing/ },
  { submission: { access_token: 7 }, explains: /missing/ },
  { submission: { access_token: [`dp.st.${random}`] }, explains: /missing/ },
  { submission: null, explains: /missing/ },
];

const badNames = ["", "lower", "1A", "A-B", "A B", "A\n", "É", "A".repeat(201), "${A}", 7, null];
const badConfigs = ["", "\n", "dev\u0000", "a".repeat(61), 7, null];
const badProjects = ["", "\t", "p\u0000", "a".repeat(81), 7, null];

/** Invalid inputs for every action that takes a secret's address. */
function badAddresses(input: Record<string, unknown>): Record<string, unknown>[] {
  return [
    ...badProjects.map((project) => ({ ...input, project })),
    ...badConfigs.map((config) => ({ ...input, config })),
    { ...input, project: undefined },
    { ...input, unknown: 1 },
  ];
}

const getInput = { ...at, name: harbor.name };
const setInput = { ...getInput, value: "the-value-to-write" };
const badPages = [{ page: 0 }, { page: 1.5 }, { page: "1" }, { perPage: 0 }, { perPage: 101 }, { page: null }];

/** 51,200 bytes in fewer characters. */
const longestValue = "é".repeat(25_600);

/** Error bodies that quote the input. @param text a part of the input. */
function errorBodies(text: string): unknown[] {
  const said = [
    text,
    `Could not find requested project '${text}'`,
    `This token does not have access to requested config '${text}'`,
    `Invalid Auth token ${text}`,
    `Secret name "${text}" may only contain uppercase letters, numbers, and underscores.`,
  ];
  return said.map((message) => ({ messages: [message], success: false, data: { isRetryable: true, text } }));
}

/** The provider's examples. */
export const dopplerExamples: ProviderExamples = {
  acceptedSubmissions: acceptedTokens.map((access_token) => ({ access_token })),
  refusedSubmissions,
  errorBodies,
  actions: {
    "projects.list": {
      inputs: [{}, { page: 1, perPage: 100 }, { page: 2 }],
      refusedInputs: [...badPages, { project: "p" }, null, []],
    },
    "configs.list": {
      inputs: [{ project: harbor.project }, { project: harbor.project, environment: "stg", page: 1, perPage: 1 }],
      refusedInputs: [
        {},
        ...badPages.map((page) => ({ project: "p", ...page })),
        ...badProjects.map((project) => ({ project })),
        { project: "p", environment: "" },
      ],
    },
    "secrets.names.list": { inputs: [at], refusedInputs: [{ project: "p" }, ...badAddresses(at)] },
    "secrets.get": {
      inputs: [getInput],
      refusedInputs: [...badNames.map((name) => ({ ...at, name })), ...badAddresses(getInput), at],
    },
    "secrets.set": {
      inputs: [
        setInput,
        { ...setInput, name: harbor.freeName, value: "", visibility: "unmasked" },
        { ...setInput, value: longestValue },
        { ...setInput, value: "x".repeat(51_200), visibility: "masked" },
      ],
      refusedInputs: [
        ...badNames.map((name) => ({ ...setInput, name })),
        ...badAddresses(setInput),
        ...[null, 7, undefined, `${longestValue}x`, "x".repeat(51_201)].map((value) => ({ ...setInput, value })),
        ...["hidden", "", null, "MASKED"].map((visibility) => ({ ...setInput, visibility })),
      ],
    },
    "secrets.delete": {
      inputs: [getInput, getInput],
      refusedInputs: [...badNames.map((name) => ({ ...at, name })), ...badAddresses(getInput), at],
    },
  },
};
