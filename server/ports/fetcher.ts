// The port for requests to URLs that users chose; all of them use it.
export interface FetchRequest {
  url: string
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** The number of redirects to follow; each is checked. With 0, the default, a redirect is returned as the response. */
  maxRedirects?: number
  /** For the whole request including the body. Default: 15,000. */
  timeoutMs?: number
  /** The number of decoded bytes after which the body is truncated. Default: 1 MiB. */
  maxBytes?: number
  signal?: AbortSignal
  /** Reads a file for an account, which can be a sample of the sandbox carrier. Default: false. */
  readsFile?: boolean
  /** Refuses redirects to plain HTTP, except to hosts that the operator allows as private. Default: false. */
  refusesHttpRedirects?: boolean
}

export interface FetchReply {
  /** The final URL after redirects. */
  url: string
  status: number
  headers: Record<string, string>
  /** The Set-Cookie headers, if there are any: in `headers`, they are joined and cannot be separated. */
  setCookies?: string[]
  body: Uint8Array
  /** True if the body was longer than `maxBytes` and is truncated. */
  truncated: boolean
}

export interface Fetcher {
  /**
   * Throws `OutsideError` with code `address_refused` (not retryable: a private or malformed address), `timeout`,
   * `connect_failed` or `protocol_error`. Messages are deliberately vague, so that they reveal nothing about the network.
   */
  fetch(request: FetchRequest): Promise<FetchReply>
  /** Checks the form and literal addresses without a connection. Returns the reason if the URL is rejected. */
  refuses(url: string, options?: Pick<FetchRequest, 'readsFile'>): string | undefined
  /** Whether the operator allows this host as private, by its name or as a literal address. Resolves no names. */
  isPrivate(url: string): boolean
}
