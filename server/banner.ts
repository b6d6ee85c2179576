// The startup banner: URLs, demo API key, database, carrier and models.
import { type Config, configFrom } from './config.ts'
import { describeEmbedder, type EmbeddingConfig } from './models/embedder.ts'
import { type Demo, demoEmail } from './operator/demo.ts'
import type { LocalKind, LocalServer } from './ports/vendors.ts'

/** A virtual phone of the sandbox that speaks. */
const speakingPhone = '+12025550101'

export interface BannerFacts {
  config: Config
  models: { vendor: string; mode: 'live' | 'offline'; detail: string }[]
  embedding: EmbeddingConfig
  /** Servers on this machine that offer what is not configured. */
  localServers?: readonly LocalServer[]
  sandboxPage: string | undefined
  /** Undefined if the operator manages the accounts. */
  demo: Demo | undefined
  /** Signs the owner of the demo account in, once. Undefined if the banner may contain neither it nor the API key. */
  signInUrl: string | undefined
  /** The address of a dashboard that is served for development. The banner of each restart is then short. */
  pagesUrl?: string | undefined
  startedInMs: number
}

export function banner(facts: BannerFacts): string {
  const { config, models, embedding, localServers = [], sandboxPage, demo, signInUrl, startedInMs } = facts
  const { publicUrl } = config.settings
  const live = models.filter(({ mode }) => mode === 'live')
  const answers = config.roles.includes('api')
  const rows = answers ? apiRows(publicUrl, facts) : workerRows(config)
  rows.push([
    'Database',
    config.databaseUrl ? 'PostgreSQL at DATABASE_URL' : `embedded PostgreSQL in ${config.dataDir}`,
  ])
  if (sandboxPage) {
    rows.push(['Carrier', `sandbox: virtual phones at ${sandboxPage}`])
    rows.push(['Phone', `talk to an assistant in the browser at ${sandboxPage}/phone`])
    if (demo && config.hasDashboard)
      rows.push(['Website', `chat with it at ${sandboxPage}/website/index.html?assistant=${demo.assistantUuid}`])
  }
  rows.push(
    live.length > 0
      ? ['Models', live.map(({ vendor, detail }) => `${vendor} (${detail})`).join(', ')]
      : ['Models', 'the built-in offline model. Connect one in the dashboard, under Settings, or'],
  )
  if (live.length === 0)
    rows.push(['', 'set OPENAI_API_KEY, ANTHROPIC_API_KEY or OPENAI_BASE_URL (Ollama, vLLM, Groq …).'])
  if (answers) rows.push(...localServers.flatMap((server) => foundRows(server, config.hasDashboard)))
  if (embedding === 'local') {
    const { mode } = describeEmbedder(embedding)
    const meaning = mode === 'offline' ? ', and by meaning in English only' : ', but not by meaning on this system'
    rows.push(['Knowledge', `found by words in every language${meaning}.`])
    rows.push(['', 'Set EMBEDDING_MODEL to use a model that understands other languages.'])
  }
  const lines = rows.map(([name, text]) => `  ${name.padEnd(11)}${text}`)
  const title = `Parley is ready in ${(startedInMs / 1000).toFixed(1)} s. Stop it with Ctrl+C.`
  const talk = answers && demo && signInUrl && !facts.pagesUrl ? sampleRequests({ config, sandboxPage, demo }) : []
  return ['', title, '', ...lines, ...talk, '', ''].join('\n')
}

type Row = [string, string]

function apiRows(publicUrl: string, { config, demo, signInUrl, pagesUrl = publicUrl }: BannerFacts): Row[] {
  const rows: Row[] = []
  if (signInUrl) rows.push(['Dashboard', `${signInUrl.replace(publicUrl, pagesUrl)}   (signs in once)`])
  else if (demo) rows.push(['Dashboard', `${pagesUrl}/sign-in`], ['', `${config.command} member link ${demoEmail}`])
  rows.push(['API', `${publicUrl}/api`], ['Reference', `${publicUrl}/docs`])
  if (demo) rows.push(['API key', signInUrl ? `${demo.apiKey}   (demo account)` : `${config.command} demo --json`])
  if (demo) rows.push(['Assistant', `${demo.assistantUuid}   (calls and text conversations)`])
  return rows
}

const variables: Record<LocalKind, string> = {
  language: 'OPENAI_BASE_URL',
  recognition: 'OPENAI_TRANSCRIPTION_BASE_URL',
  voice: 'OPENAI_SPEECH_BASE_URL',
}

/** Nothing is used before the operator has chosen it. */
function foundRows({ name, url, offers }: LocalServer, hasDashboard: boolean): Row[] {
  const [first = '', ...others] = offers.flatMap(({ models }) => models)
  const more = others.length === 0 ? '' : `, ${others.length} more ${others.length === 1 ? 'model' : 'models'}`
  const settings = offers.map(({ kind }) => `${variables[kind]}=${url}`)
  const dashboard = hasDashboard ? 'in the dashboard, under Settings, or with' : 'with'
  return [
    ['Found', `${name} at ${new URL(url).origin} (${first}${more}). Use it ${dashboard}`],
    ...settings.map((setting): Row => ['', setting]),
  ]
}

function workerRows({ roles, localUrl }: Config): Row[] {
  return [
    ['Roles', roles.join(', ')],
    ['Metrics', `${localUrl}/metrics`],
  ]
}

interface SampleFacts {
  config: Config
  sandboxPage: string | undefined
  demo: Demo
}

function sampleRequests({ config, sandboxPage, demo }: SampleFacts): string[] {
  const { publicUrl } = config.settings
  const { apiKey, assistantId, inboundPhoneNumber } = demo
  const post = (path: string, body: string): string[] => [
    `  curl -s ${publicUrl}${path} -H 'Authorization: Bearer ${apiKey}' \\`,
    `    -H 'Content-Type: application/json' -d '${body}'`,
  ]
  const message = `{"assistant_id": ${assistantId}, "customer_identifier": "me", "message": "Hello!"}`
  const hello = ['', '  Say hello:', '', ...post('/api/user/ai/generate-reply', message)]
  if (!sandboxPage) return hello
  const preset = configFrom({})
  const isFound = config.localUrl === preset.localUrl || config.command !== preset.command
  const server = isFound ? '' : `PARLEY_URL=${config.localUrl} `
  const call = `{"assistant_id": ${assistantId}, "phone_number": "${speakingPhone}"}`
  return [
    ...hello,
    '',
    '  Hear a call with a virtual phone, or with another assistant at',
    `  ${inboundPhoneNumber}:`,
    '',
    ...post('/api/user/make_call', call),
    '',
    `  ${sandboxPage} shows the call with captions and plays its recording.`,
    '  This prints the timeline of the first call:',
    '',
    `  ${server}PARLEY_API_KEY='${apiKey}' ${config.command} call explain 1`,
  ]
}
