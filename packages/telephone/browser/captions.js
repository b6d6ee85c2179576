// The words of a call as they change while they are spoken.
// @ts-check

/**
 * `unspoken`: the words of an interrupted answer that the customer did not hear.
 * @typedef {object} Caption
 * @property {'customer' | 'assistant' | 'agent' | 'whisper'} speaker
 * @property {string} text
 * @property {boolean} interrupted
 * @property {string | null | undefined} [unspoken]
 */

/**
 * `first`: the position of the first entry in the transcript of the call.
 * @template [C=Caption]
 * @typedef {{ first: number, entries: readonly C[] }} Captions
 */

/** @type {Captions<never>} */
export const noCaptions = { first: 0, entries: [] }

/**
 * Replaces all captions from position `from` on. A reader who joins later gets the end of the conversation only.
 * @template C
 * @param {Captions<C>} captions
 * @param {number} from
 * @param {readonly C[]} changed
 * @returns {Captions<C>}
 */
export function replaceCaptions({ first, entries }, from, changed) {
  if (from < first || from > first + entries.length) return { first: from, entries: changed }
  return { first, entries: [...entries.slice(0, from - first), ...changed] }
}

/**
 * Replaces all words from `position` on, which does not count whispers: these stay where they are. Undefined if words
 * before this position are missing.
 * @type {(entries: readonly Caption[], position: number, changed: readonly Caption[]) => Caption[] | undefined}
 */
export function replaceWords(entries, position, changed) {
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

/** @param {Caption} caption */
const isWord = ({ speaker }) => speaker !== 'whisper'
