/**
 * Parameter Store's API over the simulated account, written from its documentation:
 * https://docs.aws.amazon.com/systems-manager/latest/APIReference/
 */
import { awsApi, awsError, awsPage, textIn, type AwsCall, type Operation } from "@svc/aws/simulator";
import type { Result } from "@svc/simulator";
import type { Parameter, ParametersWorld, Switches } from "./world.ts";

type ParametersCall = AwsCall<ParametersWorld>;

const invalid = (message: string) => awsError("ValidationException", message);

function found(call: ParametersCall): Parameter {
  const parameter = call.world.parameters.get(textIn(call, "Name", { min: 1 }));
  if (parameter === undefined) throw awsError("ParameterNotFound", "");
  return parameter;
}

/** Whether a parameter matches a filter: by its whole name, or by a path one or any number of levels above it. */
function passes({ name }: Parameter, { Key: key, Option: option, Values: [value = ""] }: Filter): boolean {
  if (key === "Name" && option === "Equals") return name === value;
  if (key !== "Path" || (option !== "OneLevel" && option !== "Recursive")) throw awsError("InvalidFilterOption", "");
  const below = value === "/" ? "/" : `${value}/`;
  if (!name.startsWith(below)) return false;
  return option === "Recursive" || !name.slice(below.length).includes("/");
}

type Filter = { readonly Key: string; readonly Option: string; readonly Values: readonly string[] };

function describe({ world, input }: ParametersCall): Result {
  const { NextToken: token } = input;
  if (world.switches.emptyPages && token === undefined) return { json: { Parameters: [], NextToken: "first" } };
  const filters = (input["ParameterFilters"] ?? []) as readonly Filter[];
  const shown = world.parameters.list({ where: (parameter) => filters.every((filter) => passes(parameter, filter)) });
  const asked = { input: token === "first" ? { ...input, NextToken: "" } : input };
  const { items, more } = awsPage(asked, shown, { absent: 10, max: 50, id: ({ name }) => name });
  const Parameters = items.map(({ name, type, keyId, description, version, modifiedMs }) => ({
    Name: name,
    Type: type,
    ...(keyId === "" ? {} : { KeyId: keyId }),
    ...(description === "" ? {} : { Description: description }),
    Version: version,
    LastModifiedDate: modifiedMs / 1000,
    LastModifiedUser: "arn:aws:iam::123456789012:user/harbor",
    Tier: "Standard",
    DataType: "text",
  }));
  return { json: { Parameters, ...more } };
}

function getOne(call: ParametersCall): Result {
  const { name, type, value, version, modifiedMs } = found(call);
  const isOpen = type !== "SecureString" || call.input["WithDecryption"] === true;
  const Parameter = {
    Name: name,
    Type: type,
    Value: isOpen ? value : "AQICAHencrypted",
    Version: version,
    LastModifiedDate: modifiedMs / 1000,
    DataType: "text",
  };
  return { json: { Parameter } };
}

function put(call: ParametersCall): Result {
  const { world, input, timeMs } = call;
  const name = textIn(call, "Name", { min: 1 });
  const value = textIn(call, "Value", { min: 1, max: 4096 });
  const description = textIn(call, "Description", { max: 1024 });
  if (!/^(?!\/?(?:aws|ssm))[A-Za-z0-9_./-]+$/i.test(name) || /\{\{.*\}\}/s.test(value)) throw invalid("Invalid value.");
  const known = world.parameters.get(name);
  if (known !== undefined && input["Overwrite"] !== true) {
    throw awsError("ParameterAlreadyExists", "The parameter already exists.");
  }
  const type = (input["Type"] ?? known?.type) as string | undefined;
  if (type === undefined) throw invalid("A parameter type is required when you create a parameter.");
  if (known !== undefined && known.type !== type) throw awsError("HierarchyTypeMismatchException", "");
  const key = input["KeyId"] === undefined ? {} : { keyId: input["KeyId"] as string };
  const { version } = world.write({ name, value, type, description, ...key }, timeMs);
  return { json: { Version: version, Tier: "Standard" }, effects: [{ kind: "parameter.put", name, version }] };
}

function remove(call: ParametersCall): Result {
  const { name } = found(call);
  call.world.parameters.delete(name);
  return { json: {}, effects: [{ kind: "parameter.delete", name }] };
}

const operations: Readonly<Record<string, Operation<ParametersWorld>>> = {
  DescribeParameters: { reads: true, run: describe },
  GetParameter: { reads: true, run: getOne },
  PutParameter: { run: put },
  DeleteParameter: { run: remove },
};

/** The simulated API. Operations that svc must never call are missing. */
export const parametersApi = awsApi<ParametersWorld, Switches>({ service: "ssm", target: "AmazonSSM", operations });
