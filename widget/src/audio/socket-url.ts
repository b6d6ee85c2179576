// The address of a WebSocket of Parley.

/** The page may know the server, at `baseUrl`, under another name than its public URL. */
export function socketUrl(url: string, baseUrl: string = location.origin): string {
  const own = new URL(new URL(url).pathname, baseUrl)
  own.protocol = own.protocol === 'http:' ? 'ws:' : 'wss:'
  return own.href
}
