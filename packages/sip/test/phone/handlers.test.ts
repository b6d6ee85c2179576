// Tests telephones whose application has faults.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { IncomingPhoneCall, PhoneCallEvents, PhoneOptions } from '../../src/phone/index.ts'
import { media, openTestPhone, watch } from './phones.ts'

const fault = (name: string) => (): never => {
  throw new Error(name)
}

async function openPair(options: Partial<PhoneOptions>, callerOptions: Partial<PhoneOptions> = {}) {
  const stack = new AsyncDisposableStack()
  const called = stack.use(await openTestPhone({ admit: () => 'accept', ...options }))
  const caller = stack.use(await openTestPhone(callerOptions))
  const domain = `127.0.0.1:${called.local.udp[0]!.port}`
  const account = caller.addAccount({ domain, user: 'caller' })
  const call = (events: PhoneCallEvents) => caller.call(account, { to: `sip:called@${domain}` }, events)
  return { caller, called, call, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

it('errors of all handlers are reported, and the call goes on until it is hung up', async () => {
  const errors = new Set<string>()
  const failed = (error: unknown) => void errors.add((error as Error).message)
  const answering = watch()
  const options: Partial<PhoneOptions> = {
    incoming(call) {
      call.ring()
      void call.answer()
      return answering.handlers
    },
  }
  await using pair = await openPair(options, { failed })
  const { promise: done, resolve } = Promise.withResolvers<void>()
  let frames = 0
  const call = await pair.call({
    ringing: fault('ringing'),
    answered: fault('answered'),
    nextFrame: fault('nextFrame'),
    frame() {
      if (++frames === 20) resolve()
      throw new Error('frame')
    },
    ended: async () => fault('ended')(),
  })
  await done
  assert.equal(call.signaling.state, 'answered')
  call.hangUp()
  await answering.until('ended')
  assert.deepEqual([...errors].sort(), ['answered', 'ended', 'frame', 'nextFrame', 'ringing'])
})

it('errors of timers, of ticks, of trusts and of incoming are reported', async () => {
  const errors = new Set<string>()
  const due: (() => void)[] = []
  let tick = (): void => {}
  const answering = watch({ nextFrame: fault('nextFrame') })
  await using pair = await openPair({
    failed: (error) => void errors.add((error as Error).message),
    trusts: fault('trusts'),
    clock: {
      now: () => performance.now(),
      after(delayMs, run) {
        due.push(run)
        const timer = setTimeout(run, delayMs)
        return () => clearTimeout(timer)
      },
    },
    onTick(run) {
      tick = run
      return () => {}
    },
    incoming(call) {
      if (errors.has('incoming')) {
        void call.answer()
        return answering.handlers
      }
      throw new Error('incoming')
    },
  })
  const first = watch()
  await pair.call(first.handlers)
  assert.equal(((await first.until('ended')) as { status: number }).status, 480)
  const second = watch()
  const call = await pair.call(second.handlers)
  await second.until('answered')
  tick()
  call.hangUp()
  await second.until('ended')
  assert.deepEqual([...errors].sort(), ['incoming', 'nextFrame', 'trusts'])
  assert.ok(due.length > 0)
})

it('an answer beyond the range of ports resolves, rejects the call with 503, and `ended` says so', async () => {
  const results: Promise<boolean>[] = []
  const answering = [watch(), watch()]
  const one = { ...media, last: media.first }
  await using pair = await openPair({
    media: one,
    incoming(call: IncomingPhoneCall) {
      results.push(call.answer())
      return answering[results.length - 1]!.handlers
    },
  })
  const [first, second] = [watch(), watch()]
  await pair.call(first.handlers)
  await first.until('answered')
  await pair.call(second.handlers)
  assert.equal(((await second.until('ended')) as { status: number }).status, 503)
  assert.deepEqual(answering[1]!.seen, ['ended'])
  assert.deepEqual(await Promise.all(results), [true, false])
})

it('a fault while a call is answered is reported, and rejects the call', async () => {
  const results: Promise<boolean>[] = []
  const errors: unknown[] = []
  await using pair = await openPair({
    failed: (error) => errors.push(error),
    policy: { codecs: 5 as never },
    incoming(call) {
      results.push(call.answer())
      return {}
    },
  })
  const calling = watch()
  await pair.call(calling.handlers)
  assert.equal(((await calling.until('ended')) as { status: number }).status, 500)
  assert.deepEqual([await results[0], errors.length, pair.called.openPorts], [false, 1, 0])
})
