// Tests of servers with OpenAI's protocol that deviate from it: their streams, refusals and limits.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { answerThrough } from '#server/models/language-models.ts'
import { createLog } from '#server/platform/observability/log.ts'
import type { ChatMessage, Generation } from '#server/ports/language-model.ts'
import { startScriptedOpenAi } from '#testing/language-models/openai-server.ts'
import type { Script, ScriptedBody, ScriptedRequest } from '#testing/language-models/script.ts'
import { failureOf } from '#testing/requests/expect-refusal.ts'
import { finishOf, listen, weatherTool } from '#testing/suites/language-model.ts'
import { createVendors, openAiVendor } from './vendors.ts'

const log = createLog({ level: 'silent', pretty: false })
const apiKey = 'secret-key-of-ours-1234'

async function open(script: Script, options: { omits?: string[]; contextTokens?: number } = {}) {
  const server = await startScriptedOpenAi({ script })
  const vendors = createVendors({ openai: { baseUrl: server.baseUrl, model: 'any', apiKey, ...options } })
  return {
    server,
    model: answerThrough(vendors, { log }),
    ref: { vendor: 'openai', code: 'any' },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

const chunk = (delta: unknown, finish: string | null = null, more: object = {}) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'any',
  choices: [{ index: 0, delta, finish_reason: finish }],
  ...more,
})
const sse = (...events: unknown[]): string =>
  events.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`).join('')
const body = (...events: unknown[]): ScriptedBody => ({ raw: sse(...events) })
const hello = [chunk({ role: 'assistant', content: 'Good ' }), chunk({ content: 'day.' })]
const toolCall = (call: object) => chunk({ tool_calls: [call] })

describe('a stream of a model server', () => {
  const usage = { prompt_tokens: '12', completion_tokens: 3, total_tokens: null }
  const complete: Record<string, ScriptedBody> = {
    'without a finish reason before its end marker': body(...hello, '[DONE]'),
    'with a finish reason in every part': body(
      chunk({ content: 'Good ' }, 'stop'),
      chunk({ content: 'day.' }, 'stop'),
      '[DONE]',
    ),
    'with the index of its choice as text': body(
      { choices: [{ index: '0', delta: { content: 'Good day.' } }] },
      '[DONE]',
    ),
    'with empty finish reasons': body(chunk({ content: 'Good day.' }, ''), '[DONE]'),
    'without an end marker after its finish reason': body(...hello, chunk({}, 'stop')),
    'with fields of strange types': body(
      ...hello.map((event) => ({ ...event, id: 7, created: 'now', model: null, object: [], system_fingerprint: {} })),
      chunk({ role: null, content: null, tool_calls: null, function_call: null }, 'stop', { usage: 'none' }),
      '[DONE]',
    ),
    'with numbers as text': body(...hello, chunk({}, 'stop'), { choices: [], usage }, '[DONE]'),
    'with signs of life': body({ type: 'ping' }, null, 5, 'null', { choices: null }, ...hello, chunk({}, 'stop')),
    'with nothing useful after its end': body(...hello, chunk({}, 'stop'), '{broken', { error: { message: 'late' } }),
    'with text as parts': body(chunk({ content: [{ type: 'text', text: 'Good day.' }] }, 'stop'), '[DONE]'),
    'with messages instead of deltas': body(
      { choices: [{ index: 0, message: { content: 'Good ' } }] },
      { choices: [{ index: 0, message: { content: 'day.' }, finish_reason: 'stop' }] },
    ),
    'that repeats its deltas as a message': body(...hello, {
      choices: [{ index: 0, message: { content: 'Good day.' }, finish_reason: 'stop' }],
    }),
    'without spaces, with comments and other line ends': {
      raw: sse(...hello, chunk({}, 'stop'))
        .replaceAll('data: ', 'data:')
        .replaceAll('\n', '\r\n')
        .replace('data', ': PROCESSING\r\n\r\ndata'),
    },
    'with an event over several lines': {
      raw: `data: ${JSON.stringify(chunk({ content: 'Good day.' }, 'stop'), null, 1).replaceAll('\n', '\ndata: ')}\n\n`,
    },
    'without empty lines': { raw: sse(...hello, chunk({}, 'stop'), '[DONE]').replaceAll('\n\n', '\n') },
    'with a byte order mark and another type': {
      raw: `\ufeff${sse(...hello, chunk({}, 'stop'))}`,
      contentType: 'text/plain',
    },
    'that is plain JSON': {
      raw: JSON.stringify(
        { id: 'c', object: 'chat.completion', choices: [{ message: { role: 'assistant', content: 'Good day.' } }] },
        null,
        2,
      ),
      contentType: 'application/json',
    },
    'of JSON lines': { raw: [...hello, chunk({}, 'stop')].map((event) => `${JSON.stringify(event)}\n`).join('') },
    'with thoughts in other fields': body(
      chunk({ reasoning: 'Hm.' }),
      chunk({ reasoning_content: 'Hm.', thinking: 'Hm.' }),
      chunk({ reasoning_details: [{ type: 'reasoning.text', text: 'Hm.' }] }),
      chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }] }),
      ...hello,
      chunk({}, 'stop'),
    ),
  }
  for (const [name, answer] of Object.entries(complete))
    it(`${name} is complete`, async () => {
      await using setup = await open(answer)
      const { text, events } = await listen(setup)
      assert.deepEqual([text, finishOf(events).reason, setup.server.requests.length], ['Good day.', 'stop', 1])
      for (const count of Object.values(finishOf(events).usage)) assert.ok(Number.isInteger(count))
    })

  it('that stays open after its finish reason does not delay the answer', async () => {
    await using setup = await open({ raw: [sse(...hello, chunk({}, 'stop')), new Promise(() => {})] })
    assert.equal((await listen(setup)).text, 'Good day.')
  })

  const calls: Record<string, [object[], Record<string, unknown>]> = {
    'with arguments as an object': [
      [{ index: 0, id: 'a', function: { name: 'get_weather', arguments: { city: 'Rome' } } }],
      { city: 'Rome' },
    ],
    'with null as arguments': [[{ index: 0, id: 'a', function: { name: 'get_weather', arguments: 'null' } }], {}],
    'without arguments': [[{ index: 0, id: 'a', function: { name: 'get_weather' } }], {}],
    'with arguments in a text in a text': [
      [{ index: 0, function: { name: 'get_weather', arguments: '"{\\"city\\":\\"Rome\\"}"' } }],
      { city: 'Rome' },
    ],
    'after an empty object': [
      [
        { index: 0, id: 'a', function: { name: 'get_weather', arguments: '{}' } },
        { index: 0, function: { arguments: '{"city":"Rome"}' } },
      ],
      { city: 'Rome' },
    ],
    'with the index as text': [
      [{ index: '0', id: 5, function: { name: 'get_weather', arguments: '{"city":"Rome"}' } }],
      { city: 'Rome' },
    ],
    'without a function': [[{ index: 0, id: 'a', name: 'get_weather', arguments: { city: 'Rome' } }], { city: 'Rome' }],
    'with the name space of OpenAI': [
      [{ index: 0, id: 'functions.get_weather:0', function: { name: 'functions.get_weather', arguments: '{}' } }],
      {},
    ],
    'with a mark after its name': [
      [{ index: 0, id: 'a', function: { name: 'get_weather<|channel|>commentary', arguments: '{}<|call|>' } }],
      {},
    ],
  }
  for (const [name, [parts, expected]] of Object.entries(calls))
    it(`has a tool call ${name}`, async () => {
      await using setup = await open(body(...parts.map(toolCall), '[DONE]'))
      const { calls } = await listen(setup, { tools: [weatherTool] })
      assert.deepEqual(
        calls.map((call) => [call.name, call.arguments]),
        [['get_weather', expected]],
      )
    })

  it('that ends with a tool call but without an end marker is complete if its arguments are', async () => {
    const part = (text: string) =>
      body(toolCall({ index: 0, id: 'a', function: { name: 'get_weather', arguments: text } }))
    await using setup = await open([part('{"city":"Rome"}'), part('{"city":')])
    assert.equal((await listen(setup, { tools: [weatherTool] })).calls.length, 1)
    assert.equal((await failureOf(listen(setup, { tools: [weatherTool] }))).code, 'bad_tool_call')
  })

  it('passes on the first word before the second has arrived', async () => {
    const gate = Promise.withResolvers<void>()
    await using setup = await open({ raw: [sse(hello[0]), gate.promise, sse(hello[1], '[DONE]')] })
    const words: string[] = []
    const messages: ChatMessage[] = [{ role: 'user', content: 'Hello' }]
    for await (const event of setup.model.stream({ model: setup.ref, messages })) {
      if (event.type === 'text') words.push(event.delta)
      gate.resolve()
    }
    assert.deepEqual(words, ['Good ', 'day.'])
  })

  it('that ends with an error reports what the server said, also after text', async () => {
    const failures: [unknown, string, string][] = [
      [{ error: { message: 'Provider disconnected', code: 502 } }, 'unavailable', 'Provider disconnected'],
      [{ error: 'CUDA out of memory' }, 'unavailable', 'CUDA out of memory'],
      [
        chunk({}, 'error', { error: { message: 'Upstream idle', code: 'server_error' } }),
        'unavailable',
        'Upstream idle',
      ],
      [{ object: 'error', message: 'Engine died', code: 500 }, 'unavailable', 'Engine died'],
      [{ error: { message: 'Slow down', code: 429 } }, 'rate_limited', 'Slow down'],
    ]
    for (const [event, code, said] of failures) {
      for (const before of [[], hello]) {
        await using setup = await open(body(...before, event))
        const failure = await failureOf(listen(setup))
        assert.equal(failure.code, code)
        assert.ok(failure.message.includes(said), failure.message)
      }
    }
  })

  it('that is used as a whole is asked again if it breaks after text', async () => {
    await using setup = await open([body(...hello, { error: 'gone' }), body(...hello, '[DONE]')])
    const { text } = await listen(setup, { isWhole: true })
    assert.deepEqual([text, setup.server.requests.length], ['Good day.', 2])
  })
})

describe('thoughts of a model', () => {
  const thought = 'It is nine, I guess.\n</think>\n\nWe open at nine.'
  const split = body(
    ...(thought.match(/.{1,4}/gs) ?? []).map((content) => chunk({ content })),
    chunk({}, 'stop'),
    '[DONE]',
  )

  it('that were opened in the prompt are never a part of a whole answer, and later not of a stream', async () => {
    await using setup = await open(split)
    assert.equal((await listen(setup, { isWhole: true })).text, 'We open at nine.')
    assert.equal((await listen(setup)).text, 'We open at nine.')
    setup.server.use('Good day.')
    assert.equal((await listen(setup)).text, 'Good day.')
  })

  it('are expected of models whose names say so', async () => {
    await using server = await startScriptedOpenAi({ script: split, models: ['deepseek-r1:8b'] })
    const model = answerThrough(createVendors({ openai: { baseUrl: server.baseUrl } }), { log })
    assert.equal((await listen({ ...server, model, ref: { vendor: 'openai', code: 'x' } })).text, 'We open at nine.')
  })

  it('are no longer expected of a model that has answered without', async () => {
    await using server = await startScriptedOpenAi({ script: 'Good day.', models: ['next-thinking-8b'] })
    const model = answerThrough(createVendors({ openai: { baseUrl: server.baseUrl } }), { log })
    const setup = { ...server, model, ref: { vendor: 'openai', code: 'x' } }
    assert.equal((await listen(setup)).text, 'Good day.')
    const gate = Promise.withResolvers<void>()
    server.use({ pieces: ['Good ', { gate: gate.promise }, 'day.'] })
    const messages: ChatMessage[] = [{ role: 'user', content: 'Hello' }]
    for await (const event of model.stream({ model: setup.ref, messages })) if (event.type === 'text') gate.resolve()
  })
})

describe('a tool call that a model writes', () => {
  const tools = [weatherTool]
  const json = '{"name": "get_weather", "arguments": {"city": "Rome"}}'

  it('is called', async () => {
    await using setup = await open([`<tool_call>${json}</tool_call>`, json])
    for (const _ of [1, 2]) {
      const { text, calls, events } = await listen(setup, { tools })
      assert.deepEqual([text, calls[0]?.arguments, finishOf(events).reason], ['', { city: 'Rome' }, 'tool-calls'])
    }
  })

  it('can be the arguments alone if the model has to call its only tool', async () => {
    for (const text of ['{"city": "Rome"}', '```json\n{"city": "Rome"}\n```', '<think>Hm.</think>{"city": "Rome"}']) {
      await using setup = await open(text)
      const { calls } = await listen(setup, { tools, toolChoice: 'required', isWhole: true })
      assert.deepEqual([calls[0]?.name, calls[0]?.arguments], ['get_weather', { city: 'Rome' }])
      assert.deepEqual((await listen(setup, { tools, isWhole: true })).calls, [])
    }
  })

  it('is asked for again if the server refuses it', async () => {
    const raw = JSON.stringify({
      error: { message: 'Failed to call a function.', code: 'tool_use_failed', failed_generation: '<function=x' },
    })
    await using setup = await open([{ raw, status: 400, contentType: 'application/json' }, 'It is sunny.'])
    assert.equal((await listen(setup, { tools })).text, 'It is sunny.')
  })

  it('is asked for again if it cannot be run, and never sent', async () => {
    const faulty = '<tool_call>{"name": "get_weather", "arguments": 7}</tool_call>'
    await using setup = await open([faulty, 'It is sunny.', faulty])
    assert.equal((await listen(setup, { tools })).text, 'It is sunny.')
    assert.equal((await failureOf(listen(setup, { tools }))).code, 'bad_tool_call')
    assert.equal(setup.server.requests.length, 4)
    for (const written of [`<tool_call>${json}</tool_call>`, json]) {
      setup.server.use(written)
      assert.equal((await failureOf(listen(setup, { tools, toolChoice: 'none' }))).code, 'bad_tool_call')
      setup.server.use(`It is sunny.\n${written}`)
      const { text, calls } = await listen(setup, { tools, toolChoice: 'none', isWhole: true })
      assert.deepEqual([text.trim(), calls], ['It is sunny.', []])
    }
  })
})

/** Counts a token for three and a half characters, and refuses what does not fit. */
const limitedTo =
  (contextTokens: number, refuse: (input: number, output: number) => Script): Script =>
  (request, index) => {
    const input = Math.ceil(JSON.stringify(request.body['messages']).length / 3.5)
    const output = Number(request.body['max_tokens'] ?? 16)
    if (input + output <= contextTokens) return 'Noted.'
    const script = refuse(input, output)
    return typeof script === 'function' ? script(request, index) : (script as string)
  }

const talk = (turns: number): ChatMessage[] => [
  { role: 'system', content: 'Help.' },
  ...Array.from({ length: turns }, (_, index): ChatMessage[] => [
    { role: 'user', content: `Question ${index}: ${'what about the parcel? '.repeat(20)}` },
    { role: 'assistant', content: 'Noted.' },
  ]).flat(),
  { role: 'user', content: 'The newest question' },
]

describe('the context of a model', () => {
  const error = (message: string, more: object = {}, status = 400): ScriptedBody => ({
    raw: JSON.stringify({ error: { message, ...more } }),
    status,
    contentType: 'application/json',
  })
  const refusals: Record<string, (input: number, output: number) => Script> = {
    vLLM: (input, output) =>
      error(
        `This model's maximum context length is 4096 tokens. However, you requested ${input + output} tokens (${input} in the messages, ${output} in the completion).`,
      ),
    'vLLM for the prompt': (input) =>
      error(`The decoder prompt (length ${input}) is longer than the maximum model length of 4096.`),
    SGLang: (input, output) =>
      error(
        `Requested token count exceeds the model's maximum context length of 4096 tokens. You requested a total of ${input + output} tokens: ${input} tokens from the input messages and ${output} tokens for the completion.`,
      ),
    'llama.cpp': (input) =>
      error('the request exceeds the available context size, try increasing it', {
        code: 400,
        type: 'exceed_context_size_error',
        n_prompt_tokens: input,
        n_ctx: 4096,
      }),
    'LM Studio': (input) =>
      body({
        error: `Trying to keep the first ${input} tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.`,
      }),
    'LM Studio without a size': () => body({ error: { message: 'Context size has been exceeded.' } }),
    'LM Studio with names': (input) => error(`Cannot truncate prompt with n_keep (${input}) >= n_ctx (4096)`),
    Ollama: () => error('input length exceeds maximum context length', {}, 500),
    OpenAI: () => error('Your input exceeds the limit.', { code: 'context_length_exceeded' }),
    'a gateway of Anthropic': (input) => error(`prompt is too long: ${input} tokens > 4096 maximum`),
    'a gateway of Gemini': (input) =>
      error(`The input token count (${input}) exceeds the maximum number of tokens allowed (4096).`),
    'Anthropic with its output': (input, output) =>
      error(`input length and \`max_tokens\` exceed context limit: ${input} + ${output} > 4096, decrease input length`),
    Groq: (input) =>
      error(
        `Request too large for model \`m\` on tokens per minute (TPM): Limit 4096, Requested ${input}, please reduce your message size`,
        { code: 'rate_limit_exceeded' },
        413,
      ),
    OpenRouter: (input, output) =>
      error(
        `This endpoint's maximum context length is 4096 tokens. However, you requested about ${input + output} tokens (${input} of text input, ${output} in the output).`,
      ),
    TGI: (input, output) =>
      error(
        `Input validation error: \`inputs\` tokens + \`max_new_tokens\` must be <= 4096. Given: ${input} \`inputs\` tokens and ${output} \`max_new_tokens\``,
        {},
        422,
      ),
    'a proxy': () => ({ raw: '<html>413 Request Entity Too Large</html>', status: 413, contentType: 'text/html' }),
  }
  for (const [name, refuse] of Object.entries(refusals))
    it(`is learned from ${name}, and later requests fit`, async () => {
      await using setup = await open(limitedTo(4_096, refuse))
      const ask = () => listen(setup, { messages: talk(60), maxOutputTokens: 4_096 })
      assert.equal((await ask()).text, 'Noted.')
      const asked = setup.server.requests.length
      assert.ok(asked >= 2 && asked <= 5, `${asked} requests`)
      assert.equal((await ask()).text, 'Noted.')
      assert.equal(setup.server.requests.length, asked + 1)
      const { messages } = setup.server.requests.at(-1)!.body as { messages: { role: string; content: string }[] }
      assert.equal(messages[0]?.content, 'Help.')
      assert.equal(messages[1]?.role, 'user')
      assert.equal(messages.at(-1)?.content, 'The newest question')
      assert.ok(messages.length > 5, 'some of the history is kept')
    })

  it('can be too small for the newest message, which is an error that says so', async () => {
    await using setup = await open(limitedTo(600, () => error('maximum context length is 600 tokens')))
    const messages: ChatMessage[] = [{ role: 'user', content: 'long '.repeat(2_000) }]
    const failure = await failureOf(listen(setup, { messages, maxOutputTokens: 100 }))
    assert.deepEqual([failure.code, failure.retryable], ['context_too_long', false])
    assert.match(failure.message, /600 tokens/)
    assert.ok(setup.server.requests.length <= 5)
  })

  it('is assumed to be too small if a long request has an empty answer', async () => {
    await using setup = await open(limitedTo(8_192, () => ({ raw: sse(chunk({}, 'stop'), '[DONE]') })))
    assert.equal((await listen(setup, { messages: talk(70), maxOutputTokens: 1_024 })).text, 'Noted.')
    assert.equal(setup.server.requests.length, 2)
  })

  it('can be configured', async () => {
    await using setup = await open('Noted.', { contextTokens: 4_096 })
    await listen(setup, { messages: talk(60), maxOutputTokens: 4_096 })
    const { messages, max_tokens } = setup.server.requests[0]!.body as { messages: unknown[]; max_tokens: number }
    assert.ok(messages.length < 80)
    assert.equal(max_tokens, 1_024)
  })

  it('keeps the results of tools with their calls', async () => {
    const call = { id: 'a', name: 'get_weather', arguments: {} }
    const result = { role: 'tool' as const, toolCallId: 'a', toolName: call.name, content: 'rain '.repeat(200) }
    const asked: ChatMessage[] = [
      { role: 'user', content: 'Weather?' },
      { role: 'assistant', content: '', toolCalls: [call] },
      result,
    ]
    const messages = [...Array.from({ length: 20 }, () => asked).flat(), { role: 'user' as const, content: 'And now?' }]
    await using setup = await open('Noted.', { contextTokens: 1_024 })
    await listen(setup, { messages, tools: [weatherTool], maxOutputTokens: 256 })
    const sent = setup.server.requests[0]!.body['messages'] as { role: string }[]
    assert.ok(sent.length < 20)
    assert.equal(sent[0]?.role, 'user')
  })
})

describe('a parameter that a server refuses', () => {
  const refuse = (text: object, status = 400): ScriptedBody => ({
    raw: JSON.stringify(text),
    status,
    contentType: 'application/json',
  })
  const refusals: [name: string, refusal: ScriptedBody, isRefused: (body: ScriptedRequest['body']) => boolean][] = [
    [
      'temperature',
      refuse({ error: { message: 'temperature is deprecated for this model.' } }),
      (sent) => 'temperature' in sent,
    ],
    [
      'temperature',
      refuse({
        error: {
          message: "Unsupported value: 'temperature' does not support 0.3 with this model.",
          param: 'temperature',
          code: 'unsupported_value',
        },
      }),
      (sent) => 'temperature' in sent,
    ],
    [
      'max_tokens',
      refuse({
        error: {
          message: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
          param: 'max_tokens',
        },
      }),
      (sent) => 'max_tokens' in sent,
    ],
    [
      'stream_options',
      refuse(
        {
          detail: [{ loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' }],
        },
        422,
      ),
      (sent) => 'stream_options' in sent,
    ],
    [
      'stream_options',
      refuse({ error: { message: 'Unrecognized request argument supplied: stream_options', param: null } }),
      (sent) => 'stream_options' in sent,
    ],
    [
      'tool_choice',
      refuse({ error: { message: 'Thinking mode does not support this tool_choice' } }),
      (sent) => 'tool_choice' in sent,
    ],
    [
      'tools',
      refuse({ error: { message: 'registry.example/gemma:2b does not support tools', type: 'api_error' } }),
      (sent) => 'tools' in sent,
    ],
    [
      'tools',
      refuse({
        object: 'error',
        message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
      }),
      (sent) => 'tools' in sent,
    ],
    [
      'tools',
      refuse({ error: { message: 'No endpoints found that support tool use.', code: 404 } }, 404),
      (sent) => 'tools' in sent,
    ],
    [
      'max_tokens',
      refuse({ error: { message: "litellm.UnsupportedParamsError: it does not support parameters: ['max_tokens']" } }),
      (sent) => 'max_tokens' in sent,
    ],
  ]
  for (const [name, refusal, isRefused] of refusals)
    it(`is left out at once and from then on: ${name}, ${JSON.stringify(refusal.raw).slice(0, 80)}`, async () => {
      await using setup = await open(({ body: sent }) => (isRefused(sent) ? refusal : 'Good day.'))
      const generation: Partial<Generation> = { tools: [weatherTool], maxOutputTokens: 50 }
      for (const requests of [2, 3]) {
        assert.equal((await listen(setup, generation)).text, 'Good day.')
        assert.equal(setup.server.requests.length, requests)
      }
      const [first, second] = setup.server.requests.map(({ body: sent }) => Object.keys(sent))
      const left = first!.filter((key) => !second!.includes(key))
      assert.deepEqual(left, name === 'tools' ? ['tools', 'tool_choice'] : [name])
      if (name === 'max_tokens') assert.equal(setup.server.requests[1]!.body['max_completion_tokens'], 50)
    })

  it('can be one of several', async () => {
    const refused = ['temperature', 'max_completion_tokens', 'max_tokens', 'stream_options', 'tool_choice']
    await using setup = await open(({ body: sent }) => {
      const name = refused.find((candidate) => candidate in sent)
      return name ? refuse({ error: { message: `Unknown parameter: '${name}'.`, param: name } }) : 'Good day.'
    })
    const { text } = await listen(setup, { tools: [weatherTool], maxOutputTokens: 50 })
    assert.equal(text, 'Good day.')
  })

  it('is also left out for OpenAI', async () => {
    const script: Script = ({ body: sent }) =>
      'temperature' in sent ? refuse({ error: { message: 'no', param: 'temperature' } }) : 'Good day.'
    await using server = await startScriptedOpenAi({ script })
    const model = answerThrough([openAiVendor(apiKey, { baseUrl: server.baseUrl })], { log })
    assert.equal((await listen({ ...server, model, ref: { vendor: 'openai', code: 'gpt-4.1' } })).text, 'Good day.')
  })

  it('can be switched off by the operator', async () => {
    await using setup = await open('Good day.', { omits: ['temperature', 'stream_options'] })
    await listen(setup)
    const sent = Object.keys(setup.server.requests[0]!.body)
    assert.ok(!sent.includes('temperature') && !sent.includes('stream_options'))
  })

  it('without its name is an error, and so are tools whose schema is wrong', async () => {
    const messages = [
      "Invalid schema for function 'get_weather'",
      'The request is invalid.',
      'messages: roles must alternate',
    ]
    for (const message of messages) {
      await using setup = await open(refuse({ error: { message, param: 'tools[0].function.parameters' } }))
      const failure = await failureOf(listen(setup, { tools: [weatherTool] }))
      assert.deepEqual([failure.code, setup.server.requests.length], ['bad_request', 1])
      assert.ok(failure.message.includes(message.replace(/\.$/, '')), failure.message)
    }
  })
})

describe('the error of a model', () => {
  it('says what the server said, in short, without keys and the prompt', async () => {
    const prompt = 'My card number is 4000 1234 5678 9010'
    const echo = `Cannot read "${prompt}" with Bearer ${apiKey}, sk-proj-abcdefgh12345678 at https://user:pass@host/. ${'x '.repeat(500)}`
    await using setup = await open({ status: 400, message: echo })
    const { message } = await failureOf(listen(setup, { messages: [{ role: 'user', content: prompt }] }))
    assert.match(message, /^The model vendor refused the request \(HTTP 400\): Cannot read "/)
    assert.doesNotMatch(message, /4000 1234|secret-key|sk-proj|user:pass/)
    assert.ok(message.length < 420)
  })

  it('has other forms', async () => {
    const bodies = {
      '{"detail":"The model is loading"}': 'The model is loading',
      '{"message":"The model is loading"}': 'The model is loading',
      '{"error":"The model is loading"}': 'The model is loading',
      'The model is loading': 'The model is loading',
      '{"error":{"message":"Provider returned error","metadata":{"raw":"{\\"error\\":{\\"message\\":\\"The model is loading\\"}}"}}}':
        'Provider returned error: The model is loading',
      '[{"error":{"message":"The model is loading","status":"UNAVAILABLE"}}]': 'The model is loading',
    }
    for (const [raw, said] of Object.entries(bodies)) {
      await using setup = await open({ raw, status: 400, contentType: 'application/json' })
      const { message } = await failureOf(listen(setup))
      assert.ok(message.endsWith(`: ${said}.`), message)
    }
  })
})
