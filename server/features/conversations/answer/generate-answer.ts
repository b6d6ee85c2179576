// The words of one answer: the model speaks, calls tools, hears their results and speaks on, within a budget.
import type { Assistant } from '#server/features/assistants/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import type { ChatMessage, Generation, ModelRef, ToolCall } from '#server/ports/language-model.ts'
import type { FunctionCall } from '../conversation/conversation.ts'
import { sanitizeJson, sanitizeText } from '../conversation/sanitize-text.ts'
import type { Tool, ToolOutcome } from '../tools/tool.ts'

/** The last round speaks without tools. */
const maxRounds = 5
const maxCalls = 10
/** Of the whole answer, tools included. */
const deadlineMs = 90_000
const maxOutputTokens = 4_096
/** Of all that the model writes in a turn, tool calls included; the port bounds each round. */
const maxCharacters = 100_000

export interface AnswerRequest {
  messages: ChatMessage[]
  tools: ReadonlyMap<string, Tool>
  model: ModelRef
  fallback: ModelRef | undefined
  temperature: number
  /** What the offline model answers from. */
  facts: Record<string, string>
  /** Names the turn in the effects of its tool calls. */
  effectKey: string
  /** Called for each piece of text at once. */
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
}

/** Throws `OutsideError` when there is no answer: the model failed, stalled, said nothing or too much, or only called tools. */
export async function generateAnswer(
  context: Pick<AppContext, 'languageModel'>,
  request: AnswerRequest,
): Promise<Answer> {
  const { tools, model } = request
  const limit = AbortSignal.timeout(deadlineMs)
  const signal = AbortSignal.any([request.signal, limit])
  const messages = [...request.messages]
  const take = openBudget()
  const answer: Answer = {
    text: '',
    functionCalls: [],
    rounds: 0,
    inputTokens: 0,
    outputTokens: 0,
    model,
    ends: false,
    transfersTo: undefined,
  }
  try {
    for (;;) {
      answer.rounds++
      const mayCall = tools.size > 0 && answer.rounds < maxRounds && !answer.ends && !answer.transfersTo
      const round = await speak(context, request, { messages, mayCall, signal, take }, answer)
      if (round.calls.length === 0 || !mayCall) break
      messages.push({ role: 'assistant', content: round.text, toolCalls: round.calls })
      messages.push(...(await callTools(round, request, signal, answer)))
      // A goodbye that was said together with the call needs no second one.
      if (answer.ends && answer.text.trim() !== '') break
    }
  } catch (error) {
    const isSilence = error instanceof OutsideError && error.code === 'empty_answer'
    if (limit.aborted) throw new OutsideError('timeout', 'The answer took too long.', { retryable: true })
    if (!isSilence || !hasSaidEnough(answer)) throw error
  }
  if (!hasSaidEnough(answer)) {
    const sentence = 'The language model called tools but answered nothing.'
    throw new OutsideError('empty_answer', sentence, { retryable: true })
  }
  answer.text = sanitizeText(answer.text).trim()
  return answer
}

function hasSaidEnough({ text, ends }: Answer): boolean {
  return text.trim() !== '' || ends
}

function openBudget(): Round['take'] {
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
  take(characters: number): void
}

interface Words {
  text: string
  calls: ToolCall[]
}

async function speak(
  { languageModel }: Pick<AppContext, 'languageModel'>,
  { tools, model, fallback, temperature, facts, delta }: AnswerRequest,
  { messages, mayCall, signal, take }: Round,
  answer: Answer,
): Promise<Words> {
  const generation: Generation = { model, messages, temperature, maxOutputTokens, signal, facts }
  if (fallback) generation.fallback = fallback
  if (tools.size > 0) {
    generation.tools = [...tools.values()].map(({ definition }) => definition)
    generation.toolChoice = mayCall ? 'auto' : 'none'
  }
  let text = ''
  const calls: ToolCall[] = []
  for await (const event of languageModel.stream(generation)) {
    if (event.type === 'text') {
      take(event.delta.length)
      say(event.delta, text === '', answer, delta)
      text += event.delta
    } else if (event.type === 'tool-call') {
      take(JSON.stringify(event.call).length)
      calls.push(event.call)
    } else {
      answer.inputTokens += event.usage.inputTokens
      answer.outputTokens += event.usage.outputTokens
      answer.model = event.model
    }
  }
  return { text, calls }
}

/** What is said after a tool call is a paragraph of its own. */
function say(text: string, isOpening: boolean, answer: Answer, delta: AnswerRequest['delta']): void {
  const piece = isOpening && answer.text !== '' ? `\n\n${text}` : text
  answer.text += piece
  delta?.(piece)
}

async function callTools(
  { text, calls }: Words,
  request: AnswerRequest,
  signal: AbortSignal,
  answer: Answer,
): Promise<ChatMessage[]> {
  const before = answer.functionCalls.length
  const outcomes = await Promise.all(calls.map((call, index) => callTool(request, call, before + index, signal)))
  return calls.map((call, index) => {
    const { result, ends, transfersTo, says } = outcomes[index]!
    answer.ends ||= ends ?? false
    answer.transfersTo ??= transfersTo
    if (says !== undefined && text.trim() === '') say(says, true, answer, request.delta)
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
  if (index >= maxCalls) return { result: { error: 'The tool calls of this answer are used up.' } }
  const tool = tools.get(call.name)
  if (!tool) return { result: { error: 'There is no such tool.' } }
  return tool.run({ arguments: call.arguments, effectKey: `${effectKey}:${index}`, signal })
}
