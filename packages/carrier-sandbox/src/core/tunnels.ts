// Requests to the application: through tunnels such as those of ngrok, and with limited responses.
export interface Tunnel {
  /** The public host, such as `app.example.com`, with its port if it is not the usual one. */
  host: string
  /** The server that receives the requests, such as `http://127.0.0.1:3000`. */
  url: string
}

/** The URL that is requested in place of `url`, and the headers that tell the server its public address. */
export function routeOf(url: string, tunnels: readonly Tunnel[]): { url: string; headers: Record<string, string> } {
  const target = new URL(url)
  const { host, protocol } = target
  const tunnel = tunnels.find((one) => one.host === host)
  if (!tunnel) return { url, headers: {} }
  const server = new URL(tunnel.url)
  const isSocket = protocol === 'ws:' || protocol === 'wss:'
  const scheme = isSocket ? server.protocol.replace('http', 'ws') : server.protocol
  const isSecure = protocol === 'https:' || protocol === 'wss:'
  return {
    url: `${scheme}//${server.host}${target.pathname}${target.search}`,
    headers: { host, 'x-forwarded-host': host, 'x-forwarded-proto': isSecure ? 'https' : 'http' },
  }
}

/** Undefined if the body is longer. */
export async function readAtMost(reply: Response, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of reply.body ?? []) {
    length += chunk.length
    if (length > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
