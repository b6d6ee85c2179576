// The types of scripts for model servers, independent of a vendor.
export type ScriptedPiece =
  | string
  /** Sent byte by byte in separate chunks, so that characters are split. */
  | { shredded: string }
  | { thinking: string }
  /** String arguments are sent unchanged, even if they are not valid JSON. */
  | { tool: string; id?: string; arguments?: Record<string, unknown> | string; fragments?: number }
  /** Sends the text so far, and waits for the promise or for the caller to disconnect. */
  | { gate: Promise<unknown> }
  /** Sends nothing more until the caller disconnects. */
  | { stall: true }
  /** Closes the connection. */
  | { cut: true }
  /** An error in the middle of a stream. */
  | { error: string }

export interface ScriptedTurn {
  pieces: ScriptedPiece[]
  /** `none` ends the stream without a finish reason. */
  finish?: 'stop' | 'length' | 'tool-calls' | 'content-filter' | 'none'
  usage?: { inputTokens: number; outputTokens: number }
}

export interface ScriptedFailure {
  status: number
  code?: string
  message?: string
  headers?: Record<string, string>
}

/** A response that is sent unchanged, for servers that deviate from the protocol. Gates hold back what follows. */
export interface ScriptedBody {
  raw: string | (string | Promise<unknown>)[]
  status?: number
  contentType?: string
}

export type ScriptedAnswer = string | ScriptedTurn | ScriptedFailure | ScriptedBody

export interface ScriptedRequest {
  path: string
  headers: Record<string, string | undefined>
  body: Record<string, unknown>
  /** Resolves when the response ends: true if all of it was sent. */
  closed: Promise<boolean>
}

/** One answer for all requests, answers in turn (the last one repeats), or a function of the request. */
export type Script =
  | ScriptedAnswer
  | ScriptedAnswer[]
  | ((request: ScriptedRequest, index: number) => ScriptedAnswer | Promise<ScriptedAnswer>)

/** Holds back the answer to the first request until `release` is called; `next` answers the later requests. */
export function heldAnswer(pieces: ScriptedPiece[], next: Script) {
  const asked = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const script: Script = (request, index) => {
    if (index > 0) return answerFor(next, request, index - 1)
    asked.resolve()
    return { pieces: [{ gate: gate.promise }, ...pieces] }
  }
  return { script, asked: asked.promise, release: gate.resolve }
}

export function answerFor(script: Script, request: ScriptedRequest, index: number) {
  if (typeof script === 'function') return script(request, index)
  if (Array.isArray(script)) return script[Math.min(index, script.length - 1)] ?? ''
  return script
}

export function argumentsText(piece: { arguments?: Record<string, unknown> | string }): string {
  return typeof piece.arguments === 'string' ? piece.arguments : JSON.stringify(piece.arguments ?? {})
}

/** Splits a text into parts of nearly equal length. */
export function cutInto(text: string, parts: number): string[] {
  const length = Math.max(1, Math.ceil(text.length / Math.max(1, parts)))
  const count = Math.max(1, Math.ceil(text.length / length))
  return Array.from({ length: count }, (_, index) => text.slice(index * length, (index + 1) * length))
}
