// The time limits of the Gemini Live adapter.
import type { AnswerLimits } from './answer.ts'
import type { ConnectionLimits } from './connection.ts'

export interface GeminiLiveLimits extends ConnectionLimits, AnswerLimits {
  /** The wait for late words of the customer. */
  pauseMs: number
  /** The longest wait for the words before a pause. */
  wordsMs: number
  /** The longest wait for the end of an interrupted answer. */
  interruptionMs: number
}

export const defaultLimits: GeminiLiveLimits = {
  connectTimeoutMs: 5_000,
  reconnectDelaysMs: [0, 300, 1_000],
  healthyMs: 5_000,
  pauseMs: 300,
  wordsMs: 3_000,
  firstOutputMs: 10_000,
  progressMs: 8_000,
  settleMs: 500,
  interruptionMs: 1_000,
}
