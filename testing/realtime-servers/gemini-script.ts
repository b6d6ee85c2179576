// What the scripted Gemini server answers, and how it behaves.
import type { SocketServerOptions } from '../speech-servers/socket-server.ts'

export interface Turn {
  role: 'user' | 'assistant' | 'tool'
  text: string
}

export interface GeminiReply {
  text?: string
  calls?: readonly { name: string; arguments: Record<string, unknown> }[]
  /** Sends the text, and nothing more until the answer is canceled. */
  isEndless?: boolean
  /** Behaviour that real sessions show at times. */
  fault?:
    | 'disconnect'
    | 'disconnect first'
    | 'no output'
    | 'no end of the turn'
    | 'unreadable audio'
    | 'endless audio'
    | 'interrupted'
    | 'calls are canceled'
}

export interface ScriptedGeminiOptions extends SocketServerOptions {
  /** Returns what the model answers. */
  answer(request: { turns: readonly Turn[]; mayCallTools: boolean }): GeminiReply
  /** Default: 4,801, so that samples are divided. */
  chunkBytes?: number
  /** When the words of the customer are sent. Default: streamed. */
  transcription?: 'streamed' | 'after the activity' | 'after the answer'
  /** Whether the words of the model are sent. Default: true. */
  sendsWords?: boolean
  /** Whether each connection announces its end at once. Default: false. */
  leavesAtOnce?: boolean
  /** Whether handles continue a session. Default: true. */
  acceptsHandles?: boolean
  /** Whether the end of an interrupted turn is reported. Default: true. */
  endsInterruptedTurns?: boolean
}
