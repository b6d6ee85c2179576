// The scripts of realtime model servers, independent of a vendor.

/** One message of the conversation as the model knows it: spoken words, heard words and written text alike. */
export interface RealtimeTurn {
  role: 'user' | 'assistant' | 'tool'
  text: string
}

export interface RealtimeRequest {
  /** The conversation, without what the model was made to forget. */
  turns: readonly RealtimeTurn[]
  mayCallTools: boolean
}

export interface RealtimeReply {
  /** Spoken or written. */
  text?: string
  calls?: readonly { name: string; arguments: Record<string, unknown> }[]
  /** Sends the text, and nothing more until the answer is canceled. */
  isEndless?: boolean
}

/** Returns what the model answers. */
export type RealtimeScript = (request: RealtimeRequest) => RealtimeReply
