// `parley voices`: lists, adds and removes the packs of voices and recognizers of this machine.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { type AddOptions, findKnown, kindOf, type ListedPack, PackError, type PackSource } from '@parley/speech'
import { openVoicePackFolder } from '#server/operator/voice-packs.ts'
import { print, UsageError } from './command.ts'

const usage = 'Usage: parley voices [list] | add NAME|FILE|URL | remove NAME'

export async function voices(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { yes: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
  })
  const [action = 'list', name, ...rest] = positionals
  if (rest.length > 0 || (action === 'list') !== (name === undefined)) throw new UsageError(usage)
  if (action === 'list') return list(values.json)
  if (action === 'add') return add(sourceOf(name!), values)
  if (action === 'remove') return remove(name!, values.json)
  throw new UsageError(usage)
}

/** A file must exist, so that a name with a typo is not taken for one. */
function sourceOf(text: string): PackSource {
  if (/^https?:\/\//.test(text)) {
    if (!URL.canParse(text)) throw new UsageError('The URL is not valid.')
    return { url: text }
  }
  if (/[./\\]/.test(text) || existsSync(text)) return { file: resolve(text) }
  return { name: text }
}

async function list(asJson: boolean): Promise<number> {
  await using packs = openVoicePackFolder()
  const listed = await packs.list()
  print(asJson, { voice_packs: listed.map(present) }, tableOf(listed))
  return 0
}

function present({ description, bytes, isInstalled, adding }: ListedPack) {
  return {
    name: description?.name ?? adding?.key ?? null,
    title: description?.title ?? adding?.source ?? null,
    kind: description ? kindOf(description) : null,
    state: stateOf({ isInstalled, adding }),
    languages: description?.languages ?? [],
    voices: description?.voices.length ?? 0,
    license: description?.license ?? null,
    notice: description?.notice ?? null,
    bytes,
    downloaded_bytes: adding?.doneBytes ?? 0,
    error: adding?.error?.message ?? null,
  }
}

function stateOf({ isInstalled, adding }: Pick<ListedPack, 'isInstalled' | 'adding'>) {
  if (isInstalled) return 'installed'
  if (!adding) return 'available'
  if (adding.isCanceling) return 'canceling'
  return adding.isRunning ? 'adding' : 'interrupted'
}

const maxLanguages = 8

function tableOf(packs: readonly ListedPack[]): string {
  const rows = packs.map((pack) => {
    const { description } = pack
    const languages = description?.languages ?? []
    const more = languages.length > maxLanguages ? ` and ${languages.length - maxLanguages} more` : ''
    return [
      description?.name ?? pack.adding!.key,
      stateOf(pack),
      description ? kindOf(description) : '',
      sizeOf(pack.bytes),
      languages.slice(0, maxLanguages).join(' ') + more,
      description?.license ?? '',
      description?.title ?? pack.adding!.source,
    ]
  })
  const all = [['NAME', 'STATE', 'KIND', 'SIZE', 'LANGUAGES', 'LICENSE', 'TITLE'], ...rows]
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)))
  return all
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column]!))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

const sizeOf = (bytes: number): string => (bytes === 0 ? '' : `${Math.max(1, Math.round(bytes / 1_000_000))} MB`)

async function add(source: PackSource, { yes, json }: { yes: boolean; json: boolean }): Promise<number> {
  const aborting = new AbortController()
  const interrupt = () =>
    aborting.abort(new PackError('canceled', 'Adding the pack was canceled. What was downloaded is kept.'))
  process.once('SIGINT', interrupt)
  try {
    if (!(await isAccepted(source, yes))) return 1
    await using packs = openVoicePackFolder()
    const manifest = await packs.add(source, { signal: aborting.signal, onProgress: progressPrinter() })
    const text = `Added ${manifest.name} (${manifest.title}), under the license ${manifest.license}.\nRunning servers on this machine use it for their next calls.\n`
    print(json, { name: manifest.name, title: manifest.title, license: manifest.license }, text)
    return 0
  } finally {
    process.off('SIGINT', interrupt)
  }
}

/** Shows what will be downloaded, and under which license. */
async function isAccepted(source: PackSource, yes: boolean): Promise<boolean> {
  // The key of an interrupted download begins with `own-`.
  if ('name' in source && !source.name.startsWith('own-')) {
    const { description, archive } = findKnown(source.name)
    const notice = description.notice === undefined ? '' : `\n${description.notice}`
    process.stderr.write(
      `${description.title}, ${sizeOf(archive.bytes)}, from ${archive.url}\nLicense: ${description.license}.${notice}\n`,
    )
  } else process.stderr.write('The license of this pack is in its manifest.\n')
  if (yes) return true
  if (!process.stdin.isTTY) throw new UsageError('Pass --yes to accept the license.')
  const questions = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await questions.question('Add this pack? [y/N] ')
  questions.close()
  return /^y(es)?$/i.test(answer.trim())
}

const steps = { downloading: 'Downloading', unpacking: 'Unpacking', testing: 'Testing that the model loads' }

/** Prints each step, and each tenth of the download. */
function progressPrinter(): NonNullable<AddOptions['onProgress']> {
  let shown = ''
  return ({ step, doneBytes, totalBytes }) => {
    const tenths = totalBytes === 0 ? 0 : Math.floor((10 * doneBytes) / totalBytes)
    const line =
      step === 'downloading' ? `${steps[step]}: ${10 * tenths} % of ${sizeOf(totalBytes) || '…'}` : steps[step]
    if (line === shown) return
    shown = line
    process.stderr.write(`${line}\n`)
  }
}

async function remove(name: string, asJson: boolean): Promise<number> {
  await using packs = openVoicePackFolder()
  const isInterrupted = (await packs.list()).some(({ adding }) => adding?.key === name)
  await packs.remove(name)
  print(
    asJson,
    { name },
    isInterrupted
      ? `Deleted the interrupted addition ${name}.\n`
      : `Removed ${name}. Calls in progress change at once: assistants that spoke with it use the built-in voice, and the\nlanguages of a recognition pack are no longer understood without a vendor.\n`,
  )
  return 0
}
