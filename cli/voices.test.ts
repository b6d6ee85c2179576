// Tests of `parley voices`.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { it } from 'node:test'
import { leaveInterruptedPack } from '#testing/voice-packs/interrupted-pack.ts'
import { archiveOf, makeRecognitionPack, makeVoicePack } from '#testing/voice-packs/make-voice-pack.ts'
import { startPackServer } from '#testing/voice-packs/pack-server.ts'

const newFolder = () => mkdtemp(join(tmpdir(), 'cli-voices-'))

function start(dataDir: string, words: readonly string[]) {
  const env = { ...process.env, DATA_DIR: dataDir, ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' }
  return spawn(process.execPath, ['cli/main.ts', 'voices', ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
}

async function run(dataDir: string, ...words: string[]) {
  const child = start(dataDir, words)
  const [[code], out, err] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  return { code: code as number, out, err }
}

interface Listed {
  voice_packs: { name: string | null; state: string; languages: string[]; bytes: number; downloaded_bytes: number }[]
}

const listOf = async (dataDir: string): Promise<Listed['voice_packs']> =>
  (JSON.parse((await run(dataDir, '--json')).out) as Listed).voice_packs

it('adds a pack from a file, lists and removes it', async () => {
  const dataDir = join(await newFolder(), 'data')
  const file = join(await newFolder(), 'pack.tar')
  await writeFile(file, archiveOf(makeRecognitionPack()))
  const added = await run(dataDir, 'add', file, '--yes')
  assert.equal(added.code, 0, added.err)
  assert.match(added.out, /^Added test-recognition .* license CC0-1.0/)
  assert.match(added.err, /Unpacking\nTesting/)
  const { out } = await run(dataDir)
  assert.match(
    out,
    /^NAME +STATE +KIND +SIZE +LANGUAGES +LICENSE +TITLE\ntest-recognition +installed +recognition +1 MB +es +CC0-1\.0 +Test recognition/,
  )
  assert.match(out, /\nkokoro +available +voice +132 MB +en es fr hi it pt zh +Apache-2\.0 +Kokoro/)

  assert.equal((await run(dataDir, 'remove', 'test-recognition')).code, 0)
})

it('stops on a signal, shows what was downloaded, and resumes', async () => {
  const dataDir = await newFolder()
  const pack = makeVoicePack({ more: { 'notes.bin': randomBytes(17 * 2 ** 20) } })
  await using server = await startPackServer(archiveOf(pack))
  const child = start(dataDir, ['add', server.url, '--yes'])
  server.onRange = (begin) => {
    if (begin > 0) child.kill('SIGINT')
  }
  const [[code], err] = await Promise.all([once(child, 'exit'), text(child.stderr)])
  assert.equal(code, 1)
  assert.match(err, /was canceled\. What was downloaded is kept\.\n$/)
  const [interrupted] = await listOf(dataDir)
  assert.equal(interrupted!.state, 'interrupted')
  assert.equal(interrupted!.downloaded_bytes, 8 * 2 ** 20)
  assert.match(interrupted!.name!, /^own-[0-9a-f]{16}$/)

  server.onRange = undefined
  const resumed = await run(dataDir, 'add', server.url, '--yes', '--json')
  assert.deepEqual(JSON.parse(resumed.out), {
    name: 'test-voice',
    title: 'Test voice test-voice',
    license: 'CC0-1.0',
  })
  assert.match(resumed.err, /Downloading: 40 % of 18 MB/)
  const [installed] = await listOf(dataDir)
  assert.deepEqual([installed!.name, installed!.state, installed!.languages], ['test-voice', 'installed', ['de']])
})

it('shows the license, and downloads nothing before it is accepted', async () => {
  const refused = await run(await newFolder(), 'add', 'piper-de-thorsten')
  assert.equal(refused.code, 2)
  assert.match(refused.err, /67 MB, from https:.*\nLicense: CC0-1\.0\.\n.*espeak-ng.*GPL.*\nPass --yes/)
})

it('explains wrong usage, names and files', async () => {
  const dataDir = await newFolder()
  for (const [words, code, message] of [
    [['add'], 2, /Usage/],
    [['remove', 'nothing'], 1, /^No pack of this name is installed\.\n$/],
    [['add', 'nothing', '--yes'], 1, /There is no pack of this name/],
    [['add', './nothing.tar', '--yes'], 1, /The file does not exist/],
  ] as const) {
    const outcome = await run(dataDir, ...words)
    assert.equal(outcome.code, code, outcome.err)
    assert.match(outcome.err, message)
  }
})

it('removes an interrupted download by the name in the list', async () => {
  const dataDir = await newFolder()
  const name = await leaveInterruptedPack(join(dataDir, 'voice-packs'))
  assert.equal((await listOf(dataDir))[0]!.name, name)
  assert.equal((await run(dataDir, 'remove', name)).code, 0)
  assert.ok((await listOf(dataDir)).every(({ state }) => state === 'available'))
})
