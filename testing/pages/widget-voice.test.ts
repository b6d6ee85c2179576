// Tests of calls in the widget: a visitor talks with the assistant on a website of another origin.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { unlimitedVisitors } from '../app/open-settings.ts'
import { until } from '../app/until.ts'
import { endCall } from '../calls/phone-calls.ts'
import type { ScriptedRequest } from '../language-models/script.ts'
import { chromiumMissing } from '../processes/chromium.ts'
import { ask } from '../processes/microphone.ts'
import { assertAccessible } from './accessibility.ts'
import { startDashboard } from './dashboard.ts'
import { areReleased, recordMedia } from './opened-media.ts'
import { openShadowTrees, startWebsite } from './website.ts'

const question = 'When do you open in the morning?'

/** Runs in the page before its scripts. The test sets the variables. */
const failWhenTold = `
  const { getUserMedia: openMicrophone } = MediaDevices.prototype
  MediaDevices.prototype.getUserMedia = async function (...args) {
    if (globalThis.microphoneError) throw new DOMException('', microphoneError)
    return openMicrophone.apply(this, args)
  }
  Object.defineProperty(globalThis, 'isSecureContext', { get: () => !globalThis.isInsecure })`

function answer({ body }: ScriptedRequest) {
  const messages = JSON.stringify(body['messages'])
  return messages.includes('That is all.') ? endCall('Goodbye.') : 'We open at seven.'
}

describe('a call in the widget', { skip: chromiumMissing, timeout: 200_000, concurrency: true }, async () => {
  if (chromiumMissing) return
  const dashboard = await startDashboard({
    hasMicrophone: true,
    script: answer,
    settings: unlimitedVisitors,
  })
  after(() => dashboard[Symbol.asyncDispose]())
  const { parley, chromium, baseUrl } = dashboard
  const website = await startWebsite(baseUrl)
  after(() => website.close())
  const owner = await parley.createAccount()
  const createAssistant = (fields: object = {}) =>
    parley.createAssistant(
      { initial_message: 'Hello.', widget_voice_enabled: true, tools: [{ type: 'end_call' }], ...fields },
      owner,
    )

  async function visit(assistant: string, attributes: Record<string, string> = {}, script = ''): Promise<Page> {
    const context = await chromium.newContext()
    await context.addInitScript([openShadowTrees, recordMedia, script].join('\n;'))
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    await page.goto(`${website.url}/?${new URLSearchParams({ assistant, open: '', ...attributes })}`)
    return page
  }

  const talk = (page: Page) => page.getByRole('button', { name: 'Talk with the assistant' })
  const log = (page: Page) => page.getByRole('log')
  const callsOf = async (id: number) => (await owner.client.calls.list({ assistant_id: id })).data

  it('is understood, takes typed words, and ends by keyboard, under the strict policy of a website', async () => {
    const ada = await createAssistant({ record: true })
    const page = await visit(ada.uuid, { strict: '1' })
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    await talk(page).focus()
    assert.deepEqual(
      loaded.filter((path) => path.endsWith('.js') && path !== '/widget.js'),
      [],
    )
    await page.keyboard.press('Enter')
    await page.getByRole('group', { name: 'Call' }).getByRole('status').getByText('Connected').waitFor()
    assert.equal(loaded.filter((path) => path === '/widget-voice.js').length, 1)
    await log(page).getByText('You are talking with an AI assistant. The call is recorded.').waitFor()
    await ask(page, question, log(page).getByText('We open at seven.').first())
    await log(page)
      .locator('.visitor')
      .getByText(/open|morning/i)
      .first()
      .waitFor()
    const mute = page.getByRole('button', { name: 'Mute the microphone' })
    await mute.press('Enter')
    assert.equal(await mute.getAttribute('aria-pressed'), 'true')
    await page.getByRole('textbox', { name: 'Message' }).fill('Thank <b>you</b>.')
    await page.keyboard.press('Enter')
    await log(page).getByText('Thank <b>you</b>.').waitFor()
    await page.getByRole('button', { name: 'End the call' }).press('Enter')
    await log(page)
      .getByText(/^The call has ended \(0:\d\d\)\.$/)
      .waitFor()
    await page.waitForFunction(areReleased)
    await until(async () => (await callsOf(ada.id))[0]?.ended_reason !== null)
    const calls = await callsOf(ada.id)
    assert.deepEqual(
      calls.map((call) => [call.type, call.from_visitor, call.origin, call.ended_reason]),
      [['web', true, website.url, 'caller_hung_up']],
    )
    assert.equal(
      await page.evaluate('document.activeElement.shadowRoot.activeElement.ariaLabel'),
      'Talk with the assistant',
    )
    await page.getByRole('textbox', { name: 'Message' }).fill('And in writing?')
    await page.keyboard.press('Enter')
    await log(page).locator('> .message').getByText('We open at seven.').waitFor()
    const texts = (await log(page).textContent())!
    assert.ok(texts.indexOf('The call has ended') < texts.indexOf('And in writing?'), texts)
    await page.context().close()
  })

  it('is ended by the assistant, by closing the chat, and by leaving the page', async () => {
    const ada = await createAssistant()
    const page = await visit(ada.uuid)
    const connected = () => page.getByRole('timer').waitFor()
    await talk(page).click()
    await connected()
    await page.getByRole('textbox', { name: 'Message' }).fill('That is all.')
    await page.keyboard.press('Enter')
    await log(page)
      .getByText(/^The assistant has ended the call/)
      .waitFor()
    await talk(page).click()
    await connected()
    await page.keyboard.press('Escape')
    await page.waitForFunction(areReleased)
    await page.getByRole('button', { name: 'Open the chat' }).click()
    await talk(page).click()
    await connected()
    await page.goto('about:blank')
    await until(async () => (await callsOf(ada.id)).every(({ ended_reason: reason }) => reason !== null))
    assert.deepEqual((await callsOf(ada.id)).map(({ ended_reason: reason }) => reason).sort(), [
      'assistant_ended',
      'caller_hung_up',
      'caller_hung_up',
    ])
    await page.context().close()
  })

  it('does not begin in a closed chat, continues while pages are replaced, and ends when the website removes the chat', async () => {
    const ada = await createAssistant()
    const page = await visit(ada.uuid)
    const held = Promise.withResolvers<void>()
    await page.route('**/widget-voice.js', async (route) => {
      await held.promise
      await route.continue()
    })
    await talk(page).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Open the chat' }).click()
    held.resolve()
    await page.locator('button.call[aria-busy]').waitFor({ state: 'detached' })
    await page.unrouteAll({ behavior: 'wait' })
    assert.equal(await page.evaluate('opened.tracks.length'), 0)
    assert.equal(await page.getByRole('group', { name: 'Call' }).count(), 0)
    await talk(page).click()
    await page.getByRole('timer').waitFor()
    const remove = `[...document.querySelectorAll('div')].find((host) => host.shadowRoot).remove()`
    await page.evaluate(`document.body.replaceWith(document.createElement('body')); ${remove}`)
    // The call looks every second whether the website has removed the chat.
    const elapsed = async () => Number((await page.getByRole('timer').textContent())!.split(':').at(-1))
    const before = await elapsed()
    await until(async () => (await elapsed()) >= before + 3)
    assert.equal((await callsOf(ada.id))[0]?.ended_reason ?? null, null)
    await page.evaluate('Parley.remove()')
    await page.waitForFunction(areReleased)
    await until(async () => (await callsOf(ada.id))[0]?.ended_reason === 'caller_hung_up')
    await page.context().close()
  })

  it('says why there is no call, and the chat continues', async () => {
    const ada = await createAssistant()
    const page = await visit(ada.uuid, {}, failWhenTold)
    const attempt = async (expected: string) => {
      await talk(page).click()
      await log(page).getByText(expected).waitFor()
      assert.equal(await page.getByRole('group', { name: 'Call' }).count(), 0)
      // The one of the attempt before is no longer of use.
      assert.equal(await log(page).locator('.note').count(), 1)
    }
    await page.evaluate('globalThis.isInsecure = true')
    await attempt('Calls need a secure page')
    await page.evaluate('globalThis.isInsecure = false; globalThis.microphoneError = "NotAllowedError"')
    await attempt('The microphone is not allowed.')
    await page.evaluate('globalThis.microphoneError = "NotFoundError"')
    await attempt('No microphone was found.')
    await page.evaluate('globalThis.microphoneError = undefined')
    let status = 429
    await page.route('**/api/web_calls', (route) => route.fulfill({ status, json: { error: 'no' } }))
    await attempt('Too many calls at the moment.')
    status = 400
    await attempt('Calls are not available at the moment.')
    assert.deepEqual(await callsOf(ada.id), [])
    await page.getByRole('textbox', { name: 'Message' }).fill('Are you there?')
    await page.keyboard.press('Enter')
    await log(page).getByText('We open at seven.').waitFor()
    await page.context().close()
  })

  it('says that the connection was lost, and another call is possible', async () => {
    const ada = await createAssistant()
    const page = await visit(ada.uuid)
    await talk(page).click()
    await page.getByRole('timer').waitFor()
    await page.evaluate("opened.sockets[0].dispatchEvent(new CloseEvent('close', { code: 1006 }))")
    await log(page).getByText('The connection was lost. You can call again or write.').waitFor()
    await talk(page).click()
    await page.getByRole('timer').waitFor()
    await page.context().close()
  })

  it('has no findings of axe in German and right to left, and no button unless the assistant allows it', async () => {
    const ada = await createAssistant()
    const page = await visit(ada.uuid, { language: 'de', dir: 'rtl' })
    await page.getByRole('button', { name: 'Mit dem Assistenten sprechen' }).click()
    await page.getByRole('timer', { name: 'Dauer des Anrufs' }).waitFor()
    await log(page).getByText('Sie sprechen mit einem KI-Assistenten.').waitFor()
    await assertAccessible(page, 'in a call')
    await page.getByRole('button', { name: 'Anruf beenden' }).click()
    await log(page)
      .getByText(/^Der Anruf ist beendet/)
      .waitFor()
    await assertAccessible(page, 'after a call')
    await page.context().close()
    const silent = await createAssistant({ widget_voice_enabled: false })
    const other = await visit(silent.uuid)
    await log(other).getByText('Hello.').waitFor()
    assert.equal(await talk(other).count(), 0)
    await other.context().close()
  })
})
