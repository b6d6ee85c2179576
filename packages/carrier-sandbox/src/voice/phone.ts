// A virtual phone on a call: performs its steps, hears the other side, and says what the page or a test adds.
import { attenuate, beep, frameBytes, frameMs, isLoud, mix, pauseMs, readAudio, silence } from './audio.ts'
import type { LiveCall, Phone, VoiceEnvironment } from './environment.ts'
import type { PhoneBehaviour, PhoneStep } from './phone-behaviours.ts'

const keyPauseMs = 100

/** `onBeep` is called after the beep. */
export function createPhone(
  env: VoiceEnvironment,
  live: LiveCall,
  { steps = [], echo = false }: PhoneBehaviour,
  onBeep: () => void,
): Phone {
  const { heardSpeech } = live
  /** The audio of the lines, prepared from the start; undefined until it is ready. */
  const lines = steps.map((step) => prepare(env, step))
  const extraLines: Line[] = []
  let next = 0
  let waitedMs = 0
  let hasHeardSpeech = false
  let saying: { audio: Uint8Array; offset: number; onEnd?: () => void } | undefined
  const keys: string[] = []
  let keysWaitMs = 0

  function begin(step: PhoneStep, line: Line): void {
    const audio = step.beep ? beep : line.audio!
    if (step.say !== undefined) live.addCaption('phone', step.say)
    if (audio.length > 0) saying = { audio, offset: 0, onEnd: step.beep ? onBeep : undefined }
    if (step.press !== undefined) keys.push(...step.press)
    if (step.hangUp) live.end('completed', 200)
    waitedMs = 0
    hasHeardSpeech = false
  }

  function isDue(step: PhoneStep): boolean {
    if (step.afterMs !== undefined) return waitedMs >= step.afterMs
    if (step.interruptAfterMs !== undefined)
      return heardSpeech.isSpeaking() && heardSpeech.speechMs >= step.interruptAfterMs
    const pause = step.pauseMs ?? pauseMs
    return (hasHeardSpeech && heardSpeech.quietMs >= pause) || waitedMs >= (step.patienceMs ?? 15_000)
  }

  function perform(): void {
    if (saying || keys.length > 0) return
    const step = steps[next]
    if (extraLines.length > 0) {
      if (extraLines[0]!.audio) begin(extraLines[0]!.step, extraLines.shift()!)
    } else if (step && isDue(step) && lines[next]!.audio) begin(step, lines[next++]!)
  }

  function pressNextKey(): void {
    keysWaitMs -= frameMs
    if (keysWaitMs > 0 || saying) return
    const key = keys.shift()
    if (key === undefined) return
    keysWaitMs = /w/i.test(key) ? (key === 'W' ? 1_000 : 500) : keyPauseMs
    if (!/w/i.test(key)) live.application.keyPressed(key)
    waitedMs = 0
  }

  function speak(): Uint8Array {
    if (!saying) return silence
    const { audio, offset, onEnd } = saying
    const part = audio.subarray(offset, offset + frameBytes)
    saying.offset += frameBytes
    if (saying.offset >= audio.length) {
      saying = undefined
      waitedMs = 0
      onEnd?.()
    }
    if (part.length === frameBytes) return part
    const frame = silence.slice()
    frame.set(part)
    return frame
  }

  return {
    exchange(heard) {
      waitedMs += frameMs
      if (!saying && isLoud(heard) && heardSpeech.isSpeaking()) hasHeardSpeech = true
      perform()
      pressNextKey()
      const said = speak()
      if (!echo) return said
      return said === silence ? attenuate(heard) : mix(said, attenuate(heard))
    },
    keyPressed: (key) => live.addKeyHeard(key),
    say: (line) => void extraLines.push(prepare(env, line)),
    press: (digits) => void keys.push(...digits),
  }
}

interface Line {
  step: PhoneStep
  audio: Uint8Array | undefined
}

/** Starts to synthesize the text. A line that cannot be spoken is silent. */
function prepare({ speak, context }: VoiceEnvironment, step: PhoneStep): Line {
  const line: Line = { step, audio: step.audio && readAudio(step.audio) }
  if (line.audio) return line
  if (step.say === undefined || !speak) line.audio = new Uint8Array(0)
  else {
    void speak(step.say)
      .catch((error: unknown) => {
        context.log.error({ error }, 'the sandbox carrier could not speak a line')
        return new Uint8Array(0)
      })
      .then((audio) => {
        line.audio = audio
      })
  }
  return line
}
