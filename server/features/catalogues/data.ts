// Reads and validates the catalogue files in data/.
// New records go at the end of their file. Ids are never reused, because assistants refer to them.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type CsvLine, checkIds, dateOrNull, oneOf, parseCsv, resolveId, text, textOrNull } from './csv.ts'

export interface Language {
  id: number
  name: string
  /** ISO 639-1. */
  iso2: string
  /** BCP 47, as speech vendors require it. */
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
  /** The date on which the vendor shuts the model down, if announced. */
  endsOn: string | null
}

export type RealtimeMode = 'multimodal' | 'dualplex'
export type Mode = 'pipeline' | RealtimeMode

export interface MultimodalModel extends LlmModel {
  /** Dualplex requires a model that can answer in text. */
  modes: RealtimeMode[]
}

/**
 * A voice of a synthesizer (pipeline, dualplex) or of one vendor's realtime models (multimodal). Either
 * `synthesizerProviderId` or `realtimeVendor` is set.
 */
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
  /** A hash of the files. */
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

let cached: CatalogueData | undefined

export function catalogueData(): CatalogueData {
  cached ??= parseCatalogues(readCatalogueFiles())
  return cached
}

export function readCatalogueFiles(): CatalogueFiles {
  const contents = catalogueFiles.map((file) => [file, readFileSync(new URL(`data/${file}`, import.meta.url), 'utf8')])
  return Object.fromEntries(contents)
}

/** Throws an error that names the file and the line of the first invalid record. */
export function parseCatalogues(files: CatalogueFiles): CatalogueData {
  const languageColumns = ['id', 'name', 'iso_2', 'locale', 'synthesizer', 'transcriber']
  const languageLines = parseCsv('languages.csv', files['languages.csv'], languageColumns)
  const llmColumns = ['id', 'name', 'vendor', 'code', 'ends_on']
  const languageIds = new Map(languageLines.map((line) => [text(line, 'iso_2'), Number(line.values['id'])]))
  const synthesizerProviders = parseProviders('synthesizer-providers.csv', files, languageIds)
  const transcriberProviders = parseProviders('transcriber-providers.csv', files, languageIds)
  const synthesizerIds = new Map(synthesizerProviders.map(({ code, id }) => [code, id]))
  const transcriberIds = new Map(transcriberProviders.map(({ code, id }) => [code, id]))
  const languages = records(languageLines, (line) => ({
    name: text(line, 'name'),
    iso2: text(line, 'iso_2'),
    locale: text(line, 'locale'),
    synthesizerProviderId: resolveId(line, 'synthesizer', text(line, 'synthesizer'), synthesizerIds),
    transcriberProviderId: resolveId(line, 'transcriber', text(line, 'transcriber'), transcriberIds),
  }))
  return {
    version: versionOf(files),
    languages,
    synthesizerProviders,
    transcriberProviders,
    llmModels: records(parseCsv('llm-models.csv', files['llm-models.csv'], llmColumns), model),
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
  return records(parseCsv(file, files[file], ['id', 'name', 'code', 'languages']), (line) => ({
    name: text(line, 'name'),
    code: text(line, 'code'),
    languageIds: text(line, 'languages')
      .split(' ')
      .map((iso2) => resolveId(line, 'language', iso2, languageIds)),
  }))
}

function parseMultimodalModels(files: CatalogueFiles): MultimodalModel[] {
  const columns = ['id', 'name', 'vendor', 'code', 'modes', 'ends_on']
  return records(parseCsv('multimodal-models.csv', files['multimodal-models.csv'], columns), (line) => ({
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
  return records(parseCsv('voices.csv', files['voices.csv'], columns), (line) => {
    const synthesizer = textOrNull(line, 'synthesizer')
    const realtimeVendor = textOrNull(line, 'realtime')
    if ((synthesizer === null) === (realtimeVendor === null)) {
      throw new Error(`${line.where}: a voice must have either a synthesizer or a realtime vendor.`)
    }
    return {
      name: text(line, 'name'),
      languageId: resolveId(line, 'language', text(line, 'language'), languageIds),
      gender: oneOf(line, 'gender', ['male', 'female']),
      accent: textOrNull(line, 'accent'),
      age: line.values['age'] === '' ? null : oneOf(line, 'age', ['Young', 'Middle aged', 'Old']),
      synthesizerProviderId: synthesizer === null ? null : resolveId(line, 'synthesizer', synthesizer, synthesizerIds),
      realtimeVendor,
      code: text(line, 'code'),
    }
  })
}

function model(line: CsvLine): Omit<LlmModel, 'id'> {
  return {
    name: text(line, 'name'),
    vendor: text(line, 'vendor'),
    code: text(line, 'code'),
    endsOn: dateOrNull(line, 'ends_on'),
  }
}

function records<T>(lines: CsvLine[], read: (line: CsvLine) => T): (T & { id: number })[] {
  const all = lines.map((line) => ({ id: Number(line.values['id']), ...read(line) }))
  checkIds(all, lines)
  return all
}
