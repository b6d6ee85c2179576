// Tests that compose.yaml, the Dockerfile, the settings and the documentation name the same ports, addresses and times.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { parse } from 'yaml'
import { banner } from '#server/banner.ts'
import { configFrom } from '#server/config.ts'

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

interface Service {
  ports: string[]
  environment: Record<string, string | number | null>
  profiles?: string[]
  stop_grace_period: string
}

/** Replaces variables as Docker Compose does, in the text before it is read. */
type ServiceName = 'parley' | 'postgres' | 'ollama' | 'ollama-model' | 'speaches' | 'kokoro'

function compose(variables: Record<string, string>): Record<ServiceName, Service> {
  const value = (_: string, name: string, operator: string | undefined, text: string | undefined) =>
    operator === '+' ? (variables[name] ? (text ?? '') : '') : (variables[name] ?? text ?? '')
  let text = read('compose.yaml')
  // A default can contain another variable.
  for (let depth = 0; depth < 2; depth++) text = text.replace(/\$\{(\w+)(?::([-?+])([^{}]*))?\}/g, value)
  return parse(text).services
}

function environmentOf({ environment }: Service): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, String(value ?? '')]))
}

const stopSeconds = 30
const spareSeconds = 10

for (const variables of [{}, { PORT: '8480', SANDBOX_PORT: '8481' }] as Record<string, string>[]) {
  const { PORT = '8080', SANDBOX_PORT = '8099' } = variables
  it(`the container is reached on loopback at the ports ${PORT} and ${SANDBOX_PORT}, as its banner says`, () => {
    const { parley } = compose(variables)
    assert.deepEqual(
      parley.ports,
      [PORT, SANDBOX_PORT].map((port) => `127.0.0.1:${port}:${port}`),
    )
    const config = configFrom(environmentOf(parley))
    assert.deepEqual([config.host, config.sandboxHost], ['0.0.0.0', '0.0.0.0'])
    assert.deepEqual([config.port, config.sandboxPort], [Number(PORT), Number(SANDBOX_PORT)])
    assert.deepEqual(config.warnings, [])
    const printed = banner({
      config,
      models: [],
      embedding: 'local',
      telephoneAddress: undefined,
      sandboxPage: `http://127.0.0.1:${config.sandboxPort}/sandbox`,
      demo: { apiKey: '1|key', assistantId: 1 } as never,
      signInUrl: `${config.settings.publicUrl}/sign-in#token=secret`,
      startedInMs: 900,
    })
    const ports = [...printed.matchAll(/http:\/\/([^/\s]+)/g)].map(([, host]) => host)
    assert.deepEqual([...new Set(ports)].sort(), [`127.0.0.1:${PORT}`, `127.0.0.1:${SANDBOX_PORT}`])
    assert.match(
      printed,
      /^ {2}PARLEY_API_KEY='1\|key' docker compose exec -e PARLEY_API_KEY parley parley call explain 1$/m,
    )
  })
}

it('the image has the addresses and ports of compose.yaml', () => {
  const image = read('Dockerfile')
  const { environment } = compose({}).parley
  for (const name of ['HOST', 'PORT', 'SANDBOX_HOST', 'SANDBOX_PORT', 'DATA_DIR'])
    assert.match(image, new RegExp(`^\\s+${name}=${environment[name]}(?: \\\\)?$`, 'm'))
  assert.match(image, new RegExp(`^EXPOSE ${environment['PORT']} ${environment['SANDBOX_PORT']}$`, 'm'))
})

it('the documents name the default addresses of the server and of the sandbox carrier', () => {
  const { PORT, SANDBOX_PORT } = compose({}).parley.environment
  const known = [`:${PORT}/api`, `:${PORT}/docs`, `:${PORT}/sign-in`, `:${SANDBOX_PORT}/sandbox`]
  for (const path of ['README.md', 'docs/calls.md', 'docs/messages.md', 'docs/operating.md'])
    for (const [, place] of read(path).matchAll(/http:\/\/127\.0\.0\.1(:\d+\/(?:api|docs|sandbox|sign-in))/g))
      assert.ok(known.includes(place!), `${path}: ${place}`)
})

it('the profile of local servers configures Parley for them, and nothing changes without it', () => {
  const without = configFrom(environmentOf(compose({}).parley))
  assert.deepEqual([without.models.openai, without.speech.openai], [undefined, undefined])
  const services = compose({ COMPOSE_PROFILES: 'local' })
  // With `--profile local` in place of the variable, the servers are found.
  const offered = without.localPorts.flatMap(({ host, port }) =>
    host === undefined ? [] : `http://${host}:${port}/v1`,
  )
  const { models, speech } = configFrom(environmentOf(services.parley))
  const urls = [models.openai?.baseUrl, speech.openaiTranscription?.baseUrl, speech.openai?.baseUrl]
  assert.deepEqual(urls, ['http://ollama:11434/v1', 'http://speaches:8000/v1', 'http://kokoro:8880/v1'])
  assert.deepEqual(offered, urls)
  for (const url of urls) assert.deepEqual(services[new URL(url!).hostname as ServiceName].profiles, ['local'], url)
  const { ollama, speaches } = services
  assert.equal(models.openai?.contextTokens, ollama.environment['OLLAMA_CONTEXT_LENGTH'])
  assert.deepEqual(JSON.parse(String(speaches.environment['PRELOAD_MODELS'])), [speech.openaiTranscription?.model])
  const always = Object.entries(services).filter(([, { profiles }]) => !profiles)
  assert.deepEqual(
    always.map(([name]) => name),
    ['parley', 'postgres'],
  )
  const chosen = compose({ COMPOSE_PROFILES: 'local', OPENAI_BASE_URL: 'http://host.docker.internal:11434/v1' }).parley
  assert.equal(configFrom(environmentOf(chosen)).models.openai?.baseUrl, 'http://host.docker.internal:11434/v1')
})

it('the password of the database is chosen once, and is part of no URL', () => {
  const { parley, postgres } = compose({ POSTGRES_PASSWORD: 'p@ss/word' })
  assert.equal(read('compose.yaml').match(/\$\{POSTGRES_PASSWORD\b/g)?.length, 1)
  assert.equal(parley.environment['PGPASSWORD'], 'p@ss/word')
  assert.equal(postgres.environment['POSTGRES_PASSWORD'], 'p@ss/word')
  assert.equal(new URL(String(parley.environment['DATABASE_URL'])).password, '')
  for (const path of ['README.md', '.env.example', 'docs/operating.md']) assert.match(read(path), /POSTGRES_PASSWORD/)
})

it('the container gets as much time to stop as Parley takes, and the documents say so', () => {
  const drainSeconds = configFrom({}).drainMs / 1000
  const seconds = drainSeconds + stopSeconds + spareSeconds
  assert.equal(compose({}).parley.stop_grace_period, `${seconds}s`)
  assert.match(read('compose.yaml'), new RegExp(`DRAIN_SECONDS \\(${drainSeconds}\\)`))
  assert.match(read('.env.example'), new RegExp(`default: ${drainSeconds}\n#DRAIN_SECONDS=${drainSeconds}\n`))
  const page = read('docs/operating.md')
  assert.match(page, new RegExp(`\`DRAIN_SECONDS\` \\(default ${drainSeconds}\\)`))
  assert.equal(page.match(new RegExp(`\\b${seconds} seconds`, 'g'))?.length, 2)
})
