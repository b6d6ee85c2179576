// Tests of recordings through the REST API: recorded calls, the Recordings resource, media files and status callbacks.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { tone } from '../src/index.ts'
import { basic, smsSender as from, startTestSandbox, type TestSandbox, untilOver } from './harness.ts'
import { startMediaServer } from './media-server.ts'
import { channelsOf, download, framesOf, pitchOf } from './recorded-audio.ts'

const to = '+12025550150'
const said = { audio: tone({ ms: 300, hz: 300 }), afterMs: 200 }

/** Calls a phone that speaks a tone of 300 Hz, and hears one of 900 Hz. */
async function recordedCall(sandbox: TestSandbox, fields: Record<string, unknown> = {}, hangUpAfterMs = 300) {
  sandbox.carrier.control.behaveOnCalls(to, { steps: [said, { hangUp: true, afterMs: hangUpAfterMs }] })
  const { url } = sandbox.receiver
  const given = {
    ...{ from, to, twiml: '<Response><Say>Hello.</Say><Pause length="60"/></Response>' },
    statusCallback: `${url}/status`,
    recordingStatusCallback: `${url}/recording`,
    recordingStatusCallbackEvent: ['in-progress', 'completed', 'absent'],
    ...fields,
  }
  return sandbox.client.calls.create(given as Parameters<typeof sandbox.client.calls.create>[0])
}

const speak = async () => tone({ ms: 200, hz: 900 })

describe('a call that is created with record', { concurrency: true }, () => {
  test('is recorded on two channels, which are listed, downloaded and deleted', async () => {
    await using sandbox = await startTestSandbox({}, { speak })
    const { client } = sandbox
    const { sid } = await recordedCall(sandbox, { record: true, recordingChannels: 'dual', trim: 'do-not-trim' })
    await untilOver(sandbox, sid)
    await sandbox.carrier.control.settled()
    const [listed, ...others] = await client.recordings.list({ callSid: sid })
    assert.equal(others.length, 0)
    assert.deepEqual(
      [listed!.status, listed!.channels, listed!.source, listed!.callSid, listed!.duration, listed!.errorCode],
      ['completed', 2, 'OutboundAPI', sid, '1', null],
    )
    assert.equal((await client.calls(sid).recordings.list()).length, 1)
    assert.equal((await client.recordings.list({ dateCreatedAfter: new Date(Date.now() + 86_400_000) })).length, 0)

    const wav = await download(sandbox, listed!.mediaUrl)
    const [phone, application] = channelsOf(wav)
    assert.equal(phone!.length, sandbox.carrier.control.audio(sid)!.said.length)
    assert.ok(Math.abs(framesOf(phone!) - 15) <= 1 && Math.abs(pitchOf(phone!) - 300) < 10, 'the phone is on the left')
    assert.ok(Math.abs(framesOf(application!) - 10) <= 1 && Math.abs(pitchOf(application!) - 900) < 10)
    const mixed = channelsOf(await download(sandbox, `${listed!.mediaUrl}.wav?RequestedChannels=1`))
    assert.deepEqual([mixed.length, mixed[0]!.length], [1, phone!.length])

    const callbacks = sandbox.receiver.received.map(({ path, form }) => `${path} ${form['RecordingStatus'] ?? ''}`)
    assert.deepEqual(callbacks, ['/recording in-progress', '/status ', '/recording completed'])
    const [, ended, completed] = sandbox.receiver.received
    assert.ok(completed!.isSigned)
    const { RecordingStartTime, ...form } = completed!.form
    assert.match(RecordingStartTime!, /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d \+0000$/)
    assert.deepEqual(form, {
      AccountSid: sandbox.carrier.accountSid,
      CallSid: sid,
      RecordingSid: listed!.sid,
      RecordingUrl: listed!.mediaUrl,
      RecordingStatus: 'completed',
      RecordingDuration: '1',
      RecordingChannels: '2',
      RecordingSource: 'OutboundAPI',
      RecordingTrack: 'both',
    })
    assert.deepEqual([ended!.form['RecordingSid'], ended!.form['RecordingDuration']], [listed!.sid, '1'])

    await client.recordings(listed!.sid).remove()
    await assert.rejects(client.recordings(listed!.sid).fetch(), { code: 20404, status: 404 })
    await assert.rejects(download(sandbox, listed!.mediaUrl), /404/)
  })

  test('is mixed on one channel without silence at its ends by default', async () => {
    await using sandbox = await startTestSandbox({}, { speak })
    const { sid } = await recordedCall(sandbox, { record: true, twiml: '<Response><Pause length="60"/></Response>' })
    await untilOver(sandbox, sid)
    await sandbox.carrier.control.settled()
    const [recording] = await sandbox.client.recordings.list()
    const [only, ...others] = channelsOf(await download(sandbox, recording!.mediaUrl))
    assert.deepEqual([others.length, recording!.channels, recording!.duration], [0, 1, '1'])
    assert.ok(Math.abs(only!.length - 500 * 8) <= 160, `${only!.length / 8} ms`)
    const both = channelsOf(await download(sandbox, `${recording!.mediaUrl}.wav?RequestedChannels=2`))
    assert.equal(both.length, 2)
  })

  test('has no audio if only silence was recorded', async () => {
    await using sandbox = await startTestSandbox()
    const { sid } = await recordedCall(sandbox, { record: true, recordingTrack: 'outbound' })
    await untilOver(sandbox, sid)
    await sandbox.carrier.control.settled()
    const [recording] = await sandbox.client.recordings.list()
    assert.deepEqual([recording!.status, recording!.errorCode], ['absent', 16102])
    const last = sandbox.receiver.received.at(-1)!
    assert.deepEqual([last.form['RecordingStatus'], last.form['ErrorCode']], ['absent', '16102'])
  })

  test('is not recorded if it is not answered', async () => {
    await using sandbox = await startTestSandbox()
    const { sid } = await recordedCall(sandbox, { record: true, to: '+12025550103' })
    await untilOver(sandbox, sid)
    assert.deepEqual(await sandbox.client.recordings.list(), [])
  })

  for (const [name, value, code] of [
    ['Record', 'perhaps', 20001],
    ['RecordingChannels', 'three', 20001],
    ['RecordingTrack', 'left', 20001],
    ['Trim', 'short', 20001],
    ['RecordingStatusCallback', 'nowhere', 21609],
    ['RecordingStatusCallbackEvent', 'completed bored', 20001],
  ] as const)
    test(`is rejected with ${code} if ${name} is invalid`, async () => {
      await using sandbox = await startTestSandbox()
      const form = new URLSearchParams({ To: to, From: from, Twiml: '<Response/>', Record: 'true', [name]: value })
      const { status, body } = await sandbox.call('POST', `${sandbox.account}/Calls.json`, form)
      assert.deepEqual([status, body.code], [400, code])
    })
})

describe('a recording of a call in progress', { concurrency: true }, () => {
  test('is started, paused, resumed and stopped', async () => {
    await using sandbox = await startTestSandbox()
    await using server = await startMediaServer()
    const { control } = sandbox.carrier
    const audio = tone({ ms: 60_000, hz: 300 })
    control.behaveOnCalls(to, { steps: [{ audio, afterMs: 0 }] })
    const { sid } = await sandbox.client.calls.create({ from, to, twiml: server.twiml() })
    const stream = await server.connection(1)
    const { recordings } = sandbox.client.calls(sid)
    await assert.rejects(recordings('Twilio.CURRENT').update({ status: 'stopped' }), { code: 20404 })
    const position = () => control.audio(sid)!.said.length / 8
    /** Makes a request some time later, and returns between which positions in the call it had its effect. */
    async function after<T>(ms: number, request: () => Promise<T>) {
      await stream.untilFrame(stream.of('media').length + ms / 20)
      const earliest = position()
      return { result: await request(), earliest, latest: position() }
    }
    const start = await after(0, () => recordings.create({ recordingTrack: 'inbound' }))
    const started = start.result
    assert.deepEqual(
      [started.status, started.source, started.channels, started.duration, started.track],
      ['in-progress', 'StartCallRecordingAPI', 1, null, 'inbound'],
    )
    await assert.rejects(sandbox.client.recordings(started.sid).remove(), { code: 20009 })
    const current = recordings('Twilio.CURRENT')
    const pause = await after(200, () => current.update({ status: 'paused' }))
    assert.equal(pause.result.status, 'paused')
    const resume = await after(200, () => recordings(started.sid).update({ status: 'in-progress' }))
    const skip = await after(200, () => current.update({ status: 'paused', pauseBehavior: 'skip' }))
    const resumeAgain = await after(400, () => current.update({ status: 'in-progress' }))
    const stop = await after(100, () => current.update({ status: 'stopped' }))
    assert.equal(stop.result.status, 'stopped')
    await control.settled()
    await assert.rejects(recordings(started.sid).update({ status: 'paused' }), { code: 21220 })
    const { mediaUrl, status } = await sandbox.client.recordings(started.sid).fetch()
    assert.equal(status, 'completed')
    const [only] = channelsOf(await download(sandbox, mediaUrl))
    const isBetween = (ms: number, min: number, max: number) =>
      assert.ok(ms >= min - 20 && ms <= max + 20, `${ms} ms is not from ${min} to ${max} ms`)
    const ms = only!.length / 8
    isBetween(
      ms,
      stop.earliest - start.latest - (resumeAgain.latest - skip.earliest),
      stop.latest - start.earliest - (resumeAgain.earliest - skip.latest),
    )
    isBetween(ms - framesOf(only!) * 20, resume.earliest - pause.latest, resume.latest - pause.earliest)
    control.hangUp(sid)
    await untilOver(sandbox, sid)
    await assert.rejects(recordings.create(), { code: 21220, status: 400 })
  })

  test('has no second channel if it has one track, and no MP3 file', async () => {
    await using sandbox = await startTestSandbox()
    const { sid } = await recordedCall(sandbox, { record: true, recordingTrack: 'inbound', recordingChannels: 'dual' })
    await untilOver(sandbox, sid)
    await sandbox.carrier.control.settled()
    const [recording] = await sandbox.client.recordings.list()
    assert.equal(recording!.channels, 1)
    const path = `${sandbox.account}/Recordings/${recording!.sid}`
    const xmlOf = (suffix: string) =>
      sandbox.call('GET', path + suffix).then(({ status, body }) => [status, String(body)])
    const [status, body] = await xmlOf('.wav?RequestedChannels=2')
    assert.equal(status, 400)
    assert.match(String(body), /<Code>16113<\/Code>/)
    assert.match(String((await xmlOf('.mp3'))[1]), /request \.wav instead of \.mp3/)
    assert.match(String((await xmlOf('.xml'))[1]), /<Recording>.*<CallSid>CA[0-9a-f]{32}<\/CallSid>/)
    assert.match(String((await sandbox.call('GET', `${sandbox.account}/Recordings`)).body), /<Recordings><Recording>/)
    const refused = await fetch(recording!.mediaUrl, { headers: { authorization: basic('AC1', 'wrong') } })
    assert.equal(refused.status, 401)
  })
})

test('recordings survive a restart, which completes those in progress', async () => {
  const state = await mkdtemp(join(tmpdir(), 'sandbox-'))
  try {
    let sid: string
    {
      await using sandbox = await startTestSandbox({}, { state })
      await using server = await startMediaServer()
      const fields = { record: true, recordingChannels: 'dual', twiml: server.twiml() }
      sid = (await recordedCall(sandbox, fields, 60_000)).sid
      const stream = await server.connection(1)
      await stream.untilFrame(40)
    }
    for (let restart = 0; restart < 2; restart++) {
      await using sandbox = await startTestSandbox({}, { state })
      await sandbox.carrier.control.settled()
      const [recording] = await sandbox.client.recordings.list({ callSid: sid })
      assert.deepEqual([recording!.status, recording!.duration], ['completed', '1'])
      const [phone] = channelsOf(await download(sandbox, recording!.mediaUrl))
      assert.ok(Math.abs(framesOf(phone!) - 15) <= 1, `${framesOf(phone!)} frames`)
    }
    // A crash during the call loses its audio, and with it what was recorded.
    const journal = join(state, 'sandbox.jsonl')
    const lines = (await readFile(journal, 'utf8')).split('\n')
    await writeFile(journal, lines.filter((line) => !line.startsWith('["audio"')).join('\n'))
    await using sandbox = await startTestSandbox({}, { state })
    assert.deepEqual(await sandbox.client.recordings.list(), [])
  } finally {
    await rm(state, { recursive: true, force: true })
  }
})

test('<Dial record> records the caller and the dialled phone on two channels', async () => {
  await using sandbox = await startTestSandbox()
  const { control } = sandbox.carrier
  const { url } = sandbox.receiver
  const dial = `<Dial action="/after" record="record-from-answer-dual" recordingStatusCallback="/recorded"><Number>${to}</Number></Dial>`
  sandbox.receiver.respondWith(({ path }) =>
    path === '/voice' ? { type: 'text/xml', body: `<Response>${dial}</Response>` } : { status: 204 },
  )
  control.addNumber({ phoneNumber: from, voiceUrl: `${url}/voice` })
  control.behaveOnCalls(to, {
    steps: [
      { audio: tone({ ms: 400, hz: 900 }), afterMs: 0 },
      { hangUp: true, afterMs: 700 },
    ],
  })
  const { sid } = control.call({
    from: '+12025550151',
    to: from,
    behaviour: { steps: [{ audio: tone({ ms: 400, hz: 300 }), afterMs: 600 }] },
  })
  await untilOver(sandbox, sid)
  await control.settled()
  const [recording] = await sandbox.client.recordings.list()
  assert.deepEqual([recording!.callSid, recording!.source, recording!.channels], [sid, 'DialVerb', 2])
  const [caller, dialled] = channelsOf(await download(sandbox, recording!.mediaUrl))
  assert.ok(Math.abs(pitchOf(caller!) - 300) < 10 && Math.abs(pitchOf(dialled!) - 900) < 10)
  const posted = (path: string) => sandbox.receiver.received.find((webhook) => webhook.path === path)!.form
  assert.equal(posted('/after')['RecordingUrl'], recording!.mediaUrl)
  assert.equal(posted('/recorded')['RecordingSid'], recording!.sid)
})

test('a <Conference> that asks for a recording raises an alarm', async () => {
  await using sandbox = await startTestSandbox()
  const twiml = '<Response><Dial><Conference record="record-from-start">all</Conference></Dial></Response>'
  const { sid } = await recordedCall(sandbox, { twiml })
  await untilOver(sandbox, sid)
  assert.deepEqual(
    sandbox.carrier.alarms.map(({ code }) => code),
    [12200],
  )
})
