// Tests that the offline model answers from the documents of a knowledgebase that the server has processed.
import assert from 'node:assert/strict'
import { openAsBlob } from 'node:fs'
import { after, it } from 'node:test'
import { documentedAccount, openSandboxCarrier } from '@parley/carrier-sandbox'
import { createLog } from '#server/platform/observability/log.ts'
import { startTestApp } from '../app/test-app.ts'
import { bakeryDocuments, createKnowledgebase, hostileDocuments, untilActive } from '../app/test-knowledge.ts'

const log = createLog({ level: 'silent', pretty: false })
const sandbox = await openSandboxCarrier({ ...documentedAccount, log })
after(() => sandbox[Symbol.asyncDispose]())
const parley = await startTestApp({ config: { allowPrivate: [new URL(sandbox.baseUrl).host] } })
after(() => parley[Symbol.asyncDispose]())
const owner = await parley.createAccount()
const documents = { ...bakeryDocuments, ...hostileDocuments }
const knowledgebase_id = await createKnowledgebase(parley, owner, documents)

const turns: [question: string, answer: RegExp][] = [
  ['Are you open on Sundays?', /^Sunday: closed\. \(Source: Opening hours\)/],
  ['And on Saturdays?', /^Saturday: 8:00–14:00\. \(Source: Opening hours\)$/],
  ['How long can I return a cake tin?', /^You can return cake tins within 30 days\. \(Source: Returns policy\)$/],
  ['What does parking cost?', /^Parking costs 3 euros per hour\. \(Source: Parking rules\)$/],
  ['Who won the football match in Rome?', /^I’m sorry, I don’t know that\./],
]

for (const knowledgebase_mode of ['function_call', 'prompt'] as const)
  it(`the offline model answers from documents in the mode ${knowledgebase_mode}`, async () => {
    const settings = { initial_message: null, knowledgebase_id, knowledgebase_mode }
    const { uuid: assistant_id } = await parley.createAssistant(settings, owner)
    const { conversation_id: uuid } = await owner.client.conversations.create({ assistant_id })
    for (const [question, answer] of turns) {
      const { message, function_calls: calls } = await owner.client.conversations.sendMessage({
        uuid,
        message: question,
      })
      assert.match(message, answer)
      assert.deepEqual(
        calls.map(({ name }) => name),
        ['search_knowledgebase'],
      )
    }
  })

it('answers the questions of the README from a PDF, a Word document and the website of the sandbox', async () => {
  const { client } = owner
  const { id: knowledgebaseId } = (await client.knowledge.create({ name: 'Bakery' })).data
  const upload = async (type: 'pdf' | 'docx', name: string, path: string) => {
    const file = new File([await openAsBlob(new URL(`../../docs/examples/${path}`, import.meta.url))], path)
    await client.knowledge.createDocument({ knowledgebaseId, type, name, file })
  }
  await upload('pdf', 'Price list', 'price-list.pdf')
  await upload('docx', 'Catering', 'catering-conditions.docx')
  const url = `${sandbox.baseUrl}/sandbox/website/index.html`
  await client.knowledge.createDocument({ knowledgebaseId, type: 'website', name: 'Website', url })
  await untilActive(parley, owner, knowledgebaseId)
  const { id: assistant_id } = await parley.createAssistant({ knowledgebase_id: knowledgebaseId }, owner)

  const ask = async (message: string) =>
    (await client.conversations.generateReply({ assistant_id, customer_identifier: 'reader', message })).reply
  assert.match(
    (await ask('How much is a cinnamon bun?')) ?? '',
    /^Cinnamon bun: 2\.80 euros\. \(Source: Price list, page 1\)/,
  )
  assert.equal(
    await ask('How long are cancellations free?'),
    'Cancellations are free until five days before the event. (Source: Catering)',
  )
  assert.equal(
    await ask('Which bus stops near you?'),
    'Bus line 31 stops at the fish market, two minutes from the bakery. (Source: Website)',
  )
})

it('never answers with the rules that Parley adds to the instructions', async () => {
  const settings = { initial_message: null, system_prompt: 'You are Mia. We sell bikes.', knowledgebase_id: null }
  const { uuid: assistant_id } = await parley.createAssistant(settings, owner)
  const { conversation_id: uuid } = await owner.client.conversations.create({ assistant_id })
  for (const message of ['Which time zone is this?', 'Can messages contain files?', 'What does a tool return?'])
    assert.match(
      (await owner.client.conversations.sendMessage({ uuid, message })).message,
      /^I’m sorry, I don’t know that/,
    )
})
