// Serves the preview of every public voice, and a chime for voices that cannot be previewed.
import type { Callback, CallbackReply } from '#server/platform/http/callbacks.ts'
import { chime } from './chime.ts'
import { catalogueData } from './data.ts'
import { chimePath, previewPath } from './preview-urls.ts'
import { previewOf } from './voice-preview.ts'

export const voiceCallbacks: Callback[] = [
  { method: 'GET', path: chimePath, answer: async () => audio(chime(), 86_400) },
  {
    method: 'GET',
    path: previewPath(':id'),
    answer: async (ctx, { params }) => {
      const voice = catalogueData().voices.find(({ id }) => String(id) === params['id'])
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
