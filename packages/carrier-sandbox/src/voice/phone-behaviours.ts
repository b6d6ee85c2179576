// How virtual phones behave on calls, and the well-known numbers with a fixed behaviour.
import type { SandboxContext } from '../core/context.ts'
import { InvalidStep, readAudio } from './audio.ts'

/**
 * One thing that a phone does on a call. Without `afterMs` and `interruptAfterMs` it waits until the other side has
 * spoken and paused, at most `patienceMs`.
 */
export interface PhoneStep {
  /** A text to speak, or the caption of `audio`. */
  say?: string
  /** A WAV file, or mu-law audio at 8,000 Hz. */
  audio?: Uint8Array
  /** Keys to press: 0–9, A–D, `*` and `#`; `w` waits half a second. */
  press?: string
  beep?: boolean
  hangUp?: boolean
  /** Since the end of the previous step, or the answer. */
  afterMs?: number
  /** Since the other side began to speak. */
  interruptAfterMs?: number
  /** How long the other side must be quiet; default 700. */
  pauseMs?: number
  /** Default 15,000. */
  patienceMs?: number
}

export const machineVerdicts = [
  ...(['human', 'machine', 'fax', 'unknown'] as const),
  ...(['machine_start', 'machine_end_beep', 'machine_end_silence', 'machine_end_other'] as const),
]

export interface PhoneBehaviour {
  /** A description for readers. */
  does?: string
  /** Default `answer`. With `manual`, the page or the control API answers. */
  pickUp?: 'answer' | 'busy' | 'no-answer' | 'reject' | 'not-in-service' | 'manual'
  /** Default: the setting `delaysMs.answer`. */
  ringMs?: number
  /** What machine detection reports; default `human`. With `machine`, the end of the greeting decides. */
  answeredBy?: (typeof machineVerdicts)[number]
  steps?: PhoneStep[]
  /** Returns what it hears at -20 dB. */
  echo?: boolean
}

/** 202-555-0100 to 0199 are reserved for fiction and never belong to a real customer. */
export const phoneBehaviours: Readonly<Record<string, PhoneBehaviour & { does: string }>> = {
  '+12025550101': {
    does: 'answers and speaks several lines, each when the other side has finished',
    steps: [
      { say: 'Hello, this is Peter Brown.' },
      { say: 'When do you open in the morning?' },
      { say: 'And what is your best seller?' },
      { say: 'How much is the delivery?' },
      { say: 'Thank you very much for your help, goodbye.' },
      { hangUp: true, pauseMs: 1_500 },
    ],
  },
  '+12025550102': { does: 'answers and stays silent' },
  '+12025550103': { does: 'is busy', pickUp: 'busy' },
  '+12025550104': { does: 'does not answer', pickUp: 'no-answer' },
  '+12025550105': { does: 'rejects the call after it rang', pickUp: 'reject' },
  '+12025550106': {
    does: 'is a voicemail with a greeting and a beep',
    answeredBy: 'machine',
    steps: [
      { say: 'You have reached the voicemail of Anna Baker. Please leave a message after the tone.', afterMs: 500 },
      { beep: true, afterMs: 300 },
      { hangUp: true, pauseMs: 4_000, patienceMs: 20_000 },
    ],
  },
  '+12025550107': {
    does: 'answers and hangs up after three seconds',
    steps: [{ hangUp: true, afterMs: 3_000 }],
  },
  '+12025550108': {
    does: 'presses 1, 2, 3 and # when the other side has finished',
    steps: [{ press: '1w2w3w#' }],
  },
  '+12025550109': {
    does: 'interrupts a second after the other side begins to speak',
    steps: [
      { say: 'Sorry, wait, I have a question first.', interruptAfterMs: 1_000 },
      { say: 'What are your opening hours on Sunday?', afterMs: 1_500 },
      { say: 'No, I mean this Sunday.', interruptAfterMs: 1_000 },
    ],
  },
  '+12025550110': { does: 'answers and returns an echo of what it hears', echo: true },
  '+12025550111': { does: 'is not in service', pickUp: 'not-in-service' },
  '+12025550112': { does: 'rings until the page answers', pickUp: 'manual' },
}

const listens: PhoneBehaviour = { does: 'answers and stays silent' }

export type PhoneBehaviours = ReturnType<typeof createPhoneBehaviours>

export function createPhoneBehaviours() {
  const changed = new Map<string, PhoneBehaviour>()
  return {
    of: (number: string): PhoneBehaviour => changed.get(number) ?? phoneBehaviours[number] ?? listens,
    /** Undefined restores the behaviour of a well-known number. Throws a `InvalidStep` for audio or keys that are invalid. */
    set(number: string, behaviour: PhoneBehaviour | undefined): void {
      if (behaviour) changed.set(number, { does: 'set through the control API', ...checkBehaviour(behaviour) })
      else changed.delete(number)
    },
    clear: () => changed.clear(),
  }
}

/** Converts the audio of the steps. Throws a `InvalidStep` for audio or keys that are invalid. */
export function checkBehaviour(behaviour: PhoneBehaviour): PhoneBehaviour {
  const steps = behaviour.steps?.map((step) => {
    if (step.press !== undefined) checkKeys(step.press)
    return step.audio ? { ...step, audio: readAudio(step.audio) } : step
  })
  return { ...behaviour, steps }
}

/** Throws a `InvalidStep`. */
export function checkKeys(keys: string): void {
  if (!/^[0-9A-D#*wW]{1,100}$/.test(keys)) throw new InvalidStep('Keys are 0–9, A–D, *, # and w, at most 100.')
}

export function ringMsOf({ settings }: SandboxContext, { ringMs }: PhoneBehaviour): number {
  return ringMs ?? settings.delaysMs.answer
}
