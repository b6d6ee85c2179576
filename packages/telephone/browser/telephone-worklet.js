// The audio thread of a telephone: turns the microphone into mu-law frames of 20 ms, and plays those that arrive.
import { decodeMulaw, encodeMulaw } from './mulaw.js'
import { createPlaybackQueue } from './playback-queue.js'
import { createResampler, deviceFilter, toSamples } from './resample.js'

const telephoneHz = 8_000
const frameSamples = 160
/** The range of 16-bit samples; those of the browser are from -1 to 1. */
const fullScale = 32_768
/** Levels are reported every five frames. */
const framesPerLevel = 5

class TelephoneProcessor extends AudioWorkletProcessor {
  constructor({ processorOptions }) {
    super()
    const rate = Math.round(sampleRate)
    this.toTelephone = createResampler(rate, telephoneHz, deviceFilter)
    this.toSpeaker = createResampler(telephoneHz, rate, deviceFilter)
    this.heard = new Float32Array(0)
    this.speaker = new Float32Array(0)
    this.played = new Uint8Array(frameSamples)
    this.isMuted = false
    this.frames = 0
    this.levels = { microphone: 0, speaker: 0 }
    this.queue = createPlaybackQueue({ ...processorOptions, onMark: (name) => this.port.postMessage({ mark: name }) })
    this.port.onmessage = ({ data }) => this.receive(data)
  }

  receive({ audio, mark, clear, muted }) {
    if (audio) this.queue.add(audio)
    if (mark !== undefined) this.queue.mark(mark)
    if (clear) this.queue.clear()
    if (muted !== undefined) this.isMuted = muted
  }

  process([[microphone]], [[speaker]]) {
    this.hear(microphone && !this.isMuted ? microphone : new Float32Array(speaker.length))
    this.play(speaker)
    return true
  }

  hear(samples) {
    this.heard = joined(this.heard, this.toTelephone.convert(samples))
    while (this.heard.length >= frameSamples) {
      const frame = this.heard.slice(0, frameSamples)
      this.heard = this.heard.slice(frameSamples)
      this.levels.microphone = Math.max(this.levels.microphone, loudness(frame))
      const audio = encodeMulaw(toSamples(frame.map((sample) => sample * fullScale)))
      this.port.postMessage({ audio }, [audio.buffer])
      if (++this.frames % framesPerLevel === 0) {
        this.port.postMessage({ levels: this.levels })
        this.levels = { microphone: 0, speaker: 0 }
      }
    }
  }

  play(output) {
    while (this.speaker.length < output.length) {
      this.queue.take(this.played)
      const samples = Float32Array.from(decodeMulaw(this.played), (sample) => sample / fullScale)
      this.levels.speaker = Math.max(this.levels.speaker, loudness(samples))
      this.speaker = joined(this.speaker, this.toSpeaker.convert(samples))
    }
    output.set(this.speaker.subarray(0, output.length))
    this.speaker = this.speaker.slice(output.length)
  }
}

function joined(one, other) {
  const all = new Float32Array(one.length + other.length)
  all.set(one)
  all.set(other, one.length)
  return all
}

function loudness(samples) {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
}

registerProcessor('telephone', TelephoneProcessor)
