// Sends a request of the client with XMLHttpRequest, which reports how much of an upload has been sent.
/** `timeoutMs` is for the whole request; 0 is no limit. */
export function fetchWithProgress(onProgress: (share: number) => void, timeoutMs = 120_000) {
  return async (request: Request): Promise<Response> => {
    const body = await request.blob()
    request.signal.throwIfAborted()
    return new Promise((resolve, reject) => {
      const sent = new XMLHttpRequest()
      sent.open(request.method, request.url)
      request.headers.forEach((value, name) => {
        sent.setRequestHeader(name, value)
      })
      sent.responseType = 'blob'
      sent.timeout = timeoutMs
      sent.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
      sent.onload = () =>
        resolve(new Response(sent.response as Blob, { status: sent.status, headers: headersOf(sent) }))
      sent.onerror = sent.ontimeout = sent.onabort = () => reject(new TypeError('The upload has failed.'))
      request.signal.addEventListener('abort', () => sent.abort())
      sent.send(body)
    })
  }
}

function headersOf(sent: XMLHttpRequest): Headers {
  const headers = new Headers()
  for (const line of sent
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const at = line.indexOf(':')
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim())
  }
  return headers
}
