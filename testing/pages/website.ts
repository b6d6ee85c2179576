// A website of another origin with the widget, for tests.
import { createServer } from 'node:http'
import { freePort } from '../processes/free-port.ts'

/** Runs in a page before its scripts: like every script of a website, a test cannot see into the widget otherwise. */
export const openShadowTrees = `
  const { attachShadow } = Element.prototype
  Element.prototype.attachShadow = function (init) { return attachShadow.call(this, { ...init, mode: 'open' }) }`

/** A website whose page includes the widget with the attributes of its query. The address of Parley can follow later. */
export async function startWebsite(parley: string | (() => string)) {
  const port = await freePort()
  const quote = (text: string) => text.replace(/[&"<]/g, (char) => `&#${char.charCodeAt(0)};`)
  const server = createServer(({ url = '/' }, response) => {
    const parleyUrl = typeof parley === 'string' ? parley : parley()
    const { strict, hostile, dir, ...attributes } = Object.fromEntries(new URL(url, 'http://x').searchParams)
    if (url.startsWith('/hostile.js'))
      return response
        .setHeader('content-type', 'text/javascript')
        .end("window.shortcuts = 0; addEventListener('keydown', () => window.shortcuts++)")
    if (url.startsWith('/hostile.css'))
      return response
        .setHeader('content-type', 'text/css')
        .end('* { width: 1px !important; opacity: 0 !important } div { display: none }')
    if (strict)
      response.setHeader(
        'content-security-policy',
        `default-src 'none'; script-src 'self' ${parleyUrl}; style-src 'self'; connect-src ${parleyUrl} ${parleyUrl.replace('http', 'ws')}; require-trusted-types-for 'script'`,
      )
    const data = Object.entries(attributes).map(([name, value]) => `data-${name}="${quote(value)}"`)
    const extra = hostile ? '<link rel="stylesheet" href="/hostile.css"><script src="/hostile.js"></script>' : ''
    response.setHeader('content-type', 'text/html; charset=utf-8').end(`<!doctype html>
<html lang="en" dir="${dir === 'rtl' ? 'rtl' : 'ltr'}"><head><title>A shop</title>
<meta name="viewport" content="width=device-width, initial-scale=1">${extra}
<link rel="icon" href="data:,"></head>
<body><main><h1>A shop</h1><p>Buy something.</p></main>
<script src="${parleyUrl}/widget.js" ${data.join(' ')} async></script></body></html>`)
  }).listen(port, '127.0.0.1')
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() }
}
