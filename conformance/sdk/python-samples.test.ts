/** The samples in Python. */
import { registerSamples } from "./samples-cases.ts";

registerSamples("Python");
