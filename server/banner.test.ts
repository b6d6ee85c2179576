// Tests of the startup banner.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { banner } from './banner.ts'
import { configFrom } from './config.ts'
import type { LocalServer } from './ports/vendors.ts'

const demo = { accountId: 1, apiKey: '1|key', assistantId: 7, assistantUuid: 'uuid' } as never
const signIn = 'http://parley.test/sign-in#token=secret'
const of = (
  roles: string,
  environment: Record<string, string> = {},
  signInUrl: string | null = signIn,
  localServers: LocalServer[] = [],
) =>
  banner({
    config: configFrom({ PARLEY_ROLES: roles, ...environment }),
    models: [],
    embedding: configFrom(environment).embedding,
    localServers,
    sandboxPage: 'http://sandbox.test/sandbox',
    telephoneAddress: '127.0.0.1:5060',
    demo,
    signInUrl: signInUrl ?? undefined,
    startedInMs: 900,
  })

it('the banner shows the URLs that the roles of the process serve', () => {
  const all = of('api,worker')
  for (const shown of [
    '/api',
    '/docs',
    '1|key',
    'Say hello',
    '/api/user/make_call',
    'sandbox/phone',
    'sip:demo@127.0.0.1:5060',
    '/sign-in#token=',
  ])
    assert.ok(all.includes(shown), shown)
  const worker = of('worker')
  for (const hidden of ['/api', '/docs', '1|key', 'Say hello', 'make_call']) assert.ok(!worker.includes(hidden), hidden)
  assert.match(worker, /Roles {6}worker\n {2}Metrics {4}http:\/\/127\.0\.0\.1:8080\/metrics/)
})

it('the banner without a link contains no key, and says how to get both', () => {
  const shown = of('api,worker', {}, null)
  for (const hidden of ['1|key', 'token=', 'curl']) assert.ok(!shown.includes(hidden), hidden)
  assert.match(
    shown,
    /Dashboard {2}http:\/\/127\.0\.0\.1:8080\/sign-in\n {13}npm run -s parley -- member link demo@parley\.example\n/,
  )
  assert.match(shown, /API key {4}npm run -s parley -- demo --json\n/)
})

it('the commands of the banner carry the address of a server with another port', () => {
  const short = "  PARLEY_API_KEY='1|key' npm run -s parley -- call explain 1\n"
  assert.ok(of('api').includes(short))
  const other = of('api', { PORT: '8480', HOST: '0.0.0.0' })
  assert.ok(other.includes(`  PARLEY_URL=http://127.0.0.1:8480 ${short.trim()}\n`))
  assert.equal(other.match(/curl -s http:\/\/127\.0\.0\.1:8480\/api/g)?.length, 2)
  assert.doesNotMatch(other, /:8080|0\.0\.0\.0/)
})

it('the banner says what the local embedding model cannot do', () => {
  assert.match(of('api'), /by meaning in English only/)
  assert.doesNotMatch(of('api', { EMBEDDING_MODEL: 'none' }), /English only/)
})

it('the banner offers servers that were found on this machine', () => {
  const servers: LocalServer[] = [
    {
      name: 'Ollama',
      url: 'http://127.0.0.1:11434/v1',
      offers: [{ kind: 'language', models: ['llama3.2', 'qwen3', 'phi4', 'gemma3'] }],
    },
    {
      name: 'speaches',
      url: 'http://127.0.0.1:8000/v1',
      offers: [
        { kind: 'recognition', models: ['whisper-small'] },
        { kind: 'voice', models: ['kokoro'] },
      ],
    },
  ]
  const lines = [
    '  Found      Ollama at http://127.0.0.1:11434 (llama3.2, 3 more models)',
    '             speaches at http://127.0.0.1:8000 (whisper-small, 1 more model)',
    '             Not used yet. Use them in the dashboard, under Settings, or with',
    '             OPENAI_BASE_URL=http://127.0.0.1:11434/v1',
    '             OPENAI_TRANSCRIPTION_BASE_URL=http://127.0.0.1:8000/v1 OPENAI_TRANSCRIPTION_MODEL=whisper-small',
    '             OPENAI_SPEECH_BASE_URL=http://127.0.0.1:8000/v1 OPENAI_SPEECH_MODEL=kokoro',
    '',
  ]
  assert.ok(of('api,worker', {}, signIn, servers).includes(lines.join('\n')))
  assert.match(of('api', { DASHBOARD: 'off' }, signIn, servers), /Use them with\n/)
  assert.ok(!of('worker', {}, signIn, servers).includes('Found'))
})
