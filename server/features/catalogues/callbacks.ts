// Serves the preview of every public voice, and a chime for voices that cannot be previewed.

import { writeWav } from '@parley/telephone'
import type { Callback, CallbackReply } from '#server/platform/http/callbacks.ts'
import { catalogueData, type Voice } from './data.ts'
import { listPackVoices } from './pack-voices.ts'
import { chimePath, previewPath } from './preview-urls.ts'
import { previewOf } from './voice-preview.ts'

export const voiceCallbacks: Callback[] = [
  { method: 'GET', path: chimePath, answer: async () => audio(chime(), 86_400) },
  {
    method: 'GET',
    path: previewPath(':id'),
    answer: async (ctx, { params }) => {
      const isAsked = ({ id }: Voice): boolean => String(id) === params['id']
      const voice = catalogueData().voices.find(isAsked) ?? (await listPackVoices(ctx)).find(isAsked)
      if (!voice) return { status: 404 }
      const preview = await previewOf(ctx, voice)
      if (preview === 'busy') return { status: 503, headers: { 'retry-after': '5' } }
      // A key for the vendor, or another program, can make the voice available later.
      return preview === 'not-speakable' ? audio(chime(), 300) : audio(preview.wav, 3_600)
    },
  },
]

const audio = (body: Uint8Array, maxAgeSeconds: number): CallbackReply => ({
  status: 200,
  headers: { 'content-type': 'audio/wav', 'cache-control': `public, max-age=${maxAgeSeconds}` },
  body,
})

const samplesPerSecond = 16_000
const notes = [
  { hertz: 523.25, fromSeconds: 0 },
  { hertz: 783.99, fromSeconds: 0.25 },
]

let wav: Uint8Array | undefined

/** A WAV file of one second. */
function chime(): Uint8Array {
  wav ??= createChime()
  return wav
}

function createChime(): Uint8Array {
  const samples = Int16Array.from({ length: samplesPerSecond }, (_, index) =>
    Math.round(amplitudeAt(index / samplesPerSecond) * 0x7fff),
  )
  return writeWav({ sampleRate: samplesPerSecond, channels: [samples] })
}

function amplitudeAt(second: number): number {
  const playing = notes.filter(({ fromSeconds }) => second >= fromSeconds)
  return playing.reduce((sum, { hertz, fromSeconds }) => {
    const age = second - fromSeconds
    return sum + 0.2 * Math.min(1, age * 100) * Math.exp(-6 * age) * Math.sin(2 * Math.PI * hertz * age)
  }, 0)
}
