// Packs the messages of a link into the payloads of notifications, and reads them back.

/** PostgreSQL's limit is 8,000 bytes, in base64 and with a header. */
const maxChunkBytes = 5_600
const headBytes = 4
/** In the head of a part: the message continues in the next part. */
const continues = 2 ** 31

/** Takes as much as fits from the beginning of `messages`. */
export function takeChunk(messages: Uint8Array[]): { data: string; bytes: number } {
  const parts: Uint8Array[] = []
  let free = maxChunkBytes
  let bytes = 0
  while (messages.length > 0 && free > headBytes) {
    const message = messages[0]!
    const part = message.subarray(0, free - headBytes)
    const isWhole = part.length === message.length
    const head = Buffer.alloc(headBytes)
    head.writeUInt32BE(part.length + (isWhole ? 0 : continues))
    parts.push(head, part)
    free -= headBytes + part.length
    bytes += part.length
    if (isWhole) messages.shift()
    else messages[0] = message.subarray(part.length)
  }
  return { data: Buffer.concat(parts).toString('base64'), bytes }
}

export function createLinkReader() {
  let begun: Uint8Array[] = []
  return {
    /** Returns the messages that the chunk completes. */
    read(data: string): Uint8Array[] {
      const chunk = Buffer.from(data, 'base64')
      const complete: Uint8Array[] = []
      for (let at = 0; at + headBytes <= chunk.length; ) {
        const head = chunk.readUInt32BE(at)
        const to = at + headBytes + (head % continues)
        begun.push(chunk.subarray(at + headBytes, to))
        at = to
        if (head >= continues) continue
        complete.push(Buffer.concat(begun))
        begun = []
      }
      return complete
    },
  }
}
