// The tools of an assistant in calls: the built-in ones that the engine carries out, and the account's own functions.

import { isE164, readExtension, readTransferNumber } from '@parley/rules'
import type { Assistant, BuiltInTool } from '#server/features/assistants/index.ts'
import { loadTools } from '#server/features/conversations/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import type { OptOutScope } from '#server/voice/engine/call-record.ts'
import type { CallTool, TransferTarget } from '#server/voice/engine/settings.ts'

const defaultTimeoutMs = 15_000
const optOutTimeoutMs = 5_000
const keypadDefaults = { maxDigits: 16, finishKey: '#', timeoutMs: 10_000 }

/** Prepares another assistant of the account, which can continue the call. */
export type TransferToAssistant = (assistantId: number) => Promise<{ result: unknown; isReady: boolean }>

interface CallToolOptions {
  effectKey: string
  clientPhone: string | null
  /** What placeholders of HTTP tools become. */
  values: ReadonlyMap<string, string>
  transferToAssistant: TransferToAssistant
  /** Undefined if the person has called the assistant. */
  recordOptOut: ((scope: OptOutScope) => Promise<void>) | undefined
}

/** `effectKey` prefixes the idempotency keys of requests to the account's functions. */
export async function loadCallTools(
  ctx: AccountContext,
  assistant: Assistant,
  { effectKey, clientPhone, values, transferToAssistant, recordOptOut }: CallToolOptions,
): Promise<{ tools: ReadonlyMap<string, CallTool>; hasOutsideResults: boolean }> {
  const tools = new Map<string, CallTool>()
  const add = (tool: CallTool): void => {
    const { name } = tool.definition
    let unique = name
    for (let number = 2; tools.has(unique); number++) unique = `${name}_${number}`
    tools.set(unique, { ...tool, definition: { ...tool.definition, name: unique } })
  }
  if (recordOptOut) {
    add(
      optOutTool(async (scope) => {
        try {
          await recordOptOut(scope)
          return { result: { recorded: true }, isRecorded: true }
        } catch (error) {
          ctx.log.error({ error, call: effectKey }, 'an opt-out could not be recorded')
          return { result: { error: 'This could not be recorded.' }, isRecorded: false }
        }
      }),
    )
  }
  for (const tool of withDefaultTools(assistant.tools)) {
    const callTool = builtInTool(tool, transferToAssistant)
    if (callTool) add(callTool)
  }
  const { tools: functions, hasOutsideResults } = await loadTools(
    ctx,
    { ...assistant, tools: assistant.tools.filter(({ type }) => type === 'calendar_integration') },
    { source: effectKey, phone: clientPhone !== null && isE164(clientPhone) ? clientPhone : undefined, values },
  )
  for (const { definition, speakDuring, searchesDocuments, timeoutMs = defaultTimeoutMs, run } of functions.values()) {
    add({
      kind: 'function',
      definition,
      speakDuring,
      timeoutMs,
      ...(searchesDocuments && { searchesDocuments }),
      run: async ({ arguments: args, signal }) => {
        // A counter would start again for the next assistant of the call.
        const { result } = await run({ arguments: args, effectKey: `${effectKey}:${ctx.newId()}`, signal })
        return result
      },
    })
  }
  return { tools, hasOutsideResults }
}

/** Whether the assistant may hang up by itself when the conversation is over. */
export const mayEndCall = (tools: readonly BuiltInTool[]): boolean =>
  !tools.some(({ type, data }) => type === 'end_call' && data['enabled'] === false)

/** Every assistant can end its calls, unless it is set otherwise. */
export function withDefaultTools(tools: readonly BuiltInTool[]): BuiltInTool[] {
  const isListed = tools.some(({ type }) => type === 'end_call')
  const withDefault = isListed ? [...tools] : [...tools, { type: 'end_call' as const, data: {} }]
  return mayEndCall(tools) ? withDefault : tools.filter(({ type }) => type !== 'end_call')
}

/** Part of every outbound call. */
export function optOutTool(record: Extract<CallTool, { kind: 'opt_out' }>['record']): CallTool {
  const scope = {
    type: 'string',
    enum: ['topic', 'everything'],
    description: 'topic: they accept calls about other topics; everything: no calls at all, or they do not say.',
  }
  return {
    kind: 'opt_out',
    definition: {
      name: 'record_opt_out',
      description:
        'Records that the person does not want to be called again, about this topic or at all, and ends the call. Always use it when they say so, for example "do not call me again", "take me off your list" or "stop calling me". Confirm it politely and say goodbye in the same answer, and do not ask why. Do not use it if they only decline an offer or want to be called at another time.',
      parameters: { type: 'object', properties: { scope }, required: ['scope'] },
    },
    timeoutMs: optOutTimeoutMs,
    record,
  }
}

const noArguments = { type: 'object', properties: {} }

export function builtInTool(
  { type, data }: BuiltInTool,
  transferToAssistant: TransferToAssistant | undefined,
): CallTool | undefined {
  const define = (description: string, parameters: Record<string, unknown> = noArguments) => ({
    name: type,
    description: textOf(data['description']) ?? description,
    parameters,
  })
  const message = textOf(data['message'])
  switch (type) {
    case 'end_call':
      return {
        kind: type,
        definition: define('Ends the call. Say goodbye first; use it when the customer wants nothing more.'),
        message,
      }
    case 'call_transfer':
    case 'warm_call_transfer': {
      const numbers = numbersOf(data)
      const written = numbers.map((number) => number.written)
      const choice = { type: 'string', enum: written, description: 'The phone number to connect to.' }
      const isWarm = type === 'warm_call_transfer'
      const briefing = textOf(data['briefing'])
      const properties = {
        ...(numbers.length > 1 && { phone_number: choice }),
        ...(isWarm && briefing === undefined && { summary }),
      }
      const purpose = isWarm
        ? 'Calls a person, tells them what the customer wants, and connects the customer if the person accepts.'
        : 'Connects the customer to a person.'
      return {
        kind: 'call_transfer',
        definition: define(`${purpose} Use it when the customer asks for one.`, { type: 'object', properties }),
        message,
        numbers,
        endsOnFailure: data['end_call_on_failure'] === true,
        ...(isWarm && { warm: { briefing, needsKey: data['require_key'] !== false } }),
      }
    }
    case 'assistant_transfer': {
      const assistantId = numberOf(data['assistant_id'])
      if (assistantId === undefined || !transferToAssistant) return undefined
      const definition = define('Hands the call over to a colleague, who knows what was said.')
      const timeoutMs = defaultTimeoutMs
      return { kind: type, definition, message, timeoutMs, prepare: () => transferToAssistant(assistantId) }
    }
    case 'dtmf_input': {
      const digits = { type: 'string', description: 'The keys: 0–9, * and #; w waits for half a second.' }
      const parameters = { type: 'object', properties: { digits }, required: ['digits'] }
      return { kind: type, definition: define('Presses keys on the phone, for example in a menu.', parameters) }
    }
    case 'collect_keypad':
      return {
        kind: type,
        definition: define(
          'Waits until the customer has entered digits on the phone. Ask for them in the same answer.',
        ),
        maxDigits: numberOf(data['max_digits']) ?? keypadDefaults.maxDigits,
        finishKey: textOf(data['finish_key']) ?? keypadDefaults.finishKey,
        timeoutMs: (numberOf(data['timeout_seconds']) ?? keypadDefaults.timeoutMs / 1000) * 1000,
      }
    default:
      return undefined
  }
}

const summary = {
  type: 'string',
  description:
    'What the person hears before accepting, in one or two sentences: who is calling and what they want. Write it in the language of the conversation.',
}

/** A number without keys of its own gets those of the tool. */
function numbersOf(data: BuiltInTool['data']): TransferTarget[] {
  const many = Array.isArray(data['phone_numbers']) ? data['phone_numbers'] : []
  const written = new Set([data['phone_number'], ...many].filter((number) => typeof number === 'string'))
  const keys = readExtension(textOf(data['extension']) ?? textOf(data['send_digits']) ?? '') ?? ''
  return [...written].flatMap((number) => {
    const read = readTransferNumber(number)
    return read ? [{ written: number, phoneNumber: read.phoneNumber, keys: read.keys || keys }] : []
  })
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
