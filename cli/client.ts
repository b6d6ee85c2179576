// What the commands that use the API share: the client of the configured server, and what its errors mean.
import { type Client, createClient, ParleyError } from '#sdk/index.ts'
import { clientSettings, loadEnvFile } from '#server/config.ts'
import { UsageError } from './command.ts'

/** The options of `parseArgs` for `openClient`. */
export const clientOptions = { 'base-url': { type: 'string' }, 'api-key': { type: 'string' } } as const

export interface Server {
  baseUrl: string
  apiKey: string | undefined
}

/** Runs requests with the settings of the environment and the given options. Explains the errors of the server. */
export async function withClient<T>(
  options: { 'base-url'?: string | undefined; 'api-key'?: string | undefined },
  work: (client: Client) => Promise<T>,
): Promise<T> {
  loadEnvFile()
  const settings = clientSettings()
  const baseUrl = addressOf(options['base-url'] ?? settings.baseUrl)
  const apiKey = options['api-key'] ?? settings.apiKey
  try {
    return await work(createClient({ baseUrl, ...(apiKey && { apiKey }) }))
  } catch (error) {
    throw new Error(explainError(error, { baseUrl, apiKey }), { cause: error })
  }
}

/** Without slashes at the end. */
export function addressOf(text: string): string {
  const url = URL.parse(text)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new UsageError(`PARLEY_URL or --base-url must begin with http:// or https://, not ${text}.`)
  let end = text.length
  while (text[end - 1] === '/') end--
  return text.slice(0, end)
}

export function explainError(error: unknown, { baseUrl, apiKey }: Server): string {
  if (!(error instanceof ParleyError)) return explainFailure(error, baseUrl)
  const code = error.code === undefined ? '' : ` [${error.code}]`
  const fields = Object.entries(error.errors).flatMap(([field, messages]) =>
    messages.map((message) => `\n  ${field}: ${message}`),
  )
  return `${error.message}${code} (${error.status})${fields.join('')}${error.status === 401 ? keyAdvice(apiKey) : ''}`
}

function keyAdvice(apiKey: string | undefined): string {
  const fault = apiKey ? 'The server does not know the API key' : 'The command has no API key'
  return `
${fault}. Set PARLEY_API_KEY to a key of the account. The server prints the key of the demonstration account when it
is ready, and \`parley demo\` shows it. An owner creates other keys in the dashboard: Developers, API keys.`
}

function explainFailure(error: unknown, baseUrl: string): string {
  const { message, cause } = error as Error & { cause?: Error & { code?: string } }
  // Anything else than a failed connection is a bug.
  if (!(error instanceof TypeError) || cause === undefined) return message
  return `The server at ${baseUrl} cannot be reached (${cause.code ?? cause.message}). Start it with \`npm start\`, or set PARLEY_URL to the address of a running server.`
}
