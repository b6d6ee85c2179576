// Tests of the configuration.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { z } from 'zod'
import { ConfigError, configFrom } from './config.ts'
import { shape } from './environment.ts'

function faultsOf(env: Record<string, string>): string[] {
  try {
    configFrom(env)
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.message
      .split('\n')
      .slice(1)
      .map((line) => line.trim())
  }
  return assert.fail('the configuration was accepted')
}

describe('the configuration', () => {
  it('rejects CORS origins that are patterns or have a path', () => {
    const message =
      'CORS_ORIGINS must be origins such as https://app.example.com, separated by commas; * is not allowed.'
    for (const origin of ['*', 'null', 'app.example.com', 'https://*.example.com', 'https://x.example/page', 'ftp://x'])
      assert.deepEqual(faultsOf({ CORS_ORIGINS: `https://app.example.com,${origin}` }), [message], origin)
  })

  it('is complete without any environment', () => {
    const config = configFrom({})
    assert.equal(config.host, '127.0.0.1')
    assert.equal(config.port, 8080)
    assert.equal(config.databaseUrl, undefined)
    assert.deepEqual(config.roles, ['api', 'worker', 'voice'])
    assert.equal(config.settings.publicUrl, 'http://127.0.0.1:8080')
    assert.equal(config.settings.prices.widgetMessageMicros, 10_000)
    assert.deepEqual(config.models, { firstTokenTimeoutMs: 15_000 })
    assert.deepEqual(config.warnings, [])
  })

  it('treats empty values as not set', () => {
    assert.deepEqual(
      configFrom({ PORT: '', DATABASE_URL: '', OPENAI_API_KEY: '', PUBLIC_URL: '', PRICES: '' }),
      configFrom({}),
    )
  })

  it('reads what is set', () => {
    const config = configFrom({
      PORT: '9000',
      PUBLIC_URL: 'https://parley.example/',
      DATABASE_URL: 'postgres://localhost/parley',
      PARLEY_ROLES: 'api, worker',
      ALLOW_PRIVATE_ADDRESSES: '10.0.0.0/8:443, 192.168.1.5:8080',
      TRUSTED_PROXIES: '10.0.0.1',
      CORS_ORIGINS: 'https://App.example.com/, http://localhost:5173',
      PRICES: '{"widget_message":0.02}',
      OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1',
    })
    assert.equal(config.port, 9000)
    assert.equal(config.settings.publicUrl, 'https://parley.example')
    assert.deepEqual(config.roles, ['api', 'worker'])
    assert.deepEqual(config.trustedProxies, ['10.0.0.1'])
    assert.deepEqual(config.corsOrigins, ['https://app.example.com', 'http://localhost:5173'])
    assert.deepEqual(configFrom({}).corsOrigins, [])
    assert.equal(config.settings.prices.widgetMessageMicros, 20_000)
    assert.equal(config.settings.prices.apiMessageMicros, 10_000)
    assert.equal(config.models.openai?.baseUrl, 'http://127.0.0.1:11434/v1')
  })

  it('embeds texts with OpenAI if it has its key and no other server, and otherwise locally', () => {
    const baseUrl = 'https://api.openai.com/v1'
    const key = { OPENAI_API_KEY: 'sk-canary' }
    const own = { OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1/' }
    const embeddingOf = (env: Record<string, string>) => configFrom(env).embedding
    assert.equal(embeddingOf({}), 'local')
    assert.equal(embeddingOf({ ...key, ...own }), 'local')
    assert.equal(embeddingOf({ ...key, EMBEDDING_MODEL: 'local' }), 'local')
    assert.equal(embeddingOf({ ...key, EMBEDDING_MODEL: 'none' }), undefined)
    const preset = { baseUrl, model: 'text-embedding-3-small', apiKey: 'sk-canary', dimensions: 512 }
    assert.deepEqual(embeddingOf(key), preset)
    assert.deepEqual(embeddingOf({ ...key, EMBEDDING_DIMENSIONS: '256' }), { ...preset, dimensions: 256 })
    const large = { EMBEDDING_MODEL: 'text-embedding-3-large' }
    const chosen = { ...preset, model: 'text-embedding-3-large', dimensions: undefined }
    assert.deepEqual(embeddingOf({ ...key, ...large }), chosen)
    assert.deepEqual(embeddingOf({ ...key, ...own, EMBEDDING_MODEL: 'bge-m3' }), {
      ...chosen,
      baseUrl: 'http://127.0.0.1:11434/v1',
      model: 'bge-m3',
    })
  })

  it('embeds with a key from the dashboard unless the environment chooses the server or no vendor', () => {
    const keyedOf = (env: Record<string, string>) => configFrom(env).keyedEmbedding
    const openAi = { baseUrl: 'https://api.openai.com/v1' }
    assert.deepEqual(keyedOf({}), { ...openAi, model: 'text-embedding-3-small', dimensions: 512 })
    assert.deepEqual(keyedOf({ EMBEDDING_MODEL: 'text-embedding-3-large', EMBEDDING_DIMENSIONS: '256' }), {
      ...openAi,
      model: 'text-embedding-3-large',
      dimensions: 256,
    })
    const decided: Record<string, string>[] = [
      { OPENAI_API_KEY: 'key' },
      { OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1' },
      { EMBEDDING_MODEL: 'bge-m3', EMBEDDING_BASE_URL: 'http://127.0.0.1:11434/v1' },
      { EMBEDDING_MODEL: 'text-embedding-3-large', EMBEDDING_API_KEY: 'key' },
      { EMBEDDING_MODEL: 'local' },
      { EMBEDDING_MODEL: 'none' },
    ]
    for (const env of decided) assert.equal(keyedOf(env), undefined)
  })

  it('sends the key of OpenAI to no other embedding server', () => {
    const env = { OPENAI_API_KEY: 'sk-canary', EMBEDDING_MODEL: 'bge-m3', EMBEDDING_BASE_URL: 'http://embed:8080/v1' }
    const expected = { baseUrl: 'http://embed:8080/v1', model: 'bge-m3', dimensions: undefined }
    assert.deepEqual(configFrom(env).embedding, { ...expected, apiKey: undefined })
    assert.deepEqual(configFrom({ ...env, EMBEDDING_API_KEY: 'own' }).embedding, { ...expected, apiKey: 'own' })
  })

  it('reads the settings of the reranker', () => {
    const server = { RERANK_BASE_URL: 'https://api.jina.ai/v1/', RERANK_MODEL: 'jina-reranker-v2' }
    assert.equal(configFrom({}).reranking, undefined)
    assert.deepEqual(configFrom({ ...server, RERANK_API_KEY: 'canary' }).reranking, {
      baseUrl: 'https://api.jina.ai/v1',
      model: 'jina-reranker-v2',
      apiKey: 'canary',
    })
    assert.deepEqual(faultsOf({ RERANK_MODEL: 'x' }), ['RERANK_BASE_URL must be set if RERANK_MODEL is.'])
    assert.deepEqual(faultsOf({ EMBEDDING_BASE_URL: 'http://embed/v1' }), [
      'EMBEDDING_MODEL must be set if EMBEDDING_BASE_URL is.',
    ])
    assert.deepEqual(faultsOf({ EMBEDDING_MODEL: 'two words', EMBEDDING_DIMENSIONS: '4' }), [
      'EMBEDDING_MODEL must be local, none or the code of a model.',
      'EMBEDDING_DIMENSIONS must be a whole number from 8 to 4,096.',
    ])
  })

  it('reads the mail server, and reports a wrong one without its password', () => {
    const from = { MAIL_FROM: 'Parley <parley@example.com>' }
    const { mail } = configFrom({ ...from, SMTP_URL: 'smtp://a%40b.co:p%2Fw@mail.example.com' })
    assert.deepEqual(mail, {
      host: 'mail.example.com',
      port: 587,
      isSecure: false,
      user: 'a@b.co',
      password: 'p/w',
      from: { name: 'Parley', address: 'parley@example.com' },
    })
    assert.partialDeepStrictEqual(configFrom({ ...from, SMTP_URL: 'smtps://[::1]' }).mail, { host: '::1', port: 465 })
    assert.equal(configFrom({}).mail, undefined)
    assert.deepEqual(faultsOf(from), ['SMTP_URL must be set if MAIL_FROM is.'])
    for (const url of ['https://mail.example.com', 'smtp://u:canary%zz@host', 'smtp://']) {
      assert.match(faultsOf({ ...from, SMTP_URL: url }).join(), /^SMTP_URL must be a URL/)
      assert.doesNotMatch(faultsOf({ ...from, SMTP_URL: url }).join(), /canary/)
    }
    assert.match(faultsOf({ SMTP_URL: 'smtp://host', MAIL_FROM: 'a@b.co, c@d.co' }).join(), /^MAIL_FROM must be/)
  })

  it('reads the settings of S3-compatible storage', () => {
    const keys = { S3_BUCKET: 'calls', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'canary' }
    assert.equal(configFrom({}).s3, undefined)
    assert.deepEqual(configFrom({ ...keys, S3_REGION: 'eu-central-1' }).s3, {
      endpoint: 'https://s3.eu-central-1.amazonaws.com',
      bucket: 'calls',
      region: 'eu-central-1',
      accessKeyId: 'id',
      secretAccessKey: 'canary',
      prefix: '',
    })
    const own = configFrom({ ...keys, S3_ENDPOINT: 'http://minio:9000/', S3_PREFIX: 'parley/files/' }).s3
    assert.deepEqual([own?.endpoint, own?.region, own?.prefix], ['http://minio:9000', 'us-east-1', 'parley/files/'])
    assert.deepEqual(faultsOf({ S3_BUCKET: 'calls' }), [
      'S3_ACCESS_KEY_ID must be set if S3_BUCKET is.',
      'S3_SECRET_ACCESS_KEY must be set if S3_BUCKET is.',
    ])
    const wrong = { ...keys, S3_BUCKET: 'A/b', S3_REGION: 'eu central', S3_PREFIX: '/a', S3_ENDPOINT: 'minio:9000' }
    assert.equal(faultsOf(wrong).length, 4)
    assert.match(configFrom({ S3_PREFIX: 'a' }).warnings.join(), /S3_BUCKET is not set/)
  })

  it('reads the speech vendors that have a key, or a model on another server', () => {
    const builtIn = { default: 'offline', recognition: 'base' }
    assert.deepEqual(configFrom({ OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1' }).speech, builtIn)
    const config = configFrom({
      DEEPGRAM_API_KEY: 'deepgram-key',
      DEEPGRAM_BASE_URL: 'http://127.0.0.1:9000',
      ELEVENLABS_API_KEY: 'elevenlabs-key',
      OPENAI_BASE_URL: 'http://127.0.0.1:8880/v1',
      OPENAI_SPEECH_MODEL: 'kokoro',
      CARTESIA_API_KEY: 'cartesia-key',
      AZURE_SPEECH_KEY: 'azure-key',
      AZURE_SPEECH_REGION: 'westeurope',
      OPENAI_TRANSCRIPTION_MODEL: 'whisper-1',
    })
    assert.deepEqual(config.speech, {
      ...builtIn,
      deepgram: { apiKey: 'deepgram-key', baseUrl: 'http://127.0.0.1:9000' },
      elevenlabs: { apiKey: 'elevenlabs-key', baseUrl: undefined },
      openai: { apiKey: undefined, baseUrl: 'http://127.0.0.1:8880/v1', model: 'kokoro' },
      cartesia: { apiKey: 'cartesia-key', baseUrl: undefined },
      azure: { apiKey: 'azure-key', region: 'westeurope', baseUrl: undefined },
      openaiTranscription: { apiKey: undefined, baseUrl: 'http://127.0.0.1:8880/v1', model: 'whisper-1' },
    })
  })

  it('reads speech servers with addresses of their own, which do not get the key of OpenAI', () => {
    const servers = {
      OPENAI_SPEECH_BASE_URL: 'http://127.0.0.1:8880/v1',
      OPENAI_TRANSCRIPTION_BASE_URL: 'http://127.0.0.1:8000/v1',
    }
    const speech = { apiKey: undefined, baseUrl: 'http://127.0.0.1:8880/v1', model: 'tts-1' }
    const transcription = { apiKey: undefined, baseUrl: 'http://127.0.0.1:8000/v1', model: 'whisper-1' }
    const both = { default: 'offline', recognition: 'base', openai: speech, openaiTranscription: transcription }
    assert.deepEqual(configFrom(servers).speech, both)
    assert.equal(configFrom(servers).models.openai, undefined)
    const ollama = configFrom({ ...servers, OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1', OPENAI_API_KEY: 'key' })
    assert.equal(ollama.models.openai?.baseUrl, 'http://127.0.0.1:11434/v1')
    assert.deepEqual(ollama.speech, both)
    const alone = configFrom({
      OPENAI_API_KEY: 'key',
      OPENAI_SPEECH_BASE_URL: servers.OPENAI_SPEECH_BASE_URL,
      OPENAI_SPEECH_API_KEY: 'speech-key',
      OPENAI_SPEECH_MODEL: 'kokoro',
    }).speech
    assert.deepEqual(alone.openai, { ...speech, apiKey: 'speech-key', model: 'kokoro' })
    assert.deepEqual(alone.openaiTranscription, { apiKey: 'key', baseUrl: undefined, model: undefined })
    assert.deepEqual(faultsOf({ OPENAI_TRANSCRIPTION_API_KEY: 'key' }), [
      'OPENAI_TRANSCRIPTION_BASE_URL must be set if OPENAI_TRANSCRIPTION_API_KEY is.',
    ])
  })

  it('reads the vendors of realtime models that have a key, or a server of their own', () => {
    assert.deepEqual(configFrom({ OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1' }).realtime, {})
    assert.deepEqual(configFrom({ OPENAI_API_KEY: 'o', OPENAI_BASE_URL: 'http://127.0.0.1:9000/v1' }).realtime, {
      openai: { apiKey: 'o', baseUrl: 'http://127.0.0.1:9000/v1' },
    })
    const keys = { OPENAI_API_KEY: 'o', GOOGLE_GENERATIVE_AI_API_KEY: 'g' }
    const servers = {
      OPENAI_REALTIME_BASE_URL: 'http://127.0.0.1:9001/v1',
      GOOGLE_LIVE_BASE_URL: 'http://127.0.0.1:9002',
    }
    assert.deepEqual(configFrom({ ...keys, ...servers, OPENAI_BASE_URL: 'http://127.0.0.1:9000/v1' }).realtime, {
      openai: { apiKey: 'o', baseUrl: 'http://127.0.0.1:9001/v1' },
      google: { apiKey: 'g', baseUrl: 'http://127.0.0.1:9002' },
    })
    assert.deepEqual(configFrom({ OPENAI_REALTIME_URL: 'wss://models.example/v1/realtime' }).realtime, {
      openai: { apiKey: undefined, baseUrl: 'https://models.example/v1' },
    })
    assert.match(faultsOf({ OPENAI_REALTIME_URL: 'wss://models.example/v1' })[0] ?? '', /ends with \/realtime\.$/)
  })

  it('requires the region or the URL of Azure Speech', () => {
    const AZURE_SPEECH_KEY = 'azure-key'
    assert.deepEqual(faultsOf({ AZURE_SPEECH_KEY }), [
      'AZURE_SPEECH_REGION or AZURE_SPEECH_BASE_URL must be set if AZURE_SPEECH_KEY is.',
    ])
    const own = configFrom({ AZURE_SPEECH_KEY, AZURE_SPEECH_BASE_URL: 'http://127.0.0.1:5000' }).speech.azure
    assert.deepEqual(own, { apiKey: AZURE_SPEECH_KEY, region: undefined, baseUrl: 'http://127.0.0.1:5000' })
    for (const AZURE_SPEECH_REGION of ['West Europe', 'a.example/', 'a@b'])
      assert.deepEqual(faultsOf({ AZURE_SPEECH_KEY, AZURE_SPEECH_REGION }), [
        'AZURE_SPEECH_REGION must be a region such as westeurope.',
      ])
  })

  it('refuses keys of speech vendors that cannot be sent in a header', () => {
    for (const key of ['two words', 'line\nbreak', 'schlüssel'])
      assert.match(faultsOf({ DEEPGRAM_API_KEY: key })[0] ?? '', /^DEEPGRAM_API_KEY must be a key of ASCII/)
  })

  it('reports every error in one message, without values, which may be secret', () => {
    const faults = faultsOf({
      PORT: '99999',
      PUBLIC_URL: 'parley.example',
      DATABASE_URL: 'mysql://user:canary@localhost/x',
      PARLEY_ROLES: 'api,cook',
      LOG_LEVEL: 'loud',
      ALLOW_PRIVATE_ADDRESSES: 'everything',
      TRUSTED_PROXIES: 'my-proxy',
      REQUESTS_PER_MINUTE: '-1',
      PRICES: '{"widget_message":-1,"widgets":2}',
      TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    })
    assert.deepEqual(faults, [
      'PORT must be a port: a whole number from 0 to 65535.',
      'PUBLIC_URL must be a URL that begins with http:// or https://.',
      'DATABASE_URL must be a URL that begins with postgresql://, with special characters in the password encoded, such as %40.',
      'PARLEY_ROLES must be one or more of api, worker, voice, separated by commas.',
      'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent.',
      'ALLOW_PRIVATE_ADDRESSES is not valid: The allowed private address "everything" is a name and needs a port: everything:443.',
      'TRUSTED_PROXIES must be IP addresses or networks such as 10.0.0.0/8, separated by commas.',
      'REQUESTS_PER_MINUTE must be a whole number, 0 or more.',
      'PRICES: widget_message must be a number of US dollars, 0 or more.',
      'PRICES has no widgets; its fields are widget_message, api_message, chatapp_message, sms_segment, call_minute, carrier_minute, minute, credit.',
      'TWILIO_AUTH_TOKEN must be set if TWILIO_ACCOUNT_SID is.',
    ])
  })

  it('rejects numbers that are not whole or out of range', () => {
    assert.deepEqual(faultsOf({ PORT: 'abc', INBOUND_PAUSE_MS: '1.5', MODEL_FIRST_TOKEN_TIMEOUT_MS: '90001' }), [
      'PORT must be a port: a whole number from 0 to 65535.',
      'INBOUND_PAUSE_MS must be a whole number from 0 to 60,000.',
      'MODEL_FIRST_TOKEN_TIMEOUT_MS must be a whole number from 1,000 to 90,000.',
    ])
    assert.deepEqual(faultsOf({ MASTER_KEY: 'canary', FAILPOINT: 'x' }), [
      'MASTER_KEY must be 32 bytes in base64; create one with `openssl rand -base64 32`.',
      'FAILPOINT must be a seam and a count, such as job-done:1 or messages.sendTemplate/carrier.sendMessage-after:1.',
    ])
  })

  it('reads a failpoint with its origin, count and ending, and accepts known seams only', () => {
    const seam = 'carrier.sendMessage-after'
    assert.deepEqual(configFrom({ FAILPOINT: `cron:messages.repair/${seam}:2:reject` }).failpoint, {
      origin: 'cron:messages.repair',
      seam,
      count: 2,
      ending: 'reject',
    })
    assert.deepEqual(configFrom({ FAILPOINT: 'job-done:1' }).failpoint, {
      origin: undefined,
      seam: 'job-done',
      count: 1,
      ending: 'kill',
    })
    for (const text of ['job-ended:1', 'carrier.sendMessages-after:1', 'job-done:0', 'job-done', 'job-done:1:stop'])
      assert.equal(faultsOf({ FAILPOINT: text }).length, 1, text)
  })

  it('uses the sandbox carrier without a Twilio account, and warns about a token without an account', () => {
    const { twilio, warnings } = configFrom({ TWILIO_AUTH_TOKEN: 'canary' })
    assert.equal(twilio, undefined)
    assert.deepEqual(warnings, [
      'TWILIO_AUTH_TOKEN is set but TWILIO_ACCOUNT_SID is not, so the sandbox carrier is used.',
    ])
  })

  it('uses a local URL, with a warning, when it listens on all interfaces without PUBLIC_URL', () => {
    for (const host of ['0.0.0.0', '::']) {
      const config = configFrom({ HOST: host, PORT: '9000' })
      assert.equal(config.settings.publicUrl, 'http://127.0.0.1:9000')
      assert.equal(config.warnings.length, 1)
    }
    assert.equal(configFrom({ HOST: '::1' }).settings.publicUrl, 'http://[::1]:8080')
    assert.deepEqual(configFrom({ HOST: '0.0.0.0', PUBLIC_URL: 'https://parley.example' }).warnings, [])
  })

  it('waits longer for a self-hosted model', () => {
    assert.equal(configFrom({}).models.firstTokenTimeoutMs, 15_000)
    const own = { OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1' }
    assert.equal(configFrom(own).models.firstTokenTimeoutMs, 60_000)
    assert.equal(configFrom({ ...own, MODEL_FIRST_TOKEN_TIMEOUT_MS: '5000' }).models.firstTokenTimeoutMs, 5_000)
  })

  it('rejects prices that are not JSON, and an empty list of roles', () => {
    assert.deepEqual(faultsOf({ PRICES: '{' }), ['PRICES must be valid JSON.'])
    assert.deepEqual(faultsOf({ PRICES: '5' }), ['PRICES must be a JSON object.'])
    assert.deepEqual(faultsOf({ PARLEY_ROLES: ' , ' }).length, 1)
  })

  it('is described with its defaults, and with examples that are valid', () => {
    const page = readFileSync('.env.example', 'utf8')
    for (const [name, schema] of Object.entries(shape)) {
      const [, comment = '', example = ''] = new RegExp(`((?:^# .*\\n)+)^#${name}=(.*)$`, 'm').exec(page) ?? []
      if (example !== '') assert.ok(schema.safeParse(example).success, `${name}=${example}`)
      const preset = presetOf(schema)
      if (preset === undefined || name === 'PRICES') continue
      const words = preset === '' ? 'none' : name === 'PARLEY_ROLES' ? 'all' : String(preset)
      assert.match(comment, new RegExp(`[Dd]efault: ${RegExp.escape(words)}$`, 'm'), name)
    }
  })
})

/** The default as it would be written. */
function presetOf(schema: z.ZodType): unknown {
  const { def } = schema as unknown as { def: { type: string; defaultValue?: unknown; in?: z.ZodType } }
  return def.type === 'default' ? def.defaultValue : def.in && presetOf(def.in)
}
