// Divides texts into batches that a server accepts and whose responses are read in a short time.
/** OpenAI accepts 8,191 tokens a text; in languages with dense tokens, a character is about one. */
const maxCharacters = 8_000
/** Text Embeddings Inference accepts 32 texts by default. OpenAI accepts more, but large responses take long to parse. */
const maxTexts = 32
const maxBytes = 200_000

/** Truncates long texts. */
export function batchesOf(texts: readonly string[]): string[][] {
  const batches: string[][] = []
  let bytes = 0
  for (const text of texts) {
    const taken = text.slice(0, maxCharacters).toWellFormed()
    const more = Buffer.byteLength(taken)
    const last = batches.at(-1)
    if (last && last.length < maxTexts && bytes + more <= maxBytes) {
      last.push(taken)
      bytes += more
    } else {
      batches.push([taken])
      bytes = more
    }
  }
  return batches
}
