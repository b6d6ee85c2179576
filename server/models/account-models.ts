// The models of each account: configured by the account's own keys, those of the installation, and the environment.
import type { Log } from '#server/platform/observability/log.ts'
import type { AccountModels } from '#server/ports/external-services.ts'
import type { LanguageModel } from '#server/ports/language-model.ts'
import type {
  Answering,
  ChosenServer,
  KeySource,
  StoredKeys,
  VendorCode,
  VendorKey,
  VendorKind,
  Vendors,
} from '#server/ports/vendors.ts'
import type { Connect } from './ai-sdk/connection.ts'
import type { EmbeddingConfig, KeyedEmbedding } from './embedder.ts'
import { keyVendor, keyVendors, type ModelOptions, type VendorUrls } from './key-vendors.ts'
import { createLanguageModels } from './language-models.ts'
import { canRunLocalModel } from './local-embedder/local-model-support.ts'
import { createLocalServers, type LocalServersOptions } from './local-servers.ts'
import type { OfflineRealtimeOptions } from './offline-realtime/offline-realtime.ts'
import { type OfflineSpeech, openOfflineSpeech } from './offline-speech/offline-speech.ts'
import { openRealtime } from './realtime.ts'
import { type CombinedSpeech, combineSpeech } from './speech.ts'
import { testKey } from './test-key.ts'
import { useLocalServer, usesLocalServer } from './use-local-server.ts'

export interface AccountModelsOptions {
  /** Those of the environment. */
  options: ModelOptions
  urls: VendorUrls
  embedding: { usual: EmbeddingConfig; keyed: KeyedEmbedding | undefined }
  keys: StoredKeys
  localServers: LocalServersOptions
  /** Checks addresses that users chose. */
  connect: Connect
  /** Measures a language model. The models of the vendor `unlisted` have no names of their own in metrics. */
  instrument(model: LanguageModel, unlisted: string | undefined): LanguageModel
  createChunker: OfflineRealtimeOptions['createChunker']
  /** Has the voice packs of this machine. */
  packsFolder: string
  log: Log
}

/** The models of one combination of keys. */
interface ModelSet extends AccountModels {
  answering: Record<Exclude<VendorKind, 'embeddings'>, Answering>
  options: ModelOptions
  describe: ReturnType<typeof createLanguageModels>['describe']
  loadSpeechVerifier: CombinedSpeech['loadVerifier']
}

type Keys = readonly VendorKey[]

export type OpenModels = ReturnType<typeof openAccountModels>

export function openAccountModels(given: AccountModelsOptions) {
  const { options: base, urls, keys, connect, log } = given
  const offline = openOfflineSpeech({ log, recognition: base.speech.recognition, packsFolder: given.packsFolder })
  const isSetByEnvironment = (vendor: VendorCode): boolean => keyVendor(vendor).variableIn(base) !== undefined
  // By identity: a list of keys that has changed is another list.
  const sets = new WeakMap<Keys, WeakMap<Keys, ModelSet>>()
  let sources = 0

  function setFor(accountId: number | undefined): ModelSet {
    const ofInstallation = keys.of(undefined)
    const own = accountId === undefined ? none : keys.of(accountId)
    const ofOwn = sets.get(ofInstallation) ?? new WeakMap<Keys, ModelSet>()
    sets.set(ofInstallation, ofOwn)
    const known = ofOwn.get(own.length === 0 ? none : own)
    if (known) return known
    const shared = ofInstallation.filter(({ vendor }) => !isSetByEnvironment(vendor))
    const servers = keys.localServers()
    const source = shared.length + own.length + servers.length === 0 ? undefined : String(++sources)
    const set = openSet(given, offline, { own, shared, servers, source })
    ofOwn.set(own.length === 0 ? none : own, set)
    return set
  }

  /** By key, because a changed key needs another embedder. */
  const keyed = new WeakMap<VendorKey, EmbeddingConfig>()

  /** A key for another server is for language models only. */
  function embedding(): EmbeddingConfig {
    const { usual, keyed: options } = given.embedding
    const key = keys.of(undefined).find(({ vendor, baseUrl }) => vendor === 'openai' && baseUrl === null)
    if (!key || !options || isSetByEnvironment('openai')) return usual
    const known = keyed.get(key) ?? { ...options, apiKey: key.apiKey, baseUrl: urls.openai ?? options.baseUrl }
    keyed.set(key, known)
    return known
  }

  const canEmbed = given.embedding.keyed !== undefined || isAtOpenAi(given.embedding.usual)

  const vendors: Omit<Vendors, 'refresh'> = {
    all: keyVendors.map(({ vendor, name, kinds, accepts }) => ({
      vendor,
      name,
      kinds: vendor === 'openai' && canEmbed ? [...kinds, 'embeddings'] : kinds,
      accepts,
    })),
    variableOf: (vendor) => keyVendor(vendor).variableIn(base),
    sourceOf(vendor, accountId) {
      const has = (owner: number | undefined) => keys.of(owner).some((key) => key.vendor === vendor)
      if (accountId !== undefined && has(accountId)) return 'account'
      if (isSetByEnvironment(vendor)) return 'environment'
      return has(undefined) ? 'installation' : undefined
    },
    answering: (accountId) => ({
      ...setFor(accountId).answering,
      embeddings: presentEmbedding(embedding(), given.embedding.usual),
    }),
    usesLocalServer: (kind) => setFor(undefined).answering[kind].vendor === otherServer,
    findLocalServers: createLocalServers(given.localServers),
    test: (key) => testKey(keyVendor(key.vendor).test(key, urls), key.baseUrl === null ? undefined : connect),
  }

  const current = () => setFor(undefined)
  return {
    vendors,
    modelsFor: (accountId: number): AccountModels => {
      const { languageModel, realtimeModel, speechToText, textToSpeech, ...others } = setFor(accountId)
      const { languageVendors, realtimeVendors, modelSource } = others
      return { languageModel, realtimeModel, speechToText, textToSpeech, languageVendors, realtimeVendors, modelSource }
    },
    /** For work without an account; they follow changes of the installation's keys. */
    installation: {
      languageModel: { stream: (generation) => current().languageModel.stream(generation) },
      realtimeModel: {
        open: (settings, listener) => current().realtimeModel.open(settings, listener),
        vendorFor: (vendor) => current().realtimeModel.vendorFor(vendor),
      },
      speechToText: { open: (settings, listener) => current().speechToText.open(settings, listener) },
      textToSpeech: {
        open: (settings) => current().textToSpeech.open(settings),
        vendorFor: (vendor) => current().textToSpeech.vendorFor?.(vendor) ?? vendor,
      },
      languageVendors: current().languageVendors,
      realtimeVendors: current().realtimeVendors,
      modelSource: current().modelSource,
    } satisfies AccountModels,
    /** How texts of all accounts are embedded: the same object until a key of the installation changes. */
    embedding,
    /** Describes the language models for the operator, without secrets. */
    describe: () => current().describe(),
    /** With the keys of the installation. */
    options: () => current().options,
    loadSpeechVerifier: current().loadSpeechVerifier,
    [Symbol.asyncDispose]: () => offline[Symbol.asyncDispose](),
  }
}

const none: Keys = []

/** The code of servers that are no vendor. */
const otherServer = 'other'

interface Chosen {
  own: Keys
  /** The installation's keys for vendors that the environment does not configure. */
  shared: Keys
  servers: readonly ChosenServer[]
  source: string | undefined
}

function openSet(
  { options, urls, connect, instrument, createChunker, log, localServers }: AccountModelsOptions,
  offline: OfflineSpeech,
  { own, shared, servers, source }: Chosen,
): ModelSet {
  const configure = (before: ModelOptions, key: VendorKey) =>
    keyVendor(key.vendor).configure(before, key, { urls, connect })
  const withShared = shared.reduce(configure, options)
  const ofEnvironment = { ...withShared, speech: { ...withShared.speech, ...ownServersOf(options.speech) } }
  const configured = own.reduce(
    configure,
    servers.reduce((all, server) => useLocalServer(all, server, localServers.ports), ofEnvironment),
  )
  const { models, speech, realtime } = configured
  const ownVendors = new Set<string>(own.map(({ vendor }) => vendor))
  const ownSpeech = new Set(own.flatMap((key) => (key.baseUrl === null ? keyVendor(key.vendor).speech : [])))
  const language = createLanguageModels({ ...models, log }, ownVendors)
  const languageModel = instrument(language, models.openai?.connect && 'openai')
  const combined = combineSpeech(offline, { ...speech, log }, ownSpeech)
  const { speechToText, textToSpeech } = combined
  const realtimeModel = openRealtime({
    ...realtime,
    speechToText,
    textToSpeech,
    languageModel,
    defaultSpeech: speech.default,
    createChunker,
  })
  const realtimeVendors = realtimeModel.vendors.toSorted(
    (a, b) => Number(ownVendors.has(b)) - Number(ownVendors.has(a)),
  )

  const hasOwnServer = (kind: VendorKind): boolean =>
    (kind === 'voice' && options.speech.openai?.baseUrl !== undefined) ||
    (kind === 'recognition' && options.speech.openaiTranscription?.baseUrl !== undefined)

  /** A key for another server configures language models only. */
  const sourceOf = (vendor: string, kind: VendorKind): KeySource => {
    const opens = (key: VendorKey) => key.vendor === vendor && (kind === 'language' || key.baseUrl === null)
    if (own.some(opens)) return 'account'
    if (hasOwnServer(kind)) return 'environment'
    if (shared.some(opens)) return 'installation'
    return keyVendors.some((each) => each.vendor === vendor) ? 'environment' : 'built_in'
  }
  const answers = (kind: VendorKind, code: string, model: string | null): Answering => {
    // Some vendors have several recognizers in the catalogue.
    const local = servers.find((server) => server.kind === kind && usesLocalServer(configured, server))
    if (local && code.startsWith('openai')) return { vendor: otherServer, model: local.model, source: 'installation' }
    const vendor = keyVendors.find((each) => code === each.vendor || code.startsWith(`${each.vendor}-`))?.vendor ?? code
    return { vendor, model, source: sourceOf(vendor, kind) }
  }
  return {
    languageModel,
    realtimeModel,
    languageVendors: language.vendors,
    realtimeVendors,
    speechToText,
    textToSpeech,
    modelSource: source,
    describe: language.describe,
    options: configured,
    loadSpeechVerifier: combined.loadVerifier,
    answering: {
      language: answers('language', language.usual.vendor, language.usual.code ?? null),
      recognition: answers('recognition', combined.usual.recognizer, null),
      voice: answers('voice', combined.usual.synthesizer, null),
      realtime: answers('realtime', realtimeVendors[0] ?? 'offline', null),
    },
  }
}

/** Speech servers of the environment take precedence over a key of OpenAI for the installation. */
function ownServersOf({ openai, openaiTranscription }: ModelOptions['speech']): Partial<ModelOptions['speech']> {
  return { ...(openai?.baseUrl && { openai }), ...(openaiTranscription?.baseUrl && { openaiTranscription }) }
}

function presentEmbedding(config: EmbeddingConfig, usual: EmbeddingConfig): Answering {
  if (config === undefined || (config === 'local' && !canRunLocalModel()))
    return { vendor: 'none', model: null, source: config === undefined ? 'environment' : 'built_in' }
  if (config === 'local') return { vendor: 'offline', model: null, source: 'built_in' }
  if (config !== usual) return { vendor: 'openai', model: config.model, source: 'installation' }
  return { vendor: isAtOpenAi(config) ? 'openai' : otherServer, model: config.model, source: 'environment' }
}

const isAtOpenAi = (config: EmbeddingConfig): boolean =>
  typeof config === 'object' && new URL(config.baseUrl).hostname === 'api.openai.com'
