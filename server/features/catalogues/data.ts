// The catalogues as they are delivered: the files of data/, read once and checked.
// A new record goes to the end of its file; an id is never given to another, since assistants point at it.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { checkIds, dayOrNull, idOf, type Line, oneOf, readTable, text, textOrNull } from './table.ts'

export interface Language {
  id: number
  name: string
  /** ISO 639-1. */
  iso2: string
  /** BCP 47, of which speech vendors want one. */
  locale: string
  synthesizerProviderId: number
  transcriberProviderId: number
}

export interface SpeechProvider {
  id: number
  name: string
  code: string
  languageIds: number[]
}

export interface LlmModel {
  id: number
  name: string
  /** `openai`, `anthropic`, `google`, `offline`. */
  vendor: string
  /** The vendor's own model id. */
  code: string
  /** The day on which the vendor switches the model off, when it has named one. */
  endsOn: string | null
}

export type RealtimeMode = 'multimodal' | 'dualplex'
export type Mode = 'pipeline' | RealtimeMode

export interface MultimodalModel extends LlmModel {
  /** Dualplex needs a model that answers in text. */
  modes: RealtimeMode[]
}

/** Spoken by a synthesizer (pipeline, dualplex) or by the realtime models of one vendor (multimodal): one of the two is set. */
export interface Voice {
  id: number
  name: string
  languageId: number
  gender: 'male' | 'female'
  accent: string | null
  age: string | null
  synthesizerProviderId: number | null
  realtimeVendor: string | null
  /** The vendor's own voice id. */
  code: string
}

export interface CatalogueData {
  /** A hash of the files: it changes when they do. */
  version: string
  languages: Language[]
  synthesizerProviders: SpeechProvider[]
  transcriberProviders: SpeechProvider[]
  llmModels: LlmModel[]
  multimodalModels: MultimodalModel[]
  voices: Voice[]
}

export const catalogueFiles = [
  'languages.csv',
  'synthesizer-providers.csv',
  'transcriber-providers.csv',
  'llm-models.csv',
  'multimodal-models.csv',
  'voices.csv',
] as const

export type CatalogueFiles = Record<(typeof catalogueFiles)[number], string>

let read: CatalogueData | undefined

export function catalogueData(): CatalogueData {
  read ??= parseCatalogues(readCatalogueFiles())
  return read
}

export function readCatalogueFiles(): CatalogueFiles {
  const contents = catalogueFiles.map((file) => [file, readFileSync(new URL(`data/${file}`, import.meta.url), 'utf8')])
  return Object.fromEntries(contents)
}

/** Throws one sentence that names the file and the line of the first bad record. */
export function parseCatalogues(files: CatalogueFiles): CatalogueData {
  const languageLines = readTable('languages.csv', files['languages.csv'], [
    'id',
    'name',
    'iso_2',
    'locale',
    'synthesizer',
    'transcriber',
  ])
  const languageIds = new Map(languageLines.map((line) => [text(line, 'iso_2'), Number(line.values['id'])]))
  const synthesizerProviders = parseProviders('synthesizer-providers.csv', files, languageIds)
  const transcriberProviders = parseProviders('transcriber-providers.csv', files, languageIds)
  const synthesizerIds = new Map(synthesizerProviders.map(({ code, id }) => [code, id]))
  const transcriberIds = new Map(transcriberProviders.map(({ code, id }) => [code, id]))
  const languages = records(languageLines, (line) => ({
    name: text(line, 'name'),
    iso2: text(line, 'iso_2'),
    locale: text(line, 'locale'),
    synthesizerProviderId: idOf(line, 'synthesizer', text(line, 'synthesizer'), synthesizerIds),
    transcriberProviderId: idOf(line, 'transcriber', text(line, 'transcriber'), transcriberIds),
  }))
  return {
    version: versionOf(files),
    languages,
    synthesizerProviders,
    transcriberProviders,
    llmModels: records(
      readTable('llm-models.csv', files['llm-models.csv'], ['id', 'name', 'vendor', 'code', 'ends_on']),
      model,
    ),
    multimodalModels: parseMultimodalModels(files),
    voices: parseVoices(files, languageIds, synthesizerIds),
  }
}

function versionOf(files: CatalogueFiles): string {
  const hash = createHash('sha256')
  for (const file of catalogueFiles) hash.update(`${file}\n${files[file]}`)
  return hash.digest('hex').slice(0, 16)
}

function parseProviders(
  file: 'synthesizer-providers.csv' | 'transcriber-providers.csv',
  files: CatalogueFiles,
  languageIds: ReadonlyMap<string, number>,
): SpeechProvider[] {
  return records(readTable(file, files[file], ['id', 'name', 'code', 'languages']), (line) => ({
    name: text(line, 'name'),
    code: text(line, 'code'),
    languageIds: text(line, 'languages')
      .split(' ')
      .map((iso2) => idOf(line, 'language', iso2, languageIds)),
  }))
}

function parseMultimodalModels(files: CatalogueFiles): MultimodalModel[] {
  const columns = ['id', 'name', 'vendor', 'code', 'modes', 'ends_on']
  return records(readTable('multimodal-models.csv', files['multimodal-models.csv'], columns), (line) => ({
    ...model(line),
    modes: text(line, 'modes')
      .split(' ')
      .map((mode) => oneOf({ ...line, values: { modes: mode } }, 'modes', ['multimodal', 'dualplex'])),
  }))
}

function parseVoices(
  files: CatalogueFiles,
  languageIds: ReadonlyMap<string, number>,
  synthesizerIds: ReadonlyMap<string, number>,
): Voice[] {
  const columns = ['id', 'name', 'language', 'gender', 'accent', 'age', 'synthesizer', 'realtime', 'code']
  return records(readTable('voices.csv', files['voices.csv'], columns), (line) => {
    const synthesizer = textOrNull(line, 'synthesizer')
    const realtimeVendor = textOrNull(line, 'realtime')
    if ((synthesizer === null) === (realtimeVendor === null)) {
      throw new Error(`${line.where}: a voice has either a synthesizer or a realtime vendor.`)
    }
    return {
      name: text(line, 'name'),
      languageId: idOf(line, 'language', text(line, 'language'), languageIds),
      gender: oneOf(line, 'gender', ['male', 'female']),
      accent: textOrNull(line, 'accent'),
      age: line.values['age'] === '' ? null : oneOf(line, 'age', ['Young', 'Middle aged', 'Old']),
      synthesizerProviderId: synthesizer === null ? null : idOf(line, 'synthesizer', synthesizer, synthesizerIds),
      realtimeVendor,
      code: text(line, 'code'),
    }
  })
}

function model(line: Line): Omit<LlmModel, 'id'> {
  return {
    name: text(line, 'name'),
    vendor: text(line, 'vendor'),
    code: text(line, 'code'),
    endsOn: dayOrNull(line, 'ends_on'),
  }
}

function records<T>(lines: Line[], read: (line: Line) => T): (T & { id: number })[] {
  const all = lines.map((line) => ({ id: Number(line.values['id']), ...read(line) }))
  checkIds(all, lines)
  return all
}
