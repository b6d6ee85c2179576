// The sounds of a phone: ringing, the ringback tone of a dialled number, the busy tone, and the tones of keys.
import { keyHertz } from './dtmf.js'

const keyMs = 120
const volume = 0.08

/** Frequencies in hertz, and seconds of sound and silence. */
const patterns = {
  ringing: { tones: [880, 1_108], on: 0.9, off: 1.4 },
  ringback: { tones: [440, 480], on: 2, off: 4 },
  busy: { tones: [480, 620], on: 0.5, off: 0.5 },
}

export function createSounds() {
  let context
  let stop = () => {}
  let current

  function play(tones, startsAt, seconds) {
    const gain = new GainNode(context, { gain: 0 })
    gain.gain.setTargetAtTime(volume, startsAt, 0.005)
    gain.gain.setTargetAtTime(0, startsAt + seconds, 0.01)
    gain.connect(context.destination)
    for (const frequency of tones) {
      const oscillator = new OscillatorNode(context, { frequency })
      oscillator.connect(gain)
      oscillator.start(startsAt)
      oscillator.stop(startsAt + seconds + 0.1)
    }
    return () => gain.disconnect()
  }

  return {
    /** Browsers play sounds only after a click or a key. */
    allow() {
      context ??= new AudioContext()
      context.resume().catch(() => {})
    },
    key(key) {
      if (context) play(keyHertz(key), context.currentTime, keyMs / 1_000)
    },
    /** Repeats the sound until the next call; undefined is silence. */
    repeat(name) {
      if (name === current) return
      stop()
      stop = () => {}
      current = context && name
      if (!current) return
      const { tones, on, off } = patterns[name]
      let silence = play(tones, context.currentTime, on)
      const timer = setInterval(
        () => {
          silence = play(tones, context.currentTime, on)
        },
        (on + off) * 1_000,
      )
      stop = () => {
        clearInterval(timer)
        silence()
      }
    },
  }
}
