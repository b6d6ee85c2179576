// Creates the parts of a call, except those for what the customer says. Each knows the ones before it.
import { createDeadlines } from '../clock.ts'
import { createAnswers } from './answers/answers.ts'
import { createKeypad } from './answers/keypad.ts'
import type { ToolEffects } from './answers/tool-calls.ts'
import type { Emit } from './call-events.ts'
import { createCallRecord } from './call-record.ts'
import { createModeListener } from './mode-listener.ts'
import { createCallPhase } from './phases/call-phase.ts'
import { createHold } from './phases/hold.ts'
import { createOpening } from './phases/opening.ts'
import { createQuiet } from './phases/quiet.ts'
import { createScreening } from './phases/screening.ts'
import { createTransfer } from './phases/transfer.ts'
import type { CallHost, CallRules, CallSettings } from './settings.ts'
import { createPlayout } from './speaking/playout.ts'
import { createOwnSpeech, createSpeech } from './speaking/speech.ts'

export interface Call {
  settings: CallSettings
  rules: CallRules
  host: CallHost
  emit: Emit
}

export type TalkingParts = ReturnType<typeof createTalkingParts>

/** What the assistant says needs these. */
function createSpeakingParts(call: Call) {
  const { settings, host, emit } = call
  const { clock, line, changeVolume, background, tonesOf } = host
  const { language } = settings
  const now = (): number => clock.now()
  const deadlines = createDeadlines(clock)
  const record = host.earlier ?? createCallRecord(now)
  const playout = createPlayout({ line, now, changeVolume, background, report: emit })
  const speech = createSpeech({ now, record, playout, report: emit })
  const phase = createCallPhase({ deadlines, playout, emit })
  const mode = host.createMode(createModeListener(emit, phase.isEnded))
  const own = createOwnSpeech({ record, speech, mode, language, tonesOf })
  return { ...call, now, deadlines, record, playout, speech, phase, mode, ...own }
}

/** Reports to the engine what concerns other parts. */
export function createTalkingParts(call: Call) {
  const speaking = createSpeakingParts(call)
  const { settings, rules, host, deadlines, record, playout, say, press } = speaking
  const { machineDetector: detector } = rules
  const screening = detector && createScreening({ ...speaking, detector })
  const opening = createOpening({ settings, record, say, isMachine: () => screening?.answeredBy() === 'machine' })
  const hold = createHold({ language: settings.language, deadlines, record })
  const transfer = createTransfer({ ...speaking, isSpeaking: playout.isActive, request: host.transfer })
  const keypad = createKeypad({ ...speaking, clock: host.clock })
  const quiet = createQuiet({ ...speaking, opening, hold })
  const effects: ToolEffects = {
    press(keys) {
      press(keys)
      quiet.idle.pressed()
    },
    transfer: transfer.start,
    optOut: record.optedOut,
    collect: keypad.collect,
  }
  const answers = createAnswers({ ...speaking, clock: host.clock, tools: host.tools, effects })
  return { ...speaking, screening, opening, hold, transfer, keypad, quiet, answers }
}
