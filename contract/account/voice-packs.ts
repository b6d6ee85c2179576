// Endpoints of voice packs: the voices and recognizers that run on the server itself.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { streamedFile, text, webUrl } from '../wire/fields.ts'

const progress = z.object({
  step: z.enum(['downloading', 'unpacking', 'testing']),
  done_bytes: z.int(),
  total_bytes: z.int().meta({ description: '0 if it is not known yet.' }),
})

const failure = z.object({
  code: z
    .enum([
      'address_refused',
      'disk_full',
      'download_failed',
      'failed',
      'in_use',
      'installed',
      'invalid_manifest',
      'invalid_pack',
      'no_ranges',
      'not_found',
      'runtime_missing',
      'wrong_hash',
    ])
    .meta({ description: '`download_failed` and `disk_full`: the download resumes when the pack is added again.' }),
  message: z.string(),
})

const voice = z.object({
  id: z.string().meta({ example: 'piper-de-thorsten/Thorsten/de' }),
  name: z.string(),
  gender: z.enum(['male', 'female']),
  language: z.string().meta({ description: 'ISO 639.', example: 'de' }),
  preview_url: z.string().meta({ description: 'A WAV file with a sentence in this voice.', format: 'uri' }),
})

const pack = z
  .object({
    pack: z.string().meta({ description: 'Identifies the pack in requests.', example: 'piper-de-thorsten' }),
    title: z.string().meta({ description: 'The address, while the manifest is not known yet.', example: 'Kokoro 82M' }),
    kind: z.enum(['voice', 'recognition']).nullable(),
    state: z.enum(['available', 'adding', 'canceling', 'interrupted', 'installed']).meta({
      description: '`canceling`: until the addition has stopped, the pack cannot be added or removed.',
    }),
    can_resume: z.boolean().meta({
      description: 'Whether an interrupted download can be resumed by adding `pack` as the name. An upload cannot.',
    }),
    languages: z.array(z.string()).meta({ description: 'ISO 639.' }),
    license: z.string().nullable(),
    notice: z.string().nullable().meta({ description: 'What to know before the pack is used.' }),
    bytes: z.int().meta({ description: 'The size of the download or of the installed pack; 0 if it is not known.' }),
    voices: z
      .array(voice)
      .meta({ description: 'Only an installed pack has them, in languages that assistants can speak.' }),
    progress: progress.nullable().meta({ description: 'Null unless the pack is being added, or was interrupted.' }),
    failure: failure.nullable().meta({ description: 'Why the pack was not added.' }),
  })
  .meta({ id: 'VoicePack' })

const packs = z.object({ data: z.array(pack) })

const params = z.object({ pack: text(60) })

const shared = { auth: 'operator', reply: packs, envelope: 'message-error' } as const

const unavailable = {
  VOICE_PACKS_UNAVAILABLE: {
    status: 409,
    message: 'This server cannot run voice packs: the package sherpa-onnx could not be loaded.',
  },
} as const

const notStored = {
  DISK_FULL: { status: 409, message: 'The disk of the server is full.' },
  VOICE_PACK_NOT_STORED: {
    status: 409,
    message: 'The server could not store the voice pack. Its log contains the reason.',
  },
} as const

const inUse = { VOICE_PACK_IN_USE: { status: 409, message: 'This pack is already being added.' } } as const

const unknown = { VOICE_PACK_NOT_FOUND: { status: 404, message: 'Voice pack not found.' } }

export const voicePacks = {
  list: endpoint('GET', '/api/operator/voice-packs', {
    ...shared,
    summary: 'List the voice packs of this server',
    description:
      'Returns the installed packs, those that are being added, and those that can be added by their name. Each machine has packs of its own.',
  }),

  add: endpoint('POST', '/api/operator/voice-packs', {
    ...shared,
    summary: 'Add a voice pack',
    description:
      'Downloads a known pack, or one from an address, in the background; the list shows its progress. A download that was interrupted resumes. The pack is installed only if its SHA-256 is the expected one and its model loads.',
    audit: 'action',
    body: z.object({
      name: text(60).optional().meta({
        description: 'A known pack, or the `pack` of a download to resume. Required without a URL.',
        example: 'kokoro',
      }),
      url: webUrl.optional().meta({
        description: 'The archive of a pack, with a manifest. The server must support HTTP ranges.',
        example: 'https://example.com/packs/our-voice.tar.gz',
      }),
    }),
    refusals: {
      ...unknown,
      VOICE_PACK_INSTALLED: { status: 409, message: 'This pack is installed. Remove it before you add it again.' },
      ...inUse,
      ...unavailable,
      ...notStored,
    },
  }),

  upload: endpoint('POST', '/api/operator/voice-packs/file', {
    ...shared,
    summary: 'Add a voice pack from a file',
    description: 'Stores the archive, then checks and installs it in the background as after a download.',
    audit: 'action',
    query: z.object({
      filename: text(200).optional().meta({ description: 'Names the pack until its manifest has been read.' }),
    }),
    body: z.object({ file: streamedFile({ maxBytes: 2 ** 31, type: 'application/x-tar' }) }),
    refusals: {
      ...unavailable,
      ...notStored,
    },
  }),

  cancel: endpoint('POST', '/api/operator/voice-packs/{pack}/cancel', {
    ...shared,
    summary: 'Cancel the addition of a voice pack',
    description: 'Stops the download before its next part. What was downloaded is kept, so it can be resumed.',
    audit: 'action',
    params,
    notFoundCode: { pack: 'VOICE_PACK_NOT_FOUND' },
    refusals: unknown,
  }),

  remove: endpoint('DELETE', '/api/operator/voice-packs/{pack}', {
    ...shared,
    summary: 'Remove a voice pack',
    description:
      'Deletes an installed pack, or what was downloaded of one. Calls in progress change at once: assistants that speak with it use another voice, and the languages of a recognition pack are no longer understood without a vendor.',
    audit: 'action',
    params,
    notFoundCode: { pack: 'VOICE_PACK_NOT_FOUND' },
    refusals: { ...unknown, ...inUse },
  }),
}
