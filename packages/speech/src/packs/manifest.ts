// The manifest of a voice pack: what it contains, who speaks in it, and under which license.
import { z } from 'zod'
import { engineNames, filesOf } from './engines.ts'
import { shown } from './pack-error.ts'

export const maxFiles = 3_000
export const maxPackBytes = 8 * 2 ** 30
export const manifestFile = 'manifest.json'
export const maxManifestBytes = 2 ** 20

/** The most voices of a pack, each counted once for each language that it speaks. */
const maxSpokenVoices = 1_000

/** A relative path without `.`, `..`, and characters that some file systems do not have. */
export const packPath = z
  .string()
  .max(200)
  .refine((path) => {
    const names = path.split('/')
    return names.length <= 8 && names.every((name) => /^[^\\:*?"<>|\p{C}]+$/u.test(name) && !/^\.{1,2}$/.test(name))
  }, 'is not a path in the pack')

/** Control characters, bidirectional controls and lone surrogates could change what is around them, or not be stored. */
const line = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^\P{C}+$/u, 'has characters that cannot be shown')

export const packName = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,48}[a-z0-9])?$/)
/** ISO 639-1, or ISO 639-3 where a language has no shorter code. */
const language = z.string().regex(/^[a-z]{2,3}$/)

const voice = z.object({
  /** Without slashes, which separate the parts of ids. */
  name: line.max(80).regex(/^[^/]*$/),
  /** The number of the speaker in the model. */
  speaker: z.int().min(0).max(10_000),
  gender: z.enum(['male', 'female']),
  /** Default: the voice speaks all languages of the pack. */
  language: language.optional(),
  /** The code that the model has for the language, such as `en-gb`. Default: the language. */
  code: z
    .string()
    .regex(/^[a-z]{2,3}(?:-[a-z0-9]{2,8})?$/)
    .optional(),
})

const description = z.object({
  name: packName,
  title: line,
  engine: z.enum(engineNames),
  languages: z.array(language).min(1).max(200),
  /** None in a pack for recognition. */
  voices: z.array(voice).max(1_000).default([]),
  /** The rate of the audio that the model makes or hears, in hertz. */
  sampleRate: z.int().min(8_000).max(48_000),
  license: line,
  /** What to know before the pack is used, such as a second license of a part. */
  notice: z
    .string()
    .max(1_000)
    .regex(/^\P{C}*$/u, 'has characters that cannot be shown')
    .optional(),
  /** The files that the engine needs, by their names there. */
  model: z.record(z.string(), z.string().max(1_000)),
})

const file = z.object({
  path: packPath,
  bytes: z.int().min(0).max(maxPackBytes),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

export type PackDescription = z.infer<typeof description>
export type PackVoice = z.infer<typeof voice>
export type PackFile = z.infer<typeof file>

function check(pack: PackDescription, context: z.RefinementCtx): void {
  const { kind, required, optional } = filesOf(pack.engine)
  const refuse = (at: string, message: string) => context.addIssue({ code: 'custom', path: [at], message })
  for (const name of required) if (!(name in pack.model)) refuse('model', `needs ${name} for ${pack.engine}`)
  for (const [name, value] of Object.entries(pack.model)) {
    if (![...required, ...optional].includes(name))
      refuse('model', `has ${shown(name)}, which ${pack.engine} does not know`)
    const paths = name === 'lexicon' ? value.split(',') : [value]
    if (!paths.every((one) => packPath.safeParse(one).success))
      refuse('model', `has an invalid path for ${shown(name)}`)
  }
  if ((kind === 'voice') !== pack.voices.length > 0)
    refuse('voices', kind === 'voice' ? 'must not be empty' : 'must be empty for recognition')
  if (!pack.voices.every(({ language }) => language === undefined || pack.languages.includes(language)))
    refuse('voices', 'have a language that languages does not have')
  if (new Set(pack.languages).size < pack.languages.length) refuse('languages', 'have a language twice')
  const count = pack.voices.reduce((sum, { language }) => sum + (language === undefined ? pack.languages.length : 1), 0)
  if (count > maxSpokenVoices) refuse('voices', `speak more than ${maxSpokenVoices} languages in all`)
  else if (new Set(voicesOf(pack).map(({ id }) => id)).size < count)
    refuse('voices', 'have the same name twice in a language')
}

export const packDescription = description.superRefine(check)

export const packManifest = description
  .extend({ files: z.array(file).min(1).max(maxFiles) })
  .superRefine(check)
  .superRefine(({ files, model }, context) => {
    const refuse = (at: string, message: string) => context.addIssue({ code: 'custom', path: [at], message })
    // Some file systems ignore case, and how accents are encoded.
    const paths = files.map((one) => one.path.normalize('NFC').toLowerCase())
    const taken = new Set([...paths, manifestFile])
    if (paths.includes(manifestFile)) refuse('files', `must not contain ${manifestFile}`)
    else if (taken.size <= paths.length) refuse('files', 'have a path twice')
    const inFile = files.find((_, index) => foldersOf(paths[index]!).some((folder) => taken.has(folder)))
    if (inFile) refuse('files', `have ${shown(inFile.path)}, whose folder is a file`)
    if (files.reduce((sum, { bytes }) => sum + bytes, 0) > maxPackBytes) refuse('files', 'are too large')
    for (const missing of missingFiles(model, files)) refuse('files', `do not contain ${shown(missing)}`)
  })

const foldersOf = (path: string): string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, index, names) => names.slice(0, index + 1).join('/'))

export type PackManifest = z.infer<typeof packManifest>

/** What the model needs and the files lack. */
export function missingFiles(model: Record<string, string>, files: readonly { path: string }[]): string[] {
  const has = (name: string, needed: string) =>
    files.some((one) => (name === 'dataDir' ? one.path.startsWith(`${needed}/`) : one.path === needed))
  return Object.entries(model).flatMap(([name, value]) => value.split(',').filter((needed) => !has(name, needed)))
}

/** The first fault of a manifest in words. */
export function faultOf(error: z.ZodError): string {
  const { path: at, message } = error.issues[0]!
  return `${shown(at.join('.')) || 'the manifest'}: ${message}`
}

export interface SpokenVoice extends PackVoice {
  /** Identifies the voice among all packs. */
  id: string
  language: string
}

/** Each voice once for each language that it speaks. */
export const voicesOf = (pack: PackDescription): SpokenVoice[] =>
  pack.voices.flatMap((voice) =>
    (voice.language === undefined ? pack.languages : [voice.language]).map((language) => ({
      ...voice,
      id: `${pack.name}/${voice.name}/${language}`,
      language,
    })),
  )

export const kindOf = ({ engine }: Pick<PackDescription, 'engine'>): 'voice' | 'recognition' => filesOf(engine).kind
