// Tests of the panels for calling, chatting with and listening to assistants, with real calls and a real microphone.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { Script, ScriptedRequest } from '../language-models/script.ts'
import { chromiumMissing } from '../processes/chromium.ts'
import { assertAccessible } from './accessibility.ts'
import { startDashboard } from './dashboard.ts'

const question = 'When do you open in the morning?'
const timeoutMs = 60_000

/** The answers of each assistant, by a word in its instructions. */
const scripts: Record<
  string,
  (request: ScriptedRequest) => ReturnType<Extract<Script, (...args: never[]) => unknown>>
> = {}

function answer(request: ScriptedRequest, index: number) {
  const messages = JSON.stringify(request.body['messages'])
  const script = Object.keys(scripts).find((name) => messages.includes(`(${name})`))
  return script === undefined ? 'All right.' : (scripts[script]!(request) ?? String(index))
}

/** Runs in the page, to find out whether it releases what it has opened. */
const recordMedia = `
  globalThis.opened = { tracks: [], sockets: [], contexts: [] }
  const { getUserMedia } = MediaDevices.prototype
  MediaDevices.prototype.getUserMedia = async function (...args) {
    const stream = await getUserMedia.apply(this, args)
    opened.tracks.push(...stream.getTracks())
    return stream
  }
  globalThis.WebSocket = class extends WebSocket {
    constructor(...args) {
      super(...args)
      opened.sockets.push(this)
    }
  }
  globalThis.AudioContext = class extends AudioContext {
    constructor(...args) {
      super(...args)
      opened.contexts.push(this)
    }
  }`

const areReleased = `opened.tracks.length > 0
  && opened.tracks.every(({ readyState }) => readyState === 'ended')
  && opened.sockets.every(({ readyState }) => readyState > 1)
  && opened.contexts.every(({ state }) => state === 'closed')`

/** The page may show the panel beside other content, or after a click on a button or a tab. */
async function panelIn(page: Page, name: string): Promise<Locator> {
  const panel = page.getByRole('region', { name })
  await panel.waitFor()
  return panel
}

describe('the panels', { skip: chromiumMissing, timeout: 200_000, concurrency: true }, async () => {
  if (chromiumMissing) return
  const dashboard = await startDashboard({ microphone: [2, question, 5, question, 60], script: answer })
  after(() => dashboard[Symbol.asyncDispose]())
  const { parley } = dashboard
  const owner = await parley.createAccount()

  async function open(path: string, options: Parameters<typeof dashboard.open>[2] = {}): Promise<Page> {
    const page = await dashboard.open(owner, path, options)
    page.setDefaultTimeout(timeoutMs)
    return page
  }

  it('a member calls an assistant, is understood, types and hangs up', async () => {
    scripts['talk'] = () => 'We open at seven.'
    const { id } = await parley.createAssistant(
      {
        initial_message: 'Hello {{visitor}}.',
        system_prompt: 'You answer the phone. (talk)',
        variables: { visitor: 'stranger' },
      },
      owner,
    )
    const page = await open('/')
    await page.addInitScript(recordMedia)
    await page.goto(`${dashboard.baseUrl}/assistants/${id}`)
    const panel = await panelIn(page, 'Call with the microphone')
    await panel.getByText('You talk with the saved version').waitFor()
    await panel.getByRole('button', { name: /Variables/ }).click()
    await panel.getByLabel('visitor').fill('Maria')
    await assertAccessible(page, 'before a call')
    await panel.getByRole('button', { name: 'Call', exact: true }).dblclick()
    await panel.getByText('On a call').waitFor()
    const captions = panel.getByRole('log', { name: 'Captions' })
    await captions.getByText('Hello Maria.').waitFor()
    await captions
      .getByText(/open|morning/i)
      .first()
      .waitFor()
    await captions.getByText('We open at seven.').first().waitFor()
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
    const page = await open('/', { hasPolicy: true })
    await page.addInitScript(recordMedia)
    await page.goto(`${dashboard.baseUrl}/assistants/${id}`)
    const panel = await panelIn(page, 'Call with the microphone')
    await panel.getByRole('button', { name: 'Call', exact: true }).click()
    await panel.getByText('On a call').waitFor()
    await page.getByRole('link', { name: 'Usage' }).click()
    await page.waitForURL('**/usage')
    await page.waitForFunction(areReleased)
    await page.close()
  })
})
