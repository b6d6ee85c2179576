// Writes a scenario from a real call: its words and pauses, its settings, and tools that return what they returned.
import { stringify } from 'yaml'
import type { calls } from '#contract/calls/calls.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import { trimEnd } from '#server/platform/text/trim-end.ts'
import { labAssistant } from '../scenario/schema.ts'

type Call = ReplyOf<typeof calls.get>
type Explanation = ReplyOf<typeof calls.explain>

const optOutName = 'record_opt_out'
/** After these, the model is not asked again. */
const endingTools: ReadonlySet<string> = new Set(['end_call', optOutName])

/** The first words of an answer identify it. */
const identifyingWords = 6
const msPerCharacter = 60
/** For calls of earlier versions, which do not have the words that were not heard. */
const replacedRest = 'And this is the part of the answer that the customer interrupted before hearing it.'
/** The model is not faster than this, whatever was measured. */
const shortestMs = 50

/** Returns YAML. The scenario passes with the engine of this version if the call ran as the engine would run it now. */
export const scenarioFromCall = (call: Call, explanation: Explanation): string =>
  stringify(scenarioObjectOf(call, explanation), { lineWidth: 118, aliasDuplicateObjects: false })

export function scenarioObjectOf(call: Call, explanation: Explanation) {
  const events = eventsOf(explanation)
  const { answers, tools } = modelOf(events, explanation.assistant)
  return {
    name: `Call ${call.id}: ${explanation.summary}`.slice(0, 200),
    about: 'Written from a real call. Words and pauses are those of the call; tools return what they returned.',
    assistant: { ...settingsOf(explanation.assistant), type: call.type === 'outbound' ? 'outbound' : 'inbound' },
    timing: { ms_per_character: msPerCharacter },
    answers,
    ...(Object.keys(tools).length > 0 && { tools }),
    script: [...stepsOf(events), ...endOf(call)],
  }
}

/** The fields that have an effect in the lab and differ from null. */
function settingsOf(assistant: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(labAssistant.shape)
  const fields = names.filter((name) => assistant[name] != null && !isEmpty(assistant[name]))
  const settings = Object.fromEntries(fields.map((name) => [name, assistant[name]]))
  const result = labAssistant.safeParse(settings)
  if (result.success) return settings
  const wrong = new Set(result.error.issues.map(({ path }) => path[0]))
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !wrong.has(name)))
}

const isEmpty = (value: unknown): boolean => typeof value === 'object' && Object.keys(value ?? {}).length === 0

interface ScriptedCall {
  say?: string[]
  call: { tool: string }[]
}

interface Model {
  answers: object[]
  tools: Record<string, { returns: unknown; after_ms: number; speak_during?: string }>
}

/** What the model answered, in order. Phrases of the engine are not answers of the model. */
function modelOf(events: readonly CallEvent[], assistant: Record<string, unknown>): Model {
  const builtIn = new Set((assistant['tools'] as { type: string }[] | undefined)?.map(({ type }) => type))
  builtIn.add(optOutName)
  const answers: object[] = []
  const tools: Model['tools'] = {}
  const running = new Map<string, number>()
  /** The last answer that called tools, until something else is said. */
  let calling: ScriptedCall | undefined
  /** The last words of the model. A tool that follows them was called in the same answer. */
  let lastSaid: object | undefined
  const initialMessage = assistant['initial_message']
  let hasGreeted = typeof initialMessage !== 'string'
  /** The greeting, of which the engine says again what was not heard. */
  let greeting = typeof initialMessage === 'string' ? initialMessage : ''
  let isDue = false

  function spoke(event: SpokenEvent): void {
    const [name] = running.keys()
    const tool = calling?.call.at(-1)?.tool
    const isGreeting = !hasGreeted && event.modelMs === undefined
    hasGreeted = true
    if (isGreeting) greeting += ` ${event.text} ${event.unspoken ?? ''}`
    if (isGreeting || greeting.includes(event.text)) return
    if (name !== undefined && !builtIn.has(name)) tools[name]!.speak_during ??= event.text
    else if (calling && !isDue && tool !== undefined && builtIn.has(tool)) calling.say ??= [event.text]
    else if (isDue) {
      lastSaid = answerOf(event)
      answers.push(lastSaid)
      isDue = false
      calling = undefined
    }
  }

  for (const event of events) {
    if (event.kind === 'customer') {
      isDue = true
      lastSaid = undefined
    } else if (event.kind === 'assistant') spoke(event)
    else if (event.kind === 'tool_called') {
      if (lastSaid) calling = Object.assign(lastSaid, { call: [] })
      else if (!calling || running.size === 0) {
        calling = { call: [] }
        answers.push(calling)
      }
      lastSaid = undefined
      calling.call.push({ tool: event.name })
      running.set(event.name, event.atMs)
      if (!builtIn.has(event.name)) tools[event.name] ??= { returns: {}, after_ms: 0 }
      isDue = false
    } else {
      const tool = tools[event.name]
      if (tool)
        Object.assign(tool, { returns: event.result, after_ms: event.atMs - (running.get(event.name) ?? event.atMs) })
      running.delete(event.name)
      isDue = !endingTools.has(event.name)
    }
  }
  return { answers, tools }
}

function answerOf({ text, interrupted, unspoken, modelMs }: SpokenEvent): object {
  const delay = modelMs === undefined ? {} : { after_ms: Math.max(shortestMs, Math.round(modelMs)) }
  const whole = unspoken === undefined ? `${trimEnd(text, '.!?…')}. ${replacedRest}` : `${text} ${unspoken}`
  return { say: [interrupted ? whole : text], ...delay }
}

function stepsOf(events: readonly CallEvent[]): object[] {
  const spoken = events.filter((event) => event.kind === 'customer' || event.kind === 'assistant')
  const steps: object[] = []
  for (const [index, event] of spoken.entries()) {
    const before = spoken[index - 1]
    if (event.kind === 'assistant') {
      const words = event.text.split(/\s+/).filter((word) => word !== '')
      const shown = event.interrupted
        ? words.slice(0, Math.max(1, words.length - 3)).slice(0, 3)
        : words.slice(0, identifyingWords)
      // `saidBy` expects the end of this answer. A sentence meets only one expectation, so its beginning gets none.
      const isEndExpected = spoken[index + 1]?.kind === 'customer' && !event.interrupted && words.length > shown.length
      if (shown.length > 0 && !isEndExpected) steps.push({ expect: { assistant: shown.join(' ') } })
    } else steps.push(...saidBy(event, before))
  }
  return steps
}

const pressed = /^\[The customer pressed ([0-9*# ]+) on the keypad\.\]$/

/** The customer interrupts where the call was interrupted, and otherwise waits for the end of the answer. */
function saidBy(event: SpokenEvent, before: SpokenEvent | undefined): object[] {
  const keys = pressed.exec(event.text)?.[1]
  if (keys !== undefined) return [{ wait_ms: 500 }, { press: keys.replaceAll(' ', '').slice(0, 32) }]
  if (before?.kind === 'assistant' && before.interrupted) {
    const afterMs = Math.max(100, before.text.length * msPerCharacter - 200)
    return [{ interrupt: event.text, after_ms: afterMs }, { expect: { note: 'interrupted' } }]
  }
  if (before?.kind === 'assistant') {
    const lastWords = before.text.split(/\s+/).slice(-identifyingWords).join(' ')
    const isShort = before.text.split(/\s+/).filter((word) => word !== '').length <= identifyingWords
    const pauseMs = Math.max(300, Math.min(5_000, event.atMs - before.atMs - before.text.length * msPerCharacter))
    return [
      ...(isShort ? [] : [{ expect: { assistant: lastWords } }]),
      { wait_ms: Math.round(pauseMs) },
      { say: event.text },
    ]
  }
  return [{ wait_ms: Math.round(Math.max(100, Math.min(5_000, event.atMs))) }, { say: event.text }]
}

/** How the call ended, as far as a scenario can repeat it. */
function endOf({ ended_reason: reason }: Call): object[] {
  if (reason === 'assistant_ended') return [{ expect: { ended: 'assistant_ended' } }]
  if (reason === 'caller_hung_up') return [{ wait_ms: 300 }, { hang_up: true }, { expect: { ended: 'caller_hung_up' } }]
  return []
}

interface Spoken {
  /** Since the call was answered. */
  atMs: number
  text: string
  interrupted: boolean
  /** What would have been said without the interruption. Calls of earlier versions do not have it. */
  unspoken: string | undefined
  /** From the recognized words of the turn to the first words of the model. */
  modelMs: number | undefined
}

type SpokenEvent = Spoken & { kind: 'customer' | 'assistant' }

type CallEvent =
  | (Spoken & { kind: 'customer' })
  | (Spoken & { kind: 'assistant' })
  | { kind: 'tool_called'; atMs: number; name: string }
  | { kind: 'tool_answered'; atMs: number; name: string; result: unknown }

/** In order. */
function eventsOf({ timeline, latency }: ReplyOf<typeof calls.explain>): CallEvent[] {
  const firstMs = timeline.find(({ type }) => type === 'media_connected')?.offset_ms ?? 0
  return timeline.flatMap(({ type, offset_ms: offsetMs, detail }): CallEvent[] => {
    const atMs = Math.max(0, offsetMs - firstMs)
    const note = typeof detail['detail'] === 'string' ? detail['detail'] : ''
    if (type === 'customer_spoke' || type === 'assistant_spoke') {
      const text = String(detail['text'] ?? '').trim()
      // An entry of the assistant in square brackets was not spoken.
      if (text === '' || (type === 'assistant_spoke' && text.startsWith('['))) return []
      const turn = latency.turns.find(({ first_audio_sent_ms: sentMs }) => sentMs === detail['first_audio_sent_ms'])
      const modelMs =
        turn?.first_token_ms == null || turn.recognized_ms === null
          ? undefined
          : turn.first_token_ms - turn.recognized_ms
      const kind = type === 'customer_spoke' ? 'customer' : 'assistant'
      return [{ kind, atMs, text, interrupted: detail['interrupted'] === true, unspoken: unspokenOf(detail), modelMs }]
    }
    if (type === 'tool_called') return [{ kind: type, atMs, name: note }]
    if (type !== 'tool_answered') return []
    const space = note.indexOf(' ')
    return [{ kind: type, atMs, name: note.slice(0, space), result: resultOf(note.slice(space + 1)) }]
  })
}

const unspokenOf = ({ unspoken }: Record<string, unknown>): string | undefined =>
  typeof unspoken === 'string' && unspoken.trim() !== '' ? unspoken.trim() : undefined

/** Long results are cut in the timeline, and are then returned as text. */
function resultOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return { text }
  }
}
