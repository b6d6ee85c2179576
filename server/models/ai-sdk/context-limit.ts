// Fits requests to the context of a model, whose size is learned when the server refuses a request for its length.
import type { ChatMessage, Generation, GenerationEvent } from '#server/ports/language-model.ts'
import { ask } from './ask.ts'
import { ContextFailure, ModelFailure } from './failure.ts'
import type { ModelMemory } from './model-memory.ts'
import type { OpenedModel } from './vendors.ts'

/** The last request has the newest message alone. */
const maxRefusals = 4
const smallestOutputTokens = 256
/** If a server does not say its size: how much of the refused size is tried next. */
const nextShare = 0.6
const smallestContextTokens = 512
const mostCharactersPerToken = 6
const leastCharactersPerToken = 0.5
/** For the template of the model, which is not part of the messages. */
const marginShare = 0.05
/** The smallest usual context has 4,096 tokens. */
const longCharacters = 8_000
const pictureCharacters = 4_500
const messageCharacters = 20

type Open = (signal: AbortSignal) => Promise<OpenedModel>

/** As `ask`. A request that is refused for its length before its first output is sent again with less history. */
export async function* askWithinContext(
  open: Open,
  generation: Generation,
  limits: Parameters<typeof ask>[2],
): AsyncGenerator<GenerationEvent> {
  let wasHalved = false
  for (let refusals = 0; ; refusals++) {
    let memory: ModelMemory | undefined
    let sent = generation
    let hasOutput = false
    const openAndFit = async (signal: AbortSignal) => {
      const model = await open(signal)
      memory = model.memory
      sent = refusals < maxRefusals ? fitToContext(generation, memory) : newestAlone(generation)
      if (wasHalved) sent = { ...sent, messages: latestWithin(sent.messages, lengthOf(sent.messages) / 2) }
      return { ...model, request: sent }
    }
    try {
      for await (const event of ask(openAndFit, generation, limits)) {
        hasOutput = true
        yield event
      }
      return
    } catch (error) {
      if (hasOutput || !memory || refusals >= maxRefusals) throw error
      if (error instanceof ContextFailure) learn(memory, sent, error)
      else if (mayBeCutOff(error, sent) && !wasHalved) wasHalved = true
      else throw error
    }
  }
}

/** LM Studio answers some requests that are too long with an empty stream. An answer can also be empty by chance. */
function mayBeCutOff(error: unknown, { messages }: Generation): boolean {
  const isEmpty = error instanceof ModelFailure && error.code === 'empty_answer'
  return isEmpty && lengthOf(messages) > longCharacters
}

/** The beginning of a conversation is left out before the output becomes smaller than a quarter of the context. */
export function fitToContext(generation: Generation, memory: ModelMemory): Generation {
  const { contextTokens, charactersPerToken } = memory
  if (contextTokens === undefined) return generation
  const { messages, maxOutputTokens: wanted, tools = [] } = generation
  const quarter = Math.max(smallestOutputTokens, Math.floor(contextTokens / 4))
  const output = Math.min(wanted ?? quarter, quarter)
  const inputTokens = contextTokens * (1 - marginShare) - output
  const room = inputTokens * charactersPerToken - (tools.length > 0 ? JSON.stringify(tools).length : 0)
  return {
    ...generation,
    messages: latestWithin(messages, room),
    ...(wanted !== undefined && { maxOutputTokens: output }),
  }
}

function newestAlone(generation: Generation): Generation {
  const { messages, maxOutputTokens } = generation
  return {
    ...generation,
    messages: latestWithin(messages, 0),
    ...(maxOutputTokens !== undefined && { maxOutputTokens: Math.min(maxOutputTokens, smallestOutputTokens) }),
  }
}

/** The instructions, and the latest messages from one of the customer on. The newest one is always included. */
function latestWithin(messages: ChatMessage[], characters: number): ChatMessage[] {
  const instructions = messages.filter(({ role }) => role === 'system')
  const talk = messages.filter(({ role }) => role !== 'system')
  let left = characters - lengthOf(instructions)
  const newest = talk.findLastIndex(({ role }) => role === 'user')
  if (newest < 0) return messages
  let from = newest
  left -= lengthOf(talk.slice(newest))
  for (let index = newest - 1; index >= 0; index--) {
    left -= lengthOf([talk[index]!])
    if (left < 0) break
    if (talk[index]!.role === 'user') from = index
    // The greeting of the assistant has no message of the customer before it.
    if (index === 0) from = 0
  }
  return from === 0 ? messages : [...instructions, ...talk.slice(from)]
}

function lengthOf(messages: readonly ChatMessage[]): number {
  let length = 0
  for (const message of messages) {
    length += message.content.length + messageCharacters
    if (message.role === 'assistant' && message.toolCalls) length += JSON.stringify(message.toolCalls).length
    if (message.role !== 'user') continue
    length += message.inReplyTo?.length ?? 0
    if (message.passages) length += JSON.stringify(message.passages).length
    for (const file of message.files ?? []) length += file.kind === 'document' ? file.text.length : pictureCharacters
  }
  return length
}

function learn(memory: ModelMemory, sent: Generation, { inputTokens, contextTokens }: ContextFailure): void {
  const length = lengthOf(sent.messages) + (sent.tools ? JSON.stringify(sent.tools).length : 0)
  const output = sent.maxOutputTokens ?? smallestOutputTokens
  const estimated = length / memory.charactersPerToken + output
  if (inputTokens !== undefined)
    memory.charactersPerToken = between(length / inputTokens, leastCharactersPerToken, mostCharactersPerToken)
  if (contextTokens === undefined) {
    const refused = Math.min(estimated, memory.contextTokens ?? Number.POSITIVE_INFINITY)
    memory.contextTokens = Math.max(smallestContextTokens, Math.floor(nextShare * refused))
    return
  }
  // The request should have fit, so its texts have more tokens than others.
  const hasFit = memory.contextTokens !== undefined && memory.contextTokens <= contextTokens
  if (hasFit && inputTokens === undefined)
    memory.charactersPerToken = Math.max(leastCharactersPerToken, nextShare * memory.charactersPerToken)
  memory.contextTokens = contextTokens
}

const between = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))
