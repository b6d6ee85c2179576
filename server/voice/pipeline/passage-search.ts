// Finds passages for the customer's words before the model answers, within a time limit.
import type { ChatMessage, Passage } from '#server/ports/language-model.ts'
import type { VoiceClock } from '../clock.ts'
import type { DocumentSearch, ModeListener } from '../engine/mode.ts'

export interface PassageSource {
  clock: VoiceClock
  /** After this time, the model answers without passages. */
  limitMs: number
  /** Undefined if the customer's words need no search. A rejection can have a `code`. */
  find(messages: readonly ChatMessage[], signal: AbortSignal): Promise<readonly Passage[] | undefined>
  timedOut(): void
}

/** Every round of the answer to these words uses it, and so does an answer that replaces a prepared one. */
interface Found {
  words: string
  generation: number
  passages: readonly Passage[] | undefined
  search: DocumentSearch | undefined
}

/** An earlier question belongs to a follow-up such as "and on Sundays?". */
const latestTexts = 8

export function createPassageSearch(source: PassageSource, listener: Pick<ModeListener, 'searched'>) {
  const { clock, limitMs } = source
  let latest: Found | undefined

  async function search(
    messages: readonly ChatMessage[],
    signal: AbortSignal,
  ): Promise<Pick<Found, 'passages' | 'search'>> {
    const startedMs = clock.now()
    const aborting = new AbortController()
    const { promise: stopped, reject } = Promise.withResolvers<never>()
    const cancelLimit = clock.after(limitMs, () => reject(timeout))
    const stop = (): void => reject(signal.reason)
    signal.addEventListener('abort', stop)
    try {
      const passages = await Promise.race([source.find(messages, aborting.signal), stopped])
      const tookMs = clock.now() - startedMs
      return { passages, search: passages && { tookMs, documents: documentsOf(passages) } }
    } catch (error) {
      if (error === timeout) source.timedOut()
      const { code = 'internal_error' } = error as { code?: string }
      return { passages: undefined, search: { tookMs: clock.now() - startedMs, failure: code } }
    } finally {
      cancelLimit()
      signal.removeEventListener('abort', stop)
      aborting.abort()
    }
  }

  return {
    /** Adds the passages to the last message of the customer. Rejects only if the signal is aborted. */
    async addTo(messages: readonly ChatMessage[], generation: number, signal: AbortSignal): Promise<ChatMessage[]> {
      const last = messages.findLastIndex(({ role }) => role === 'user')
      const message = messages[last]
      if (message?.role !== 'user') return [...messages]
      const words = wordsOf(messages)
      const isKnown =
        latest?.words === words && (latest.generation === generation || latest.search?.failure === undefined)
      const found: Found = { ...(isKnown ? latest! : await search(messages, signal)), words, generation }
      signal.throwIfAborted()
      if (found.search && latest?.generation !== generation) listener.searched(generation, found.search)
      latest = found
      return found.passages ? messages.with(last, { ...message, passages: found.passages }) : [...messages]
    },
  }
}

const timeout = Object.assign(new Error('The search took too long.'), { code: 'timeout' })

const wordsOf = (messages: readonly ChatMessage[]): string =>
  JSON.stringify(messages.flatMap(({ role, content }) => (role === 'user' ? [content] : [])).slice(-latestTexts))

/** Each name once, best first. */
const documentsOf = (passages: readonly Passage[]): string[] => [
  ...new Set(passages.map(({ source }) => source.document)),
]
