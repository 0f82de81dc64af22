/** The harness: a real server process, a simulated provider, and HTTP that is checked against the API description. */
export { ApiDescription, type DescribedOperation } from "./api-description.ts";
export {
  Caller,
  makeClient,
  operateJson,
  testOrigin,
  testReturnUrl,
  uniqueName,
  updateClient,
  withOtherEnd,
  type CallOptions,
  type ClientLists,
  type TestClient,
} from "./caller.ts";
export { connect, everyAction, Frontend, openSession, sessionBody, untilSettled } from "./connect.ts";
export { until } from "./until.ts";
export { HttpResponse, HttpClient, type Exchange, type OutgoingRequest } from "./http.ts";
export { freePort } from "../../tools/free-port.ts";
export { runProgram, spawnProgram, type Ran } from "./programs.ts";
export { loadRequirements, projectFolder, type Requirement } from "./requirements.ts";
export {
  makeHome,
  startServer,
  type Engine,
  type RunningServer,
  type ServerHome,
  type ServerOptions,
} from "./server.ts";
export {
  assertProblem,
  Connected,
  devConfig,
  Fixture,
  suite,
  suiteOnBothEngines,
  type SuiteOptions,
} from "./fixture.ts";
export { chosenEngines, oneEngine } from "./engines.ts";
export { verifies } from "./verifies.ts";
