// The address of a WebSocket of Parley.

/** The page may have been opened under another name of the server than its public URL. */
export function socketUrl(url: string): string {
  const own = new URL(new URL(url).pathname, location.href)
  own.protocol = location.protocol === 'http:' ? 'ws:' : 'wss:'
  return own.href
}
