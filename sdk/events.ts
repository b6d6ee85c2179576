// Parses server-sent events.
export interface ServerEvent {
  event: string
  /** Empty if the block only has an id. */
  data: string
  id: string | undefined
}

/**
 * Ends when the signal is aborted. The signal of the request is not enough: `fetch` forgets it when the request was
 * garbage-collected.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  signal?: AbortSignal | undefined,
): AsyncGenerator<ServerEvent> {
  const reader = body.getReader()
  const cancel = () => void reader.cancel().catch(() => {})
  if (signal?.aborted) cancel()
  signal?.addEventListener('abort', cancel)
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      rest += decoder.decode(read.value, { stream: true })
      for (let end = rest.indexOf('\n\n'); end !== -1; end = rest.indexOf('\n\n')) {
        const event = parse(rest.slice(0, end))
        rest = rest.slice(end + 2)
        if (event) yield event
      }
    }
  } finally {
    signal?.removeEventListener('abort', cancel)
    cancel()
  }
}

function parse(block: string): ServerEvent | undefined {
  let event = 'message'
  let id: string | undefined
  const data: string[] = []
  for (const line of block.split('\n')) {
    if (line.startsWith('id:')) id = line.slice(3).trim()
    else if (line.startsWith('event:')) event = line.slice(6).trim()
    else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''))
  }
  return data.length === 0 && id === undefined ? undefined : { event, data: data.join('\n'), id }
}
