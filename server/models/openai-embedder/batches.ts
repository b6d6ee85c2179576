// Divides texts into batches that a server accepts and whose responses are read in a short time.
/** OpenAI accepts 8,191 tokens a text; in languages with dense tokens, a character is about one. */
const maxCharacters = 8_000
const maxTexts = 96
const maxBytes = 200_000
/** Parsing this many numbers takes about ten milliseconds. */
const maxNumbers = 65_536

/** Truncates long texts. `dimensions` is undefined before the first response. */
export function batchesOf(texts: readonly string[], dimensions = 2_048): string[][] {
  const most = Math.max(1, Math.min(maxTexts, Math.floor(maxNumbers / dimensions)))
  const batches: string[][] = []
  let bytes = 0
  for (const text of texts) {
    const taken = text.slice(0, maxCharacters).toWellFormed()
    const more = Buffer.byteLength(taken)
    const last = batches.at(-1)
    if (last && last.length < most && bytes + more <= maxBytes) {
      last.push(taken)
      bytes += more
    } else {
      batches.push([taken])
      bytes = more
    }
  }
  return batches
}
