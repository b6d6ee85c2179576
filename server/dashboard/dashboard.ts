// Serves the dashboard, and builds it after the start unless there is a build of its sources.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createFile, type File, sendFile } from '#server/platform/http/memory-file.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { runBuild } from './build.ts'
import { dashboardFolder, distFolder, hashOfBuild, hashOfSources, readBuild } from './built.ts'
import { assetPaths, iconPaths, pagePaths, widgetPaths } from './page-paths.ts'
import { previewFiles, previewPageIn } from './preview-page.ts'
import { createWaitingPages, type WaitingState, waitingPolicy } from './waiting-page.ts'

export interface DashboardOptions {
  publicUrl: string
  log: Log
  isEnabled: boolean
  /** The folder of the build. */
  folder?: string
}

export interface Dashboard extends AsyncDisposable {
  /** Builds the dashboard if needed. Never throws. */
  build(): Promise<void>
}

/** The names of these files contain a hash of their content. */
const assetPrefix = '/assets/'
const forever = 'public, max-age=31536000, immutable'

export function serveDashboard(
  server: FastifyInstance,
  { publicUrl, log, isEnabled, folder = distFolder }: DashboardOptions,
): Dashboard {
  const stopping = new AbortController()
  const waitingPages = createWaitingPages(publicUrl)
  const icon = createFile('image/svg+xml', readFileSync(join(dashboardFolder, 'public/favicon.svg')))
  let state: WaitingState | ReadonlyMap<string, File> = isEnabled ? 'building' : 'off'
  let sources: string | undefined
  let loading: Promise<void> | undefined

  const loadOnce = async (): Promise<void> => {
    sources ??= await hashOfSources()
    if ((await hashOfBuild(folder)) === sources) state = await readBuild(folder)
  }

  /** Another process may have built the dashboard, so each request for a page looks for a build until there is one. */
  async function load(): Promise<void> {
    if (typeof state === 'object' || state === 'off') return
    loading ??= loadOnce().finally(() => {
      loading = undefined
    })
    await loading
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await load()
    if (typeof state === 'object') return sendFile(request, reply, state.get('/index.html')!)
    return sendFile(request, reply.header('content-security-policy', waitingPolicy), waitingPages[state])
  }

  /** Browsers that open an unknown address get a page that says so; other clients get JSON. */
  async function sendMissing(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (isNavigation(request)) return sendPage(request, reply.code(404))
    reply.callNotFound()
    return reply
  }

  async function sendAsset(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await load()
    const path = request.url.split('?')[0]!
    const file = typeof state === 'object' ? state.get(path) : undefined
    if (file) return sendFile(request, reply, file, path.startsWith(assetPrefix) ? forever : undefined)
    reply.callNotFound()
    return reply
  }

  /** The page of an assistant shows it in a frame. */
  async function sendPreview(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await load()
    if (typeof state !== 'object') return sendPage(request, reply)
    const policy = String(reply.getHeader('content-security-policy')).replace(
      /frame-ancestors [^;]+/,
      "frame-ancestors 'self'",
    )
    const { language } = request.query as { language?: unknown }
    return sendFile(request, reply.header('content-security-policy', policy), previewPageIn(language))
  }

  server.get(`${assetPrefix}*`, (request, reply) => sendAsset(request, reply.headers(forScripts)))
  server.register(async (pages) => {
    await pages.register(helmet, headersFor(publicUrl))
    for (const path of pagePaths) pages.get(path, sendPage)
    for (const path of assetPaths) pages.get(path, sendAsset)
    for (const path of widgetPaths)
      pages.get(path, (request, reply) => sendAsset(request, reply.headers(forOtherWebsites)))
    pages.get('/widget-preview', sendPreview)
    for (const [path, file] of previewFiles) pages.get(path, (request, reply) => sendFile(request, reply, file))
    // It was a page for trying the widget, which each assistant has now.
    pages.get('/widget-demo', (_request, reply) => reply.redirect('/assistants'))
    for (const path of iconPaths) pages.get(path, (request, reply) => sendFile(request, reply, icon))
    pages.get('/*', sendMissing)
  })

  return {
    async build() {
      try {
        await load()
        if (state !== 'building') return
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

/** Some clients of the API accept HTML too. */
const isNavigation = ({ url, headers }: FastifyRequest): boolean =>
  headers.accept?.includes('text/html') === true && !/^\/api(?:[/?]|$)/.test(url)

/** Only pages need the other headers, which would be a quarter of a small script. */
const forScripts = { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' }

/** The widget is a script on other websites. */
const forOtherWebsites = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

const headersFor = (publicUrl: string): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      mediaSrc: ["'self'", 'blob:'],
      frameSrc: ["'self'"],
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
