// A custom tool: an HTTP request to an address that the account chose.
import { type HttpTool, openHeaders } from '#server/features/assistants/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import type { Settings } from '#server/platform/context/settings.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { BoxError } from '#server/platform/security/secret-box.ts'
import { isNestedDeeper } from '#server/platform/text/json-depth.ts'
import { cleanValue } from '#server/platform/text/render-template.ts'
import type { FetchReply, FetchRequest } from '#server/ports/fetcher.ts'
import { sanitizeJson } from '../conversation/sanitize-text.ts'
import { faultInArguments, isReadable } from './arguments.ts'
import type { Tool, ToolRun } from './tool.ts'

/** What the model gets to read of an answer. */
const maxResultBytes = 8_192

interface Ways extends Pick<AppContext, 'fetcher' | 'log'> {
  settings: Pick<Settings, 'masterKey'>
}

export function httpTool(context: Ways, tool: HttpTool): Tool {
  const { description, parameters } = tool
  return {
    definition: { name: functionName(tool.name), description, parameters: shown(parameters) },
    async run(call) {
      const fault = faultInArguments(parameters, call.arguments)
      if (fault) return { result: { error: fault } }
      return { result: await ask(context, tool, call) }
    },
  }
}

async function ask({ fetcher, settings, log }: Ways, tool: HttpTool, call: ToolRun): Promise<unknown> {
  try {
    const request = requestOf(tool, openHeaders(settings, tool), call)
    return sanitizeJson(resultOf(await fetcher.fetch(request)))
  } catch (error) {
    if (error instanceof OutsideError) return { error: error.message }
    if (call.signal.aborted) return { error: 'There was no time left for the tool.' }
    if (error instanceof BoxError) {
      log.error(
        { account: tool.accountId, tool: tool.id },
        'the headers of a tool were sealed under another master key',
      )
      return { error: 'The tool is out of order.' }
    }
    throw error
  }
}

function requestOf(
  tool: HttpTool,
  ownHeaders: Record<string, string>,
  { arguments: given, effectKey, signal }: ToolRun,
): FetchRequest {
  const headers: Record<string, string> = { accept: 'application/json', 'idempotency-key': effectKey }
  for (const [name, value] of Object.entries(ownHeaders)) headers[name.toLowerCase()] = value
  const request = { method: tool.method, timeoutMs: tool.timeoutSeconds * 1000, maxBytes: maxResultBytes, signal }
  if (tool.method === 'GET' || tool.method === 'DELETE') return { ...request, url: withQuery(tool.url, given), headers }
  headers['content-type'] ??= 'application/json'
  return { ...request, url: tool.url, headers, body: JSON.stringify(given) }
}

/** Parameters that the account wrote into the address stay as they are, whatever the model says. */
function withQuery(address: string, given: Record<string, unknown>): string {
  const url = URL.parse(address)
  if (!url) return address
  const fixed = new Set([...url.searchParams.keys()].map(parameterName))
  for (const [name, value] of Object.entries(given)) {
    if (fixed.has(parameterName(name))) continue
    url.searchParams.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return url.href
}

/** The name under which servers of any kind may read a parameter: `Tenant`, `tenant[]` and `tenant[id]` are `tenant`. */
function parameterName(name: string): string {
  const [base = ''] = name.split(/[[\0]/, 1)
  return base.trim().toLowerCase().replace(/[. ]/g, '_')
}

function resultOf(reply: FetchReply): unknown {
  const text = cleanValue(new TextDecoder().decode(reply.body))
  const body = reply.truncated ? `${text} … (cut off)` : (parsed(text) ?? text)
  return reply.status < 300 ? body : { error: `The tool answered with status ${reply.status}.`, body }
}

/** Undefined for what is not JSON or is nested too deeply: the model reads that as text. */
function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isNestedDeeper(value) ? undefined : value
  } catch {
    return undefined
  }
}

/** Model vendors take letters, digits, `_` and `-`, at most 64. */
export function functionName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 64) || 'tool'
}

/** What the model gets to see: never a schema that vendors may refuse, and the default of `additionalProperties`. */
function shown(parameters: Record<string, unknown>): Record<string, unknown> {
  const { $schema: _, ...schema } = isReadable(parameters) ? parameters : {}
  return { properties: {}, additionalProperties: false, ...schema, type: 'object' }
}
