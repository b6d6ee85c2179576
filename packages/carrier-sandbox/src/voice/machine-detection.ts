// Answering-machine detection: decides by the behaviour of the phone, and posts the asynchronous result.
import type { LiveCall, VoiceEnvironment } from './environment.ts'
import type { PhoneBehaviour } from './phone-behaviours.ts'

/** Resolves with the value of `AnsweredBy` when the TwiML may start, which an asynchronous result does not delay. */
export async function detectMachine(
  env: VoiceEnvironment,
  live: LiveCall,
  behaviour: PhoneBehaviour,
  beeped: Promise<void>,
): Promise<void> {
  const { context } = env
  const options = live.call.machineDetection
  if (!options) return
  const startedAtMs = context.scheduler.nowMs()
  const result = decide(env, live, behaviour, beeped).then(async (answeredBy) => {
    if (live.signal.aborted) return
    live.change({ answeredBy })
    if (!options.callbackUrl) return
    const form = {
      CallSid: live.call.sid,
      AccountSid: context.accountSid,
      AnsweredBy: answeredBy,
      MachineDetectionDuration: String(context.scheduler.nowMs() - startedAtMs),
    }
    const webhook = { kind: 'machine-detection', method: 'POST', url: options.callbackUrl, form } as const
    await context.sendWebhook({ ...webhook, callSid: live.call.sid }).firstAttempt
  })
  if (options.callbackUrl === null) await result
}

function decide(
  { context }: VoiceEnvironment,
  live: LiveCall,
  { answeredBy = 'human', steps = [] }: PhoneBehaviour,
  beeped: Promise<void>,
): Promise<string> {
  const { mode, timeoutMs } = live.call.machineDetection!
  const { promise, resolve } = Promise.withResolvers<string>()
  live.signal.addEventListener('abort', () => resolve('unknown'), { once: true })
  const { scheduler, settings } = context
  const after = (ms: number, result: string) => scheduler.after(ms, () => resolve(result))
  if (answeredBy !== 'machine') after(settings.delaysMs.machineDetection, answeredBy)
  else if (mode === 'Enable') after(settings.delaysMs.machineDetection, 'machine_start')
  else if (steps.some((step) => step.beep)) void beeped.then(() => resolve('machine_end_beep'))
  else after(settings.delaysMs.machineDetection, 'machine_end_silence')
  after(timeoutMs, 'unknown')
  return promise
}
