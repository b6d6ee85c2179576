// Reads and validates the catalogue files in data/.
// New records go at the end of their file. Ids are never reused, because assistants refer to them.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import {
  type CsvLine,
  checkIds,
  dateOrNull,
  oneOf,
  parseCsv,
  resolveId,
  text,
  textOrNull,
} from '#server/platform/text/csv.ts'

export type CatalogueData = ReturnType<typeof parseCatalogues>
export type Language = CatalogueData['languages'][number]
export type SpeechProvider = CatalogueData['synthesizerProviders'][number]
export type LlmModel = CatalogueData['llmModels'][number]
export type MultimodalModel = CatalogueData['multimodalModels'][number]
export type Voice = CatalogueData['voices'][number]

export type RealtimeMode = MultimodalModel['modes'][number]
export type Mode = 'pipeline' | RealtimeMode

const providerColumns = ['id', 'name', 'code', 'languages']
const columnsOf = {
  'languages.csv': ['id', 'name', 'iso_2', 'locale', 'synthesizer', 'transcriber'],
  'synthesizer-providers.csv': providerColumns,
  'transcriber-providers.csv': providerColumns,
  'llm-models.csv': ['id', 'name', 'vendor', 'code', 'ends_on'],
  'multimodal-models.csv': ['id', 'name', 'vendor', 'code', 'modes', 'ends_on'],
  'voices.csv': ['id', 'name', 'language', 'gender', 'accent', 'age', 'synthesizer', 'realtime', 'code'],
}

type CatalogueFile = keyof typeof columnsOf
export type CatalogueFiles = Record<CatalogueFile, string>
export const catalogueFiles = Object.keys(columnsOf) as CatalogueFile[]

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
export function parseCatalogues(files: CatalogueFiles) {
  const linesOf = (file: CatalogueFile) => parseCsv(file, files[file], columnsOf[file])
  const languageLines = linesOf('languages.csv')
  const languageIds = new Map(languageLines.map((line) => [text(line, 'iso_2'), Number(line.values['id'])]))
  const synthesizerProviders = records(linesOf('synthesizer-providers.csv'), (line) => provider(line, languageIds))
  const transcriberProviders = records(linesOf('transcriber-providers.csv'), (line) => provider(line, languageIds))
  const synthesizerIds = new Map(synthesizerProviders.map(({ code, id }) => [code, id]))
  const transcriberIds = new Map(transcriberProviders.map(({ code, id }) => [code, id]))
  return {
    /** A hash of the files. */
    version: versionOf(files),
    languages: records(languageLines, (line) => ({
      name: text(line, 'name'),
      /** ISO 639-1. */
      iso2: text(line, 'iso_2'),
      /** BCP 47, as speech vendors require it. */
      locale: text(line, 'locale'),
      synthesizerProviderId: resolveId(line, 'synthesizer', text(line, 'synthesizer'), synthesizerIds),
      transcriberProviderId: resolveId(line, 'transcriber', text(line, 'transcriber'), transcriberIds),
    })),
    synthesizerProviders,
    transcriberProviders,
    llmModels: records(linesOf('llm-models.csv'), model),
    multimodalModels: records(linesOf('multimodal-models.csv'), (line) => ({
      ...model(line),
      /** Dualplex requires a model that can answer in text. */
      modes: text(line, 'modes')
        .split(' ')
        .map((mode) => oneOf({ ...line, values: { modes: mode } }, 'modes', ['multimodal', 'dualplex'])),
    })),
    voices: records(linesOf('voices.csv'), (line) => voice(line, languageIds, synthesizerIds)),
  }
}

function versionOf(files: CatalogueFiles): string {
  const hash = createHash('sha256')
  for (const file of catalogueFiles) hash.update(`${file}\n${files[file]}`)
  return hash.digest('hex').slice(0, 16)
}

type Ids = ReadonlyMap<string, number>

const provider = (line: CsvLine, languageIds: Ids) => ({
  name: text(line, 'name'),
  code: text(line, 'code'),
  languageIds: text(line, 'languages')
    .split(' ')
    .map((iso2) => resolveId(line, 'language', iso2, languageIds)),
})

/** A voice of a synthesizer (pipeline, dualplex) or of one vendor's realtime models (multimodal). */
function voice(line: CsvLine, languageIds: Ids, synthesizerIds: Ids) {
  const synthesizer = textOrNull(line, 'synthesizer')
  const realtimeVendor = textOrNull(line, 'realtime')
  if ((synthesizer === null) === (realtimeVendor === null))
    throw new Error(`${line.where}: a voice must have either a synthesizer or a realtime vendor.`)
  return {
    name: text(line, 'name'),
    languageId: resolveId(line, 'language', text(line, 'language'), languageIds),
    gender: oneOf(line, 'gender', ['male', 'female']),
    accent: textOrNull(line, 'accent'),
    age: textOrNull(line, 'age') && oneOf(line, 'age', ['Young', 'Middle aged', 'Old']),
    synthesizerProviderId: synthesizer === null ? null : resolveId(line, 'synthesizer', synthesizer, synthesizerIds),
    realtimeVendor,
    /** The vendor's own voice id. */
    code: text(line, 'code'),
  }
}

const model = (line: CsvLine) => ({
  name: text(line, 'name'),
  /** `openai`, `anthropic`, `google`, `offline`. */
  vendor: text(line, 'vendor'),
  /** The vendor's own model id. */
  code: text(line, 'code'),
  /** The date on which the vendor shuts the model down, if announced. */
  endsOn: dateOrNull(line, 'ends_on'),
})

function records<T>(lines: CsvLine[], read: (line: CsvLine) => T): (T & { id: number })[] {
  const all = lines.map((line) => ({ id: Number(line.values['id']), ...read(line) }))
  checkIds(all, lines)
  return all
}
