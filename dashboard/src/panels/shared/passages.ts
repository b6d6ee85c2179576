// Reads the passages of a knowledgebase in the result of a function. Other functions return anything.

export interface Passage {
  text: string
  /** The document and its headings. */
  place: string[]
}

/** Undefined for other results. */
export function passagesOf(result: unknown): Passage[] | undefined {
  const { passages } = fieldsOf(result)
  if (!Array.isArray(passages)) return undefined
  const read = passages.flatMap((passage: unknown) => {
    const { text, source } = fieldsOf(passage)
    if (typeof text !== 'string') return []
    const { document, headings } = fieldsOf(source)
    const place = [document, ...(Array.isArray(headings) ? headings : [])]
    return [{ text, place: place.filter((part) => typeof part === 'string' && part !== '') }]
  })
  return read.length === passages.length ? read : undefined
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
