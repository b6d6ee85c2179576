// What was said in a call, for a connection that continues it without knowing all of it.
import type { Message } from './messages.ts'

type Entry = { message: Message; item?: string }

/** The latest characters that another connection gets. */
const maxCharacters = 6_000
const maxEntries = 500

export function createMemory() {
  let entries: Entry[] = []
  /** The entries that the saved state of the session contains. */
  let savedCount = 0
  /** The place of words that arrive later. */
  let expected: Entry | undefined

  function add(entry: Entry): void {
    entries.push(entry)
    if (entries.length <= maxEntries) return
    entries.shift()
    savedCount = Math.max(0, savedCount - 1)
  }

  return {
    push: (message: Message, item?: string): void => add(item === undefined ? { message } : { message, item }),
    /** The words of the customer that arrive later were said before everything that is pushed after this call. */
    expectWords(): void {
      expected = { message: { role: 'user', text: '' } }
      add(expected)
    },
    expectNoWords(): void {
      expected = undefined
    },
    /** Words of the customer. */
    hear(text: string): void {
      const said = expected && entries.includes(expected) ? expected : undefined
      if (said?.message.role === 'user') said.message = { role: 'user', text: `${said.message.text} ${text}`.trim() }
      else add({ message: { role: 'user', text } })
    },
    count: () => entries.length,
    /** Removes the entries after the first `count`. */
    rewind(count: number): void {
      entries = entries.slice(0, count)
      savedCount = Math.min(savedCount, count)
    },
    /** Returns whether the item is known with other words; it gets the given ones. */
    replaceText(item: string, text: string): boolean {
      const index = entries.findIndex((entry) => entry.item === item)
      const message = entries[index]?.message
      if (message?.role !== 'assistant' || message.text.trim() === text.trim()) return false
      entries[index] = { item, message: { role: 'assistant', text } }
      return true
    },
    saved(): void {
      savedCount = entries.length
    },
    /** Removes and returns the latest messages that the session does not contain. */
    takeMissing(isResumed: boolean): Message[] {
      if (!isResumed) savedCount = 0
      const missing = entries.slice(savedCount)
      entries = entries.slice(0, savedCount)
      let characters = 0
      const first = missing.findLastIndex(({ message }) => {
        characters += message.role === 'tool' ? message.result.length : message.text.length
        return characters > maxCharacters
      })
      return missing
        .slice(first + 1)
        .map(({ message }) => message)
        .filter((message) => message.role === 'tool' || message.text.trim() !== '')
    },
  }
}
