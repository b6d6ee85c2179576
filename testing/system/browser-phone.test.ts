// Tests of the phone in the browser: people who talk to assistants in Chromium, through the sandbox carrier.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { readWav } from '@parley/telephone'
import type { Page } from 'playwright-core'
import { receptionDemoNumber } from '#server/startup/demo-sender.ts'
import { startTestDemo } from '../app/test-demo.ts'
import { borrowChromium, chromiumMissing } from '../processes/chromium.ts'
import { ask, speak } from '../processes/microphone.ts'

const timeoutMs = 30_000
const question = 'When do you open in the morning?'
/** Without commas, because a person who begins to speak in the pause after one interrupts nothing. */
const greeting =
  'Hello, this is the bakery. We bake white bread and brown bread and apple cake and cinnamon buns and chocolate cake and many other good things every day and all of our visitors are very welcome here.'

describe('the phone in the browser', { skip: chromiumMissing, timeout: 200_000 }, async () => {
  if (chromiumMissing) return
  const parley = await startTestDemo()
  after(() => parley[Symbol.asyncDispose]())
  const { sandboxPage, demo, client } = parley
  const { data: assistants } = await client.assistants.list()
  const { id: inboundId } = assistants.find(({ name }) => name === 'Ben of the demonstration')!
  await client.assistants.update({
    id: inboundId,
    wait_for_customer: false,
    initial_message: greeting,
    system_prompt: 'You answer the phone of a bakery. The bakery opens at {{opening_time}}.',
    variables: { opening_time: '7 o’clock' },
  })

  async function openPhone(page: Page, number: string): Promise<void> {
    page.setDefaultTimeout(timeoutMs)
    await page.goto(`${sandboxPage}/phone#${number}`)
  }

  const callButton = (page: Page) => page.getByRole('button', { name: `Call ${demo.inboundPhoneNumber}` })
  const callsOf = async (number: string): Promise<{ sid: string; status: string }[]> => {
    const { calls } = (await fetch(`${sandboxPage}/calls`).then((response) => response.json())) as {
      calls: { phone: string; sid: string; status: string }[]
    }
    return calls.filter(({ phone }) => phone === number)
  }

  it('a person calls an assistant, interrupts it, hears it stop, is understood and can play the recording', async () => {
    const number = '+12025550180'
    await using chromium = await borrowChromium({ hasMicrophone: true })
    const page = await chromium.newPage()
    await openPhone(page, number)
    await callButton(page).click()
    const captions = page.getByRole('log', { name: 'Captions' })
    await captions.getByText('The other side is speaking').waitFor()
    await speak(page, 'Sorry, I have a question.', 2_000)
    await ask(page, question, captions.getByText(/7|seven/).first())
    await captions
      .getByText(/open|morning/i)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Hang up' }).click()
    await page.locator('#recording audio').waitFor()
    // The page shows the length before the recording is played, and the person can listen from any position.
    const [length, position] = (await page.evaluate(playFromTheMiddle)) as [number, number]
    assert.ok(length > 5 && Math.abs(position - length / 2) < 1, `${position} of ${length} s`)
    assert.match((await page.getByRole('status').textContent())!, /^The call has ended after/)

    const { data: calls } = await client.calls.list()
    const { transcript } = await client.calls.get({
      id: calls.find(({ client_phone_number: phone }) => phone === number)!.id,
    })
    const all = transcript.map(({ text }) => text).join('\n')
    assert.match(all, /Hello, this is the bakery/)
    assert.doesNotMatch(all, /very welcome/, 'the assistant went on')
    const { sid } = (await callsOf(number))[0]!
    const recording = await fetch(`${sandboxPage}/calls/${sid}/recording`)
    const { channels } = readWav(new Uint8Array(await recording.arrayBuffer()))
    const [said, heard] = channels.map(loudTimes) as [number[], number[]]
    const startedMs = said[0]!
    assert.ok(
      heard.some((ms) => ms > startedMs - 100 && ms <= startedMs),
      'the assistant did not speak when it was interrupted',
    )
    const stoppedMs = heard.find(
      (ms, index) => ms > startedMs && (heard[index + 1] ?? Number.POSITIVE_INFINITY) > ms + 500,
    )!
    assert.ok(stoppedMs - startedMs < 2_000, `the assistant spoke on for ${stoppedMs - startedMs} ms`)
  })

  it('without a microphone, the page says so and the person types', async () => {
    await using chromium = await borrowChromium()
    const page = await chromium.newPage()
    await openPhone(page, '+12025550181')
    await callButton(page).click()
    await page.getByRole('alert').getByText('The microphone was refused').waitFor()
    await page.getByPlaceholder('Type what to say').fill(question)
    await page.keyboard.press('Enter')
    const captions = page.getByRole('log', { name: 'Captions' })
    await captions.getByText(question).waitFor()
    await captions
      .getByText(/7|seven/)
      .first()
      .waitFor()
  })

  it('without a microphone, a call that comes in rings and is answered, and the page says that it is not heard', async () => {
    const number = '+12025550185'
    await using chromium = await borrowChromium()
    const page = await chromium.newPage()
    await openPhone(page, number)
    await page.getByText('Ready').waitFor()
    await client.calls.make({ assistant_id: demo.assistantId, phone_number: number })
    await page.getByRole('status').getByText('Incoming call').waitFor()
    await page.getByRole('button', { name: 'Answer' }).click()
    await page.getByRole('alert').getByText('The microphone was refused').waitFor()
    // A second call finds the phone busy.
    await client.calls.make({ assistant_id: demo.assistantId, phone_number: number })
    await page.getByRole('alert').getByText(`${demo.phoneNumber} called, but this phone is on a call.`).waitFor()
    await page.getByText(`Talking to ${demo.phoneNumber}`).waitFor()
    await page.getByRole('button', { name: 'Hang up' }).click()
    await page.getByText('The call has ended').waitFor()
  })

  it('lists only the numbers that an assistant answers, with its name of today', async () => {
    await using chromium = await borrowChromium()
    const page = await chromium.newPage()
    await openPhone(page, '+12025550184')
    await callButton(page).waitFor()
    const listed = await page.locator('#numbers button').allTextContents()
    assert.deepEqual(listed, [
      `Call ${receptionDemoNumber}Ada of the demonstration, for inbound calls`,
      `Call ${demo.inboundPhoneNumber}Ben of the demonstration`,
    ])
    await client.assistants.update({ id: inboundId, name: 'Ben of the city guide' })
    await page.reload()
    await page.getByRole('button', { name: `Call ${demo.inboundPhoneNumber} Ben of the city guide` }).click()
    await page.locator('#name', { hasText: 'Ben of the city guide' }).waitFor()
    await page.getByRole('button', { name: 'Hang up' }).click()
  })

  it('a second tab with the same phone is refused, and closing the first tab ends the call', async () => {
    const number = '+12025550182'
    await using chromium = await borrowChromium({ hasMicrophone: true })
    const [first, second] = [await chromium.newPage(), await chromium.newPage()]
    await openPhone(first, number)
    await callButton(first).click()
    await first.getByText(`Talking to ${demo.inboundPhoneNumber}`).waitFor()
    await openPhone(second, number)
    await second.getByText(`The phone ${number} is open in another tab.`).waitFor()
    assert.ok(await second.getByRole('button', { name: 'Call', exact: true }).isDisabled())
    assert.equal((await callsOf(number))[0]!.status, 'in-progress')
    const closedAt = performance.now()
    await first.close()
    while ((await callsOf(number))[0]!.status !== 'completed')
      assert.ok(performance.now() - closedAt < 5_000, 'the call continues')
    await second.getByText('Ready').waitFor()
    assert.equal(await second.getByRole('alert').count(), 0)
    assert.ok(await second.getByRole('button', { name: 'Call', exact: true }).isEnabled())
    const third = await chromium.newPage()
    await openPhone(third, number)
    await third.getByRole('link', { name: 'Use +12025550183 instead' }).click()
    await third.getByText('Ready').waitFor()
  })

  it('the phone rings when it is called, and is answered with the keyboard', async () => {
    const number = '+12025550183'
    await using chromium = await borrowChromium({ hasMicrophone: true })
    const page = await chromium.newPage()
    await openPhone(page, number)
    await page.getByText('Ready').waitFor()
    await client.calls.make({ assistant_id: demo.assistantId, phone_number: number })
    await page.getByText(`Call from ${demo.phoneNumber}`).waitFor()
    await page.getByRole('button', { name: 'Answer' }).press('Enter')
    await page
      .getByRole('log', { name: 'Captions' })
      .getByText(/help you/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Hang up' }).press('Enter')
    await page.getByText('The call has ended').waitFor()
  })
})

/** Runs in the page. */
const playFromTheMiddle = `(async () => {
  const audio = document.querySelector('#recording audio')
  const event = (name) => new Promise((resolve) => audio.addEventListener(name, resolve, { once: true }))
  if (audio.readyState === 0) await event('loadedmetadata')
  const length = audio.duration
  audio.currentTime = length / 2
  await event('seeked')
  return [length, audio.currentTime]
})()`

/** The times in milliseconds of the frames of 20 ms that contain speech. */
function loudTimes(samples: Int16Array): number[] {
  const times: number[] = []
  for (let at = 0; at + 160 <= samples.length; at += 160) {
    const energy = samples.subarray(at, at + 160).reduce((sum, sample) => sum + sample * sample, 0)
    if (Math.sqrt(energy / 160) > 400) times.push(at / 8)
  }
  return times
}
