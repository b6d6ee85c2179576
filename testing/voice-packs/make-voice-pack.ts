// Makes small voice packs for tests. As a script, writes one for speech and one for recognition into a folder.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { PackDescription, PackManifest } from '@parley/speech'
import { makeMoonshine, makeVits } from './make-models.ts'

export interface MadePack {
  manifest: PackManifest
  files: Record<string, Uint8Array>
}

interface VoiceOptions {
  name?: string
  language?: string
  sampleRate?: number
  genders?: readonly ('male' | 'female')[]
  /** Further files, such as one that makes the pack large. */
  more?: Record<string, Uint8Array>
}

export function makeVoicePack({
  name = 'test-voice',
  language = 'de',
  sampleRate = 16_000,
  genders = ['female', 'male'],
  more = {},
}: VoiceOptions = {}): MadePack {
  const { model, tokens } = makeVits({ sampleRate, speakers: genders.length, language })
  const description: PackDescription = {
    name,
    title: `Test voice ${name}`,
    engine: 'vits',
    languages: [language],
    voices: genders.map((gender, speaker) => ({ name: `Speaker ${speaker}`, speaker, gender, language })),
    sampleRate,
    license: 'CC0-1.0',
    model: { model: 'model.onnx', tokens: 'tokens.txt' },
  }
  return packOf(description, { 'model.onnx': model, 'tokens.txt': Buffer.from(tokens), ...more })
}

export function makeRecognitionPack({ name = 'test-recognition', language = 'es', words = ['hola', 'mundo'] } = {}) {
  const { encoder, decoder, tokens } = makeMoonshine(words)
  const description: PackDescription = {
    name,
    title: `Test recognition ${name}`,
    engine: 'moonshine',
    languages: [language],
    voices: [],
    sampleRate: 16_000,
    license: 'CC0-1.0',
    model: { encoder: 'encoder.onnx', mergedDecoder: 'decoder.onnx', tokens: 'tokens.txt' },
  }
  return packOf(description, { 'encoder.onnx': encoder, 'decoder.onnx': decoder, 'tokens.txt': Buffer.from(tokens) })
}

function packOf(description: PackDescription, files: Record<string, Uint8Array>): MadePack {
  const listed = Object.entries(files).map(([path, content]) => ({
    path,
    bytes: content.length,
    sha256: sha256Of(content),
  }))
  return { manifest: { ...description, files: listed }, files }
}

/** Installs a pack without checking it, as a quick beginning of a test. */
export function installPack(root: string, { manifest, files }: MadePack): void {
  const folder = join(root, manifest.name)
  mkdirSync(folder, { recursive: true })
  for (const [path, content] of Object.entries(files)) writeFileSync(join(folder, path), content)
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
}

export const sha256Of = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

export interface ArchiveEntry {
  path: string
  content?: Uint8Array
  /** The flag of the header. Default: a file. */
  type?: string
}

/** A tar archive that begins with the manifest. */
export const archiveOf = ({ manifest, files }: MadePack, more: readonly ArchiveEntry[] = []): Buffer =>
  tarOf([
    { path: 'manifest.json', content: Buffer.from(JSON.stringify(manifest)) },
    ...Object.entries(files).map(([path, content]) => ({ path, content })),
    ...more,
  ])

/** A tar archive as publishers of models make it: with a folder, and without a manifest. */
export const publishedArchiveOf = ({ files }: MadePack): Buffer =>
  tarOf([
    { path: 'model-2026/', type: '5' },
    ...Object.entries(files).map(([path, content]) => ({ path: `model-2026/${path}`, content })),
  ])

export function tarOf(entries: readonly ArchiveEntry[]): Buffer {
  const blocks = entries.flatMap(({ path, content = new Uint8Array(0), type = '0' }) => [
    headerOf(path, content.length, type),
    content,
    Buffer.alloc((512 - (content.length % 512)) % 512),
  ])
  return Buffer.concat([...blocks, Buffer.alloc(1_024)])
}

function headerOf(path: string, bytes: number, type: string): Buffer {
  const header = Buffer.alloc(512)
  header.write(path, 0, 100)
  header.write('0000644\0', 100)
  header.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124)
  header.write('        ', 148)
  header.write(type, 156)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

if (import.meta.main) {
  const folder = process.argv[2] ?? '.'
  mkdirSync(folder, { recursive: true })
  for (const pack of [makeVoicePack(), makeRecognitionPack()])
    writeFileSync(join(folder, `${pack.manifest.name}.tar.gz`), gzipSync(archiveOf(pack)))
}
