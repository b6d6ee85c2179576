// The delivered parts of answers, and the messages that make the model forget their parts that were not heard.

export interface DeliveredItem {
  generation: number
  /** The id of the item in the vendor's conversation. */
  serverId: string
  /** The vendor can shorten the audio of the item; otherwise the item is replaced by the text that was heard. */
  isAudio: boolean
  contentIndex: number
  audioBytes: number
  text: string
  isDone: boolean
}

export interface OutgoingMessage {
  type: string
  [name: string]: unknown
}

/** Errors of the server about these events are ignored: an item can be gone, or a response can have ended. */
export const cleanupEvent = 'cleanup'

/** Older items cannot be truncated. */
const maxItems = 200
const bytesPerMs = 8

export const assistantMessage = (text: string, id?: string) => ({
  ...(id !== undefined && { id }),
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text }],
})

export function createItems(send: (message: OutgoingMessage) => void) {
  const items = new Map<string, DeliveredItem>()
  let added = 0
  let replaced = 0

  const remove = (serverId: string) =>
    send({ type: 'conversation.item.delete', event_id: cleanupEvent, item_id: serverId })

  function shorten(id: string, item: DeliveredItem, heardMs: number): void {
    const audioMs = Math.floor(item.audioBytes / bytesPerMs)
    const endMs = Math.min(audioMs, Math.max(0, Math.floor(heardMs) || 0))
    if (item.isDone && endMs === audioMs) return
    if (endMs === 0) {
      items.delete(id)
      remove(item.serverId)
      return
    }
    item.audioBytes = endMs * bytesPerMs
    item.isDone = true
    send({
      type: 'conversation.item.truncate',
      event_id: cleanupEvent,
      item_id: item.serverId,
      content_index: item.contentIndex,
      audio_end_ms: endMs,
    })
  }

  /** The replacement takes the position of the item, because the customer may have said something since. */
  function replace(id: string, item: DeliveredItem, heardText: string): void {
    if (item.isDone && heardText.trim() === item.text.trim()) return
    const { serverId } = item
    if (heardText.trim()) {
      item.serverId = `heard_${++replaced}`
      item.text = heardText
      item.isDone = true
      const message = assistantMessage(heardText, item.serverId)
      send({ type: 'conversation.item.create', event_id: cleanupEvent, previous_item_id: serverId, item: message })
    } else items.delete(id)
    remove(serverId)
  }

  return {
    /** Returns the id for the listener. The ids of the vendor can repeat. */
    add(item: DeliveredItem): string {
      const id = `item-${++added}`
      items.set(id, item)
      if (items.size > maxItems) items.delete(items.keys().next().value!)
      return id
    },
    find: (id: string) => items.get(id),
    remove,
    truncate(id: string, { heardMs, heardText }: { heardMs: number; heardText: string }): void {
      const item = items.get(id)
      if (!item) return
      if (item.isAudio) shorten(id, item, heardMs)
      else replace(id, item, heardText)
    },
  }
}

export type Items = ReturnType<typeof createItems>
