// Tests of the panels for calling, chatting with and listening to assistants, with real calls and a real microphone.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { openFlite } from '@parley/speech'
import type { Locator, Page } from 'playwright-core'
import { until } from '../app/until.ts'
import type { ScriptedAnswer, ScriptedRequest } from '../language-models/script.ts'
import { chromiumMissing } from '../processes/chromium.ts'
import { ask } from '../processes/microphone.ts'
import { assertAccessible } from './accessibility.ts'
import { type Dashboard, startDashboard } from './dashboard.ts'
import { areReleased, recordMedia } from './opened-media.ts'

const question = 'When do you open in the morning?'
const timeoutMs = 60_000

/** The answers of each assistant, by a word in its instructions. */
const scripts = new Map<string, (request: ScriptedRequest) => ScriptedAnswer>()

function answer(request: ScriptedRequest): ScriptedAnswer {
  const messages = JSON.stringify(request.body['messages'])
  const name = [...scripts.keys()].find((each) => messages.includes(`(${each})`))
  return name === undefined ? 'All right.' : scripts.get(name)!(request)
}

async function speak(text: string): Promise<Uint8Array> {
  await using flite = openFlite()
  return await flite.synthesize(text, { voice: 'rms' })
}

/** The page may show the panel beside other content, or after a click on a button or a tab. */
async function panelIn(page: Page, name: string): Promise<Locator> {
  const panel = page.getByRole('region', { name })
  await panel.waitFor()
  return panel
}

describe('the panels', { skip: chromiumMissing, timeout: 200_000, concurrency: true }, async () => {
  if (chromiumMissing) return
  const dashboard = await startDashboard({ hasMicrophone: true, script: answer })
  after(() => dashboard[Symbol.asyncDispose]())
  const { parley } = dashboard
  const owner = await parley.createAccount()

  async function open(path: string, options: Parameters<Dashboard['open']>[2] = {}): Promise<Page> {
    const page = await dashboard.open(owner, path, options)
    page.setDefaultTimeout(timeoutMs)
    return page
  }

  it('a member calls an assistant, is understood, types and hangs up', async () => {
    scripts.set('talk', () => 'We open at seven.')
    const { id } = await parley.createAssistant(
      {
        initial_message: 'Hello {{visitor}}.',
        system_prompt: 'You answer the phone. (talk)',
        variables: { visitor: 'stranger' },
      },
      owner,
    )
    const page = await open(`/assistants/${id}?panel=talk`)
    await page.evaluate(recordMedia)
    const panel = await panelIn(page, 'Call with the microphone')
    await panel.getByText('With the saved settings').waitFor()
    await panel.getByRole('button', { name: /Variables/ }).click()
    await panel.getByLabel('visitor').fill('Maria')
    await assertAccessible(page, 'before a call')
    await panel.getByRole('button', { name: 'Call', exact: true }).dblclick()
    await panel.getByText('On a call').waitFor()
    const captions = panel.getByRole('log', { name: 'Captions' })
    await captions.getByText('Hello Maria.').waitFor()
    await ask(page, question, captions.getByText('We open at seven.').first())
    await captions
      .getByText(/open|morning/i)
      .first()
      .waitFor()
    await panel.getByText(/is reserved for at most/).waitFor()
    await panel.getByRole('button', { name: 'Keypad' }).click()
    await panel.getByRole('button', { name: 'Key 5' }).click()
    await panel.getByRole('button', { name: 'Mute' }).click()
    await panel.getByText('Muted: the assistant does not hear you.').waitFor()
    await assertAccessible(page, 'on a call')
    await panel.getByLabel('Type what to say').fill('Thank <b>you</b> very much.')
    await page.keyboard.press('Enter')
    await captions.getByText('Thank <b>you</b> very much.').waitFor()
    await panel.getByRole('button', { name: 'Hang up' }).click()
    await panel.getByText('The call has ended').waitFor()
    await panel.getByText('Cost').waitFor()
    await page.waitForFunction(areReleased)
    await assertAccessible(page, 'after a call')
    const { data: calls } = await owner.client.calls.list({ assistant_id: id })
    assert.deepEqual(
      calls.map(({ type, ended_reason: reason }) => `${type} ${reason}`),
      ['web caller_hung_up'],
    )
    await panel.getByRole('link', { name: 'Open the call' }).click()
    await page.waitForURL(`**/calls/${calls[0]!.id}`)
    await page.close()
  })

  it('leaving the page during a call ends it and releases the microphone', async () => {
    const { id } = await parley.createAssistant({ initial_message: 'Hello.', system_prompt: 'Talk. (talk)' }, owner)
    const page = await open(`/assistants/${id}?panel=talk`, { hasPolicy: true })
    await page.evaluate(recordMedia)
    const panel = await panelIn(page, 'Call with the microphone')
    await panel.getByRole('button', { name: 'Call', exact: true }).click()
    await panel.getByText('On a call').waitFor()
    await page.getByRole('link', { name: 'Usage' }).click()
    await page.waitForURL('**/usage')
    await page.waitForFunction(areReleased)
    await page.close()
  })

  it('a member chats with an assistant, whose answers appear word by word with what it has looked up', async () => {
    const { id: knowledgebase } = (await owner.client.knowledge.create({ name: 'Empty' })).data
    const gate = Promise.withResolvers<void>()
    let failures = 1
    scripts.set('chat', ({ body }) => {
      const messages = body['messages'] as { role: string; content: unknown }[]
      const last = messages.at(-1)!
      if (last.role === 'tool')
        return { pieces: ['We open ', { gate: gate.promise }, 'at https://bakery.example/hours. <b>Really</b>'] }
      if (!JSON.stringify(last.content).includes('Sunday'))
        return { pieces: [{ tool: 'search_knowledgebase', arguments: { query: 'open' } }] }
      return failures-- > 0 ? { status: 400, message: 'The model is broken.' } : 'مغلق'
    })
    const { id } = await parley.createAssistant(
      { initial_message: 'Welcome.', system_prompt: 'You chat. (chat)', knowledgebase_id: knowledgebase },
      owner,
    )
    const page = await open(`/assistants/${id}?panel=chat`)
    const panel = await panelIn(page, 'Chat with the assistant')
    await assertAccessible(page, 'before a conversation')
    const field = panel.getByRole('textbox', { name: 'Message' })
    const messages = panel.getByRole('log', { name: 'Messages' })
    await field.fill('x'.repeat(2_001))
    await page.keyboard.press('Enter')
    await panel.getByText('2,000 characters').waitFor()
    assert.equal((await field.inputValue()).length, 2_001, 'the text was not kept')
    await field.fill('When do')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('you open? <i>')
    await page.keyboard.press('Enter')
    await messages.getByText('Welcome.').waitFor()
    await messages.getByText('you open? <i>').waitFor()
    await messages.getByText('We open', { exact: false }).waitFor()
    assert.equal(await messages.getAttribute('aria-busy'), 'true')
    gate.resolve()
    const link = messages.getByRole('link', { name: 'https://bakery.example/hours' })
    await link.waitFor()
    assert.deepEqual(
      [await link.getAttribute('href'), await link.getAttribute('rel')],
      ['https://bakery.example/hours', 'noopener noreferrer'],
    )
    await messages.getByText('. <b>Really</b>').waitFor()
    await messages.getByRole('button', { name: /from the knowledge base/ }).click()
    await messages.getByText('Nothing in the documents answers this.').waitFor()
    await field.fill('And on Sunday?')
    await page.keyboard.press('Enter')
    await panel.getByText(/^Failed to process message/).waitFor()
    await assertAccessible(page, 'a conversation with an error')
    await messages.getByRole('button', { name: 'Try again' }).click()
    await messages.getByText('مغلق').waitFor()
    // The answer is stored when it is complete.
    await until(async () => (await messages.getAttribute('aria-busy')) !== 'true')
    assert.equal(await page.evaluate('document.activeElement.getAttribute("aria-label")'), 'Message')
    const inbox = await panel.getByRole('link', { name: 'Open in the inbox' }).getAttribute('href')
    const uuid = /conversation=%22?([0-9a-f-]{36})|conversation=([0-9a-f-]{36})/.exec(inbox!)!.slice(1).find(Boolean)!
    const { history } = await owner.client.conversations.get({ uuid })
    assert.deepEqual(
      history.map(({ role, content }) => `${role}: ${content}`),
      [
        'assistant: Welcome.',
        'user: When do\nyou open? <i>',
        'assistant: We open at https://bakery.example/hours. <b>Really</b>',
        'user: And on Sunday?',
        'assistant: مغلق',
      ],
    )
    await owner.client.conversations.write({ uuid, message: 'This is Anna.' })
    await messages.getByText('This is Anna.').waitFor()
    await panel.getByText('A teammate has taken over. The assistant does not answer.').waitFor()
    const authors = await messages.locator('p.font-semibold, p.self-center').allTextContents()
    assert.deepEqual(authors.slice(-2), ['A teammate has taken over. The assistant does not answer.', 'Teammate'])
    await panel.getByRole('button', { name: 'New conversation' }).click()
    await panel.getByRole('button', { name: 'Start conversation' }).click()
    await messages.getByText('Welcome.').waitFor()
    await page.close()
  })

  it('members listen to a call, whisper, take it over, hand it back and end it', async () => {
    scripts.set('live', ({ body }) =>
      JSON.stringify(body['messages']).includes('ten percent') ? 'Ten percent off.' : 'At seven.',
    )
    const assistant = await parley.createCallingAssistant({
      owner,
      assistant: { initial_message: 'Good morning.', system_prompt: 'You answer the phone. (live)' },
    })
    const phone = '+12025554999'
    const { control } = parley.carrier
    control.behaveOnCalls(phone, { ringMs: 0 })
    const { call_id: id } = await owner.client.calls.make({ assistant_id: assistant.id, phone_number: phone })
    const { sid } = await control.waitForCall(({ to, answeredAtMs }) => to === phone && answeredAtMs !== null)
    const [page, other, viewer] = await Promise.all([
      open(`/calls/${id}`),
      open(`/calls/${id}`, { hasPolicy: true, role: 'editor', locale: 'de-DE' }),
      open(`/calls/${id}`, { role: 'viewer' }),
    ])
    await (await panelIn(viewer, 'Live call')).getByText(/Your role cannot read or listen/).waitFor()
    await viewer.close()
    const panel = await panelIn(page, 'Live call')
    const captions = panel.getByRole('log', { name: 'Captions' })
    await panel.getByRole('button', { name: 'Listen' }).waitFor()
    control.say(sid, { say: question, audio: await speak(question) })
    await captions
      .getByText(/morning/i)
      .first()
      .waitFor()
    await captions.getByText('At seven.').first().waitFor()
    await assertAccessible(page, 'the words of a call')

    const second = await panelIn(other, 'Laufender Anruf')
    await second.getByRole('button', { name: 'Zuhören' }).click()
    await second.getByText('Der Kunde bemerkt es nicht.').waitFor()
    await page.evaluate(recordMedia)
    await panel.getByRole('button', { name: 'Listen' }).click()
    await panel.getByText('2 people listen.').waitFor()
    await captions.getByText('At seven.').first().waitFor()
    const whisper = panel.getByLabel('Whisper to the assistant')
    await whisper.fill('x'.repeat(1_001))
    await page.keyboard.press('Enter')
    await panel.getByText('1,000 characters').waitFor()
    await whisper.fill('Offer <b>ten percent</b>.')
    await page.keyboard.press('Enter')
    await captions.getByText('Offer <b>ten percent</b>.').waitFor()
    await second.getByText('Offer <b>ten percent</b>.').waitFor()

    await panel.getByRole('button', { name: 'Take over' }).click()
    await panel.getByText('You are talking to the customer now.').waitFor()
    await second.getByText('A owner hat diesen Anruf übernommen.').waitFor()
    await second.getByRole('button', { name: 'Übernehmen' }).click()
    await second.getByText('A owner hat diesen Anruf übernommen. Sie können ihn übernehmen').waitFor()
    await assertAccessible(page, 'a call that was taken over')
    await page.evaluate('opened.sockets[0].close()')
    await page.waitForFunction('() => opened.sockets.length === 2')
    await panel.getByText('You are talking to the customer now.').waitFor()
    await ask(page, question, captions.getByText('Teammate').first())
    await panel.getByRole('button', { name: 'Hand back' }).click()
    await panel.getByText('You are listening.').waitFor()
    await captions.getByText('Ten percent off.').waitFor()
    await other.close()
    await panel.getByText('You are the only listener.').waitFor()
    control.behaveOnCalls('+12025554777', { pickUp: 'busy' })
    await panel.getByRole('button', { name: 'Transfer' }).click()
    const transfer = page.getByRole('dialog', { name: 'Transfer this call' })
    await transfer.getByLabel('Phone number').fill('Anna')
    await transfer.getByRole('button', { name: 'Transfer' }).click()
    await transfer.getByText('This is neither a phone number').waitFor()
    await assertAccessible(page, 'before a call is transferred')
    await transfer.getByLabel('Phone number').fill('(202) 555-4777')
    await transfer.getByRole('button', { name: 'Transfer' }).click()
    await control.waitForCall(({ to }) => to === '+12025554777')
    await transfer.waitFor({ state: 'hidden' })
    await panel.getByRole('button', { name: 'End call' }).click()
    const confirmation = page.getByRole('alertdialog', { name: 'End this call?' })
    await confirmation.getByText('without a goodbye').waitFor()
    await assertAccessible(page, 'before a call is ended')
    await confirmation.getByRole('button', { name: 'End call' }).click()
    await confirmation.waitFor({ state: 'hidden' })
    await panel.getByRole('button', { name: 'End call' }).waitFor({ state: 'hidden' })
    await page.waitForFunction(areReleased)
    const { ended_reason: reason, transcript } = await owner.client.calls.get({ id })
    assert.equal(reason, 'agent_ended')
    assert.ok(transcript.some(({ type, sender }) => type === 'transcript' && sender === 'agent'))
    await page.close()
  })
})
