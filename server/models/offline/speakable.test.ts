// Tests that customers hear nothing technical from the offline model, whatever prompts and tools contain.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { ChatMessage } from '#server/ports/language-model.ts'
import { listen } from '#testing/suites/language-model.ts'
import { createOfflineModel, offlineRef } from './offline-model.ts'

const setup = { model: createOfflineModel(), ref: offlineRef, async [Symbol.asyncDispose]() {} }

const word = fc.constantFrom('order', 'status', 'opening', 'price', 'table', 'delivery', 'customer', 'bread')
const setting = fc.tuple(word, word).map((words) => words.join('_'))
const value = fc.oneof(word, fc.integer({ min: 1, max: 99 }), fc.constant(null), fc.boolean())
const json = fc.dictionary(setting, fc.oneof(value, fc.array(value, { maxLength: 3 })), { minKeys: 1, maxKeys: 4 })

const technicalLine = fc.oneof(
  json.map((object) => JSON.stringify(object)),
  json.map((object) => `\`\`\`json\n${JSON.stringify(object, null, 2)}\n\`\`\``),
  fc.tuple(setting, value).map(([name, given]) => `${name}: ${given}`),
  fc.tuple(setting, value).map(([name, given]) => `- ${name} = ${given}`),
  setting.map((name) => `Call the tool ${name} when the customer asks about bread.`),
  setting.map((name) => `The price of bread is {{${name}}}.`),
  setting.map((name) => `<${name}>bread and delivery</${name}>`),
)
const plainLine = fc.constantFrom(
  'You are **Mia**, the assistant of Fjord Bikes.',
  'Our opening hours are [9 to 5](https://example.com/a/b?c=7) on weekdays.',
  '- **Bread**: costs *4 euros*',
  '## Delivery',
  'Delivery is free, see https://www.example.com/delivery?id=17#top for more.',
  'Write to first_last@example.com about an order.',
)
const prompt = fc
  .array(fc.oneof(technicalLine, plainLine), { minLength: 1, maxLength: 8 })
  .map((lines) => lines.join('\n'))
const question = fc.constantFrom(
  'How much is the bread?',
  'When do you open?',
  'what is the order status',
  'Who are you?',
  'Do you deliver?',
  'Tell me about the customer',
  'and the price of the table',
  'How can I write to you about an order?',
  'Goodbye',
  'Can I talk to a person?',
  'I would like to book a table',
)
const tool = fc.tuple(setting, fc.oneof(json, fc.constant({ error: 'opening_time {"code":7}' }), value, fc.array(json)))

describe('what customers hear', () => {
  const technical = /[{}[\]<>`]|":|\w=|\*\*|(?<![\w.])(?!first_last@)[a-z]+_[a-z]+|https?:|\bnull\b|undefined|NaN/
  it('has no JSON, settings, names of tools, Markdown, placeholders or addresses of pages', async () => {
    await fc.assert(
      fc.asyncProperty(prompt, question, tool, fc.boolean(), async (instructions, said, [name, result], hasResult) => {
        const messages: ChatMessage[] = [
          { role: 'system', content: instructions },
          { role: 'user', content: said },
        ]
        const called: ChatMessage[] = [
          { role: 'assistant', content: '', toolCalls: [{ id: '1', name, arguments: {} }] },
          { role: 'tool', toolCallId: '1', toolName: name, content: JSON.stringify(result) },
        ]
        const tools = [{ name, description: 'Looks it up.', parameters: { type: 'object', properties: {} } }]
        for (const isSpoken of [true, false]) {
          const all = hasResult ? [...messages, ...called] : messages
          const { text } = await listen(setup, { messages: all, tools, isSpoken })
          assert.doesNotMatch(isSpoken ? text : text.replace(/https?:\S+/g, ''), technical)
          assert.ok(text.length <= 400, text)
        }
      }),
      { numRuns: 400 },
    )
  })

  it('has the domain of a page on the phone, and whole email addresses', async () => {
    const content =
      'Delivery is free, see https://www.example.com/delivery?id=17#top. Write to first_last@example.com about an order.'
    const say = async (said: string) =>
      (
        await listen(setup, {
          messages: [
            { role: 'system', content },
            { role: 'user', content: said },
          ],
          isSpoken: true,
        })
      ).text
    assert.equal(await say('Do you deliver?'), 'Delivery is free, see example.com.')
    assert.equal(await say('How can I email you about an order?'), 'Write to first_last@example.com about an order.')
  })
})
