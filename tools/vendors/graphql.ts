/** Makes a description of a GraphQL schema: each document that we send is an operation. */
import {
  getNamedType,
  getVariableValues,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  Kind,
  NoDeprecatedCustomRule,
  parse,
  specifiedRules,
  typeFromAST,
  validate,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLInputType,
  type GraphQLSchema,
  type GraphQLType,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "../../judges/vendors/graphql.ts";
import type { Description, DocumentedRefusal, Operation, Schema } from "./description.ts";
import { nullable } from "./json-schema.ts";

/** What an entry says about a GraphQL schema. */
export type GraphqlOptions = Pick<Description, "source" | "kind"> & {
  readonly path: string;
  readonly refusals: readonly DocumentedRefusal[];
};

type Read = { readonly operation: Operation; readonly node: OperationDefinitionNode; readonly faults: string[] };

/** Makes the description. */
export function fromGraphql(schema: GraphQLSchema, { source, kind, path, refusals }: GraphqlOptions): Description {
  const inputs = Object.values(schema.getTypeMap()).filter(isInputObjectType);
  const definitions = Object.fromEntries(
    inputs.map((type) => {
      const fields = Object.values(type.getFields());
      const properties = Object.fromEntries(fields.map((field) => [field.name, inputSchema(field.type)]));
      const required = fields.filter((field) => isNonNullType(field.type)).map(({ name }) => name);
      return [type.name, { type: "object", properties, required }];
    }),
  );
  const known = new Map<string, Read>();
  return {
    source,
    kind,
    definitions,
    find(request) {
      if (request.method !== "POST" || request.path !== path) return null;
      const body = JSON.parse(request.body) as { query: string; variables?: Record<string, unknown> };
      const read = known.get(body.query) ?? readDocument(body.query, schema, refusals);
      known.set(body.query, read);
      const { errors = [] } = getVariableValues(schema, read.node.variableDefinitions ?? [], body.variables ?? {});
      const faults = [...read.faults, ...errors.map(({ message }) => message)];
      return { operation: read.operation, parameters: [], unknownParameters: [], body, faults };
    },
  };
}

function readDocument(text: string, schema: GraphQLSchema, refusals: readonly DocumentedRefusal[]): Read {
  const document = parse(text);
  const node = document.definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION);
  if (node === undefined) throw new RangeError("A document has no operation.");
  const root = schema.getRootType(node.operation);
  if (root === null || root === undefined) throw new RangeError(`The schema has no ${node.operation}.`);
  const faults = validate(schema, document, [...specifiedRules, NoDeprecatedCustomRule]).map(({ message }) => message);
  const variables = (node.variableDefinitions ?? []).map((one) => {
    const type = typeFromAST(schema, one.type) as GraphQLInputType | undefined;
    return [one.variable.name.value, type === undefined ? {} : inputSchema(type)] as const;
  });
  const fields = node.selectionSet.selections.filter((one) => one.kind === Kind.FIELD);
  const notes = fields.flatMap((field) => {
    const described = root.getFields()[field.name.value];
    const used = (field.arguments ?? []).map(({ name }) => name.value);
    const args = (described?.args ?? []).filter(({ name, description }) => used.includes(name) && description);
    return [
      ...(described?.description ? [described.description] : []),
      ...args.map(({ name, description }) => `${name}: ${String(description)}`),
    ];
  });
  const operation: Operation = {
    name: fields.map((field) => `${node.operation} ${field.name.value}`).join(", "),
    isDeprecated: false,
    parameters: [],
    body: {
      type: "object",
      properties: {
        query: { type: "string" },
        variables: { type: "object", properties: Object.fromEntries(variables) },
      },
      required: ["query"],
    },
    responses: new Map([[200, responseSchema(document, node, root, schema)]]),
    refusals,
    scopes: null,
    notes,
  };
  return { operation, node, faults };
}

function responseSchema(
  document: DocumentNode,
  node: OperationDefinitionNode,
  root: GraphQLType,
  schema: GraphQLSchema,
): Schema {
  const fragments = document.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
  const data = selected(root, node.selectionSet, { schema, fragments });
  return { type: "object", properties: { data }, required: ["data"] };
}

type Context = { schema: GraphQLSchema; fragments: readonly FragmentDefinitionNode[] };

/** The schema of a type's selected fields. Those of a fragment may be missing, as the object can be of another type. */
function selected(type: GraphQLType, selection: SelectionSetNode, context: Context): Schema {
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  const read = (owner: GraphQLType, set: SelectionSetNode, isSure: boolean): void => {
    for (const one of set.selections) {
      if (one.kind === Kind.FIELD) {
        const name = one.alias?.value ?? one.name.value;
        const own = isObjectType(owner) || isInterfaceType(owner) ? owner.getFields()[one.name.value] : undefined;
        const described = own?.description ? { description: own.description } : {};
        const value = own === undefined ? { type: "string" } : outputSchema(own.type, one.selectionSet, context);
        properties[name] = "$ref" in value ? { allOf: [value], ...described } : { ...value, ...described };
        if (isSure) required.push(name);
        continue;
      }
      const fragment =
        one.kind === Kind.INLINE_FRAGMENT ? one : context.fragments.find(({ name }) => name.value === one.name.value);
      const condition = fragment?.typeCondition?.name.value;
      const to = condition === undefined ? owner : context.schema.getType(condition);
      if (fragment !== undefined && to !== undefined && to !== null) {
        read(to, fragment.selectionSet, isSure && to === owner);
      }
    }
  };
  read(type, selection, true);
  return { type: "object", properties, required };
}

function outputSchema(type: GraphQLType, selection: SelectionSetNode | undefined, context: Context): Schema {
  if (isNonNullType(type)) return present(type.ofType, selection, context);
  const schema = present(type, selection, context);
  return selection === undefined ? nullable(schema) : { anyOf: [schema, { type: "null" }] };
}

function present(type: GraphQLType, selection: SelectionSetNode | undefined, context: Context): Schema {
  if (isListType(type)) return { type: "array", items: outputSchema(type.ofType as GraphQLType, selection, context) };
  if (isObjectType(type) || isInterfaceType(type) || isUnionType(type)) {
    return selection === undefined ? {} : selected(type, selection, context);
  }
  return leaf(type);
}

function inputSchema(type: GraphQLInputType): Schema {
  return isNonNullType(type) ? presentInput(type.ofType) : nullable(presentInput(type));
}

function presentInput(type: GraphQLInputType): Schema {
  if (isListType(type)) return { type: "array", items: inputSchema(type.ofType) };
  return isInputObjectType(type) ? { $ref: `#/$defs/${type.name}` } : leaf(type);
}

const scalars: Readonly<Record<string, Schema>> = {
  Boolean: { type: "boolean" },
  Int: { type: "integer" },
  Float: { type: "number" },
  JSON: {},
  JSONObject: {},
  DateTime: { type: "string", format: "date-time" },
};

function leaf(type: GraphQLType): Schema {
  if (isEnumType(type)) return { type: "string", enum: type.getValues().map(({ name }) => name) };
  return scalars[getNamedType(type).name] ?? { type: "string" };
}
