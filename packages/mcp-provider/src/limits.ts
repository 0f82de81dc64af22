/** Limits for what a server says about itself, and for one call of a tool. */
export const limits = {
  /** Tools of one server. */
  toolsMax: 256,
  /** Pages of the listing of tools. */
  pagesMax: 64,
  /** Characters of a tool's name, as in the specification. */
  nameCharsMax: 128,
  /** Characters of a tool's description. */
  descriptionCharsMax: 16_384,
  /** Bytes of one schema, as JSON. */
  schemaBytesMax: 64 * 1024,
  /** Nested schemas within one schema. */
  schemaDepthMax: 12,
  /** Schemas within one schema. */
  schemaNodesMax: 500,
  /** Alternatives of one value. */
  alternativesMax: 16,
  /** Bytes of a call's arguments, as JSON. */
  argumentsBytesMax: 256 * 1024,
  /** Bytes of a result, as JSON. */
  resultBytesMax: 1024 * 1024,
} as const;
