// Kills the server while runs of automations execute steps: they resume by themselves, and no effect happens twice.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestSender } from '../app/test-app.ts'
import { until } from '../app/until.ts'
import { assertSucceeded, type CrashingFlow, openFlow, openStepReceiver } from '../automations/crashes.ts'
import { step } from '../automations/flows.ts'
import { openCallServer } from '../calls/call-server.ts'
import { openSmtpEmulator } from '../emulators/smtp.ts'

const parley = await startTestApp({ carrier: {}, config: { allowPrivate: ['127.0.0.0/8'] } })
after(() => parley[Symbol.asyncDispose]())
const smtp = await openSmtpEmulator()
after(() => smtp[Symbol.asyncDispose]())
const mailSettings = { SMTP_URL: `smtp://127.0.0.1:${smtp.options.port}`, MAIL_FROM: 'parley@example.com' }
/** It is killed, and started again. */
const server = await openCallServer(parley, mailSettings, { hasFailpoints: true })
after(() => server[Symbol.asyncDispose]())
const receiver = await openStepReceiver()
after(() => receiver[Symbol.asyncDispose]())
const { post, receivedBy, untilReceived, assertOneKeyPerStep } = receiver
const owner = await parley.createCallingAssistant()
const { client } = owner

const open = (steps: object[], by = owner): Promise<CrashingFlow> => openFlow(server, by, steps)

const idempotent = { idempotent: true }
const unsafe = { idempotent: false }
/** The first request is in flight when the process dies. */
const held = { idempotent: true, holds: 1 }

async function crash(): Promise<void> {
  await server.process().kill()
  await server.restart()
}

describe('a run whose process is killed while a step waits for an answer', () => {
  let repeated: CrashingFlow
  let inDoubt: CrashingFlow
  let later: CrashingFlow
  let loop: CrashingFlow
  let called: CrashingFlow
  let caller: CrashingFlow
  let woken: CrashingFlow
  let paused: CrashingFlow
  let template: CrashingFlow
  const customer = parley.createPhoneNumber()
  let sender: TestSender

  async function openFlows(): Promise<void> {
    const round = { method: 'POST', url: `${receiver.url}/loop/{{item}}`, idempotent: true }
    receiver.hold('/loop/b', 1)
    repeated = await open([
      post('repeated', 'first', idempotent),
      post('repeated', 'held', { idempotent: true, holds: 2 }),
      post('repeated', 'last', idempotent),
    ])
    inDoubt = await open([
      post('in-doubt', 'first', idempotent),
      post('in-doubt', 'held', { idempotent: false, holds: 1 }),
      post('in-doubt', 'last', idempotent),
    ])
    later = await open([post('later', 'held', held), post('later', 'unsafe', unsafe)])
    loop = await open([step('each', 'loop', { items: ['a', 'b', 'c'], steps: [step('send', 'http_request', round)] })])
    called = await open([post('called', 'held', held), post('called', 'last', idempotent)])
    caller = await open([
      post('caller', 'first', idempotent),
      step('call', 'call_flow', { automation_id: called.id }),
      post('caller', 'last', idempotent),
    ])
    woken = await open([
      post('woken', 'first', idempotent),
      step('wait', 'delay', { seconds: 0 }),
      post('woken', 'held', held),
    ])
    paused = await open([
      post('paused', 'first', idempotent),
      step('wait', 'delay', { seconds: 3_000 }),
      post('paused', 'unsafe', unsafe),
    ])
    sender = await parley.createSender()
    const order = { sender_id: sender.senderId, template_id: sender.templateId, to: customer, variables: { 1: 'Ann' } }
    template = await openFlow(server, sender, [step('send', 'send_template', order), post('template', 'held', held)])
  }

  before(async () => {
    await openFlows()
    for (const flow of [repeated, inDoubt, later, loop, caller, woken, paused, template]) await flow.start()
    for (const flow of ['repeated', 'in-doubt', 'later', 'called', 'template']) await untilReceived(flow, 'held')
    await untilReceived('loop', 'b')
    await paused.untilStatus('PAUSED')
    await woken.untilStatus('PAUSED', 'RUNNING')
    await server.runCron('automations.dispatch')
    await untilReceived('woken', 'held')
    await crash()
    for (const flow of [inDoubt, later, loop, called, caller, woken, template]) await flow.untilEnded()
    await untilReceived('repeated', 'held', 2)
    // Only the first flow still has a request in flight.
    await crash()
  })

  it('repeats its idempotent request with the same key after each of two deaths, and nothing else', async () => {
    assertSucceeded(await repeated.untilEnded(), ['first', 'held', 'last'])
    assert.deepEqual(receivedBy('repeated'), { first: 1, held: 3, last: 1 })
    assertOneKeyPerStep('repeated')
  })

  it('fails if its request is not idempotent, and sends it again when it is retried by hand', async () => {
    const { id, status, steps } = await inDoubt.untilEnded()
    assert.equal(status, 'FAILED')
    assert.match(steps.find(({ path }) => path === 'held')?.error ?? '', /may already have been sent/)
    assert.deepEqual(receivedBy('in-doubt'), { first: 1, held: 1 })
    await client.automations.retry({ id: inDoubt.id, run_id: id })
    const retried = await inDoubt.untilEnded()
    assert.deepEqual([retried.status, receivedBy('in-doubt')], ['SUCCEEDED', { first: 1, held: 2, last: 1 }])
  })

  it('sends a request that is not idempotent if the run had not come to it', async () => {
    assertSucceeded(await later.untilEnded(), ['held', 'unsafe'])
    assert.equal(receivedBy('later')['unsafe'], 1)
  })

  it('continues with the round of a loop that it was in', async () => {
    assertSucceeded(await loop.untilEnded(), ['each', 'each[0].send', 'each[1].send', 'each[2].send'])
    assert.deepEqual(receivedBy('loop'), { a: 1, b: 2, c: 1 })
    assertOneKeyPerStep('loop')
  })

  it('continues with the flow that it has called, which is executed by one process at a time', async () => {
    assertSucceeded(await called.untilEnded(), ['held', 'last'])
    assertSucceeded(await caller.untilEnded(), ['first', 'call', 'last'])
    assert.deepEqual(receivedBy('called'), { held: 2, last: 1 })
    assert.deepEqual(receivedBy('caller'), { first: 1, last: 1 })
  })

  it('continues behind a delay that has ended, without another pause', async () => {
    assertSucceeded(await woken.untilEnded(), ['first', 'wait', 'held'])
    assert.deepEqual(receivedBy('woken'), { first: 1, held: 2 })
  })

  it('sends a template once that was sent when the process died', async () => {
    assertSucceeded(await template.untilEnded(), ['send', 'held'])
    assert.equal(parley.textsReceivedBy(customer).length, 1)
    await until(async () => (await sender.money()).held === 0)
  })

  it('wakes at the end of its delay if it was paused', async () => {
    assert.equal((await paused.read())!.status, 'PAUSED')
    await parley.turnClock(3_600_000)
    await server.runCron('automations.dispatch')
    assertSucceeded(await paused.untilEnded(), ['first', 'wait', 'unsafe'])
    assert.deepEqual(receivedBy('paused'), { first: 1, unsafe: 1 })
  })
})

/** Starts a run of the flow, which kills the server at the failpoint, and starts the server again. */
async function crashAt(failpoint: string, flow: CrashingFlow): Promise<void> {
  await server.process().dieAt(`/api/automate/webhooks/:token/${failpoint}`)
  await flow.start()
  await server.process().ended
  await server.restart()
}

describe('a run whose process is killed', () => {
  const moments = [
    ['after it is stored', 'statement-after:1', 1],
    ['before its first step is stored', 'statement-before:2', 2],
    ['after its first step is stored', 'statement-after:2', 1],
    ['before its end is stored', 'transaction-before-commit:1', 1],
  ] as const
  for (const [moment, failpoint, requests] of moments) {
    it(`${moment} continues where it was`, async () => {
      const flow = await open([post(failpoint, 'first', idempotent), post(failpoint, 'last', idempotent)])
      await crashAt(failpoint, flow)
      assertSucceeded(await flow.untilEnded(), ['first', 'last'])
      assert.deepEqual(receivedBy(failpoint), { first: requests, last: 1 })
      assertOneKeyPerStep(failpoint)
    })
  }
})

describe('a run that sends messages', () => {
  it('sends an SMS once that the carrier had accepted when the process died', async () => {
    const to = '+13055550001'
    const sms = (name: string, body: string) => step(name, 'send_sms', { from: owner.phoneNumberId, to, body })
    const flow = await open([sms('first', 'One.'), sms('second', 'Two.'), sms('third', 'Three.')])
    await crashAt('carrier.sendMessage-after:2', flow)
    assertSucceeded(await flow.untilEnded(), ['first', 'second', 'third'])
    assert.deepEqual(parley.textsReceivedBy(to), ['One.', 'Two.', 'Three.'])
  })

  it('sends every email, and only the one twice that the mail server was accepting when the process died', async () => {
    const to = ['a@example.com', 'b@example.com', 'c@example.com']
    const flow = await open([step('mail', 'send_email', { to, subject: 'Hello', text: 'Good morning' })])
    await crashAt('mailer.send-after:2', flow)
    assertSucceeded(await flow.untilEnded(), ['mail'])
    await parley.turnClock(10 * 60_000)
    await until(() => smtp.mails.some(({ recipients }) => recipients[0] === to[2]))
    await until(() => smtp.mails.length === 4)
    const byRecipient = Map.groupBy(smtp.mails, ({ recipients }) => recipients[0])
    assert.deepEqual(
      to.map((one) => byRecipient.get(one)!.length),
      [1, 2, 1],
    )
    assert.equal(new Set(smtp.mails.map(({ headers }) => headers['message-id'])).size, 3)
  })
})
