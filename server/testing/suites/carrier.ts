// What every adapter of the carrier port must do, held against the sandbox carrier over the wire.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { carrierCodes } from '#server/carriers/sandbox/core/carrier-codes-data.ts'
import type { SandboxCarrier, SettingsPatch } from '#server/carriers/sandbox/index.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import type { Carrier, CarrierAccount, OutgoingMessage } from '#server/ports/carrier.ts'
import { openReceiver } from '#server/testing/receiver.ts'

export interface CarrierStand extends AsyncDisposable {
  carrier: Carrier
  sandbox: SandboxCarrier
}

export interface CarrierStandOptions {
  settings?: SettingsPatch
  timeoutMs?: number
}

const from = '+14155238886'
const to = '+4915112345678'
/** Read by nobody, where the way back is not looked at. */
const nowhere = 'http://127.0.0.1:9/status'
const secretText = 'my secret text'

export function carrierSuite(name: string, open: (options?: CarrierStandOptions) => Promise<CarrierStand>): void {
  describe(`carrier: ${name}`, () => {
    test('a text reaches the phone, and every later status is told', async () => {
      await using stand = await open()
      await using receiver = await openReceiver(() => ({ status: 204 }))
      await stand.sandbox.phones.send({ from: to, to: from, body: 'Hi' })
      const sent = await stand.carrier.sendMessage(accountOf(stand), text({ statusCallbackUrl: `${receiver.url}/s` }))
      assert.equal(sent.status, 'queued')
      const arrived = await stand.sandbox.phones.waitFor(to)
      assert.deepEqual([arrived.sid, arrived.body, arrived.from], [sent.sid, secretText, `whatsapp:${from}`])
      await receiver.received(1)
      assert.ok(receiver.requests.every(({ path }) => path === '/s'))
    })

    test('a medium reaches the phone with its caption, and without one', async () => {
      await using stand = await open()
      await using files = await openReceiver(() => ({ headers: { 'content-type': 'image/png' }, body: 'png' }))
      for (const caption of ['Look, ä & ü + 100 %', undefined]) {
        const content = { kind: 'media', mediaUrl: `${files.url}/a%20b.png?x=1&y=2`, caption } as const
        const { sid } = await stand.carrier.sendMessage(accountOf(stand), text({ content }))
        const message = stand.sandbox.messages().find((one) => one.sid === sid)
        assert.equal(message?.body, caption ?? '')
        assert.deepEqual(message?.mediaUrls, [content.mediaUrl])
      }
    })

    test('a template reaches the phone with every placeholder filled', async () => {
      await using stand = await open()
      const filled = stand.sandbox.control.addTemplate({
        name: 'order_left',
        body: 'Hello {{1}}, your order {{2}} has left us today, thank you.',
        variables: { 1: 'Ann', 2: '17' },
      })
      const plain = stand.sandbox.control.addTemplate({ name: 'plain', body: 'Hello there, good morning.' })
      const variables = { 1: 'Jürgen "J" \\ 😀', 2: '&=+%' }
      for (const [template, values, body] of [
        [filled, variables, 'Hello Jürgen "J" \\ 😀, your order &=+% has left us today, thank you.'],
        [plain, {}, 'Hello there, good morning.'],
      ] as const) {
        const content = { kind: 'template', templateSid: template.sid, variables: values } as const
        const { sid } = await stand.carrier.sendMessage(accountOf(stand), text({ content }))
        assert.equal((await stand.sandbox.phones.waitFor(to, (one) => one.sid === sid)).body, body)
      }
    })

    test('an SMS goes the way of an SMS', async () => {
      await using stand = await open()
      const { sid } = await stand.carrier.sendMessage(accountOf(stand), text({ channel: 'sms' }))
      const arrived = await stand.sandbox.phones.waitFor(to)
      assert.deepEqual([arrived.sid, arrived.from, arrived.to], [sid, from, to])
      const found = await stand.carrier.findMessage(accountOf(stand), sid)
      assert.deepEqual([found?.from, found?.to], [from, to])
    })

    test('a user without a number is answered at the id by which they wrote', async () => {
      await using stand = await open()
      const user = 'ID.4500000000000001'
      await stand.sandbox.phones.send({ from: `whatsapp:${user}`, to: from, body: 'Hi' })
      const { sid } = await stand.carrier.sendMessage(accountOf(stand), text({ to: user }))
      assert.equal((await stand.carrier.findMessage(accountOf(stand), sid))?.to, user)
    })

    test('many messages at once each get their own answer', async () => {
      await using stand = await open()
      const bodies = Array.from({ length: 300 }, (_, index) => `Message ${index}`)
      const sids = await Promise.all(
        bodies.map(async (body) => {
          const content = { kind: 'text', body } as const
          return (await stand.carrier.sendMessage(accountOf(stand), text({ content }))).sid
        }),
      )
      const bodyOf = new Map(stand.sandbox.messages().map((message) => [message.sid, message.body]))
      assert.deepEqual(
        sids.map((sid) => bodyOf.get(sid)),
        bodies,
      )
    })

    test('every number with which the carrier refuses a request is told as such', async () => {
      await using stand = await open()
      for (const [number, code] of Object.entries(carrierCodes)) {
        if (code.at !== 'request') continue
        const error = await failureOf(stand.carrier.sendMessage(accountOf(stand), text({ to: failing(number) })))
        const expected = { 20003: 'unauthorised', 20500: 'outcome_unknown' }[number] ?? number
        assert.deepEqual([error.code, error.retryable], [expected, number === '20429'], number)
        assertTellsNothing(error, stand)
      }
    })

    test('every number that fails a message later is found on the message', async () => {
      await using stand = await open()
      for (const [number, code] of Object.entries(carrierCodes)) {
        if (code.at !== 'callback') continue
        const { sid } = await stand.carrier.sendMessage(accountOf(stand), text({ to: failing(number) }))
        await stand.sandbox.control.forward(60_000)
        const found = await stand.carrier.findMessage(accountOf(stand), sid)
        assert.deepEqual([found?.status, found?.errorCode], [code.ends, Number(number)])
      }
    })

    test('what the carrier itself refuses in a message is told by its number', async () => {
      await using stand = await open()
      const template = stand.sandbox.control.addTemplate({ name: 't', body: 'Hello {{1}}, welcome to us here.' })
      const withTemplate = (templateSid: string, variables: Record<string, string>) => ({
        content: { kind: 'template', templateSid, variables } as const,
      })
      for (const [change, code] of [
        [{ to: '+1' }, '21211'],
        [{ from: '+15550001111' }, '63007'],
        [{ channel: 'sms', from: '+15550001111' }, '21659'],
        [{ content: { kind: 'text', body: 'x'.repeat(1_601) } }, '21617'],
        [{ content: { kind: 'media', mediaUrl: 'ftp://files.example/a' } }, '21620'],
        [withTemplate(`HX${'0'.repeat(32)}`, {}), '21655'],
        [withTemplate(template.sid, { 1: '' }), '21656'],
        [{ statusCallbackUrl: 'http://under_score.example/s' }, '21609'],
      ] as const) {
        const error = await failureOf(stand.carrier.sendMessage(accountOf(stand), text(change)))
        assert.deepEqual([error.code, error.retryable], [code, false])
      }
      assert.equal(stand.sandbox.messages().length, 0)
    })

    test('when the answer is lost, too late or an error, the outcome is unknown and can be looked up', async () => {
      await using stand = await open({ timeoutMs: 300 })
      const { control } = stand.sandbox
      for (const [fault, accepted] of [
        ['lost-reply', true],
        ['error-after-accept', true],
        ['slow-answer', true],
        ['lost-request', false],
        ['error-before-accept', false],
      ] as const) {
        const since = new Date()
        const pair = { channel: 'chatapp', from, to: `+4915112${accepted ? '1' : '0'}${fault.length}000` } as const
        control.script({ fault, delayMs: 2_000 })
        const error = await failureOf(stand.carrier.sendMessage(accountOf(stand), text({ to: pair.to })))
        assert.deepEqual([error.code, error.retryable], ['outcome_unknown', false], fault)
        assertTellsNothing(error, stand)
        const found = await stand.carrier.listMessages(accountOf(stand), { ...pair, since })
        assert.deepEqual(
          found.map(({ body }) => body),
          accepted ? [secretText] : [],
          fault,
        )
      }
    })

    test('a request that only reads may be repeated when its answer was lost', async () => {
      await using stand = await open({ timeoutMs: 300 })
      const since = new Date(0)
      const reads = [
        () => stand.carrier.findMessage(accountOf(stand), `SM${'0'.repeat(32)}`),
        () => stand.carrier.listMessages(accountOf(stand), { channel: 'chatapp', from, to, since }),
        () => stand.carrier.listSenders(accountOf(stand)),
        () => stand.carrier.listTemplates(accountOf(stand)),
        () => stand.carrier.fetchMedia(accountOf(stand), mediaUrl(stand), 1_000),
      ]
      for (const [fault, code] of [
        ['lost-request', 'unavailable'],
        ['error-before-accept', 'unavailable'],
        ['too-many-requests', '20429'],
      ] as const) {
        for (const read of reads) {
          stand.sandbox.control.script({ faults: [{ fault }], on: 'GET ' })
          const error = await failureOf(read())
          assert.deepEqual([error.code, error.retryable], [code, true], fault)
        }
      }
      stand.sandbox.control.settings({ answerDelayMs: 2_000 })
      for (const read of reads.slice(1, 4)) {
        const error = await failureOf(read())
        assert.deepEqual([error.code, error.retryable], ['timeout', true])
      }
    })

    test('a carrier that cannot be reached has done nothing', async () => {
      const stand = await open()
      const account = accountOf(stand)
      await stand.sandbox[Symbol.asyncDispose]()
      await using _ = stand
      for (const ask of [
        () => stand.carrier.sendMessage(account, text()),
        () => stand.carrier.submitTemplate(account, newTemplate()),
        () => stand.carrier.listSenders(account),
      ]) {
        const error = await failureOf(ask())
        assert.deepEqual([error.code, error.retryable], ['connect_failed', true])
      }
    })

    test('wrong credentials are told as such, and not told', async () => {
      await using stand = await open()
      const account = { ...accountOf(stand), authToken: 'the wrong token' }
      for (const ask of [
        () => stand.carrier.sendMessage(account, text()),
        () => stand.carrier.findMessage(account, `SM${'0'.repeat(32)}`),
        () => stand.carrier.listMessages(account, { channel: 'sms', from, to, since: new Date(0) }),
        () => stand.carrier.listSenders(account),
        () => stand.carrier.listTemplates(account),
        () => stand.carrier.submitTemplate(account, newTemplate()),
        () => stand.carrier.fetchMedia(account, mediaUrl(stand), 1_000),
      ]) {
        const error = await failureOf(ask())
        assert.deepEqual([error.code, error.retryable], ['unauthorised', false])
        assertTellsNothing(error, stand, account.authToken)
      }
    })

    test('a message is found by its sid, and no other is', async () => {
      await using stand = await open()
      const { sid } = await stand.carrier.sendMessage(accountOf(stand), text())
      await stand.sandbox.control.forward(60_000)
      const found = await stand.carrier.findMessage(accountOf(stand), sid)
      assert.ok(found && Math.abs(found.createdAt.getTime() - stand.sandbox.control.now().getTime()) < 90_000)
      const { createdAt: _, ...rest } = found
      const ends = { sid, from, to, body: secretText }
      assert.deepEqual(rest, {
        ...ends,
        status: 'failed',
        errorCode: 63016,
        errorMessage: rest.errorMessage,
        mediaCount: 0,
      })
      for (const other of [`SM${'0'.repeat(32)}`, '', 'SM1', `../${sid}`, `${sid}.json`, `${sid}?x`]) {
        assert.equal(await stand.carrier.findMessage(accountOf(stand), other), undefined, other)
      }
    })

    test('the messages of a pair are listed, the newest first, over every page and no other pair', async () => {
      await using stand = await open()
      const account = accountOf(stand)
      const since = new Date()
      const sids: string[] = []
      for (let index = 0; index < 230; index++) {
        sids.push((await stand.carrier.sendMessage(account, text())).sid)
        if (index % 10 === 0) await stand.carrier.sendMessage(account, text({ to: '+4915100000000' }))
        if (index % 10 === 1) await stand.carrier.sendMessage(account, text({ channel: 'sms' }))
      }
      await stand.sandbox.phones.send({ from: to, to: from, body: 'Hi' })
      const list = (channel: 'chatapp' | 'sms', since: Date) =>
        stand.carrier.listMessages(account, { channel, from, to, since })
      const found = await list('chatapp', since)
      assert.deepEqual(
        found.map(({ sid }) => sid),
        sids.toReversed(),
      )
      assert.equal((await list('sms', since)).length, 23)
      assert.deepEqual(await list('chatapp', new Date(Date.now() + 60_000)), [])
    })

    test('messages before the moment asked for are left out, those of the same second are not', async () => {
      await using stand = await open()
      const account = accountOf(stand)
      const send = async () => (await stand.carrier.sendMessage(account, text())).sid
      await send()
      await stand.sandbox.control.forward(10_000)
      const since = stand.sandbox.control.now()
      const recent = [await send()]
      await stand.sandbox.control.forward(10_000)
      recent.unshift(await send())
      const found = await stand.carrier.listMessages(account, { channel: 'chatapp', from, to, since })
      assert.deepEqual(
        found.map(({ sid }) => sid),
        recent,
      )
    })

    test('senders are listed over every page, with what the carrier knows of each', async () => {
      const numbers = Array.from({ length: 45 }, (_, index) => `+155500010${String(index).padStart(2, '0')}`)
      await using stand = await open({ settings: { senders: numbers.map((number) => ({ number, name: 'Shop' })) } })
      const { control } = stand.sandbox
      control.changeSender(numbers[0]!, { messagingLimit: 'Unlimited Customers/24hr', quality: 'LOW' })
      control.changeSender(numbers[1]!, { messagingLimit: null, quality: null, status: 'OFFLINE' })
      control.changeSender(numbers[2]!, { messagingLimit: 'as many as you like' })
      const senders = await stand.carrier.listSenders(accountOf(stand))
      const byNumber = new Map(senders.map(({ sid, ...sender }) => [sender.phoneNumber, sender]))
      assert.deepEqual([...byNumber.keys()].sort(), numbers)
      assert.equal(new Set(senders.map(({ sid }) => sid)).size, 45)
      const usual = {
        phoneNumber: numbers[3]!,
        displayName: 'Shop',
        rawStatus: 'ONLINE',
        online: true,
        qualityRating: 'HIGH',
        messagingLimit: 10_000,
        messagingLimitText: '10K Customers/24hr',
        voiceCalling: false,
        offlineReason: null,
        inboundWebhook: { url: null, method: 'POST' },
      }
      assert.deepEqual(byNumber.get(numbers[3]!), usual)
      const [unlimited, offline, odd] = numbers.map((number) => byNumber.get(number))
      assert.deepEqual([unlimited?.messagingLimit, unlimited?.qualityRating], ['unlimited', 'LOW'])
      assert.deepEqual([offline?.online, offline?.rawStatus, offline?.messagingLimit], [false, 'OFFLINE', null])
      assert.deepEqual([odd?.messagingLimit, odd?.messagingLimitText], [null, 'as many as you like'])
      assert.match(offline?.offlineReason ?? '', /^63112: ./)
    })

    test('the inbound webhook of a sender is set, and its others stay', async () => {
      await using stand = await open()
      const { control } = stand.sandbox
      const elsewhere = {
        callback_url: 'https://a.example/in',
        callback_method: 'GET',
        fallback_url: 'https://a.example/f',
      }
      control.changeSender(from, { webhook: elsewhere })
      const account = accountOf(stand)
      const seen = async () =>
        (await stand.carrier.listSenders(account)).find(({ phoneNumber }) => phoneNumber === from)!
      assert.deepEqual((await seen()).inboundWebhook, { url: 'https://a.example/in', method: 'GET' })
      await stand.carrier.setInboundWebhook(account, (await seen()).sid, 'https://b.example/in#rc=3')
      assert.deepEqual((await seen()).inboundWebhook, { url: 'https://b.example/in#rc=3', method: 'POST' })
      assert.equal(control.changeSender(from, {}).webhook['fallback_url'], 'https://a.example/f')
      assert.equal((await seen()).online, true)
      const error = await failureOf(
        stand.carrier.setInboundWebhook(account, `XE${'0'.repeat(32)}`, 'https://b.example'),
      )
      assert.deepEqual([error.code, error.retryable], ['20404', false])
    })

    test('templates are listed over every page, whatever became of them', async () => {
      await using stand = await open({ settings: { review: 'hand', delaysMs: { pending: 600_000 } } })
      const states = ['approved', 'received', 'pending', 'rejected', 'paused', 'disabled', null] as const
      const names = Array.from({ length: 1_205 }, (_, index) => `template_${index}`)
      for (const [index, name] of names.entries()) {
        const status = states[index % states.length]
        const category = index % 2 ? 'MARKETING' : 'AUTHENTICATION'
        stand.sandbox.control.addTemplate({
          name,
          status,
          category,
          rejectionReason: `Reason ${index}`,
          body: 'Hi {{1}}!',
        })
      }
      const templates = await stand.carrier.listTemplates(accountOf(stand))
      const byName = new Map(templates.map((template) => [template.name, template]))
      assert.deepEqual([...byName.keys()].sort(), names.toSorted())
      for (const [index, name] of names.entries()) {
        const status = states[index % states.length]
        assert.equal(byName.get(name)?.rawStatus, status ?? 'unsubmitted')
        if (status === null) continue
        assert.equal(byName.get(name)?.category, index % 2 ? 'marketing' : 'authentication')
        assert.equal(byName.get(name)?.rejectionReason, `Reason ${index}`)
      }
      assert.deepEqual(byName.get('template_0')?.variables, { 1: '' })
    })

    test('a template is submitted for approval', async () => {
      await using stand = await open({ settings: { review: 'hand' } })
      const submitted = await stand.carrier.submitTemplate(accountOf(stand), newTemplate())
      const { sid, rawStatus, ...rest } = submitted
      assert.match(rawStatus, /^(?:received|pending)$/)
      assert.deepEqual(rest, {
        name: 'order_left',
        language: 'de',
        category: 'marketing',
        rawCategory: 'MARKETING',
        rejectionReason: null,
        bodyText: newTemplate().bodyText,
        variables: { 1: 'Ann', 2: '17' },
        parts: [],
        hasVoiceCall: false,
      })
      const listed = await stand.carrier.listTemplates(accountOf(stand))
      assert.deepEqual(
        listed.map((template) => template.sid),
        [sid],
      )
    })

    test('a template whose submission is refused leaves nothing behind', async () => {
      await using stand = await open()
      const error = await failureOf(stand.carrier.submitTemplate(accountOf(stand), newTemplate('Not A Name')))
      assert.deepEqual([error.code, error.retryable], ['20001', false])
      stand.sandbox.control.script({ faults: [{ fault: 'too-many-requests' }], on: 'ApprovalRequests' })
      const limited = await failureOf(stand.carrier.submitTemplate(accountOf(stand), newTemplate()))
      assert.deepEqual([limited.code, limited.retryable], ['20429', true])
      assert.deepEqual(await stand.carrier.listTemplates(accountOf(stand)), [])
    })

    test('media of a user is fetched byte for byte, and the file server sees no credentials', async () => {
      await using stand = await open()
      const bytes = randomBytes(300_000)
      const url = await receiveMedia(stand, { contentType: 'image/jpeg', bytes })
      const fetched = await stand.carrier.fetchMedia(accountOf(stand), url, bytes.length)
      assert.equal(fetched.contentType, 'image/jpeg')
      assert.ok(bytes.equals(fetched.body))
      const fileRequests = stand.sandbox.requests.filter(({ path }) => path.startsWith('/media/'))
      assert.ok(fileRequests.every(({ user }) => user === undefined))
    })

    test('media of a user are listed as their webhook told of them', async () => {
      await using stand = await open()
      const bytes = Buffer.from('89504e470d0a1a0a', 'hex')
      const media = [{ contentType: 'image/png', bytes }]
      const { message } = await stand.sandbox.phones.send({ from: to, to: from, media })
      const pair = { channel: 'chatapp' as const, to: from, since: new Date(0) }
      const account = accountOf(stand)
      const [listed] = await stand.carrier.listMessages(account, pair)
      assert.deepEqual([listed?.sid, listed?.mediaCount], [message.sid, 1])
      const [found, ...others] = await stand.carrier.listMedia(account, message.sid)
      assert.deepEqual([found?.contentType, others], ['image/png', []])
      assert.deepEqual((await stand.carrier.fetchMedia(account, found!.url, 100)).body, bytes)
    })

    test('media that is too large, gone or elsewhere is refused', async () => {
      await using stand = await open()
      await using elsewhere = await openReceiver()
      const url = await receiveMedia(stand, { contentType: 'video/mp4', bytes: randomBytes(300_000) })
      const codeOf = async (address: string, maxBytes: number) => {
        const error = await failureOf(stand.carrier.fetchMedia(accountOf(stand), address, maxBytes))
        assert.equal(error.retryable, false)
        return error.code
      }
      assert.equal(await codeOf(url, 299_999), 'too_large')
      assert.equal(await codeOf(mediaUrl(stand), 1_000), '20404')
      assert.equal(await codeOf(`${elsewhere.url}${new URL(url).pathname}`, 1_000), 'address_refused')
      assert.equal(await codeOf('http://169.254.169.254/latest/meta-data', 1_000), 'address_refused')
      assert.equal(await codeOf('not an address', 1_000), 'address_refused')
      assert.equal(elsewhere.requests.length, 0)
    })
  })
}

export function accountOf({ sandbox: { accountSid, authToken } }: CarrierStand): CarrierAccount {
  return { accountSid, authToken }
}

export function text(change: Partial<OutgoingMessage> = {}): OutgoingMessage {
  const content = { kind: 'text', body: secretText } as const
  return { channel: 'chatapp', from, to, content, statusCallbackUrl: nowhere, ...change }
}

function newTemplate(name = 'order_left') {
  return {
    name,
    language: 'de',
    category: 'marketing',
    bodyText: 'Hello {{1}}, your order {{2}} has left us today, thank you.',
    samples: { 1: 'Ann', 2: '17' },
  } as const
}

/** Numbers that end in 99 and five digits misbehave as the digits say. */
function failing(code: string): string {
  return `+155599${code.padStart(5, '0')}`
}

/** Of a medium that never was. */
function mediaUrl({ sandbox: { baseUrl, accountSid } }: CarrierStand): string {
  const none = '0'.repeat(32)
  return `${baseUrl}/2010-04-01/Accounts/${accountSid}/Messages/MM${none}/Media/ME${none}`
}

async function receiveMedia(
  { sandbox }: CarrierStand,
  medium: { contentType: string; bytes: Buffer },
): Promise<string> {
  const { message } = await sandbox.phones.send({ from: to, to: from, media: [medium] })
  const path = `/2010-04-01/Accounts/${sandbox.accountSid}/Messages/${message.sid}/Media/${message.mediaSids[0]}`
  return sandbox.baseUrl + path
}

async function failureOf(work: Promise<unknown>): Promise<OutsideError> {
  const error = await work.then(
    () => assert.fail('Nothing failed.'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof OutsideError, `not an OutsideError: ${error}`)
  return error
}

function assertTellsNothing(error: OutsideError, { sandbox }: CarrierStand, authToken = sandbox.authToken): void {
  const told = `${error.message} ${error.stack} ${String(error.cause)} ${JSON.stringify(error)}`
  const encoded = Buffer.from(`${sandbox.accountSid}:${authToken}`).toString('base64')
  for (const secret of [authToken, encoded, secretText, to]) assert.ok(!told.includes(secret), told)
}
