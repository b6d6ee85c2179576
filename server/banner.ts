// The startup banner: URLs, demo API key, database, carrier and models.
import { type Config, configFrom } from './config.ts'
import { describeEmbedder, type EmbeddingConfig } from './models/embedder.ts'
import { type Demo, demoEmail } from './operator/demo.ts'
import { type LocalKind, type LocalServer, localKinds } from './ports/vendors.ts'
import { demoTelephone } from './startup/demo-sender.ts'

/** A virtual phone of the sandbox that speaks. */
const speakingPhone = '+12025550101'

export interface BannerFacts {
  config: Config
  models: { vendor: string; mode: 'live' | 'offline'; detail: string }[]
  embedding: EmbeddingConfig
  /** Servers on this machine that offer what is not configured. */
  localServers?: readonly LocalServer[]
  sandboxPage: string | undefined
  /** Where a softphone on this machine calls an assistant. */
  telephoneAddress: string | undefined
  /** Undefined if the operator manages the accounts. */
  demo: Demo | undefined
  /** Signs the owner of the demo account in, once. Undefined if the banner may contain neither it nor the API key. */
  signInUrl: string | undefined
  /** The address of a dashboard that is served for development. The banner of each restart is then short. */
  pagesUrl?: string | undefined
  startedInMs: number
}

export function banner(facts: BannerFacts): string {
  const {
    config,
    models,
    embedding,
    localServers = [],
    sandboxPage,
    telephoneAddress,
    demo,
    signInUrl,
    startedInMs,
  } = facts
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
    // Without its password, it can be used on this machine only.
    if (demo && telephoneAddress?.startsWith('127.'))
      rows.push([
        'Softphone',
        `call sip:${demoTelephone}@${telephoneAddress} with Linphone, Zoiper or baresip; no account is needed`,
      ])
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
  if (answers) rows.push(...foundRows(localServers, config.hasDashboard))
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

/** The variables of each kind, and the model that is requested without the second. */
const variables: Record<LocalKind, { url: string; model?: string; usual?: string }> = {
  language: { url: 'OPENAI_BASE_URL' },
  recognition: { url: 'OPENAI_TRANSCRIPTION_BASE_URL', model: 'OPENAI_TRANSCRIPTION_MODEL', usual: 'whisper-1' },
  voice: { url: 'OPENAI_SPEECH_BASE_URL', model: 'OPENAI_SPEECH_MODEL', usual: 'tts-1' },
}

/** Nothing is used before the operator has chosen it. */
function foundRows(servers: readonly LocalServer[], hasDashboard: boolean): Row[] {
  if (servers.length === 0) return []
  const found = servers.map(({ name, url, offers }) => {
    const [first = '', ...others] = offers.flatMap(({ models }) => models)
    const more = others.length === 0 ? '' : `, ${others.length} more ${others.length === 1 ? 'model' : 'models'}`
    return `${name} at ${new URL(url).origin} (${first}${more})`
  })
  const settings = localKinds.flatMap((kind) => settingFor(kind, servers) ?? [])
  const dashboard = hasDashboard ? 'in the dashboard, under Settings, or with' : 'with'
  const lines = [...found, `Not used yet. Use ${servers.length === 1 ? 'it' : 'them'} ${dashboard}`]
  const [first = '', ...others] = [...lines, ...settings]
  return [['Found', first], ...others.map((line): Row => ['', line])]
}

/** Names the first server that offers the kind. */
function settingFor(kind: LocalKind, servers: readonly LocalServer[]): string | undefined {
  for (const { url, offers } of servers) {
    const models = offers.find((offer) => offer.kind === kind)?.models
    if (!models) continue
    const { url: urlName, model: modelName, usual } = variables[kind]
    const needsModel = modelName !== undefined && !models.includes(usual!)
    return `${urlName}=${url}${needsModel ? ` ${modelName}=${models[0]}` : ''}`
  }
  return undefined
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
