// Imports the leads of a CSV file while it arrives.
import { setImmediate } from 'node:timers/promises'
import {
  type CsvFault,
  type CsvRecord,
  createCsvParser,
  type Delimiter,
  type Encoding,
  fileKindBytes,
  otherFileKind,
  otherKindMessage,
} from '@parley/rules'
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { sqlState } from '#server/platform/database/database.ts'
import { InvalidInput, Refusal } from '#server/platform/refusal.ts'
import { wakeFor } from '../campaign/dispatch-job.ts'
import { findCampaign } from '../campaign/store.ts'
import { columnsByPosition, readHeader } from './columns.ts'
import { createDecoder } from './decode-text.ts'
import { copyOf, createLeadReader, type ImportedLead } from './read-lead.ts'
import { insertLeads } from './store.ts'

export interface ImportOptions {
  /** By default detected by its name; without a header, a position from 1, by default 1. */
  phoneColumn: string | undefined
  allowsDuplicates: boolean
  delimiter: Delimiter | undefined
  encoding: Encoding | undefined
  hasHeader: boolean
}

export interface ImportOrder extends ImportOptions {
  campaignId: number
  file: AsyncIterable<Uint8Array>
}

export interface LineProblem {
  line: number
  error: string
  phoneNumber: string | null
  /** False if the lead was stored, but something of the line was not used. */
  isRefused: boolean
}

/** `lines` counts the records of the file without its header and empty lines. */
export interface ImportReport {
  lines: number
  imported: number
  duplicates: number
  refused: number
  /** The first ones. */
  errors: LineProblem[]
  problems: number
}

const maxLines = 1_000_000
const maxErrors = 1000
const batchLeads = 1000
const batchCharacters = 2 ** 20
/** Calls of the same process must not wait longer. A piece of hostile text takes up to 15 ms to parse. */
const sliceMs = 5
const pieceBytes = 2 ** 14

/**
 * Commits each batch, so that an import that ends early leaves the leads before, and a repeated one adds the others.
 * Refuses with `CAMPAIGN_NOT_FOUND`, or throws `InvalidInput`.
 */
export async function importLeads(ctx: AccountContext, order: ImportOrder): Promise<ImportReport> {
  if (!(await findCampaign(ctx.db, ctx.account.id, order.campaignId))) throw new Refusal('CAMPAIGN_NOT_FOUND')
  const report: ImportReport = { lines: 0, imported: 0, duplicates: 0, refused: 0, errors: [], problems: 0 }
  await using writer = createWriter(ctx, order, report)
  let read: ReturnType<typeof createLeadReader> | undefined
  let phoneColumn = 0

  const reportProblem = (line: number, error: string, written: string | undefined, isRefused: boolean): void => {
    report.problems++
    const phoneNumber = written === undefined ? null : copyOf(written.slice(0, 40))
    if (report.errors.length < maxErrors) report.errors.push({ line, error, phoneNumber, isRefused })
  }

  const refuse = (line: number, error: string, written: string | undefined): void => {
    report.refused++
    reportProblem(line, error, written, true)
  }

  const readHeaderOf = ({ cells }: CsvRecord): void => {
    const columns = (order.hasHeader ? readHeader : columnsByPosition)(cells, order.phoneColumn)
    phoneColumn = columns.phoneNumber
    read = createLeadReader(columns, ctx.account.country)
  }

  const take = async (item: CsvRecord | CsvFault): Promise<void> => {
    if (!read) {
      if (!item.cells) throw new InvalidInput({ file: [item.error] })
      readHeaderOf(item)
      if (order.hasHeader) return
    }
    if (++report.lines > maxLines) refuse(item.line, tooManyLines, undefined)
    else if (!item.cells) refuse(item.line, item.error, undefined)
    else {
      const lead = read!(item.cells)
      if (typeof lead === 'string') refuse(item.line, lead, item.cells[phoneColumn])
      else {
        if (lead.notice !== undefined) reportProblem(item.line, lead.notice, item.cells[phoneColumn], false)
        await writer.add(lead)
      }
    }
  }

  let sliceStartedAt = performance.now()
  const pause = async (): Promise<void> => {
    if (performance.now() - sliceStartedAt < sliceMs) return
    await setImmediate()
    sliceStartedAt = performance.now()
  }
  for await (const items of parse(order)) {
    // Also after a piece without a complete line.
    await pause()
    for (const item of items) {
      if (item.cells?.every((cell) => cell.trim() === '')) continue
      await take(item)
      if (report.lines % 16 === 0) await pause()
    }
  }
  if (!read) throw new InvalidInput({ file: ['The file is empty.'] })
  await writer.end()
  return report
}

const tooManyLines = `A file may not have more than ${maxLines.toLocaleString('en')} lines.`

async function* parse({ file, encoding, delimiter }: ImportOrder): AsyncGenerator<(CsvRecord | CsvFault)[]> {
  const decoder = createDecoder(encoding)
  const parser = createCsvParser(delimiter)
  for await (const chunk of withKnownStart(file))
    for (let at = 0; at < chunk.length; at += pieceBytes)
      yield parser.write(decoder.write(chunk.subarray(at, at + pieceBytes)))
  yield parser.write(decoder.end())
  yield parser.end()
}

/** Refuses files of other formats by their names. */
async function* withKnownStart(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let start: Uint8Array | undefined = new Uint8Array()
  for await (const chunk of file) {
    if (!start) yield chunk
    else {
      start = Buffer.concat([start, chunk])
      if (start.length < fileKindBytes) continue
      yield checked(start)
      start = undefined
    }
  }
  if (start) yield checked(start)
}

function checked(start: Uint8Array): Uint8Array {
  const kind = otherFileKind(start)
  if (kind === undefined) return start
  throw new InvalidInput({ file: [otherKindMessage(kind)] })
}

interface Writer extends AsyncDisposable {
  add(lead: ImportedLead): Promise<void> | undefined
  end(): Promise<void>
}

/** Stores a batch while the next one is read. */
function createWriter(
  ctx: AccountContext,
  { campaignId, allowsDuplicates }: ImportOrder,
  report: ImportReport,
): Writer {
  let leads: ImportedLead[] = []
  let characters = 0
  let writing = Promise.resolve()

  async function write(batch: ImportedLead[]): Promise<void> {
    const imported = await transaction(ctx, async (tx) => {
      await wakeFor(tx, campaignId)
      return insertLeads(tx.db, tx.account.id, { campaignId, allowsDuplicates, leads: batch })
    }).catch((error: unknown) => {
      // The campaign was deleted in the meantime.
      throw sqlState(error) === '23503' ? new Refusal('CAMPAIGN_NOT_FOUND') : error
    })
    report.imported += imported
    report.duplicates += batch.length - imported
  }

  async function flush(): Promise<void> {
    const batch = leads
    leads = []
    characters = 0
    await writing
    writing = write(batch)
    // Reported by the next batch or the end.
    writing.catch(() => {})
  }

  return {
    add(lead) {
      leads.push(lead)
      characters += lead.variables.length
      return leads.length < batchLeads && characters < batchCharacters ? undefined : flush()
    },
    async end() {
      if (leads.length > 0) await flush()
      await writing
    },
    [Symbol.asyncDispose]: () => writing.catch(() => {}),
  }
}
