// The port to addresses that a user chose: every such request goes through it, none past it.

export interface FetchRequest {
  url: string
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** Redirects followed, each hop checked anew; 0 (the default) hands a redirect back as the answer. */
  maxRedirects?: number
  /** Whole request, body included; default 15,000. */
  timeoutMs?: number
  /** Decoded bytes read before the body is cut off; default 1 MiB. */
  maxBytes?: number
  signal?: AbortSignal
}

export interface FetchReply {
  /** The address that answered, after redirects. */
  url: string
  status: number
  headers: Record<string, string>
  body: Uint8Array
  /** The body was longer than `maxBytes`: `body` holds its beginning. */
  truncated: boolean
}

export interface Fetcher {
  /**
   * Throws `OutsideError` with code `address_refused` (not retryable: a private or malformed address), `timeout`,
   * `connect_failed` or `protocol_error`. Messages are coarse on purpose, so that no one can map our network by them.
   */
  fetch(request: FetchRequest): Promise<FetchReply>
  /** Checks form and literal addresses without a connection: a sentence why the address is refused, or undefined. */
  refuses(url: string): string | undefined
}
