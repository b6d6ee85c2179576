// The configured vendors. Their provider packages are loaded when first needed.

import { once } from 'node:events'
import type { LanguageModel } from 'ai'
import type { Log } from '#server/platform/observability/log.ts'
import type { ModelRef } from '#server/ports/language-model.ts'
import type { Connect } from './connection.ts'
import { createModelMemories, type ModelMemory } from './model-memory.ts'
import { seesPictures } from './sees-pictures.ts'

export interface VendorOptions {
  /** With the base URL of another server (Ollama, vLLM, Groq …), the key is optional. */
  openai?: OpenAiOptions
  anthropic?: { apiKey: string; baseUrl?: string }
  google?: { apiKey: string; baseUrl?: string }
}

interface OpenAiOptions {
  apiKey?: string
  baseUrl?: string
  model?: string
  /** Parameters that are never sent. */
  omits?: readonly string[]
  /** The size of the context, if it is known. */
  contextTokens?: number
  /** For a base URL that a user chose. */
  connect?: Connect
}

type VendorLog = Pick<Log, 'warn'>

/** The provider interface, because `streamText` would more than double the time per turn. */
export type SdkModel = Extract<LanguageModel, { specificationVersion: 'v4' }>

export interface OpenedModel {
  sdk: SdkModel
  /** The model that answers; the server can have another name for it than the catalogue. */
  ref: ModelRef
  /** The vendor requires the user to be first and the roles to alternate. */
  speakersAlternate: boolean
  /** The server may include `<think>` blocks in the text. */
  showsThoughts: boolean
  seesPictures: boolean
  memory: ModelMemory
}

/** A configured vendor. `detail` is shown to the operator and contains no secrets. */
export type Vendor = ReturnType<typeof createVendor>

/** In the order of precedence for models of vendors that are not configured. */
export function createVendors(
  { openai, anthropic, google }: VendorOptions,
  log: VendorLog = { warn: () => {} },
): Vendor[] {
  const vendors: Vendor[] = []
  if (openai?.baseUrl && new URL(openai.baseUrl).hostname !== 'api.openai.com')
    vendors.push(compatibleVendor(openai.baseUrl, openai, log))
  else if (openai?.apiKey) vendors.push(openAiVendor(openai.apiKey, openai, log))
  if (anthropic?.apiKey) vendors.push(anthropicVendor(anthropic.apiKey, anthropic.baseUrl))
  if (google?.apiKey) vendors.push(googleVendor(google.apiKey, google.baseUrl))
  return vendors
}

export function openAiVendor(
  apiKey: string,
  options: Omit<OpenAiOptions, 'apiKey'> = {},
  log: VendorLog = { warn: () => {} },
): Vendor {
  const baseURL = options.baseUrl || 'https://api.openai.com/v1'
  const memoryOf = createModelMemories(options)
  const settings = {
    vendor: 'openai' as const,
    defaultCode: 'gpt-4.1-mini',
    baseURL,
    onlyCode: options.model,
    memoryOf,
  }
  return createVendor(settings, async (fetch) => {
    const [{ createOpenAI }, { withoutRefused }] = await Promise.all([
      import('@ai-sdk/openai'),
      import('./refused-parameters.ts'),
    ])
    return createOpenAI({ apiKey, baseURL, fetch: withoutRefused(fetch, memoryOf, reportTo(log)) }).chat
  })
}

const reportTo = (log: VendorLog) => (model: string, parameter: string) =>
  log.warn({ model, parameter }, 'a model server refused a parameter, which is no longer sent')

function compatibleVendor(baseURL: string, options: OpenAiOptions, log: VendorLog): Vendor {
  const { apiKey, model, connect } = options
  const memoryOf = createModelMemories(options)
  const settings = {
    vendor: 'openai' as const,
    defaultCode: 'gpt-4.1-mini',
    baseURL,
    onlyCode: model,
    speakersAlternate: true,
    showsThoughts: true,
    isCompatible: true,
    memoryOf,
    ...(connect && { connect }),
    ...(!model && { resolve: createModelNames({ baseUrl: baseURL, apiKey, connect }) }),
  }
  return createVendor(settings, async (fetch) => {
    const [{ createOpenAICompatible }, { withoutRefused }, { tidied }] = await Promise.all([
      import('@ai-sdk/openai-compatible'),
      import('./refused-parameters.ts'),
      import('./tidy-stream.ts'),
    ])
    const adapted = withoutRefused(fetch, memoryOf, reportTo(log))
    const tidy: typeof fetch = async (input, init) => tidied(await adapted(input, init))
    return createOpenAICompatible({ name: 'openai', baseURL, apiKey, includeUsage: true, fetch: tidy }).chatModel
  })
}

function anthropicVendor(apiKey: string, givenUrl?: string): Vendor {
  const url = givenUrl || 'https://api.anthropic.com'
  // Anthropic's clients use the base URL without the version, the AI SDK with it. Both are accepted.
  const baseURL = new URL(url).pathname === '/' ? `${url.replace(/\/$/, '')}/v1` : url
  const settings = { vendor: 'anthropic' as const, defaultCode: 'claude-haiku-4-5', baseURL, speakersAlternate: true }
  return createVendor(settings, async (fetch) => {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic({ apiKey, baseURL, fetch })
  })
}

function googleVendor(apiKey: string, url?: string): Vendor {
  const baseURL = url || 'https://generativelanguage.googleapis.com/v1beta'
  const settings = { vendor: 'google' as const, defaultCode: 'gemini-2.5-flash', baseURL, speakersAlternate: true }
  return createVendor(settings, async (fetch) => {
    const { createGoogle } = await import('@ai-sdk/google')
    return createGoogle({ apiKey, baseURL, fetch })
  })
}

interface VendorSettings {
  vendor: 'openai' | 'anthropic' | 'google'
  /** Used if the requested model belongs to a vendor that is not configured. */
  defaultCode: string
  baseURL: string
  /** Used for every request. */
  onlyCode?: string | undefined
  speakersAlternate?: boolean
  showsThoughts?: boolean
  /** Another server with OpenAI's protocol. */
  isCompatible?: boolean
  connect?: Connect
  memoryOf?: (code: string) => ModelMemory
  /** Returns the server's name of a model. */
  resolve?: (code: string, signal: AbortSignal) => Promise<string>
}

function createVendor(
  settings: VendorSettings,
  load: (fetch: typeof globalThis.fetch) => Promise<(code: string) => SdkModel>,
) {
  const { vendor, defaultCode, baseURL, onlyCode, speakersAlternate = false, showsThoughts = false, resolve } = settings
  const { memoryOf = createModelMemories() } = settings
  const { origin, pathname } = new URL(baseURL)
  // Without credentials and parameters, because it is displayed and logged.
  const address = origin + (pathname === '/' ? '' : pathname)
  const choice = resolve ? 'the catalogue’s model or the server’s first one' : onlyCode && `always ${onlyCode}`
  let provider: ReturnType<typeof load> | undefined
  // Cached, because creating one can build all schemas, which costs more than the rest of a turn.
  const models = new Map<string, SdkModel>()
  return {
    vendor,
    defaultCode,
    onlyCode,
    /** The model that answers unless the assistant chooses one; undefined if the server decides. */
    usualCode: resolve ? undefined : (onlyCode ?? defaultCode),
    detail: choice ? `${address}, ${choice}` : address,
    async open(requested: string, signal: AbortSignal): Promise<OpenedModel> {
      const code = resolve ? await resolve(requested, signal) : requested
      provider ??= import('./connection.ts').then(({ fetchThrough }) => load(fetchThrough(settings.connect)))
      const sdk = models.get(code) ?? (await provider)(code)
      models.set(code, sdk)
      const sees = seesPictures(settings.isCompatible ? 'compatible' : vendor, code)
      const ref = { vendor: vendor as string, code }
      return { sdk, ref, speakersAlternate, showsThoughts, seesPictures: sees, memory: memoryOf(code) }
    },
  }
}

const freshMs = 5 * 60_000
/** A server without a list is not asked again at every turn. */
const retryMs = 30_000
/** What is stored with messages; a server that an account chose can list anything. */
const modelId = /^[!-~]{1,200}$/
const maxModels = 1_000
const noChat =
  /embed|rerank|whisper|transcri|\btts\b|speech|moderation|guard|dall-e|image|diffusion|^(bge|e5|gte|minilm|all-minilm)\b/i

interface ModelServer {
  baseUrl: string
  apiKey: string | undefined
  connect: Connect | undefined
}

/** Returns the code itself if the server lists it, else its first chat model. Without a list, returns the code. */
function createModelNames(server: ModelServer) {
  let listed: string[] | undefined
  let dueAt = 0
  let asking: Promise<void> | undefined

  async function refresh(): Promise<void> {
    try {
      listed = await listModels(server)
      dueAt = performance.now() + freshMs
    } catch {
      dueAt = performance.now() + retryMs
    } finally {
      asking = undefined
    }
  }

  return async (code: string, signal: AbortSignal): Promise<string> => {
    if (performance.now() >= dueAt) {
      asking ??= refresh()
      // A cached list is used while a new one is loaded.
      if (!listed) await Promise.race([asking, once(signal, 'abort')])
      signal.throwIfAborted()
    }
    if (!listed) return code
    const named = listed.find((name) => name === code) ?? listed.find((name) => name === `${code}:latest`)
    return named ?? listed.find((name) => !noChat.test(name)) ?? code
  }
}

async function listModels({ baseUrl, apiKey, connect }: ModelServer): Promise<string[]> {
  const { fetchThrough } = await import('./connection.ts')
  const reply = await fetchThrough(connect)(`${baseUrl.replace(/\/$/, '')}/models`, {
    headers: { accept: 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
    signal: AbortSignal.timeout(3_000),
  })
  const body = (await reply.json()) as { data?: { id?: unknown }[] }
  if (!reply.ok || !Array.isArray(body.data)) throw new Error('The server returned no list of models.')
  const ids = body.data.map((model) => model?.id)
  return ids.filter((id) => typeof id === 'string' && modelId.test(id)).slice(0, maxModels) as string[]
}
