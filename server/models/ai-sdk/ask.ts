// Asks one model once, and converts the stream of the AI SDK to events of the port.
import { randomBytes } from 'node:crypto'
import { tokenCountOf } from '#server/platform/vendor-json/token-count.ts'
import type { Generation, GenerationEvent, ToolCall, ToolDefinition } from '#server/ports/language-model.ts'
import { openAnswerText } from './answer-text.ts'
import { openOutputBudget } from './bounded-output.ts'
import {
  asModelFailure,
  badToolCallFailure,
  badWrittenCallFailure,
  brokenStreamFailure,
  emptyAnswerFailure,
  inSeconds,
  isUnreadable,
  timeoutFailure,
} from './failure.ts'
import { expectsThought } from './model-memory.ts'
import { toSdkPrompt } from './prompt.ts'
import type { OpenedModel, SdkModel } from './vendors.ts'
import { offeredName, parseArguments, readBareArguments } from './written-calls.ts'

type SdkOptions = Parameters<SdkModel['doStream']>[0]
type SdkPart = Awaited<ReturnType<SdkModel['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never
type SdkFinish = Extract<SdkPart, { type: 'finish' }>

interface AskLimits {
  /** If it aborts, its reason is thrown. */
  signal: AbortSignal
  /** The time limit until the first event of an answer, and between two events. */
  stallTimeoutMs: number
}

/** The model, and the request that fits it. */
export interface AskedModel extends OpenedModel {
  request: Generation
}

/** Throws `OutsideError` or the reason of the signal. If the caller stops reading, the connection is closed. */
export async function* ask(
  open: (signal: AbortSignal) => Promise<AskedModel>,
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

  /** Only errors from the SDK are failures of the vendor; others are bugs. */
  async function fromOutside<T>(work: PromiseLike<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      throw asModelFailure(error, prompt)
    }
  }
  const prompt = () => generation.messages.map(({ content }) => content).join('\n')

  try {
    const model = await fromOutside(open(signal))
    const { stream } = await fromOutside(model.sdk.doStream(toSdkOptions(model.request, model, signal)))
    const reader = stream.getReader()
    const { tools: offered = [], toolChoice } = generation
    const tools = model.showsThoughts ? offered : []
    const text = openAnswerText({
      hasMarks: model.showsThoughts,
      tools,
      holdsAll: generation.isWhole ?? false,
      expectsThought: expectsThought(model.memory, model.ref.code),
    })
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
      } else if (part.type === 'reasoning-delta') {
        model.memory.thoughts ??= 'recognizable'
        const delta = text.thoughtsAreSeparate()
        if (delta !== '') event = { type: 'text', delta }
      } else if (part.type === 'tool-call' && !part.providerExecuted) {
        hasCalls = true
        event = { type: 'tool-call', call: toToolCall(part, generation.tools ?? []) }
      } else if (part.type === 'finish') {
        finish = part
      } else if (part.type === 'error') {
        // A stream that left its protocol has no proper end.
        throw hasText && isUnreadable(part.error) ? brokenStreamFailure() : asModelFailure(part.error, prompt)
      }
      if (!event) continue
      hasText ||= event.type === 'text'
      listening = false
      yield event
      listening = true
      stall.refresh()
    }

    if (!finish || isBroken(finish)) throw brokenStreamFailure()
    const rest = text.end({ isCut: finish.finishReason.unified === 'length', hasCalls })
    if (rest.hasUnopenedThought) model.memory.thoughts = 'unopened'
    else if (rest.text !== '' && finish.finishReason.unified === 'stop') model.memory.thoughts ??= 'recognizable'
    const [only, ...others] = tools
    if (toolChoice === 'required' && only && others.length === 0 && !hasText && !hasCalls && rest.calls.length === 0) {
      const given = readBareArguments(rest.text, only)
      if (given) Object.assign(rest, { text: '', calls: [{ name: only.name, arguments: given }], hasFaultyCall: false })
    }
    const isForbidden = toolChoice === 'none' && rest.calls.length > 0
    const isFaulty = rest.hasFaultyCall || isForbidden
    // Text that was passed on cannot be taken back, and an answer that must not call tools can do without them.
    const isAnswered = hasText || hasCalls || (isForbidden && rest.text.trim() !== '')
    if (isFaulty && !isAnswered) throw badWrittenCallFailure()
    if (rest.text !== '') {
      hasText = true
      yield { type: 'text', delta: rest.text }
    }
    for (const call of isFaulty ? [] : rest.calls) {
      hasCalls = true
      yield { type: 'tool-call', call: { id: newCallId(), ...call } }
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

function toToolCall(part: Extract<SdkPart, { type: 'tool-call' }>, tools: readonly ToolDefinition[]): ToolCall {
  const { toolCallId: id, toolName, input } = part
  const given = parseArguments(input)
  if (!given) throw badToolCallFailure()
  return { id, name: offeredName(toolName, tools) ?? toolName, arguments: given }
}

/** The templates of Mistral require nine letters and digits. */
const newCallId = (): string => randomBytes(5).toString('hex').slice(0, 9)

/** A complete answer has a finish reason. Without one, the connection was interrupted. */
function isBroken({ finishReason }: SdkFinish): boolean {
  return finishReason.unified === 'error' || finishReason.unified === 'interrupted' || finishReason.raw === undefined
}

function toReason({ finishReason }: SdkFinish): 'stop' | 'length' | 'other' {
  return finishReason.unified === 'stop' || finishReason.unified === 'length' ? finishReason.unified : 'other'
}
