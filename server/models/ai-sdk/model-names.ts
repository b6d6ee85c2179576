// Maps model codes of the catalogue to the models of a server.
import { once } from 'node:events'

const freshMs = 5 * 60_000
/** A server without a list is not asked again at every turn. */
const retryMs = 30_000
const noChat =
  /embed|rerank|whisper|transcri|\btts\b|speech|moderation|guard|dall-e|image|diffusion|^(bge|e5|gte|minilm|all-minilm)\b/i

/** Returns the code itself if the server lists it, else its first chat model. Without a list, returns the code. */
export function createModelNames(server: { baseUrl: string; apiKey: string | undefined }) {
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

async function listModels({ baseUrl, apiKey }: { baseUrl: string; apiKey: string | undefined }): Promise<string[]> {
  const { vendorFetch } = await import('./connection.ts')
  const reply = await vendorFetch(`${baseUrl.replace(/\/$/, '')}/models`, {
    headers: { accept: 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
    signal: AbortSignal.timeout(3_000),
  })
  const body = (await reply.json()) as { data?: { id?: unknown }[] }
  if (!reply.ok || !Array.isArray(body.data)) throw new Error('The server returned no list of models.')
  return body.data.map((model) => model?.id).filter((id) => typeof id === 'string')
}
