// One side of a link between two processes.
export interface Link {
  /** Without effect after the end of the link. Closes the link if far too much waits to be sent. */
  send(message: Uint8Array): void
  /** Messages that are not urgent should be skipped while much waits. Always 0 within a process. */
  unsentBytes(): number
  /** The other side receives everything that was sent before. */
  close(): void
}

export interface LinkListener {
  received(message: Uint8Array): void
  /** The other side has closed the link, or the connection to it is lost. Nothing is called after it, or after `close`. */
  closed(): void
}

/** Returns undefined to refuse. */
export type AcceptLink = (request: string, link: Link) => LinkListener | undefined
