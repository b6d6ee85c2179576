// Custom tools: each call sends an HTTP request to a URL that the account configured.
import { decodeResponse } from '@parley/documents'
import {
  type GivenValue,
  givenValuesOf,
  type HttpTool,
  openHeaders,
  variablePrefix,
} from '#server/features/assistants/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import type { Settings } from '#server/platform/context/settings.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { secretsOfRequest } from '#server/platform/security/request-secrets.ts'
import { BoxError } from '#server/platform/security/secret-box.ts'
import { createSecretMask, type SecretMask } from '#server/platform/security/secret-mask.ts'
import { parseBoundedJson } from '#server/platform/text/json-depth.ts'
import { cleanValue, findPlaceholders, renderTemplate } from '#server/platform/text/render-template.ts'
import type { FetchReply, FetchRequest } from '#server/ports/fetcher.ts'
import { sanitizeJson } from '../conversation/sanitize-text.ts'
import { findArgumentError, isSupportedSchema } from './arguments.ts'
import type { Tool, ToolRun } from './tool.ts'

type Parameters = Record<string, unknown>

/** The model reads no more of a response. */
const maxResponseBytes = 8_192

interface HttpToolContext extends Pick<AppContext, 'fetcher' | 'log'> {
  settings: Pick<Settings, 'masterKey'>
}

/** `values` replace the placeholders of the tool. */
export function httpTool(context: HttpToolContext, tool: HttpTool, values: ReadonlyMap<string, string>): Tool {
  const { description } = tool
  const given = givenValuesOf(tool.parameters)
  const parameters = withoutFixed(tool.parameters, given)
  return {
    definition: { name: functionName(tool.name), description, parameters: parametersForModel(parameters) },
    speakDuring: tool.speakDuring ?? undefined,
    timeoutMs: tool.timeoutSeconds * 1000,
    async run(call) {
      const error = findArgumentError(parameters, call.arguments)
      if (error) return { result: { error } }
      const args = argumentsGiven(given, values, call.arguments)
      return { result: await sendRequest(context, tool, { ...call, arguments: args }, values) }
    },
  }
}

async function sendRequest(
  { fetcher, settings, log }: HttpToolContext,
  tool: HttpTool,
  call: ToolRun,
  values: ReadonlyMap<string, string>,
): Promise<unknown> {
  try {
    const headers = renderEach(openHeaders(settings, tool), (value) => renderIn(value, values, toHeaderText))
    const request = requestOf({ ...tool, url: renderIn(tool.url, values, toUrlPart) }, headers, call)
    // The arguments and placeholders in the URL are no secrets.
    const mask = createSecretMask(secretsOfRequest({ url: tool.url, headers: request.headers }))
    return await requestMasked(fetcher, request, mask)
  } catch (error) {
    if (call.signal.aborted) return { error: 'The tool did not answer in time.' }
    if (error instanceof BoxError) {
      log.error(
        { account: tool.accountId, tool: tool.id },
        'the headers of a tool were encrypted under another master key',
      )
      return { error: 'The tool is unavailable.' }
    }
    throw error
  }
}

/** The service can repeat its credentials, which neither the model nor a reader of the conversation may get. */
async function requestMasked(
  fetcher: AppContext['fetcher'],
  request: FetchRequest,
  mask: SecretMask,
): Promise<unknown> {
  try {
    return mask.json(sanitizeJson(resultOf(await fetcher.fetch(request), mask)))
  } catch (error) {
    if (error instanceof OutsideError) return { error: mask.text(error.message) }
    throw error
  }
}

/** The model does not see the arguments that it cannot set. */
function withoutFixed(parameters: Parameters, given: Record<string, GivenValue>): Parameters {
  const fixed = new Set(Object.keys(given).filter((name) => given[name]!.isFixed))
  if (Object.keys(given).length === 0) return parameters
  const { properties, required = [] } = parameters as { properties: Parameters; required?: string[] }
  const open = Object.entries(properties).filter(([name]) => !fixed.has(name))
  const named = open.map(([name, property]) => {
    const { default: _, ...rest } = property as Parameters
    return [name, Object.hasOwn(given, name) ? rest : property]
  })
  return {
    ...parameters,
    properties: Object.fromEntries(named),
    required: required.filter((name) => !Object.hasOwn(given, name)),
  }
}

function argumentsGiven(
  given: Record<string, GivenValue>,
  values: ReadonlyMap<string, string>,
  args: Record<string, unknown>,
): Record<string, unknown> {
  const filled = Object.entries(given).filter(([name, { isFixed }]) => isFixed || args[name] === undefined)
  return { ...args, ...Object.fromEntries(filled.map(([name, { text }]) => [name, renderIn(text, values)])) }
}

const renderEach = (texts: Record<string, string>, render: (text: string) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, render(text)]))

/** `convert` is applied to each value. */
function renderIn(text: string, values: ReadonlyMap<string, string>, convert = (value: string) => value): string {
  const needed = findPlaceholders(text).map((name): [string, string] => {
    const plainName = name.startsWith(variablePrefix) ? name.slice(variablePrefix.length) : name
    const value = values.get(name) ?? values.get(plainName) ?? ''
    return [name, convert(cleanValue(value))]
  })
  return needed.length === 0 ? text : renderTemplate(text, new Map(needed))
}

/** A path would leave its folder with `..`. */
const toUrlPart = (value: string): string =>
  /^\.{1,2}$/.test(value.trim()) ? '' : encodeURIComponent(value.toWellFormed())

/** One line of printable ASCII; other characters are percent-encoded. */
const toHeaderText = (value: string): string =>
  value
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .replace(/[^\x20-\x7e]/gu, encodeURIComponent)

function requestOf(
  tool: HttpTool,
  customHeaders: Record<string, string>,
  { arguments: args, effectKey, signal }: ToolRun,
): FetchRequest & { headers: Record<string, string> } {
  const headers: Record<string, string> = { accept: 'application/json', 'idempotency-key': effectKey }
  for (const [name, value] of Object.entries(customHeaders)) headers[name.toLowerCase()] = value
  const request = { method: tool.method, timeoutMs: tool.timeoutSeconds * 1000, maxBytes: maxResponseBytes, signal }
  if (tool.method === 'GET' || tool.method === 'DELETE') return { ...request, url: withQuery(tool.url, args), headers }
  headers['content-type'] ??= 'application/json'
  return { ...request, url: tool.url, headers, body: JSON.stringify(args) }
}

/** The model's arguments never replace query parameters that the account wrote into the URL. */
function withQuery(address: string, args: Record<string, unknown>): string {
  const url = URL.parse(address)
  if (!url) return address
  const fixed = new Set([...url.searchParams.keys()].map(parameterName))
  for (const [name, value] of Object.entries(args)) {
    if (fixed.has(parameterName(name))) continue
    url.searchParams.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return url.href
}

/** Normalizes a name as servers may do: `Tenant`, `tenant[]` and `tenant[id]` can all be read as `tenant`. */
function parameterName(name: string): string {
  const [base = ''] = name.split(/[[\0]/, 1)
  return base.trim().toLowerCase().replace(/[. ]/g, '_')
}

function resultOf(reply: FetchReply, mask: SecretMask): unknown {
  const text = cleanValue(decodeResponse(reply.body, reply.headers['content-type']))
  const body = reply.truncated ? `${mask.cutText(text)} … (cut off)` : (parseBoundedJson(text) ?? text)
  return reply.status < 300 ? body : { error: `The tool answered with status ${reply.status}.`, body }
}

/** Model vendors accept at most 64 letters, digits, `_` and `-`. */
function functionName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 64) || 'tool'
}

/** Omits schemas that vendors may reject, and makes the default of `additionalProperties` explicit. */
function parametersForModel(parameters: Parameters): Parameters {
  const { $schema: _, ...schema } = isSupportedSchema(parameters) ? parameters : {}
  return { properties: {}, additionalProperties: false, ...schema, type: 'object' }
}
