// Writes a scripted turn to an event stream.
import type { ServerResponse } from 'node:http'
import type { ScriptedPiece, ScriptedTurn } from './script.ts'

/** Serializes each piece in the protocol of a vendor, as complete server-sent events. */
export interface StreamDialect {
  begin(): string
  text(text: string): string
  thinking(text: string): string
  tool(piece: Extract<ScriptedPiece, { tool: string }>): string
  error(message: string): string
  finish(reason: NonNullable<ScriptedTurn['finish']>, usage: NonNullable<ScriptedTurn['usage']>): string
}

export async function play(response: ServerResponse, dialect: StreamDialect, turn: ScriptedTurn): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
  let unsent = dialect.begin()
  const flush = () => {
    if (unsent) response.write(unsent)
    unsent = ''
  }
  let usesTools = false
  let hungUp: Promise<void> | undefined
  for (const piece of turn.pieces) {
    if (typeof piece === 'string') unsent += dialect.text(piece)
    else if ('thinking' in piece) unsent += dialect.thinking(piece.thinking)
    else if ('error' in piece) unsent += dialect.error(piece.error)
    else if ('tool' in piece) {
      usesTools = true
      unsent += dialect.tool(piece)
    } else if ('shredded' in piece) {
      flush()
      for (const byte of Buffer.from(dialect.text(piece.shredded))) response.write(Uint8Array.of(byte))
    } else {
      flush()
      if ('cut' in piece) {
        await new Promise((sent) => response.write('\n', sent))
        response.destroy()
        return
      }
      hungUp ??= new Promise((resolve) => response.once('close', () => resolve()))
      await ('gate' in piece ? Promise.race([piece.gate, hungUp]) : hungUp)
      if (response.destroyed) return
    }
  }
  const finish = turn.finish ?? (usesTools ? 'tool-calls' : 'stop')
  if (finish !== 'none') unsent += dialect.finish(finish, turn.usage ?? { inputTokens: 7, outputTokens: 5 })
  response.end(unsent)
}
