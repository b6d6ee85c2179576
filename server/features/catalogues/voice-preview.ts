// The preview of a voice: synthesized on first use as calls would speak it, then stored as a file.

import { readFileSync } from 'node:fs'
import { decodeMulaw, writeWav } from '@parley/telephone'
import type { AppContext } from '#server/platform/context/context.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { parseCsv, text } from '#server/platform/text/csv.ts'
import type { TextToSpeech, VoiceSettings } from '#server/ports/text-to-speech.ts'
import { catalogueData, type Voice } from './data.ts'
import { packProviderCode, packsVersion } from './pack-voices.ts'

const file = 'preview-texts.csv'
let texts: Map<string, string> | undefined

/** Undefined for a language (ISO 639-1) that the file lacks. */
export function previewTextIn(iso2: string): string | undefined {
  texts ??= new Map(
    parseCsv(file, readFileSync(new URL(`data/${file}`, import.meta.url), 'utf8'), ['iso_2', 'text']).map((line) => [
      text(line, 'iso_2'),
      text(line, 'text'),
    ]),
  )
  return texts.get(iso2)
}

export type Preview = { wav: Uint8Array } | 'not-speakable' | 'busy'

const timeoutMs = 20_000
const maxAudioBytes = 30 * 8_000
/** Concurrent syntheses in this process; visitors without an API key can request previews. */
const maxSyntheses = 8

/** One synthesis per file at a time; further requests for it wait for the same result. */
const syntheses = new WeakMap<TextToSpeech, Map<string, Promise<Preview>>>()

export async function previewOf(ctx: AppContext, voice: Voice): Promise<Preview> {
  const settings = settingsOf(voice)
  const text = previewTextIn(settings.language)
  if (text === undefined) return 'not-speakable'
  const key = keyOf(ctx, settings, voice)
  const running = syntheses.get(ctx.textToSpeech) ?? new Map<string, Promise<Preview>>()
  syntheses.set(ctx.textToSpeech, running)
  const current = running.get(key)
  if (current) return current
  if (await ctx.files.find(key)) return { wav: await ctx.files.read(key) }
  const meanwhile = running.get(key)
  if (meanwhile) return meanwhile
  if (running.size >= maxSyntheses) return 'busy'
  const synthesis = create(ctx, settings, text, key).finally(() => running.delete(key))
  running.set(key, synthesis)
  return synthesis
}

async function create(ctx: AppContext, settings: VoiceSettings, text: string, key: string): Promise<Preview> {
  try {
    const audio = await synthesize(ctx.textToSpeech, settings, text)
    const wav = writeWav({ sampleRate: 8_000, channels: [decodeMulaw(audio)] })
    await ctx.files.put(key, wav, 'audio/wav')
    return { wav }
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    ctx.log.warn({ failure: error.code, vendor: settings.vendor }, 'voice preview failed')
    return error.retryable ? 'busy' : 'not-speakable'
  }
}

function settingsOf(voice: Voice): VoiceSettings {
  const { languages, synthesizerProviders } = catalogueData()
  const provider = synthesizerProviders.find(({ id }) => id === voice.synthesizerProviderId)
  return {
    vendor: provider?.code ?? voice.realtimeVendor ?? 'offline',
    voice: voice.code,
    gender: voice.gender,
    language: languages.find(({ id }) => id === voice.languageId)!.iso2,
    speed: 1,
    stability: 0.7,
    similarity: 0.5,
    emotion: false,
  }
}

/** Voices that one other vendor speaks in their place share its files, because they sound the same. */
function keyOf(ctx: AppContext, settings: VoiceSettings, { id }: Voice): string {
  const vendor = ctx.textToSpeech.vendorFor?.(settings.vendor) ?? settings.vendor
  if (vendor === packProviderCode) {
    // The same voice can sound otherwise with other packs.
    const version = packsVersion(ctx) || 'built-in'
    return `voice-previews/${vendor}/${version}/${settings.vendor === vendor ? id : `${settings.language}-${settings.gender}`}`
  }
  return vendor === settings.vendor
    ? `voice-previews/${vendor}/${id}`
    : `voice-previews/${vendor}/${settings.language}-${settings.gender}`
}

function synthesize(textToSpeech: TextToSpeech, settings: VoiceSettings, text: string): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  const speaker = textToSpeech.open(settings)
  const fail = (code: string) =>
    reject(new OutsideError(code, 'The voice cannot be previewed.', { retryable: code === 'timeout' }))
  const timer = setTimeout(() => fail('timeout'), timeoutMs)
  const chunks: Uint8Array[] = []
  let length = 0
  speaker.speak(text, {
    audio(chunk) {
      length += chunk.length
      if (length > maxAudioBytes) fail('too_long')
      else chunks.push(chunk.slice())
    },
    done: () => (length > 0 ? resolve(Buffer.concat(chunks)) : fail('no_audio')),
    failed: reject,
    // The file is kept, so it must not contain the voice of another vendor.
    fellBack: ({ code }) => fail(code),
  })
  return promise.finally(() => {
    clearTimeout(timer)
    speaker.close()
  })
}
