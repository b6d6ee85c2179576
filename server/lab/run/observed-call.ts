// A virtual call that is observed: what the customer says and hears, with the time of every word and event.
import type { CallSettings } from '#server/voice/engine/settings.ts'
import { type Recognition, startVirtualCall, type VirtualCallOptions } from '#server/voice/virtual/virtual-call.ts'
import type { Scenario, Step } from '../scenario/schema.ts'
import type { CustomerSound, Sound } from './result.ts'
import { createTools, type ToolSpec } from './tools.ts'

export type ObservedCall = ReturnType<typeof startObservedCall>

export interface ToolRun {
  name: string
  args: Record<string, unknown>
  atMs: number
}

type Speaking = Pick<Step & { kind: 'say' }, 'as' | 'takes_ms' | 'recognized_as' | 'recognized_after_ms'>

/** The audio of a virtual call identifies texts and has no echo. */
const withoutEcho = { isEcho: () => false, played() {}, discarded() {} }
const keyMs = 180

const orNever = (ms: number | null): number => ms ?? Number.POSITIVE_INFINITY

export interface CallParts {
  settings: CallSettings
  answer: NonNullable<VirtualCallOptions['answer']>
  tools: readonly ToolSpec[]
}

export function startObservedCall(
  scenario: Pick<Scenario, 'timing' | 'synthesis_fails_for' | 'transfer' | 'tools'>,
  { settings, answer, tools: specs }: CallParts,
) {
  const { timing, synthesis_fails_for: failing, transfer } = scenario
  const toolRuns: ToolRun[] = []
  const tools = createTools(scenario, specs, (name, args) => {
    toolRuns.push({ name, args, atMs: call.clock.now() })
  })
  const call = startVirtualCall({
    settings,
    rules: withoutEcho,
    answer,
    tools: tools.tools,
    recognitionMs: orNever(timing.recognition_ms),
    interimWords: timing.interim_words,
    synthesisMs: orNever(timing.synthesis_ms),
    msPerCharacter: timing.ms_per_character,
    confirmationMs: orNever(timing.confirmation_ms),
    synthesisFails: (text) => failing.some((part) => text.includes(part)),
    transfer: (_to, failed) => {
      const { fails } = transfer
      call.clock.after(transfer.after_ms, () => (fails === undefined ? call.engine.lineClosed() : failed(fails)))
    },
  })
  tools.use(call.clock)
  const customerSounds: CustomerSound[] = []
  const { clock, engine } = call

  function addCustomerSound(
    kind: Sound['kind'],
    text: string,
    durationMs: number,
    utterance?: CustomerSound['utterance'],
  ): void {
    const fromMs = clock.now()
    const toMs = fromMs + durationMs
    customerSounds.push({ side: 'customer', kind, text, fromMs, toMs, fromPart: 0, toPart: 1, utterance })
  }

  return {
    clock,
    customerSounds,
    toolRuns,
    record: engine.record,
    requests: call.mode.requests,
    sounds: call.line.sounds,
    /** When audio that was not heard yet was discarded. */
    clearedMs: call.line.clears,
    msPerCharacter: timing.ms_per_character,
    end: () => call.end,
    /**
     * Lets at least 20 ms pass, and further time before `limitMs` in which nothing can happen. Resolves when everything
     * that happened is done.
     */
    frame(limitMs = 0): Promise<unknown> | undefined {
      call.frame()
      if (call.mode.isUnsettled()) return call.mode.settled()
      if (tools.takeSettled()) return settle()
      call.skipRest(limitMs)
      return undefined
    },
    /** Returns how long the customer needs to say it. */
    says(text: string, { as: kind, takes_ms, recognized_as, recognized_after_ms }: Speaking = {}): number {
      const durationMs = takes_ms ?? text.length * timing.ms_per_character
      const recognition: Recognition = {
        ...(recognized_as !== undefined && { as: recognized_as }),
        ...(recognized_after_ms !== undefined && { afterMs: orNever(recognized_after_ms) }),
        isDistant: kind === 'aside',
      }
      call.starts(text, durationMs, recognition)
      addCustomerSound('speech', text, durationMs, kind ?? 'speech')
      return durationMs
    },
    makesNoise(durationMs: number): void {
      call.makesNoise(durationMs)
      addCustomerSound('noise', '', durationMs, 'sound')
    },
    beeps(): void {
      call.beeps()
      addCustomerSound('beep', '', 600)
    },
    presses(keys: string): void {
      addCustomerSound('keys', keys, keys.length * keyMs)
      call.press(keys)
    },
    hangsUp: (): void => call.hangUp(),
    carrierSays: engine.carrierSays,
    recognitionFails: (code: string): void =>
      call.mode.listener().recognitionFailed(Object.assign(new Error(code), { code, retryable: false })),
    fallsBack: ({ from, to, code }: { from: string; to: string; code: string }): void =>
      call.mode.listener().fellBack(from, to, code),
    /** Ends the call, because the scenario is over. */
    stop(): void {
      if (!call.end) call.hangUp()
    },
  }
}

/** Lets promises that are resolved run their reactions, which can be several in a row. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) await null
}
