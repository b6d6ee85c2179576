// Lets a customer and an assistant talk in turns until one of them ends the call.
import { spokenIn } from '#server/voice/engine/call-record.ts'
import type { ObservedCall } from '../run/observed-call.ts'
import type { Customer } from './simulated-customer.ts'

/** The customer speaks after the assistant has been silent for this long. */
const pauseMs = 700
/** The customer says something when the assistant does not. */
const longestWaitMs = 12_000

export async function converse(
  call: ObservedCall,
  { maxTurns, next }: { maxTurns: number; next: Customer['next'] },
): Promise<void> {
  for (let turn = 0; turn < maxTurns && !call.end(); turn++) {
    await untilQuiet(call)
    if (call.end()) break
    const words = await next(spokenIn(call.record.transcript))
    if (words === undefined) break
    await pass(call, call.says(words))
  }
  await untilQuiet(call)
}

async function pass(call: ObservedCall, durationMs: number): Promise<void> {
  const untilMs = call.clock.now() + durationMs
  while (call.clock.now() < untilMs && !call.end()) await call.frame()
}

async function untilQuiet(call: ObservedCall): Promise<void> {
  const startMs = call.clock.now()
  const lastMs = (): number => call.sounds.at(-1)?.toMs ?? Number.NEGATIVE_INFINITY
  while (!call.end()) {
    const nowMs = call.clock.now()
    const hasAnswered = lastMs() > startMs && nowMs - lastMs() >= pauseMs
    if (hasAnswered || nowMs - startMs >= longestWaitMs + Math.max(0, lastMs() - startMs)) return
    await call.frame()
  }
}
