// Runs the proxies with the configurations of docs/reverse-proxies.md, and checks what Parley needs of a proxy.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { get } from 'node:https'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { Agent, fetch } from 'undici'
import { WebSocket } from 'ws'
import { createClient } from '#sdk/index.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import { openStream } from '#testing/features/event-streams.ts'
import { temporaryFolder } from '../embedded-postgres/harness.ts'
import { freePort } from '../processes/free-port.ts'
import { createCertificate, findProgram, readBlock, replaceAll } from './block.ts'

const page = 'reverse-proxies.md'
const folder = await temporaryFolder({ after })
const hasCertificate = await createCertificate(folder)
const ca = hasCertificate ? await readFile(join(folder, 'certificate.pem')) : undefined
const parley = await startTestApp({ config: { trustedProxies: ['127.0.0.1'] } })
after(() => parley[Symbol.asyncDispose]())
const { port: parleyPort } = new URL(await parley.app.http.listen({ host: '127.0.0.1', port: 0 }))

interface Proxy {
  program: string
  /** Writes the configuration and returns the arguments of the program. */
  configure(port: number): Promise<string[]>
}

const upstream = `127.0.0.1:${parleyPort}`
/** One process of Parley has both addresses, of which HAProxy and nginx count each. */
const common = { 'parley.example.com': 'localhost', '10.0.0.21:8080': upstream, '10.0.0.22:8080': upstream }

const proxies: Proxy[] = [
  {
    program: 'haproxy',
    async configure(port) {
      const block = await readBlock(page, '/etc/haproxy/haproxy.cfg')
      const own = { 'bind :443': `bind 127.0.0.1:${port}`, '/etc/haproxy/': `${folder}/` }
      return ['-f', await write('haproxy.cfg', replaceAll(block, { ...common, ...own }))]
    },
  },
  {
    program: 'nginx',
    async configure(port) {
      const block = await readBlock(page, '/etc/nginx/conf.d/parley.conf')
      const own = {
        'listen 443': `listen 127.0.0.1:${port}`,
        '/etc/nginx/parley.pem': `${folder}/certificate.pem`,
        '/etc/nginx/': `${folder}/`,
      }
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      )
      const around = [
        'daemon off; master_process off;',
        `pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; events {}`,
        `http { access_log off; ${paths.join(' ')}`,
      ]
      const text = `${around.join('\n')}\n${replaceAll(block, { ...common, ...own })}\n}\n`
      return ['-e', `${folder}/nginx.log`, '-c', await write('nginx.conf', text)]
    },
  },
  {
    program: 'caddy',
    async configure(port) {
      const block = await readBlock(page, '/etc/caddy/Caddyfile')
      const own = { 'localhost {': `https://localhost:${port} {\ntls ${folder}/certificate.pem ${folder}/parley.key` }
      const options = '{\nadmin off\nauto_https disable_redirects\nskip_install_trust\n}\n'
      const text = `${options}${replaceAll(replaceAll(block, common), own)}`
      return ['run', '--adapter', 'caddyfile', '--config', await write('Caddyfile', text)]
    },
  },
]

async function write(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

async function start({ program, configure }: Proxy, path: string) {
  const port = await freePort()
  const env = { PATH: '/usr/bin:/bin', HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child: ChildProcess = spawn(path, await configure(port), { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (data) => (output += data))
  const ended = once(child, 'close')
  await using stack = new AsyncDisposableStack()
  stack.defer(async () => {
    child.kill('SIGKILL')
    await ended
  })
  await until(async () => {
    assert.equal(child.exitCode, null, `${program} ended: ${output}`)
    return reaches(port, '/openapi.json')
  })
  const running = stack.move()
  return { port, baseUrl: `https://localhost:${port}`, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

/** Whether a request reaches Parley, which numbers all of its answers. */
async function reaches(port: number, path: string, host = 'localhost'): Promise<boolean> {
  const options = { host: '127.0.0.1', port, path, ca, servername: 'localhost', headers: { host }, agent: false }
  const [response] = await once(get(options), 'response').catch(() => [undefined])
  response?.resume()
  return response?.headers['x-request-id'] !== undefined
}

for (const proxy of proxies) {
  const path = await findProgram(proxy.program)
  const skip = path === undefined || !hasCertificate ? `${proxy.program} or OpenSSL is not installed.` : false
  it(`${proxy.program} passes everything on as documented`, { skip }, async () => {
    await using running = await start(proxy, path!)
    const { port, baseUrl } = running
    const { token } = await parley.createAccount()
    // Another address than that of the proxy, which is trusted.
    await using stack = new AsyncDisposableStack()
    const agent = new Agent({ localAddress: '127.0.0.2', connect: { ca } })
    stack.defer(() => agent.destroy())
    const client = createClient({
      baseUrl,
      apiKey: token,
      /** Forges the address of the client. */
      async fetch({ url, method, headers, body, signal }) {
        const forged: [string, string] = ['x-forwarded-for', '203.0.113.7']
        const sent = body ? await new Response(body).bytes() : null
        const options = { method, headers: [...headers, forged], body: sent, signal, dispatcher: agent }
        return (await fetch(url, options)) as unknown as Response
      },
    })

    const closing = new AbortController()
    const events = client.events.stream({ types: 'knowledgebase.changed' }, { signal: closing.signal })
    const next = events.next()
    await until(() => parley.app.context.liveEvents.count() === 1)
    const { id } = (await client.knowledge.create({ name: 'Bakery', description: 'Hours' })).data
    assert.equal((await next).value?.event, 'knowledgebase.changed')
    closing.abort()

    const file = new File(['The bread is made of rye. '.repeat(100_000)], 'bread.txt')
    await client.knowledge.createDocument({ knowledgebaseId: id, name: 'Bread', type: 'txt', file })

    await client.folders.create({ name: 'Bakery' })
    const { data } = await client.audit.list({})
    assert.equal(data[0]!.remote_address, '127.0.0.2')

    const socket = new WebSocket(`wss://localhost:${port}/web-call/media`, { ca })
    const closed = once(socket, 'close')
    await once(socket, 'open')
    socket.send(JSON.stringify({ event: 'start', token: 'unknown' }))
    assert.equal((await closed)[0], 4409)

    for (const hidden of ['/metrics', '/metrics/', '/%6detrics', '//metrics', '/readyz?x', '/healthz'])
      assert.equal(await reaches(port, hidden), false, hidden)
    assert.equal(await reaches(port, '/openapi.json', 'unknown.example'), false)
  })
}

const haproxy = await findProgram('haproxy')

it('HAProxy without further options does not hold live events back', {
  skip: haproxy === undefined && 'HAProxy is not installed.',
}, async () => {
  const port = await freePort()
  const path = await write(
    'plain.cfg',
    `defaults\n  mode http\n  timeout connect 5s\n  timeout client 60s\n  timeout server 60s\nlisten parley\n  bind 127.0.0.1:${port}\n  server parley ${upstream}\n`,
  )
  const child = spawn(haproxy!, ['-f', path], { stdio: 'ignore' })
  await using stack = new AsyncDisposableStack()
  stack.defer(async () => {
    const ended = once(child, 'close')
    child.kill('SIGKILL')
    await ended
  })
  const baseUrl = `http://127.0.0.1:${port}`
  await until(() =>
    fetch(baseUrl).then(
      () => true,
      () => false,
    ),
  )
  const { token, client } = await parley.createAccount()
  const stream = stack.use(await openStream({ baseUrl, token, input: { types: 'knowledgebase.changed' } }))
  const delaysMs: number[] = []
  for (let count = 0; count < 3; count++) {
    const sentAt = performance.now()
    await client.knowledge.create({ name: 'Bakery', description: 'Hours' })
    await stream.take(1)
    delaysMs.push(performance.now() - sentAt)
  }
  // Each chunk would be held back for 200 ms.
  assert.ok(Math.min(...delaysMs) < 150, `The events took ${delaysMs.map(Math.round)} ms.`)
})
