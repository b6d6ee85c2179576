// Serves the dashboard, and a page that says why there is none while it is being built or is not used.
import { readFileSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createFile, type File, sendFile } from '#server/platform/http/memory-file.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { runBuild } from './build.ts'
import { distFolder, hashOfBuild, hashOfSources } from './built.ts'
import { pagePaths } from './page-paths.ts'

export interface DashboardOptions {
  publicUrl: string
  log: Log
  isEnabled: boolean
}

export interface Dashboard extends AsyncDisposable {
  /** Builds the dashboard unless there is a build of its sources. */
  build(): Promise<void>
}

type State = 'off' | 'building' | 'failed' | ReadonlyMap<string, File>

/** The names of these files contain a hash of their content. */
const assetPrefix = '/assets/'
const forever = 'public, max-age=31536000, immutable'

export function serveDashboard(server: FastifyInstance, { publicUrl, log, isEnabled }: DashboardOptions): Dashboard {
  const stopping = new AbortController()
  let state: State = isEnabled ? 'building' : 'off'
  let sources: Promise<string> | undefined
  let loading: Promise<void> | undefined

  /** Another process may have built the dashboard. */
  async function load(): Promise<void> {
    if (typeof state === 'object' || state === 'off') return
    loading ??= (async () => {
      sources ??= hashOfSources()
      if ((await hashOfBuild()) !== (await sources)) return
      state = await readFiles()
    })().finally(() => (loading = undefined))
    await loading
  }

  const { version } = JSON.parse(read('../../package.json')) as { version: string }
  const waitingPage = read('waiting.html')
  const waiting = (): File =>
    createFile('text/html', fill(waitingPage, { publicUrl, version, ...messages[state as keyof typeof messages] }))

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await load()
    if (typeof state === 'object') return sendFile(request, reply, state.get('/index.html')!)
    return sendFile(request, reply.header('content-security-policy', waitingPolicy), waiting())
  }

  async function sendAsset(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    await load()
    const path = request.url.split('?')[0]!
    const file = typeof state === 'object' ? state.get(path) : undefined
    if (!file) return reply.callNotFound() as unknown as undefined
    return sendFile(request, reply, file, path.startsWith(assetPrefix) ? forever : undefined)
  }

  server.register(async (pages) => {
    await pages.register(helmet, headersFor(publicUrl))
    for (const path of pagePaths) pages.get(path, sendPage)
    for (const path of [`${assetPrefix}*`, '/favicon.svg', '/pressable.css']) pages.get(path, sendAsset)
  })

  return {
    async build() {
      if (!isEnabled) return
      await load()
      if (typeof state === 'object') return
      try {
        await runBuild(log, stopping.signal)
        await load()
      } catch (error) {
        if (stopping.signal.aborted) return
        state = 'failed'
        log.error({ error }, 'the dashboard could not be built')
      }
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
    },
  }
}

const messages = {
  building: {
    title: 'The dashboard is being built',
    text: 'This takes about half a minute after an update. This page reloads by itself. The API is ready.',
    refresh: '2',
  },
  failed: {
    title: 'The dashboard could not be built',
    text: 'The log of the server says why. "npm run dashboard" builds it again. The API is ready.',
    refresh: '30',
  },
  off: { title: 'Parley', text: 'DASHBOARD is off, so this server has an API and no pages.', refresh: '3600' },
}

const waitingPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const headersFor = (publicUrl: string) => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      mediaSrc: ["'self'", 'blob:'],
      connectSrc: ["'self'", publicUrl.replace(/^http/i, 'ws')],
      workerSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  // The TLS proxy decides whether to send HSTS.
  hsts: false,
})

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

async function readFiles(): Promise<ReadonlyMap<string, File>> {
  const files = new Map<string, File>()
  for await (const path of glob('**/*.{html,js,css,svg}', { cwd: distFolder })) {
    const content = await readFile(join(distFolder, path))
    files.set(`/${path.replaceAll('\\', '/')}`, createFile(types[extname(path)]!, content))
  }
  return files
}

function read(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
}

function fill(page: string, values: Record<string, string>): string {
  return page.replace(/\{\{(\w+)\}\}/g, (_, name: string) => escapeHtml(values[name]!))
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
