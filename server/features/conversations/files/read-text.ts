// Reads the beginning of the text of a file once, within limits of time and size; of documents in the restricted process.
import { DocumentError, openExtractor } from '@parley/documents'
import type { AccountContext } from '#server/platform/context/context.ts'
import { createKeyedSlots, createSlots } from '#server/platform/slots.ts'
import { wordType } from './content-types.ts'
import { type ConversationFile, saveText } from './store-files.ts'

export interface ReadText {
  text: string | null
  isCut: boolean | null
  /** Why there is no text. */
  failure: string | null
}

/** About 5,000 tokens. */
export const maxTextCharacters = 20_000
const readMs = 20_000
const pieceBytes = 2 ** 20

const formats: Readonly<Record<string, 'pdf' | 'docx'>> = { 'application/pdf': 'pdf', [wordType]: 'docx' }

/** Of this process. An account takes one at most, so that its slow documents do not delay those of others. */
const slots = createSlots(3)
const slotOfAccount = createKeyedSlots<number>(1)

export interface Patience {
  /** Aborted when the text is no longer needed. Its reason is thrown. */
  signal: AbortSignal
  /** The answer is given without the text. */
  limit: AbortSignal
}

/** Stores what was read, and failures of the document itself, so that it is read once. */
export async function readText(
  ctx: AccountContext,
  file: ConversationFile,
  { signal, limit }: Patience,
): Promise<ReadText> {
  if (file.text !== null || file.textFailure !== null)
    return { text: file.text, isCut: file.isTextCut, failure: file.textFailure }
  const patience = AbortSignal.any([limit, signal])
  try {
    const format = formats[file.contentType]
    const inSlot = (kind: 'pdf' | 'docx') => slots.run(() => extract(ctx, file, kind, patience), patience)
    const read = format
      ? await slotOfAccount.run(ctx.account.id, () => inSlot(format), patience)
      : readOf(await decodeBeginning(ctx, file), file.sizeBytes > maxBytesOfText)
    await saveText(ctx.db, ctx.account.id, file.id, read)
    return read
  } catch (error) {
    signal.throwIfAborted()
    if (!limit.aborted) ctx.log.error({ error, file: file.id }, 'a file of a customer could not be read')
    return failed('The file could not be read in time.')
  }
}

const failed = (failure: string): ReadText => ({ text: null, isCut: null, failure })

function readOf(text: string, isLonger: boolean): ReadText {
  const clean = text.replaceAll('\0', '').toWellFormed().trim()
  if (clean === '') return failed('The file contains no text.')
  const isCut = isLonger || clean.length > maxTextCharacters
  return { text: clean.slice(0, maxTextCharacters).toWellFormed(), isCut, failure: null }
}

/** A character has four bytes at most. */
const maxBytesOfText = 4 * maxTextCharacters

async function decodeBeginning({ files }: AccountContext, { fileKey }: ConversationFile): Promise<string> {
  const bytes = await files.readRange(fileKey, { start: 0, end: maxBytesOfText })
  const mark = Buffer.from(bytes).toString('hex', 0, 2)
  const utf16 = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : undefined
  try {
    // With the option `stream`, a character that is cut at the end is no error.
    return new TextDecoder(utf16 ?? 'utf-8', { fatal: utf16 === undefined }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

async function extract(
  ctx: AccountContext,
  file: ConversationFile,
  format: 'pdf' | 'docx',
  patience: AbortSignal,
): Promise<ReadText> {
  const limit = AbortSignal.timeout(readMs)
  const signal = AbortSignal.any([limit, patience])
  const source = { pieces: piecesOf(ctx, file), size: file.sizeBytes, format }
  let text = ''
  let isPartial = false
  try {
    await using extractor = openExtractor()
    for await (const passages of extractor.extractFile(source, { signal })) {
      for (const { headings, text: words } of passages) text += `${headings.join(' › ')}\n${words}\n\n`
      if (text.length > maxTextCharacters) break
    }
  } catch (error) {
    if (error instanceof DocumentError && error.isFinal && text === '') return failed(error.message)
    if (limit.aborted && !patience.aborted && text === '') return failed('Reading the document took too long.')
    if (!(error instanceof DocumentError) && !limit.aborted) throw error
    if (text === '') throw error
    isPartial = true
  }
  return readOf(text, isPartial)
}

async function* piecesOf({ files }: AccountContext, { fileKey, sizeBytes }: ConversationFile) {
  for (let start = 0; start < sizeBytes; start += pieceBytes)
    yield await files.readRange(fileKey, { start, end: Math.min(start + pieceBytes, sizeBytes) })
}
