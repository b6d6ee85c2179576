// Generates one answer: calls the language model, runs its tool calls and calls it again, within limits.
import type { Assistant } from '#server/features/assistants/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import type { ChatMessage, Generation, ModelRef, ToolCall } from '#server/ports/language-model.ts'
import type { FunctionCall } from '../conversation/conversation.ts'
import { sanitizeJson, sanitizeText } from '../conversation/sanitize-text.ts'
import type { Tool, ToolOutcome } from '../tools/tool.ts'

/** The model cannot call tools in the last round. */
const maxRounds = 5
const maxCalls = 10
/** For the whole answer, including tool calls. */
const deadlineMs = 90_000
const maxOutputTokens = 4_096
/** For everything that the model writes in a turn, including tool calls; the port limits each round. */
const maxCharacters = 100_000

export interface AnswerRequest {
  messages: ChatMessage[]
  tools: ReadonlyMap<string, Tool>
  model: ModelRef
  fallback: ModelRef | undefined
  temperature: number
  /** What the offline model knows. */
  facts: Record<string, string>
  /** Prefixes the idempotency keys of the tool calls. */
  effectKey: string
  /** Receives each piece of text as soon as it is generated. */
  delta: ((text: string) => void) | undefined
  signal: AbortSignal
}

export interface Answer {
  text: string
  functionCalls: FunctionCall[]
  rounds: number
  inputTokens: number
  outputTokens: number
  model: ModelRef
  ends: boolean
  transfersTo: Assistant | undefined
  handsOver: boolean
  /** A tool has completed the answer. */
  isCompleted: boolean
}

/**
 * Throws `OutsideError` if the model fails, stalls, writes nothing or too much, or calls tools without writing any
 * text.
 */
export async function generateAnswer(
  context: Pick<AppContext, 'languageModel'>,
  request: AnswerRequest,
): Promise<Answer> {
  const deadline = AbortSignal.timeout(deadlineMs)
  const signal = AbortSignal.any([request.signal, deadline])
  const messages = [...request.messages]
  const countCharacters = limitCharacters()
  const answer: Answer = {
    text: '',
    functionCalls: [],
    rounds: 0,
    inputTokens: 0,
    outputTokens: 0,
    model: request.model,
    ends: false,
    transfersTo: undefined,
    handsOver: false,
    isCompleted: false,
  }
  try {
    for (;;) {
      answer.rounds++
      const isLast = answer.ends || answer.handsOver || answer.transfersTo !== undefined
      const mayCall = request.tools.size > 0 && answer.rounds < maxRounds && !isLast
      const output = await runRound(context, request, { messages, mayCall, signal, countCharacters }, answer)
      if (output.calls.length === 0 || !mayCall) break
      messages.push({ role: 'assistant', content: output.text, toolCalls: output.calls })
      messages.push(...(await callTools(output, request, signal, answer)))
      // If the model said goodbye together with the call, it does not need another round.
      if ((answer.ends || answer.handsOver || answer.isCompleted) && answer.text.trim() !== '') break
    }
  } catch (error) {
    const isEmpty = error instanceof OutsideError && error.code === 'empty_answer'
    if (deadline.aborted) throw new OutsideError('timeout', 'The answer took too long.', { retryable: true })
    if (!isEmpty || !isComplete(answer)) throw error
  }
  if (!isComplete(answer)) {
    const message = 'The language model called tools but did not answer.'
    throw new OutsideError('empty_answer', message, { retryable: true })
  }
  answer.text = sanitizeText(answer.text).trim()
  return answer
}

function isComplete({ text, ends }: Answer): boolean {
  // Characters that cannot be stored are no text.
  return sanitizeText(text).trim() !== '' || ends
}

function limitCharacters(): Round['countCharacters'] {
  let left = maxCharacters
  return (characters) => {
    left -= characters
    if (left < 0) throw new OutsideError('answer_too_long', 'The whole answer is too long.', { retryable: true })
  }
}

interface Round {
  messages: ChatMessage[]
  mayCall: boolean
  signal: AbortSignal
  /** Throws if the answer exceeds its limit. */
  countCharacters(characters: number): void
}

interface RoundOutput {
  text: string
  calls: ToolCall[]
}

async function runRound(
  { languageModel }: Pick<AppContext, 'languageModel'>,
  { tools, model, fallback, temperature, facts, delta }: AnswerRequest,
  { messages, mayCall, signal, countCharacters }: Round,
  answer: Answer,
): Promise<RoundOutput> {
  const isWhole = delta === undefined
  const generation: Generation = { model, messages, temperature, maxOutputTokens, signal, facts, isWhole }
  if (fallback) generation.fallback = fallback
  if (tools.size > 0) {
    generation.tools = [...tools.values()].map(({ definition }) => definition)
    generation.toolChoice = mayCall ? 'auto' : 'none'
  }
  let text = ''
  const calls: ToolCall[] = []
  for await (const event of languageModel.stream(generation)) {
    if (event.type === 'text') {
      countCharacters(event.delta.length)
      appendText(event.delta, text === '', answer, delta)
      text += event.delta
    } else if (event.type === 'tool-call') {
      countCharacters(JSON.stringify(event.call).length)
      calls.push(event.call)
    } else {
      answer.inputTokens += event.usage.inputTokens
      answer.outputTokens += event.usage.outputTokens
      answer.model = event.model
    }
  }
  return { text, calls }
}

/** The text of each round starts a new paragraph. */
function appendText(text: string, startsRound: boolean, answer: Answer, delta: AnswerRequest['delta']): void {
  const piece = startsRound && answer.text !== '' ? `\n\n${text}` : text
  answer.text += piece
  delta?.(piece)
}

async function callTools(
  { text, calls }: RoundOutput,
  request: AnswerRequest,
  signal: AbortSignal,
  answer: Answer,
): Promise<ChatMessage[]> {
  const before = answer.functionCalls.length
  const outcomes = await Promise.all(calls.map((call, index) => callTool(request, call, before + index, signal)))
  return calls.map((call, index) => {
    const { result, ends, handsOver, completes, transfersTo, says } = outcomes[index]!
    answer.ends ||= ends ?? false
    answer.handsOver ||= handsOver ?? false
    answer.isCompleted ||= completes ?? false
    answer.transfersTo ??= transfersTo
    // The message of a handover is always sent.
    if (says !== undefined && (handsOver || text.trim() === '')) appendText(says, true, answer, request.delta)
    answer.functionCalls.push(
      sanitizeJson({ id: call.id, name: call.name, arguments: call.arguments, result, round: answer.rounds }),
    )
    return { role: 'tool', toolCallId: call.id, toolName: call.name, content: JSON.stringify(result) ?? 'null' }
  })
}

async function callTool(
  { tools, effectKey }: AnswerRequest,
  call: ToolCall,
  index: number,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  if (index >= maxCalls) return { result: { error: `An answer is limited to ${maxCalls} tool calls.` } }
  const tool = tools.get(call.name)
  if (!tool) return { result: { error: 'There is no such tool.' } }
  return tool.run({ arguments: call.arguments, effectKey: `${effectKey}:${index}`, signal })
}
