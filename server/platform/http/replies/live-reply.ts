// A reply that stays open and sends server-sent events.
import type { ServerResponse } from 'node:http'

/** A handler of the contract returns it in place of its usual reply. */
export class LiveReply {
  /** Called when the head of the response has been sent. */
  readonly begin: (response: ServerResponse) => void

  constructor(begin: LiveReply['begin']) {
    this.begin = begin
  }
}
