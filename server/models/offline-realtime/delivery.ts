// Reports the items of one answer, and adds their words to the conversation.
import type { ToolCall } from '#server/ports/language-model.ts'
import type { RealtimeListener } from '#server/ports/realtime-model.ts'
import type { SpeechFailure } from '#server/ports/speech-to-text.ts'
import type { AssistantEntry } from './conversation.ts'

export type Delivery = ReturnType<typeof createDelivery>

interface Options {
  entry: AssistantEntry
  listener: RealtimeListener
  newItem(): string
  /** The listener can cancel an answer while it is called; then nothing more is reported. */
  canceled: AbortSignal
}

/** One item is open at a time. */
export function createDelivery({ entry, listener, newItem, canceled }: Options) {
  const { generation } = entry
  let open: AssistantEntry['items'][number] | undefined

  function finishItem(): void {
    const done = open
    open = undefined
    if (done && !canceled.aborted) listener.itemDone(generation, done.id)
  }

  return {
    startItem(text: string): void {
      if (canceled.aborted) return
      open = { id: newItem(), text }
      entry.items.push(open)
      listener.itemStarted(generation, open.id)
      if (!canceled.aborted) listener.itemText(generation, open.id, text)
    },
    addText(delta: string): void {
      if (!open || canceled.aborted) return
      open.text += delta
      listener.itemText(generation, open.id, delta)
    },
    audio(chunk: Uint8Array): void {
      if (open && !canceled.aborted) listener.itemAudio(generation, open.id, chunk)
    },
    finishItem,
    hasOpenItem: (): boolean => open !== undefined,
    answered(toolCalls: readonly ToolCall[], usage: { inputTokens: number; outputTokens: number }): void {
      if (canceled.aborted) return
      entry.isComplete = true
      entry.calls = toolCalls.map((call) => ({ call, result: undefined }))
      listener.answered(generation, { toolCalls, usage })
    },
    failed(failure: SpeechFailure): void {
      finishItem()
      if (canceled.aborted) return
      entry.isComplete = true
      listener.answerFailed(generation, failure)
    },
  }
}
