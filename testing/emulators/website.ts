// A website on the loopback interface: pages by path, which can redirect, hang, never end, and change.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface PageRequest {
  path: string
  host: string
  userAgent: string
  /** In the time of the machine. */
  atMs: number
}

export interface PageReply {
  status?: number
  headers?: Record<string, string>
  body?: string | Uint8Array
}

/** HTML, a response, or a function that writes the response. `number` counts the requests for the path from 1. */
export type Page =
  | string
  | PageReply
  | ((outgoing: ServerResponse, number: number) => PageReply | undefined | Promise<PageReply | undefined>)

export type Website = Awaited<ReturnType<typeof openWebsite>>

/** Other paths have status 404. Pages may be added while the website is open. */
export async function openWebsite(pages: Record<string, Page> = {}) {
  const requests: PageRequest[] = []
  const server = createServer(async (incoming, outgoing) => {
    const { url: path = '', headers } = incoming
    requests.push({ path, host: headers.host ?? '', userAgent: headers['user-agent'] ?? '', atMs: performance.now() })
    const page = Object.hasOwn(pages, path) ? pages[path]! : { status: 404, body: 'Not found' }
    const number = requests.filter((request) => request.path === path).length
    const reply = typeof page === 'function' ? await page(outgoing, number) : page
    if (reply === undefined) return
    const { status = 200, headers: replyHeaders = {}, body = '' } = typeof reply === 'string' ? { body: reply } : reply
    outgoing.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...replyHeaders }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    pages,
    port,
    url: `http://127.0.0.1:${port}`,
    requests,
    /** The paths of the requested pages, in order, without robots.txt and sitemaps. */
    visits: () => requests.map(({ path }) => path).filter((path) => !/^\/(?:robots\.txt|.*\.xml)$/.test(path)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A page with a text that no page with another title has. */
export function article(title: string, links: readonly string[] = [], head = ''): string {
  const anchors = links.map((link) => `<li><a href="${link.replaceAll('&', '&amp;')}">${link}</a></li>`)
  const text = `${title} is described here in a few plain words, so that a reader can find out what it is about.`
  return `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body>
    <main><h1>${title}</h1><p>${text}</p><p>There is more to say about ${title}, and this paragraph says it.</p></main>
    <nav><ul>${anchors.join('')}</ul></nav></body></html>`
}

export const redirectTo = (location: string, status = 302): PageReply => ({ status, headers: { location } })
