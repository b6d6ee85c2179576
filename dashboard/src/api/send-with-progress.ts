// Sends a request with a file, and reports which share of it has been sent, which `fetch` cannot.

export async function sendWithProgress(request: Request, onShare: (share: number) => void): Promise<Response> {
  const body = await request.blob()
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const sending = new XMLHttpRequest()
  sending.open(request.method, request.url)
  for (const [name, value] of request.headers) sending.setRequestHeader(name, value)
  sending.responseType = 'arraybuffer'
  sending.upload.onprogress = ({ loaded, total }) => onShare(loaded / total)
  sending.onload = () => {
    const lines = sending.getAllResponseHeaders().trim().split(/\r?\n/)
    const headers = lines.map((line) => line.split(/: (.*)/).slice(0, 2) as [string, string])
    resolve(new Response(sending.response as ArrayBuffer, { status: sending.status, headers }))
  }
  sending.onerror = () => reject(new TypeError('The request failed.'))
  sending.send(body)
  return promise
}
