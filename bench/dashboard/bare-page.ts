// A page with nothing but a heading from a script, and an empty area that scrolls: what the browser itself takes.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { SharedBrowser } from '#testing/processes/chromium.ts'
import { type Frames, scroll } from './scroll.ts'

const page = `<!doctype html><html lang="en"><head><title>Bare</title><script type="module" src="/script.js"></script></head>
<body><div id="list" style="height: 700px; overflow: auto"><div style="height: 4400000px"></div></div></body></html>`
const script = `const { text } = await (await fetch('/data')).json()
const heading = document.createElement('h1')
heading.textContent = text
document.body.prepend(heading)`

export async function startBarePage(chromium: SharedBrowser) {
  const server = createServer(({ url }, response) => {
    const type = url === '/script.js' ? 'text/javascript' : url === '/data' ? 'application/json' : 'text/html'
    response.setHeader('content-type', type)
    response.end(url === '/script.js' ? script : url === '/data' ? '{"text":"Bare"}' : page)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const open = async () => {
    const opened = await (await chromium.newContext()).newPage()
    await opened.goto(`http://127.0.0.1:${port}/`)
    await opened.locator('h1').waitFor()
    return opened
  }
  return {
    /** Milliseconds from the start of the navigation until the heading was drawn. */
    async visit(): Promise<number> {
      const opened = await open()
      const time = await opened.evaluate(
        'new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()))))',
      )
      await opened.context().close()
      return time as number
    },
    async scroll(): Promise<Frames> {
      const opened = await open()
      const frames = await scroll(opened, '#list')
      await opened.context().close()
      return frames
    },
    async [Symbol.asyncDispose]() {
      server.close()
    },
  }
}
