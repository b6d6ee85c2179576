// Reads the JSON of a response, up to a size.

/** Undefined if the body is too long or not JSON. */
export async function readJson(body: AsyncIterable<Buffer>, maxBytes: number): Promise<unknown> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > maxBytes) return undefined
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    return undefined
  }
}
