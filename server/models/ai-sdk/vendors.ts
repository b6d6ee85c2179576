// The configured vendors. Their provider packages are loaded when first needed.
import { createModelNames, type ModelNames } from './model-names.ts'
import type { SdkModel, Vendor } from './opened-model.ts'

export interface VendorOptions {
  /** With the base URL of another server (Ollama, vLLM, Groq …), the key is optional. */
  openai?: { apiKey?: string; baseUrl?: string; model?: string }
  anthropic?: { apiKey: string; baseUrl?: string }
  google?: { apiKey: string; baseUrl?: string }
}

/** In the order of precedence for models of vendors that are not configured. */
export function createVendors(options: VendorOptions): Vendor[] {
  const { openai, anthropic, google } = options
  return [
    openai?.baseUrl && !isOpenAiItself(openai.baseUrl) ? compatibleVendor(openai.baseUrl, openai) : undefined,
    openai?.apiKey && (!openai.baseUrl || isOpenAiItself(openai.baseUrl))
      ? openAiVendor(openai.apiKey, openai.baseUrl, openai.model)
      : undefined,
    anthropic?.apiKey ? anthropicVendor(anthropic.apiKey, anthropic.baseUrl) : undefined,
    google?.apiKey ? googleVendor(google.apiKey, google.baseUrl) : undefined,
  ].filter((vendor) => vendor !== undefined)
}

export function openAiVendor(apiKey: string, url?: string, model?: string): Vendor {
  const baseUrl = url || 'https://api.openai.com/v1'
  const provider = once(async () => {
    const [{ createOpenAI }, { vendorFetch }] = await Promise.all([import('@ai-sdk/openai'), import('./connection.ts')])
    return createOpenAI({ apiKey, baseURL: baseUrl, fetch: vendorFetch })
  })
  return {
    vendor: 'openai',
    defaultCode: 'gpt-4.1-mini',
    onlyCode: model,
    detail: model ? `${address(baseUrl)}, always ${model}` : address(baseUrl),
    async open(code) {
      const sdk = (await provider()).chat(code)
      return { sdk, ref: { vendor: 'openai', code }, speakersAlternate: false, showsThoughts: false }
    },
  }
}

function compatibleVendor(baseUrl: string, settings: { apiKey?: string; model?: string }): Vendor {
  const { apiKey, model } = settings
  const provider = once(async () => {
    const [{ createOpenAICompatible }, { vendorFetch }] = await Promise.all([
      import('@ai-sdk/openai-compatible'),
      import('./connection.ts'),
    ])
    return createOpenAICompatible({ name: 'openai', baseURL: baseUrl, apiKey, includeUsage: true, fetch: vendorFetch })
  })
  // Cached, because creating one builds all schemas, which costs more than the rest of a turn.
  const models = new Map<string, SdkModel>()
  let names: ModelNames | undefined
  return {
    vendor: 'openai',
    defaultCode: 'gpt-4.1-mini',
    onlyCode: model,
    detail: `${address(baseUrl)}, ${model ? `always ${model}` : 'the catalogue’s model or the server’s first one'}`,
    async open(code, signal) {
      names ??= createModelNames({ baseUrl, apiKey })
      const name = model ?? (await names.resolve(code, signal))
      const sdk = models.get(name) ?? (await provider()).chatModel(name)
      models.set(name, sdk)
      return { sdk, ref: { vendor: 'openai', code: name }, speakersAlternate: true, showsThoughts: true }
    },
  }
}

function anthropicVendor(apiKey: string, url?: string): Vendor {
  const baseUrl = url || 'https://api.anthropic.com'
  // Anthropic's clients use the base URL without the version, the AI SDK with it. Both are accepted.
  const baseURL = new URL(baseUrl).pathname === '/' ? `${baseUrl.replace(/\/$/, '')}/v1` : baseUrl
  const provider = once(async () => {
    const [{ createAnthropic }, { vendorFetch }] = await Promise.all([
      import('@ai-sdk/anthropic'),
      import('./connection.ts'),
    ])
    return createAnthropic({ apiKey, baseURL, fetch: vendorFetch })
  })
  return {
    vendor: 'anthropic',
    defaultCode: 'claude-haiku-4-5',
    detail: address(baseURL),
    async open(code) {
      const sdk = (await provider())(code)
      return { sdk, ref: { vendor: 'anthropic', code }, speakersAlternate: true, showsThoughts: false }
    },
  }
}

function googleVendor(apiKey: string, url?: string): Vendor {
  const baseUrl = url || 'https://generativelanguage.googleapis.com/v1beta'
  const provider = once(async () => {
    const [{ createGoogle }, { vendorFetch }] = await Promise.all([import('@ai-sdk/google'), import('./connection.ts')])
    return createGoogle({ apiKey, baseURL: baseUrl, fetch: vendorFetch })
  })
  return {
    vendor: 'google',
    defaultCode: 'gemini-2.5-flash',
    detail: address(baseUrl),
    async open(code) {
      const sdk = (await provider())(code)
      return { sdk, ref: { vendor: 'google', code }, speakersAlternate: true, showsThoughts: false }
    },
  }
}

function isOpenAiItself(baseUrl: string): boolean {
  return new URL(baseUrl).hostname === 'api.openai.com'
}

/** Without credentials and parameters, because it is displayed and logged. */
function address(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl)
  return origin + (pathname === '/' ? '' : pathname)
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}
