// One response of the model: delivers its words and audio as items, and collects its tool calls.

import { isFields } from '#server/platform/vendor-json/is-fields.ts'
import type { ToolCall } from '#server/ports/language-model.ts'
import type { RealtimeListener } from '#server/ports/realtime-model.ts'
import type { FailureCode } from '../vendor-speech/failures.ts'
import type { DeliveredItem, Items } from './items.ts'
import { readToolCall } from './tool-call.ts'

export interface AnswerOptions {
  generation: number
  output: 'audio' | 'text'
  /** A given text that is spoken outside the conversation, and the item of the conversation that contains it. */
  speech?: { text: string; serverId: string }
  items: Items
  listener: RealtimeListener
  /** False after a cancellation, a failure or the end of the session: nothing is delivered. */
  isLive(): boolean
  tooLong(): void
}

interface OpenItem extends DeliveredItem {
  /** The id for the listener, after the item has started. */
  id: string | undefined
  /** Words that arrived before the first audio. */
  withheld: string
  /** The first kind of words counts, if the vendor sends both. */
  words: 'text' | 'transcript' | undefined
  isClosed: boolean
}

const maxCharacters = 6_000
/** Five minutes. */
const maxAudioBytes = 2_400_000
const maxToolCalls = 32
const maxItems = 100

export function createAnswer(options: AnswerOptions) {
  const { generation, output, speech, items, listener, isLive } = options
  const byServerId = new Map<string, OpenItem>()
  /** The items of the conversation that the listener does not know. */
  const undelivered = new Set<string>()
  /** Function calls, by the ids of their items. */
  const toolCalls = new Map<string, ToolCall>()
  let characters = 0
  let audioBytes = 0
  let hasAudio = false
  let hasWords = false

  function itemOf(itemId: unknown): OpenItem | undefined {
    if (typeof itemId !== 'string' || itemId === '') return
    // All parts of a given text are one item.
    const key = speech?.serverId ?? itemId
    const known = byServerId.get(key)
    if (known && !known.isClosed) return known
    if (byServerId.size >= maxItems && !known) return
    const item: OpenItem = {
      generation,
      serverId: key,
      isAudio: output === 'audio' && !speech,
      contentIndex: 0,
      audioBytes: 0,
      text: '',
      isDone: false,
      id: undefined,
      withheld: '',
      words: undefined,
      isClosed: false,
    }
    byServerId.set(key, item)
    return item
  }

  function start(item: OpenItem): string {
    const id = items.add(item)
    item.id = id
    undelivered.delete(item.serverId)
    listener.itemStarted(generation, id)
    if (item.withheld && isLive()) {
      item.text = item.withheld
      listener.itemText(generation, id, item.withheld)
    }
    item.withheld = ''
    return id
  }

  function words(kind: 'text' | 'transcript', itemId: unknown, delta: unknown): void {
    if (typeof delta !== 'string' || delta === '' || !isLive()) return
    hasWords = true
    // A text that the model was to speak: audio can follow.
    if (output === 'audio' && kind === 'text') return
    const item = itemOf(itemId)
    if (!item) return
    item.words ??= kind
    if (item.words !== kind) return
    characters += delta.length
    if (characters > maxCharacters) {
      options.tooLong()
      return
    }
    if (item.id === undefined && output === 'audio') {
      item.withheld += delta
      return
    }
    const id = item.id ?? start(item)
    if (!isLive()) return
    item.text += delta
    listener.itemText(generation, id, delta)
  }

  function close(item: OpenItem): void {
    if (item.isClosed) return
    item.isClosed = true
    if (item.id === undefined) return
    if (speech && !item.text && isLive()) {
      item.text = speech.text
      listener.itemText(generation, item.id, speech.text)
    }
    item.isDone = true
    if (isLive()) listener.itemDone(generation, item.id)
  }

  /** An item of the conversation, at its start or its end. */
  function register(item: unknown, isEnd: boolean): void {
    if (!isFields(item) || typeof item.id !== 'string' || speech) return
    const delivered = byServerId.get(item.id)
    if (delivered?.id === undefined && undelivered.size < maxItems) undelivered.add(item.id)
    if (item.type !== 'function_call' || !isEnd || item.status === 'incomplete') return
    const call = readToolCall(item)
    if (call && toolCalls.size < maxToolCalls) toolCalls.set(item.id, call)
  }

  return {
    itemAdded: (item: unknown) => register(item, false),
    itemDone(item: unknown): void {
      register(item, true)
      const open = isFields(item) && typeof item.id === 'string' && !speech ? byServerId.get(item.id) : undefined
      if (open) close(open)
    },
    text: (itemId: unknown, delta: unknown) => words('text', itemId, delta),
    transcript: (itemId: unknown, delta: unknown) => words('transcript', itemId, delta),
    audio(itemId: unknown, contentIndex: unknown, delta: unknown): void {
      if (typeof delta !== 'string' || !isLive()) return
      const audio = Buffer.from(delta, 'base64')
      if (audio.length === 0) return
      audioBytes += audio.length
      if (audioBytes > maxAudioBytes) {
        options.tooLong()
        return
      }
      if (output === 'text') return
      const item = itemOf(itemId)
      if (!item) return
      hasAudio = true
      if (item.id === undefined) {
        if (Number.isInteger(contentIndex) && Number(contentIndex) >= 0) item.contentIndex = Number(contentIndex)
        start(item)
      }
      if (!isLive() || item.id === undefined) return
      item.audioBytes += audio.length
      listener.itemAudio(generation, item.id, audio)
    },
    /** Registers the items that were not announced before. */
    outputs(list: unknown): void {
      if (Array.isArray(list)) for (const item of list.slice(0, maxItems)) register(item, true)
    },
    /** Something has been delivered. */
    hasStarted: () => [...byServerId.values()].some(({ id }) => id !== undefined),
    closeItems(): void {
      for (const item of byServerId.values()) close(item)
    },
    toolCalls: (): readonly ToolCall[] => [...toolCalls.values()],
    /** What is missing in a completed answer. */
    fault(): FailureCode | undefined {
      if (toolCalls.size > 0 && !speech) return undefined
      if (output === 'audio') return hasAudio ? undefined : hasWords || speech ? 'no_audio' : 'empty_answer'
      return hasWords ? undefined : 'empty_answer'
    },
    /** The items that the model must forget. The function calls of a complete answer are not among them. */
    forgettable({ isComplete }: { isComplete: boolean }): string[] {
      return [...undelivered].filter((id) => !isComplete || !toolCalls.has(id))
    },
  }
}

export type Answer = ReturnType<typeof createAnswer>
