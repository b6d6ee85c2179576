// Adds calls that have ended and measured what answered them, without a carrier's part.
import { sql } from 'kysely'
import { finishCall, type Served } from '#server/features/calls/index.ts'
import type { TurnLatency } from '#server/voice/engine/call-record.ts'
import type { TestAccount, TestApp } from '../app/test-app.ts'

/** One answer for each time until it was heard. */
export const heardAfter = (...times: number[]): TurnLatency[] =>
  times.map((heardMs, index) => ({
    atMs: index * 10_000,
    recognizedMs: 100 + index,
    firstTokenMs: 300,
    firstAudioMs: 450,
    heardMs,
  }))

let numbers = 0

/** A call of two minutes. Returns its id. */
export async function addMeasuredCall(
  { app: { context } }: Pick<TestApp, 'app'>,
  { client, account }: TestAccount,
  assistantId: number,
  served: Partial<Served>,
  latency = heardAfter(700),
): Promise<number> {
  numbers++
  const phone_number = `+120256${numbers % 8}${String(1_000 + numbers)}`
  const { call_id: callId } = await client.calls.make({ assistant_id: assistantId, phone_number })
  const usage = { inputTokens: 30_000, outputTokens: 1_500, characters: 1_000 }
  await finishCall(
    context,
    { accountId: account.id, callId },
    {
      endedReason: 'caller_hung_up',
      endedBy: 'caller',
      latency,
      timeline: [],
      served: { model: null, recognizer: null, synthesizer: null, ...usage, ...served },
    },
  )
  await sql`
    update calls set duration_seconds = 120
    where account_id = ${account.id} and id = ${callId}`.execute(context.db)
  return callId
}
