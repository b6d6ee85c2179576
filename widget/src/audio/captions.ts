// The words of a call as they change while they are spoken.

export interface Caption {
  speaker: 'customer' | 'assistant' | 'agent' | 'whisper'
  text: string
  interrupted: boolean
  /** The words of an interrupted answer that the customer did not hear. */
  unspoken?: string | null | undefined
}

export interface Captions<C = Caption> {
  /** The position of the first entry in the transcript of the call. */
  first: number
  entries: readonly C[]
}

export const noCaptions: Captions<never> = { first: 0, entries: [] }

/** Replaces all captions from position `from` on. A reader who joins later gets the end of the conversation only. */
export function replaceCaptions<C>({ first, entries }: Captions<C>, from: number, changed: readonly C[]): Captions<C> {
  if (from < first || from > first + entries.length) return { first: from, entries: changed }
  return { first, entries: [...entries.slice(0, from - first), ...changed] }
}

/**
 * Replaces all words from `position` on, which does not count whispers: these stay where they are. Undefined if words
 * before this position are missing.
 */
export function replaceWords(
  entries: readonly Caption[],
  position: number,
  changed: readonly Caption[],
): Caption[] | undefined {
  const words = [...entries.filter(isWord).slice(0, position), ...changed]
  if (words.length < position + changed.length) return undefined
  const next = words.values()
  const kept = entries.flatMap((entry) => {
    if (!isWord(entry)) return [entry]
    const { value } = next.next()
    return value ? [value] : []
  })
  return [...kept, ...next]
}

const isWord = ({ speaker }: Caption): boolean => speaker !== 'whisper'
