// The shape of what Parley knows of a language for opting out of messages.

import type { Phrase } from '../phrase.ts'

export interface OptOutLanguage {
  /** Each is a whole message that ends all messages. Plain words, like all of these: see `plainWords`. */
  stop: readonly string[]
  help: readonly string[]
  /** Left out wherever they are. */
  courtesies: readonly string[]
  /** Plain requests to end all messages: a whole message or sentence. */
  requests: readonly Phrase[]
  /** Sentences that can be next to a request. */
  besides: readonly Phrase[]
  optedOut: string
  optedIn: string
  /** Contains {name}. */
  helpText: string
}
