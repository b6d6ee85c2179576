// What a scripted model server says: the script's types, free of any vendor's protocol.

export type ScriptedPiece =
  | string
  /** Sent byte by byte, each in a chunk of its own, so that a character is torn apart on the wire. */
  | { shredded: string }
  | { thinking: string }
  /** Arguments given as a string go out as they are, valid JSON or not. */
  | { tool: string; id?: string; arguments?: Record<string, unknown> | string; fragments?: number }
  /** What was said so far is sent; the rest waits for the promise, or for the caller to hang up. */
  | { gate: Promise<unknown> }
  /** Says nothing more until the caller hangs up. */
  | { stall: true }
  /** Breaks the connection. */
  | { cut: true }
  /** An error in the midst of a stream that began well. */
  | { error: string }

export interface ScriptedTurn {
  pieces: ScriptedPiece[]
  /** `none` ends the stream without saying why. */
  finish?: 'stop' | 'length' | 'tool-calls' | 'content-filter' | 'none'
  usage?: { inputTokens: number; outputTokens: number }
}

export interface ScriptedFailure {
  status: number
  code?: string
  message?: string
  headers?: Record<string, string>
}

export type ScriptedAnswer = string | ScriptedTurn | ScriptedFailure

export interface ScriptedRequest {
  path: string
  headers: Record<string, string | undefined>
  body: Record<string, unknown>
  /** Settles when the answer is sent or the caller hung up: true when all of it was sent. */
  closed: Promise<boolean>
}

/** One answer for all, answers in turn (the last one repeats), or a decision per request. */
export type Script =
  | ScriptedAnswer
  | ScriptedAnswer[]
  | ((request: ScriptedRequest, index: number) => ScriptedAnswer | Promise<ScriptedAnswer>)

export function answerFor(script: Script, request: ScriptedRequest, index: number) {
  if (typeof script === 'function') return script(request, index)
  if (Array.isArray(script)) return script[Math.min(index, script.length - 1)] ?? ''
  return script
}

export function isFailure(answer: ScriptedAnswer): answer is ScriptedFailure {
  return typeof answer === 'object' && 'status' in answer
}

export function asTurn(answer: string | ScriptedTurn): ScriptedTurn {
  return typeof answer === 'string' ? { pieces: [answer] } : answer
}

export function argumentsText(piece: { arguments?: Record<string, unknown> | string }): string {
  return typeof piece.arguments === 'string' ? piece.arguments : JSON.stringify(piece.arguments ?? {})
}

/** Cuts a text into that many parts of nearly one length. */
export function cutInto(text: string, parts: number): string[] {
  const length = Math.max(1, Math.ceil(text.length / Math.max(1, parts)))
  const count = Math.max(1, Math.ceil(text.length / length))
  return Array.from({ length: count }, (_, index) => text.slice(index * length, (index + 1) * length))
}
