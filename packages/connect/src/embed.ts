/** The embed script: the global that `/connect/v1/svc-connect.js` adds to the page that includes it. */
import { connect } from "./connect.ts";
import { readReturn } from "./return.ts";

Object.defineProperty(window, "SvcConnect", { value: Object.freeze({ connect, readReturn }), configurable: true });
