// Finds servers with OpenAI's protocol on this machine or a network of containers, by asking the ports on which they listen.
import { Agent, request } from 'undici'
import { isFields } from '#server/platform/vendor-json/is-fields.ts'
import { readJson } from '#server/platform/vendor-json/read-json.ts'
import { type LocalOffer, type LocalServer, localKinds } from '#server/ports/vendors.ts'

/** A port, and the server that usually listens on it. */
export interface LocalPort {
  /** Default: 127.0.0.1. */
  host?: string
  port: number
  name: string
}

export const localPorts: readonly LocalPort[] = [
  { port: 11_434, name: 'Ollama' },
  { port: 1_234, name: 'LM Studio' },
  { port: 8_000, name: 'vLLM' },
  { port: 8_001, name: 'speaches' },
  { port: 8_081, name: 'llama.cpp' },
  { port: 8_880, name: 'Kokoro-FastAPI' },
  { port: 30_000, name: 'SGLang' },
]

/** What servers name as the owner of their models. */
const owners: Record<string, string> = { vllm: 'vLLM', llamacpp: 'llama.cpp', sglang: 'SGLang' }

const timeoutMs = 500
const freshMs = 10_000
const maxBytes = 256 * 1024
const maxModels = 200
/** Shown in the banner. */
const modelId = /^[!-~]{1,200}$/
const noChat = /embed|rerank|moderation|guard|dall-e|image|diffusion|^(bge|e5|gte|minilm|all-minilm)\b/i
const hears = /whisper|transcri|parakeet|canary/i
const speaks = /\btts\b|speech|kokoro|piper/i

export interface LocalServersOptions {
  ports: readonly LocalPort[]
  /** Those of Parley itself. */
  ownPorts: readonly number[]
}

/** A list is kept for ten seconds. Callers at the same time wait for the same one, for at most half a second. */
export function createLocalServers({ ports, ownPorts }: LocalServersOptions): () => Promise<readonly LocalServer[]> {
  const asked = ports.filter(({ host, port }) => host !== undefined || !ownPorts.includes(port))
  let found: Promise<readonly LocalServer[]> | undefined
  let freshUntil = 0
  return () => {
    if (found && performance.now() < freshUntil) return found
    freshUntil = performance.now() + freshMs
    found = findServers(asked)
    return found
  }
}

async function findServers(ports: readonly LocalPort[]): Promise<LocalServer[]> {
  // Not shared, so that no connection to a strange server is kept.
  const agent = new Agent({ allowH2: false, connect: { timeout: timeoutMs } })
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const found = await Promise.all(ports.map((port) => recognize(port, (url) => read(url, agent, signal))))
    return found.filter((server) => server !== undefined)
  } finally {
    await agent.destroy()
  }
}

const originOf = ({ host = '127.0.0.1', port }: Omit<LocalPort, 'name'>): string => `http://${host}:${port}`

/** Where a server on one of these ports has OpenAI's protocol. */
export const urlOf = (place: LocalPort): string => `${originOf(place)}/v1`

type Read = (url: string) => Promise<unknown>

/** Undefined unless the server lists a model that it can use. */
async function recognize({ name, ...place }: LocalPort, readJson: Read): Promise<LocalServer | undefined> {
  const origin = originOf(place)
  const [list, version, voices] = await Promise.all(
    ['/v1/models', '/api/version', '/v1/audio/voices'].map((path) => readJson(origin + path)),
  )
  const models = modelsIn(list)
  const [first] = models
  if (!first) return undefined
  const isSpeaches = models.some(({ task }) => task !== undefined)
  const isKokoro = Array.isArray(fieldOf(voices, 'voices'))
  const isOllama = typeof fieldOf(version, 'version') === 'string'
  const said = isSpeaches ? 'speaches' : isKokoro ? 'Kokoro-FastAPI' : isOllama ? 'Ollama' : owners[first.owner]
  const offers = isKokoro && !isSpeaches ? [offer('voice', models)] : offersOf(models)
  return offers.length === 0 ? undefined : { name: said ?? name, url: `${origin}/v1`, offers }
}

interface Model {
  id: string
  owner: string
  task: string | undefined
}

function modelsIn(list: unknown): Model[] {
  const data = fieldOf(list, 'data')
  if (!Array.isArray(data)) return []
  return data.slice(0, maxModels).flatMap((model: unknown) => {
    const [id, owner, task] = ['id', 'owned_by', 'task'].map((name) => fieldOf(model, name))
    if (typeof id !== 'string' || !modelId.test(id)) return []
    return { id, owner: String(owner), task: typeof task === 'string' ? task : undefined }
  })
}

const offer = (kind: LocalOffer['kind'], models: readonly Model[]): LocalOffer => ({
  kind,
  models: models.map(({ id }) => id),
})

function offersOf(models: readonly Model[]): LocalOffer[] {
  const byKind = Map.groupBy(models, kindOf)
  return localKinds.flatMap((kind) => {
    const found = byKind.get(kind)
    return found ? offer(kind, found) : []
  })
}

function kindOf({ id, task }: Model): LocalOffer['kind'] | undefined {
  if (task === 'automatic-speech-recognition') return 'recognition'
  if (task === 'text-to-speech') return 'voice'
  if (task !== undefined) return undefined
  if (hears.test(id)) return 'recognition'
  if (speaks.test(id)) return 'voice'
  return noChat.test(id) ? undefined : 'language'
}

/** Undefined without a complete JSON document. Follows no redirects. */
async function read(url: string, dispatcher: Agent, signal: AbortSignal): Promise<unknown> {
  try {
    const { statusCode, body } = await request(url, { dispatcher, signal, headers: { accept: 'application/json' } })
    if (statusCode !== 200) return void body.on('error', () => {}).destroy()
    return await readJson(body, maxBytes)
  } catch {
    return undefined
  }
}

const fieldOf = (value: unknown, name: string): unknown => (isFields(value) ? value[name] : undefined)
