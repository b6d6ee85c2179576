// A reply that stays open and sends server-sent events.
import type { ServerResponse } from 'node:http'

/** A handler of the contract returns it in place of its usual reply. */
export class LiveReply {
  /** Called when the head of the response has been sent. */
  readonly begin: (response: ServerResponse) => void
  /** Whether it stays open until the client or the server disconnects. */
  readonly isEndless: boolean

  constructor(begin: LiveReply['begin'], { isEndless }: { isEndless: boolean }) {
    this.begin = begin
    this.isEndless = isEndless
  }
}
