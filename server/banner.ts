// What the terminal shows when Parley is ready: where to look, which key to use, what is only a sandbox.
import type { Config } from './config.ts'
import type { Demo } from './operator/demo.ts'

export interface BannerFacts {
  config: Config
  models: { vendor: string; mode: 'live' | 'offline'; detail: string }[]
  sandboxPage: string | undefined
  /** Undefined when accounts are kept by the operator alone. */
  demo: Demo | undefined
  startedInMs: number
}

export function banner({ config, models, sandboxPage, demo, startedInMs }: BannerFacts): string {
  const { publicUrl } = config.settings
  const live = models.filter(({ mode }) => mode === 'live')
  const answers = config.roles.includes('api')
  const rows = answers ? doors(publicUrl, demo) : figuresAlone(config)
  rows.push([
    'Database',
    config.databaseUrl ? 'PostgreSQL at DATABASE_URL' : `embedded PostgreSQL in ${config.dataDir}`,
  ])
  if (sandboxPage) rows.push(['Carrier', `sandbox: virtual phones at ${sandboxPage}`])
  rows.push(
    live.length > 0
      ? ['Models', live.map(({ vendor, detail }) => `${vendor} (${detail})`).join(', ')]
      : ['Models', 'sandbox: the built-in offline model answers. Set OPENAI_API_KEY, ANTHROPIC_API_KEY'],
  )
  if (live.length === 0) rows.push(['', 'or OPENAI_BASE_URL (Ollama, vLLM, Groq …) for a real one.'])
  const lines = rows.map(([name, text]) => `  ${name.padEnd(11)}${text}`)
  const title = `Parley is ready in ${(startedInMs / 1000).toFixed(1)} s. Stop it with Ctrl+C.`
  const talk = answers && demo ? ['', '  Say hello:', '', ...firstWords(publicUrl, demo)] : []
  return ['', title, '', ...lines, ...talk, '', ''].join('\n')
}

type Row = [string, string]

function doors(publicUrl: string, demo: Demo | undefined): Row[] {
  const rows: Row[] = [
    ['Interface', `${publicUrl}/api`],
    ['Reference', `${publicUrl}/docs`],
  ]
  if (demo) rows.push(['API key', `${demo.apiKey}   (demonstration account)`])
  if (demo) rows.push(['Assistant', `${demo.assistantUuid}   (it answers in text)`])
  return rows
}

/** Without the role `api` there is nobody to talk to here. */
function figuresAlone({ roles, host, port }: Config): Row[] {
  return [
    ['Roles', roles.join(', ')],
    ['Figures', `http://${host}:${port}/metrics`],
  ]
}

function firstWords(publicUrl: string, demo: Demo): string[] {
  return [
    `  curl -s ${publicUrl}/api/user/ai/generate-reply -H 'Authorization: Bearer ${demo.apiKey}' \\`,
    `    -H 'Content-Type: application/json' -d '{"assistant_id": ${demo.assistantId}, "customer_identifier": "me", "message": "Hello!"}'`,
  ]
}
