// The vendors whose keys can be entered in the dashboard: what a key configures, and the request that tests it.
import type { VendorCode, VendorFacts, VendorKey } from '#server/ports/vendors.ts'
import type { Connect } from './ai-sdk/connection.ts'
import { apiVersion as cartesiaVersion } from './cartesia/cartesia.ts'
import type { LanguageModelOptions } from './language-models.ts'
import type { RealtimeVendorOptions } from './realtime.ts'
import type { SpeechOptions } from './speech.ts'
import type { SpeechVendorOptions } from './speech-vendors.ts'

export interface ModelOptions {
  models: Omit<LanguageModelOptions, 'log'>
  speech: Omit<SpeechOptions, 'log'>
  realtime: RealtimeVendorOptions
}

/** The addresses of vendors that the environment sets, also for keys from the dashboard. */
export type VendorUrls = { [Name in VendorCode | 'googleLive']?: string | undefined }

export interface KeyRequest {
  url: string
  headers: Record<string, string>
  /** Responses with this status reject the key, besides 401 and 403. */
  rejectsWith?: number
}

interface KeyVendor extends VendorFacts {
  /** The variable of the environment that configures the vendor, if it does. */
  variableIn(options: ModelOptions): string | undefined
  /** The options of the speech vendors that the key configures. */
  speech: readonly (keyof SpeechVendorOptions)[]
  /** Returns the options with the key in place of another one. */
  configure(options: ModelOptions, key: VendorKey, given: { urls: VendorUrls; connect: Connect }): ModelOptions
  /** A request that costs nothing, and that the vendor answers only for a valid key. */
  test(key: VendorKey, urls: VendorUrls): KeyRequest
}

const trimmed = (url: string): string => url.replace(/\/$/, '')
const given = (baseUrl: string | undefined): { baseUrl?: string } => (baseUrl === undefined ? {} : { baseUrl })

const ownServerFirstTokenMs = 60_000

/** A self-hosted server may have to load its model first. */
export function withOwnServer(models: ModelOptions['models'], openai: ModelOptions['models']['openai']) {
  const firstTokenTimeoutMs = Math.max(models.firstTokenTimeoutMs ?? 0, ownServerFirstTokenMs)
  return { ...models, firstTokenTimeoutMs, openai }
}

const openai: KeyVendor = {
  vendor: 'openai',
  name: 'OpenAI',
  kinds: ['language', 'recognition', 'voice', 'realtime'],
  accepts: ['server_url'],
  speech: ['openai', 'openaiTranscription'],
  variableIn: ({ models: { openai } }) => openai && (openai.apiKey ? 'OPENAI_API_KEY' : 'OPENAI_BASE_URL'),
  configure({ models, speech, realtime }, { apiKey, baseUrl }, { urls, connect }) {
    if (baseUrl !== null) {
      const server = { baseUrl, connect, ...(apiKey !== '' && { apiKey }) }
      return { models: withOwnServer(models, server), speech, realtime }
    }
    const account = { apiKey, ...given(urls.openai) }
    return {
      models: { ...models, openai: account },
      speech: { ...speech, openai: account, openaiTranscription: account },
      realtime: { ...realtime, openai: account },
    }
  },
  test: ({ apiKey, baseUrl }, urls) => ({
    url: `${trimmed(baseUrl ?? urls.openai ?? 'https://api.openai.com/v1')}/models`,
    headers: { ...(apiKey !== '' && { authorization: `Bearer ${apiKey}` }) },
  }),
}

const anthropic: KeyVendor = {
  vendor: 'anthropic',
  name: 'Anthropic',
  kinds: ['language'],
  accepts: [],
  speech: [],
  variableIn: ({ models }) => models.anthropic && 'ANTHROPIC_API_KEY',
  configure: ({ models, ...others }, { apiKey }, { urls }) => ({
    ...others,
    models: { ...models, anthropic: { apiKey, ...given(urls.anthropic) } },
  }),
  test({ apiKey }, { anthropic: url = 'https://api.anthropic.com' }) {
    // As for the language model, the base URL may be without the version.
    const base = new URL(url).pathname === '/' ? `${trimmed(url)}/v1` : trimmed(url)
    return { url: `${base}/models?limit=1`, headers: { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' } }
  },
}

const google: KeyVendor = {
  vendor: 'google',
  name: 'Google Gemini',
  kinds: ['language', 'realtime'],
  accepts: [],
  speech: [],
  variableIn: ({ models, realtime }) => (models.google || realtime.google) && 'GOOGLE_GENERATIVE_AI_API_KEY',
  configure: ({ models, realtime, ...others }, { apiKey }, { urls }) => ({
    ...others,
    models: { ...models, google: { apiKey, ...given(urls.google) } },
    realtime: { ...realtime, google: { apiKey, ...given(urls.googleLive) } },
  }),
  test: ({ apiKey }, { google: url = 'https://generativelanguage.googleapis.com/v1beta' }) => ({
    url: `${trimmed(url)}/models?pageSize=1`,
    headers: { 'x-goog-api-key': apiKey },
    rejectsWith: 400,
  }),
}

type PlainVendor = Pick<KeyVendor, 'name' | 'kinds'> & { vendor: 'deepgram' | 'elevenlabs' | 'cartesia' } & {
  variable: string
  request(base: string, apiKey: string): KeyRequest
  url: string
}

/** A speech vendor with nothing but a key. */
const speechVendor = ({ vendor, name, kinds, variable, url, request }: PlainVendor): KeyVendor => ({
  vendor,
  name,
  kinds,
  accepts: [],
  speech: [vendor],
  variableIn: ({ speech }) => speech[vendor] && variable,
  configure: ({ speech, ...others }, { apiKey }, { urls }) => ({
    ...others,
    speech: { ...speech, [vendor]: { apiKey, ...given(urls[vendor]) } },
  }),
  test: ({ apiKey }, urls) => request(trimmed(urls[vendor] ?? url), apiKey),
})

const azure: KeyVendor = {
  vendor: 'azure',
  name: 'Azure Speech',
  kinds: ['voice'],
  accepts: ['region'],
  speech: ['azure'],
  variableIn: ({ speech }) => speech.azure && 'AZURE_SPEECH_KEY',
  configure: ({ speech, ...others }, { apiKey, region }, { urls }) => ({
    ...others,
    speech: { ...speech, azure: { apiKey, ...(region !== null && { region }), ...given(urls.azure) } },
  }),
  test: ({ apiKey, region }, urls) => ({
    url: `${trimmed(urls.azure ?? `https://${region}.tts.speech.microsoft.com`)}/cognitiveservices/voices/list`,
    headers: { 'ocp-apim-subscription-key': apiKey, 'user-agent': 'Parley' },
  }),
}

/** In the order in which the pages show them. */
export const keyVendors: readonly KeyVendor[] = [
  openai,
  anthropic,
  google,
  speechVendor({
    vendor: 'deepgram',
    name: 'Deepgram',
    kinds: ['recognition'],
    variable: 'DEEPGRAM_API_KEY',
    url: 'https://api.deepgram.com',
    request: (base, apiKey) => ({ url: `${base}/v1/auth/token`, headers: { authorization: `Token ${apiKey}` } }),
  }),
  speechVendor({
    vendor: 'elevenlabs',
    name: 'ElevenLabs',
    kinds: ['voice'],
    variable: 'ELEVENLABS_API_KEY',
    url: 'https://api.elevenlabs.io',
    request: (base, apiKey) => ({ url: `${base}/v1/models`, headers: { 'xi-api-key': apiKey } }),
  }),
  speechVendor({
    vendor: 'cartesia',
    name: 'Cartesia',
    kinds: ['voice'],
    variable: 'CARTESIA_API_KEY',
    url: 'https://api.cartesia.ai',
    request: (base, apiKey) => ({
      url: `${base}/voices?limit=1`,
      headers: { 'x-api-key': apiKey, 'cartesia-version': cartesiaVersion },
    }),
  }),
  azure,
]

export const keyVendor = (code: VendorCode): KeyVendor => keyVendors.find(({ vendor }) => vendor === code)!
