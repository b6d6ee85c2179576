// Asks one model once, and converts the stream of the AI SDK to events of the port.
import { tokenCountOf } from '#server/platform/vendor-json/token-count.ts'
import type { Generation, GenerationEvent, ToolCall } from '#server/ports/language-model.ts'
import { openOutputBudget } from './bounded-output.ts'
import {
  asModelFailure,
  badToolCallFailure,
  brokenStreamFailure,
  emptyAnswerFailure,
  inSeconds,
  isUnreadable,
  timeoutFailure,
} from './failure.ts'
import { toSdkPrompt } from './prompt.ts'
import type { OpenedModel, SdkModel } from './vendors.ts'

type SdkOptions = Parameters<SdkModel['doStream']>[0]
type SdkPart = Awaited<ReturnType<SdkModel['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never
type SdkFinish = Extract<SdkPart, { type: 'finish' }>

interface AskLimits {
  /** If it aborts, its reason is thrown. */
  signal: AbortSignal
  /** The time limit until the first event of an answer, and between two events. */
  stallTimeoutMs: number
}

/** Throws `OutsideError` or the reason of the signal. If the caller stops reading, the connection is closed. */
export async function* ask(
  open: (signal: AbortSignal) => Promise<OpenedModel>,
  generation: Generation,
  limits: AskLimits,
): AsyncGenerator<GenerationEvent> {
  limits.signal.throwIfAborted()
  const line = new AbortController()
  const signal = AbortSignal.any([line.signal, limits.signal])
  // Only the silence of the model counts, not the time that the caller needs for an event.
  let listening = true
  let isOver = false
  using stall = setTimeout(() => {
    if (listening) line.abort(timeoutFailure(`did not respond for ${inSeconds(limits.stallTimeoutMs)}`))
  }, limits.stallTimeoutMs)

  try {
    const model = await fromOutside(open(signal))
    const { stream } = await fromOutside(model.sdk.doStream(toSdkOptions(generation, model, signal)))
    const reader = stream.getReader()
    const text = new SpokenText(model)
    // The SDK collects the fragments of a tool call.
    const toolInputs = openOutputBudget()
    let hasText = false
    let hasCalls = false
    let finish: SdkFinish | undefined

    for (;;) {
      const { done, value: part } = await fromOutside(reader.read())
      isOver = done
      if (done) break
      signal.throwIfAborted()
      if (isSignOfAnswer(part)) stall.refresh()
      if (part.type === 'tool-input-start') toolInputs.takeCall()
      if (part.type === 'tool-input-delta') toolInputs.take(part.delta.length)
      let event: GenerationEvent | undefined
      if (part.type === 'text-delta') {
        const delta = text.push(part.delta)
        if (delta !== '') event = { type: 'text', delta }
      } else if (part.type === 'tool-call' && !part.providerExecuted) {
        hasCalls = true
        event = { type: 'tool-call', call: toToolCall(part) }
      } else if (part.type === 'finish') {
        finish = part
      } else if (part.type === 'error') {
        // A stream that left its protocol has no proper end.
        throw hasText && isUnreadable(part.error) ? brokenStreamFailure() : asModelFailure(part.error)
      }
      if (!event) continue
      hasText ||= event.type === 'text'
      listening = false
      yield event
      listening = true
      stall.refresh()
    }

    if (!finish || isBroken(finish)) throw brokenStreamFailure()
    const rest = text.end()
    if (rest !== '') {
      hasText = true
      yield { type: 'text', delta: rest }
    }
    if (!hasText && !hasCalls) throw emptyAnswerFailure()
    yield {
      type: 'finish',
      reason: hasCalls ? 'tool-calls' : toReason(finish),
      usage: {
        inputTokens: tokenCountOf(finish.usage.inputTokens.total),
        outputTokens: tokenCountOf(finish.usage.outputTokens.total),
      },
      model: model.ref,
    }
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    if (!isOver) line.abort()
  }
}

/** Only errors from the SDK are failures of the vendor; others are bugs. */
async function fromOutside<T>(work: PromiseLike<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw asModelFailure(error)
  }
}

function toSdkOptions(generation: Generation, model: OpenedModel, abortSignal: AbortSignal): SdkOptions {
  const tools = generation.tools?.map((tool) => ({
    type: 'function' as const,
    name: tool.name,
    description: tool.description,
    inputSchema: tool.parameters,
  }))
  return {
    prompt: toSdkPrompt(generation.messages, model),
    temperature: generation.temperature,
    maxOutputTokens: generation.maxOutputTokens,
    abortSignal,
    ...(tools && tools.length > 0 && { tools, toolChoice: { type: generation.toolChoice ?? 'auto' } }),
  }
}

/** Reasoning counts as activity. The start of a stream does not, because servers send it before the model starts. */
function isSignOfAnswer(part: SdkPart): boolean {
  if (part.type === 'text-delta' || part.type === 'reasoning-delta') return part.delta !== ''
  return part.type === 'tool-input-start' || part.type === 'tool-input-delta' || part.type === 'tool-call'
}

function toToolCall(part: Extract<SdkPart, { type: 'tool-call' }>): ToolCall {
  const { toolCallId: id, toolName: name, input } = part
  if (input.trim() === '') return { id, name, arguments: {} }
  let value: unknown
  try {
    value = JSON.parse(input)
  } catch {
    throw badToolCallFailure()
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badToolCallFailure()
  return { id, name, arguments: value as Record<string, unknown> }
}

/** A complete answer has a finish reason. Without one, the connection was interrupted. */
function isBroken({ finishReason }: SdkFinish): boolean {
  return finishReason.unified === 'error' || finishReason.unified === 'interrupted' || finishReason.raw === undefined
}

function toReason({ finishReason }: SdkFinish): 'stop' | 'length' | 'other' {
  return finishReason.unified === 'stop' || finishReason.unified === 'length' ? finishReason.unified : 'other'
}

const opens = '<think>'
const closes = '</think>'

/**
 * Passes on every delta immediately, except leading whitespace, the reasoning block that some servers include, and the
 * first half of a surrogate pair.
 */
class SpokenText {
  #held = ''
  #place: 'before' | 'thinking' | 'speaking' = 'before'
  #showsThoughts: boolean

  constructor(options: { showsThoughts: boolean }) {
    this.#showsThoughts = options.showsThoughts
  }

  /** The text that can be sent now, possibly empty. */
  push(delta: string): string {
    let text = this.#held + delta
    this.#held = ''
    if (this.#place === 'before') {
      text = text.trimStart()
      if (text === '') return ''
      if (this.#showsThoughts && opens.startsWith(text.slice(0, opens.length))) {
        if (text.length < opens.length) return this.#hold(text)
        this.#place = 'thinking'
      } else {
        this.#place = 'speaking'
      }
    }
    if (this.#place === 'thinking') {
      const end = text.indexOf(closes)
      if (end < 0) return this.#hold(text.slice(-closes.length))
      this.#place = 'before'
      return this.push(text.slice(end + closes.length))
    }
    const last = text.charCodeAt(text.length - 1)
    if (last >= 0xd800 && last <= 0xdbff) {
      this.#held = text.slice(-1)
      text = text.slice(0, -1)
    }
    return text.isWellFormed() ? text : text.toWellFormed()
  }

  /** The remaining text at the end. Unfinished reasoning is dropped. */
  end(): string {
    const rest = this.#place === 'thinking' ? '' : this.#held.toWellFormed()
    this.#held = ''
    return rest
  }

  #hold(text: string): string {
    this.#held = text
    return ''
  }
}
