// Tests of the export of a person: its contents, its mark, and its memory.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, describe, it } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { createOffice, createPerson, leaveTraces } from '#testing/features/person-traces.ts'
import { assertNotFound } from '#testing/requests/expect-refusal.ts'
import { readZip } from '#testing/requests/read-zip.ts'
import { openArchive } from './export/open-archive.ts'

const receiver = await openReceiver()
const parley = await startTestApp({ carrier: {}, config: { allowPrivate: [new URL(receiver.url).host] } })
after(async () => {
  await parley[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

describe('the export of a person', () => {
  it('contains every kind of record and file of the person, and nothing of other people', async () => {
    const office = await createOffice(parley, receiver.url)
    const { client } = office.sender
    const [person, other] = [createPerson(parley), createPerson(parley)]
    const { callId } = await leaveTraces(parley, office, person)
    await leaveTraces(parley, office, other)
    const entries = readZip(await client.privacy.exportPerson({ identifier: person.phone }))
    const texts = new Map([...entries].map(([name, content]) => [name, content.toString()]))
    const recordsOf = (name: string) =>
      texts
        .get(`${name}.jsonl`)!
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))

    const { counts, ...manifest } = JSON.parse(texts.get('manifest.json')!)
    assert.deepEqual(counts, {
      runs: 1,
      assistant_tests: 1,
      leads: 1,
      attempts: 1,
      calls: 1,
      recordings: 1,
      contacts: 2,
      messages: counts.messages,
      files: 2,
      conversations: 4,
      conversation_messages: counts.conversation_messages,
      conversation_notes: 1,
      conversation_files: 1,
      do_not_contact: 1,
      consents: 1,
      persons: 1,
      webhook_deliveries: 2,
    })
    for (const [name, count] of Object.entries(counts))
      if (texts.has(`${name}.jsonl`)) assert.equal(recordsOf(name).length, count, name)
    assert.deepEqual(manifest.phone_numbers, [person.phone, person.otherPhone])
    assert.deepEqual(manifest.identifiers, [person.identifier])
    assert.deepEqual(manifest.synthetic_voice, {
      files: 'recordings/*.wav',
      channel: 'right',
      source: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
    })
    const [call] = recordsOf('calls')
    assert.deepEqual([call.id, call.client_phone, call.transcript[0].text], [callId, person.phone, person.words])
    assert.equal(texts.get(`recordings/${call.uuid}.wav`), `RIFF ${person.words}`)
    const file = [...texts].find(([name]) => /^files\/message-\d+-\d+\.png$/.test(name))
    assert.ok(file?.[1].includes(person.words))
    for (const canary of [other.phone.slice(1), other.name, other.words, other.identifier])
      for (const [name, text] of texts) assert.ok(!text.includes(canary), name)
  })

  it('is not found if nothing is stored', async () => {
    const { client } = await parley.createAccount()
    const isUnknown = client.privacy.exportPerson({ identifier: parley.createPhoneNumber() })
    await assertNotFound(isUnknown, 'Nothing is stored about this person.')
  })
})

describe('an archive', () => {
  const piece = Buffer.alloc(1024 * 1024, 'parley')

  it('is not held in memory, however large it is', async () => {
    const pieces = 256
    const archive = openArchive()
    const content = function* () {
      for (let index = 0; index < pieces; index++) yield piece
    }
    const writing = archive
      .add('large', Readable.from(content(), { objectMode: false }), { compress: false })
      .then(archive.end)
    let bytes = 0
    let most = 0
    const before = process.memoryUsage().arrayBuffers
    for await (const chunk of archive.output) {
      bytes += chunk.length
      most = Math.max(most, process.memoryUsage().arrayBuffers - before)
    }
    await writing
    assert.ok(bytes > pieces * piece.length)
    assert.ok(most < 64 * piece.length, `${most} bytes`)
  })

  it('ends with an error if its content fails or its reader goes', async () => {
    const failing = openArchive()
    const content = Readable.from(
      (async function* () {
        yield piece
        throw new Error('The disk is broken.')
      })(),
      { objectMode: false },
    )
    const writing = failing.add('file', content, { compress: false }).catch(failing.fail)
    await assert.rejects(async () => {
      for await (const _ of failing.output);
    })
    await writing
    const left = openArchive()
    const endless = Readable.from(
      (function* () {
        for (;;) yield piece
      })(),
      { objectMode: false },
    )
    const waiting = left.add('endless', endless, { compress: false })
    left.output.destroy()
    await assert.rejects(waiting)
    assert.ok(endless.destroyed)
  })
})
