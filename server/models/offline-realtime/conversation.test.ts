// Tests of what the language model knows of a call.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConversation } from './conversation.ts'

const call = (id: string) => ({ id, name: 'find_table', arguments: {} })

test('results follow their calls, even when the customer spoke in between, and calls without a result are left out', () => {
  const conversation = createConversation()
  conversation.hear('A table for two,')
  conversation.hear('please.')
  const answer = conversation.startAnswer(1)
  answer.items.push({ id: 'item-1', text: 'One moment. ' })
  answer.calls = ['a', 'b'].map((id) => ({ call: call(id), result: undefined }))
  conversation.hear('Are you there?')
  conversation.add([{ role: 'tool', call: call('b'), result: 'table seven' }])
  assert.deepEqual(conversation.messages(), [
    { role: 'user', content: 'A table for two, please.' },
    { role: 'assistant', content: 'One moment.', toolCalls: [call('b')] },
    { role: 'tool', toolCallId: 'b', toolName: 'find_table', content: 'table seven' },
    { role: 'user', content: 'Are you there?' },
  ])
})

test('results of a repeated id belong to the calls in their order', () => {
  const conversation = createConversation()
  for (const generation of [1, 2]) conversation.startAnswer(generation).calls = [{ call: call('a'), result: undefined }]
  conversation.add([
    { role: 'tool', call: call('a'), result: 'first' },
    { role: 'tool', call: call('a'), result: 'second' },
  ])
  const results = conversation.messages().flatMap((message) => (message.role === 'tool' ? [message.content] : []))
  assert.deepEqual(results, ['first', 'second'])
})

test('an item that was not heard to its end removes the later items of the answer', () => {
  const conversation = createConversation()
  const answer = conversation.startAnswer(1)
  answer.items = ['One.', 'Two.', 'Three.'].map((text, index) => ({ id: String(index), text }))
  conversation.startAnswer(2).items.push({ id: 'later', text: 'Goodbye.' })
  conversation.truncate(answer, '0', 'One.')
  conversation.truncate(answer, '1', 'Tw')
  const contents = () => conversation.messages().map(({ content }) => content)
  assert.deepEqual(contents(), ['One. Tw', 'Goodbye.'])
  assert.equal(conversation.findAnswer('2'), undefined)
  conversation.truncate(answer, '0', '')
  assert.deepEqual(contents(), ['Goodbye.'])
})

test('the oldest parts of a long conversation are left out', () => {
  const conversation = createConversation()
  for (let index = 0; index < 2_000; index++) {
    conversation.hear(`Question ${index}?`)
    const answer = conversation.startAnswer(index)
    answer.items.push({ id: `item-${index}`, text: `Answer ${index} is ${'long '.repeat(20)}.` })
    answer.calls = [{ call: call(`call-${index}`), result: undefined }]
    conversation.add([{ role: 'tool', call: call(`call-${index}`), result: `table ${index}` }])
  }
  const messages = conversation.messages()
  const length = JSON.stringify(messages).length
  assert.ok(length > 20_000 && length < 100_000, `${length} characters`)
  assert.equal(messages.at(-1)?.content, 'table 1999')
  assert.notEqual(messages[0]?.role, 'tool')
  assert.equal(conversation.findAnswer('item-0'), undefined)
  // The result of a call that was left out is still known.
  conversation.add([{ role: 'tool', call: call('call-0'), result: 'late' }])
  assert.equal(conversation.messages().at(-1)?.content, 'late')
})

test('parts without words are left out as well', () => {
  const conversation = createConversation()
  for (let index = 0; index < 2_000; index++)
    conversation.startAnswer(index).items.push({ id: `item-${index}`, text: '' })
  assert.equal(conversation.findAnswer('item-0'), undefined)
  assert.ok(conversation.findAnswer('item-1999'))
})
