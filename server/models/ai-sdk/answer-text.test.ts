// Tests of what remains of the text of a model: no thoughts, no marks and no tool calls, and everything else unchanged.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { ToolDefinition } from '#server/ports/language-model.ts'
import { type AnswerTextOptions, openAnswerText } from './answer-text.ts'

const tools: ToolDefinition[] = [
  {
    name: 'find_parcel',
    description: 'Finds a parcel.',
    parameters: { type: 'object', properties: { code: { type: 'string' }, days: { type: 'integer' } } },
  },
]
const call = { name: 'find_parcel', arguments: { code: 'K9' } }

type Options = Partial<AnswerTextOptions> & { isCut?: boolean; hasCalls?: boolean }

/** Sends the text in pieces of `size`. */
function read(text: string, { isCut = false, hasCalls = false, ...options }: Options = {}, size = 1_000) {
  const answer = openAnswerText({ hasMarks: true, tools, holdsAll: false, expectsThought: false, ...options })
  let early = ''
  for (let index = 0; index < text.length; index += size) early += answer.push(text.slice(index, index + size))
  const { text: rest, ...end } = answer.end({ isCut, hasCalls })
  return { ...end, early, text: early + rest }
}

/** Whole, in single characters, in pieces, and held back until the end. */
function readings(text: string) {
  return [read(text), read(text, {}, 1), read(text, {}, 7), read(text, { holdsAll: true }, 5)]
}

describe('the text of a model', () => {
  const thoughts = {
    '<think>Parcels need a code.</think>\n\nWhich code?': 'Which code?',
    '<THINKING>They ask.</THINKING>Yes.': 'Yes.',
    '<thought>They ask.</thought> Yes.': 'Yes.',
    '<reasoning>a < b</reasoning>Yes.': 'Yes.',
    '[THINK]Hm.[/THINK]Yes.': 'Yes.',
    '◁think▷Hm.◁/think▷Yes.': 'Yes.',
    '<seed:think>Hm.</seed:think>Yes.': 'Yes.',
    '<|begin_of_thought|>Hm.<|end_of_thought|>\n\n<|begin_of_solution|>Yes.<|end_of_solution|>': 'Yes.',
    '<|START_THINKING|>Hm.<|END_THINKING|><|START_RESPONSE|>Yes.<|END_RESPONSE|>': 'Yes.',
    '<|channel>thought\nHm.<channel|>Yes.': 'Yes.',
    '<think>One.</think><think>Two.</think>Yes.': 'Yes.',
    'We deliver. <think>On Sunday?</think> Not on Sunday.': 'We deliver. Not on Sunday.',
    '<think>It says `</think>` in the docs.</think>Yes.': 'Yes.',
    '<think>Hm.</think><answer>Yes.</answer>': 'Yes.',
    '<think>for ever': '',
    'Yes.<|im_end|>\n<|im_start|>user\nAnd then?': 'Yes.',
    'Yes.<|eot_id|>': 'Yes.',
    '<|start_header_id|>assistant<|end_header_id|>\n\nYes.<|eot_id|>': 'Yes.',
    '<start_of_turn>model\nYes.': 'Yes.',
    'Yes.</s>': 'Yes.',
    'Yes.<|user|>And then?': 'Yes.',
  }
  const channels = {
    '<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Yes.<|return|>': 'Yes.',
    '<|start|>assistant<|channel|>final<|message|>Yes.': 'Yes.',
    '<|channel|>final<|message|>Yes.<|end|><|start|>assistant<|channel|>analysis<|message|>Done.': 'Yes.',
    '<|channel|>analysis<|message|>Hm.<|channel|>final<|message|>Yes.': 'Yes.',
    '<|channel|>commentary<|message|>I look.<|end|><|start|>assistant<|channel|>final<|message|>Yes.': 'Yes.',
    '<|channel|>analysis<|message|>Hm.<|end|>Yes.': 'Yes.',
    '<|start|>assistant<|message|>Yes.<|end|>': 'Yes.',
    '<|channel|>final Yes.': 'Yes.',
    'analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Yes.': 'Yes.',
    'analysisThe parcel is late.assistantfinalYes.': 'Yes.',
    '<|channel|>analysis<|message|>Hm.': '',
  }
  for (const [text, expected] of Object.entries({ ...thoughts, ...channels }))
    it(`has no thoughts: ${text}`, () => {
      for (const reading of readings(text)) {
        assert.equal(reading.text.trim(), expected)
        assert.deepEqual([reading.calls, reading.hasUnopenedThought], [[], false])
      }
    })

  const unopened = [
    'It must be nine.\n</think>\n\nWe open at nine.',
    'Docs say `x`.\n\n```\ncode\n```\nSo nine.</think>We open at nine.',
    'Nine, I guess.[/THINK]We open at nine.',
    'Nine.<|end|><|start|>assistant<|channel|>final<|message|>We open at nine.',
    'One.</think>Two.</think>We open at nine.',
    '```\nnever closed\n</think>\nWe open at nine.',
  ]
  for (const text of unopened)
    it(`has no thought that was opened in the prompt, if it is read as a whole or the model is known: ${text}`, () => {
      for (const options of [{ holdsAll: true }, { expectsThought: true }]) {
        // A second thought cannot be foreseen while the text is passed on.
        if (options.expectsThought && text.startsWith('One.')) continue
        const reading = read(text, options, 3)
        assert.equal(reading.text.trim(), 'We open at nine.')
      }
      assert.ok(read(text, { holdsAll: true }, 3).hasUnopenedThought || text.startsWith('```'))
      assert.ok(!read(text, {}, 3).text.includes('</think>') || text.startsWith('```'))
    })

  it('that begins like a thought is held back until it is clear', () => {
    for (const begin of ['The user wants to know.', 'Okay, so they ask.', 'We need to look.', '用户想知道。']) {
      assert.equal(read(`${begin}</think>Yes.`, {}, 2).text, 'Yes.')
      assert.equal(read(`${begin} That is all.`, {}, 2).text, `${begin} That is all.`)
      assert.equal(read(begin, { isCut: true }, 2).text, '')
    }
    assert.equal(read('The user', {}, 1).early, '')
    assert.equal(read('The parcel', {}, 1).early, 'The parcel')
  })

  it('of a model that closes its thoughts is dropped if the thought does not end', () => {
    assert.equal(read('Hm, so', { expectsThought: true, isCut: true }).text, '')
    assert.equal(read('I look for it.', { expectsThought: true, hasCalls: true }).text, '')
    assert.equal(read('We open at nine.', { expectsThought: true }).text, 'We open at nine.')
    // A model that opens a thought is not expected to close others.
    assert.equal(read('<think>Hm.</think>We open', { expectsThought: true }).early, 'We open')
  })

  const ordinary = [
    'Parcels < 5 kg cost 3 €, a<b and x <= 7.',
    '**Bold**, _italic_, `code` and <b>HTML</b> with <s>old</s> <a href="https://a.example">links</a>.',
    'Close it with `</think>`, open it with `<think>`.',
    'Use this:\n\n```xml\n<think>\nplan\n</think>\n<tool_call>{"name":"find_parcel"}</tool_call>\n```\n\nDone.',
    '{"name":"Ada","city":"Rome"}',
    '```json\n{"name": "Ada", "days": [1, 2]}\n```\nThat is the record.',
    'Send {"code": "K9"} or [1, 2] to the [page](https://a.example).',
    '{"type":"letter","weight":3}',
    'Call it as `find_parcel(code="K9")`.',
    'The tool is called find_parcel.',
    'A list:\n[x] done\n[ ] open\n{curly}',
    'analysis is a word.',
    'The answer is <answer>42</answer>.',
    'Well-formed 👩‍👩‍👧 and 😀',
    'Shell: a <|b and <',
  ]
  for (const text of ordinary)
    it(`is unchanged: ${text}`, () => {
      for (const reading of readings(text)) {
        assert.equal(reading.text, text)
        assert.deepEqual([reading.calls, reading.hasFaultyCall], [[], false])
      }
    })

  it('is unchanged whatever it is, if it has no marks', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab <>[]{}"`\n:|t'), maxLength: 80 })
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 9 }), (given, size) => {
        const reading = read(given, {}, size)
        if (reading.hasFaultyCall) return
        assert.equal(reading.text, given.trimStart())
      }),
      { numRuns: 300 },
    )
  })

  it('is the same in whatever pieces it arrives', () => {
    const parts = [
      '<think>',
      '</think>',
      'Hm. ',
      '`',
      '\n',
      '<|channel|>',
      'final',
      '<|message|>',
      '{"name": ',
      '"find_parcel"',
      '}',
    ]
    const text = fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((list) => list.join(''))
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 5 }), (given, size) => {
        const [whole, pieces] = [read(given, { holdsAll: true }), read(given, { holdsAll: true }, size)]
        assert.deepEqual(pieces, whole)
      }),
      { numRuns: 500 },
    )
  })

  it('is read in linear time', () => {
    for (const piece of [
      '<',
      '{',
      '[',
      '`',
      '{"name": "',
      '<|',
      '<think>',
      '{"arguments": ',
      '\n```\n',
      '<|channel|>a',
    ])
      for (const options of [{ holdsAll: true }, {}]) {
        const startedMs = performance.now()
        read(piece.repeat(45_000 / piece.length), options, 500)
        const tookMs = performance.now() - startedMs
        assert.ok(tookMs < 1_500, `${piece}: ${tookMs} ms`)
      }
  })
})

describe('a tool call in the text of a model', () => {
  const json = '{"name": "find_parcel", "arguments": {"code": "K9"}}'
  const written = [
    json,
    `\n\n\`\`\`json\n${json}\n\`\`\``,
    `\`\`\`tool_call\n${json}\n\`\`\``,
    `<tool_call>\n${json}\n</tool_call>`,
    `<think>I look.</think>\n\n${json}`,
    `<function_call>${json}</function_call>`,
    `[TOOL_CALLS][${json}]`,
    '[TOOL_CALLS]find_parcel[ARGS]{"code": "K9"}',
    `<|python_tag|>${json.replace('arguments', 'parameters')}`,
    '<|python_tag|>find_parcel.call(code="K9")',
    '[find_parcel(code="K9")]',
    "find_parcel(code='K9')",
    '<function=find_parcel>\n<parameter=code>\nK9\n</parameter>\n</function>',
    '<tool_call>\n<function=find_parcel>\n<parameter=code> K9\n</function>',
    '<invoke name="find_parcel"><parameter name="code">K9</parameter></invoke>',
    '<tool_call>find_parcel\n<arg_key>code</arg_key>\n<arg_value>K9</arg_value>\n</tool_call>',
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.find_parcel:0<|tool_call_argument_begin|>{"code": "K9"}<|tool_call_end|>',
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>find_parcel\n```json\n{"code": "K9"}\n```<｜tool▁call▁end｜>',
    '<|channel|>commentary to=functions.find_parcel <|constrain|>json<|message|>{"code":"K9"}<|call|>',
    '<|start|>assistant to=functions.find_parcel<|channel|>commentary json<|message|>{"code":"K9"}',
    '{"type":"function","function":{"name":"find_parcel","arguments":"{\\"code\\": \\"K9\\"}"}}',
    '{"tool_calls": [{"function": {"name": "find_parcel", "arguments": {"code": "K9"}}}]}',
    '{"arguments": {"code": "K9"}, "name": "find_parcel"}',
    '{"tool": "find_parcel", "parameters": {"code": "K9"}}',
    "{'name': 'find_parcel', 'arguments': {'code': 'K9'}}",
    '{"find_parcel": {"code": "K9"}}',
    '{"tool_uses":[{"recipient_name":"functions.find_parcel","parameters":{"code":"K9"}}]}',
    '<function=find_parcel>{"code": "K9"}</function>',
    '<function=find_parcel{"code": "K9"}</function>',
    '<|tool_call>call:find_parcel{code:<|"|>K9<|"|>}<tool_call|>',
    '```tool_code\nprint(default_api.find_parcel(code="K9"))\n```',
    '<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "find_parcel", "parameters": {"code": "K9"}}]<|END_ACTION|>',
  ]
  for (const text of written)
    it(`is found: ${text}`, () => {
      for (const reading of readings(text))
        assert.deepEqual([reading.text, reading.calls, reading.hasFaultyCall], ['', [call], false])
    })

  it('follows text', () => {
    for (const text of [
      `I look. <tool_call>${json}</tool_call>`,
      `I look.\n\n${json}`,
      `I look.\n\`\`\`\n${json}\n\`\`\``,
    ]) {
      for (const reading of readings(text)) {
        assert.equal(reading.text.trim(), 'I look.')
        assert.deepEqual(reading.calls, [call])
      }
    }
  })

  it('is one of several, with values of the types of the schema', () => {
    const two = read(`<tool_call>${json}</tool_call>\n<tool_call>${json}</tool_call>`)
    assert.deepEqual(two.calls, [call, call])
    const days = '<function=find_parcel><parameter=code>7</parameter><parameter=days>3</parameter></function>'
    assert.deepEqual(read(days).calls[0]?.arguments, { code: '7', days: 3 })
  })

  it('that cannot be run is not shown', () => {
    const faulty = [
      '<tool_call>{"name": "other", "arguments": {}}</tool_call>',
      '<tool_call>{"name": "find_parcel", "arguments": {"code": </tool_call>',
      '{"name": "find_parcel", "arguments": ["K9"]}',
      '{"name": "find_parcel", "arguments": "K9"}',
      '<function=find_parcel>{"code": </function>',
      '<function=other><parameter=code>K9</parameter></function>',
      '<|channel|>commentary to=functions.other<|message|>{}<|call|>',
      '[TOOL_CALLS]find_parcel',
    ]
    for (const text of faulty)
      for (const reading of readings(text))
        assert.deepEqual([reading.text, reading.calls, reading.hasFaultyCall], ['', [], true], text)
  })

  it('needs marks if no tool is offered', () => {
    assert.equal(read(json, { tools: [] }).text, json)
    assert.deepEqual(read(`<tool_call>${json}</tool_call>`, { tools: [] }).text, '')
  })
})
