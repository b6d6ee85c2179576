// The speech vendors, in the order in which they replace each other.
import type { z } from 'zod'
import { azureSpeech } from './azure-speech/azure-speech.ts'
import { cartesia } from './cartesia/cartesia.ts'
import { deepgram } from './deepgram/deepgram.ts'
import { elevenLabs } from './elevenlabs/elevenlabs.ts'
import { openAiSpeech } from './openai-speech/openai-speech.ts'
import { openAiTranscription } from './openai-transcription/openai-transcription.ts'
import type { SpeechVendor } from './vendor-speech/speech-vendor.ts'

export const speechVendors = {
  deepgram,
  openaiTranscription: openAiTranscription,
  elevenlabs: elevenLabs,
  openai: openAiSpeech,
  cartesia,
  azure: azureSpeech,
}

type OptionsOf<Vendor> = Vendor extends SpeechVendor<infer Options> ? Omit<Options, 'limits'> : never

/** The options of the configured vendors. */
export type SpeechVendorOptions = { [Key in keyof typeof speechVendors]?: OptionsOf<(typeof speechVendors)[Key]> }

type AnyVendor = SpeechVendor<Record<string, string | undefined>>
const vendors = Object.entries(speechVendors) as unknown as [keyof SpeechVendorOptions, AnyVendor][]

/** The schemas of the vendors' own environment variables. */
export const speechSettings: Record<string, z.ZodType> = Object.fromEntries(
  vendors.flatMap(([, { settings }]) => Object.values(settings).filter(([, schema]) => schema)),
)

/** `values` are those of the environment. */
export function readSpeechOptions(values: Record<string, unknown>): SpeechVendorOptions {
  const configured = vendors.flatMap(([key, vendor]) => {
    const options = optionsOf(vendor, values)
    return vendor.enabledBy.some((option) => options[option]) ? [[key, vendor.resolve?.(options) ?? options]] : []
  })
  return Object.fromEntries(configured) as SpeechVendorOptions
}

/** Returns the error messages for settings that do not work together. */
export const speechFaults = (values: Record<string, unknown>): string[] =>
  vendors.flatMap(([, vendor]) => vendor.faultIn?.(optionsOf(vendor, values)) ?? [])

const optionsOf = ({ settings }: AnyVendor, values: Record<string, unknown>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(settings).map(([option, [name]]) => [option, values[name] as string | undefined]))

const configuredVendors = (options: SpeechVendorOptions) =>
  vendors.flatMap(([key, vendor]) => (options[key] ? [{ key, vendor, options: { ...options[key] } }] : []))

/** `own` are the vendors that the account itself configured. They replace missing vendors before others do. */
export function createSpeechVendors(all: SpeechVendorOptions, own: ReadonlySet<keyof SpeechVendorOptions> = new Set()) {
  const configured = configuredVendors(all)
  configured.sort((a, b) => Number(own.has(b.key)) - Number(own.has(a.key)))
  return {
    recognizers: configured.flatMap(({ key, vendor, options }) =>
      (vendor.recognizers?.(options) ?? []).map((recognizer) => ({ ...recognizer, isOwn: own.has(key) })),
    ),
    synthesizers: configured.flatMap(({ vendor, options }) => vendor.synthesizers?.(options) ?? []),
  }
}

/** Describes the configured vendors for the operator, without secrets. */
export function describeSpeechVendors(all: SpeechVendorOptions) {
  return configuredVendors(all).map(({ vendor, options }) => {
    const server = options.baseUrl ? ` at ${new URL(options.baseUrl).host}` : ''
    return { vendor: vendor.code, detail: vendor.describe(options) + server }
  })
}
