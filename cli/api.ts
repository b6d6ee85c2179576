// `parley api`: calls any endpoint of the API.

import { endpointsOf } from '#contract/openapi/index.ts'
import type { NamedEndpoint } from '#contract/openapi/operation.ts'
import type { Area } from '#contract/wire/endpoint.ts'
import { type InputField, inputFieldsOf } from '#contract/wire/input-fields.ts'
import { type CallOptions, type Client, contract, createClient } from '#sdk/index.ts'
import { type Flag, type Input, inputOf, jsonOf, openFiles } from './api-fields.ts'
import { helpOf, listOf } from './api-help.ts'
import { addressOf, explainError, type Server } from './client.ts'
import { UsageError } from './command.ts'

export interface ApiOptions {
  /** Overridden by `--base-url`. */
  baseUrl: string
  /** Overridden by `--api-key`. */
  apiKey?: string
  out(text: string | Uint8Array): void
  err(text: string): void
}

interface Command {
  endpoint: NamedEndpoint
  fields: InputField[]
  input: Input
  stream: boolean
  server: Server
  client: Client
  options: CallOptions
}

/** Returns the exit code: 0 for success, 1 for an error response or a connection failure, 2 for wrong usage. */
export async function runApi(args: readonly string[], options: ApiOptions): Promise<number> {
  const { out, err } = options
  try {
    const endpoints = endpointsOf(contract as Record<string, Area>)
    const [name, ...rest] = args
    if (name === undefined || name === '--help' || name === '-h') {
      out(listOf(endpoints))
      return 0
    }
    const endpoint = endpoints.find((candidate) => `${candidate.area}.${candidate.name}` === name)
    if (!endpoint) throw new UsageError(`Unknown endpoint ${name}.${suggestionFor(name, endpoints)}`)
    const fields = inputFieldsOf(endpoint.endpoint)
    const flags = readFlags(rest)
    if (flags.some((flag) => flag.name === 'help')) {
      out(helpOf(endpoint, fields))
      return 0
    }
    const command = commandOf(endpoint, fields, flags, options)
    return await call({ ...command, input: await openFiles(fields, command.input) }, options)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    err(`${error.message}\n`)
    return 2
  }
}

function readFlags(args: readonly string[]): Flag[] {
  const flags: Flag[] = []
  for (let index = 0; index < args.length; index++) {
    const [, name, inline] = /^--([\w-]+)(?:=([\s\S]*))?$/.exec(args[index] === '-h' ? '--help' : args[index]!) ?? []
    if (name === undefined) throw new UsageError(`Unexpected argument ${args[index]}. Set fields with --FIELD VALUE.`)
    const next = args[index + 1]
    const takesNext = inline === undefined && next !== undefined && !/^--[a-zA-Z]/.test(next) && !isBooleanFlag(name)
    flags.push({ name, value: takesNext ? next : inline })
    if (takesNext) index++
  }
  return flags
}

const isBooleanFlag = (name: string): boolean => name === 'stream' || name === 'help'

function commandOf(endpoint: NamedEndpoint, fields: InputField[], flags: Flag[], defaults: ApiOptions): Command {
  const command = `${endpoint.area}.${endpoint.name}`
  const taken = new Map<string, string>()
  const ofFields: Flag[] = []
  for (const flag of flags) {
    const name = flag.name.replaceAll('_', '-')
    if (!['json', 'base-url', 'api-key', 'idempotency-key', 'stream'].includes(name)) ofFields.push(flag)
    else if (isBooleanFlag(name)) taken.set(name, '')
    else if (flag.value === undefined) throw new UsageError(`--${name} needs a value.`)
    else taken.set(name, flag.value)
  }
  const stream = taken.has('stream')
  if (stream && !endpoint.endpoint.streams) throw new UsageError(`${command} does not support --stream.`)
  const baseUrl = addressOf(taken.get('base-url') ?? defaults.baseUrl)
  const json = objectOf(taken.get('json') ?? '{}')
  const input = inputOf(fields, ofFields, json, command)
  const server = { baseUrl, apiKey: taken.get('api-key') ?? defaults.apiKey }
  const client = createClient(server)
  const idempotencyKey = taken.get('idempotency-key')
  return { endpoint, fields, input, stream, server, client, options: idempotencyKey ? { idempotencyKey } : {} }
}

function objectOf(text: string): Input {
  const value = jsonOf('json', text)
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new UsageError('--json must be a JSON object.')
  return value as Input
}

async function call(command: Command, { out, err }: ApiOptions): Promise<number> {
  const { area, name, endpoint } = command.endpoint
  try {
    if (command.stream) {
      for await (const piece of command.client.stream(endpoint, command.input as never, command.options))
        out(`${JSON.stringify(piece)}\n`)
    } else {
      const areas = command.client as unknown as Record<string, Record<string, AnyCall>>
      const called = areas[area]![name]!(command.input, command.options)
      if (endpoint.events) return await printEvents(called as AsyncIterable<unknown>, out)
      const reply = await called
      out(reply instanceof Uint8Array ? reply : `${JSON.stringify(reply, null, 2)}\n`)
    }
    return 0
  } catch (error) {
    err(`${explainError(error, command.server)}\n`)
    return 1
  }
}

type AnyCall = (input: Input, options: CallOptions) => Promise<unknown> | AsyncIterable<unknown>

/** Until the server ends the stream or the command is interrupted. */
async function printEvents(events: AsyncIterable<unknown>, out: ApiOptions['out']): Promise<number> {
  for await (const event of events) out(`${JSON.stringify(event)}\n`)
  return 0
}

function suggestionFor(wanted: string, endpoints: readonly NamedEndpoint[]): string {
  const [area = '', name = ''] = wanted.toLowerCase().split('.')
  const near = endpoints
    .filter(
      (candidate) => candidate.area.toLowerCase() === area || (name !== '' && candidate.name.toLowerCase() === name),
    )
    .map((candidate) => `${candidate.area}.${candidate.name}`)
  return near.length > 0 ? ` Did you mean one of ${near.join(', ')}?` : ' Run `parley api` to list all endpoints.'
}
