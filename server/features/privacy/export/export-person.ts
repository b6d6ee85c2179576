// Exports everything about a person as a ZIP archive, which is written while it is sent.
import { Readable } from 'node:stream'
import type { AccountContext } from '#server/platform/context/context.ts'
import { FileReply } from '#server/platform/http/replies/file-reply.ts'
import { type Person, readPerson } from '#server/platform/person.ts'
import type { PersonalTable } from '#server/platform/personal-data.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
import { sourceOfSyntheticVoice } from '#server/voice/wav-header.ts'
import { findPerson } from '../erasure/find-person.ts'
import { type ExportPart, partsOf } from './export-table.ts'
import { openArchive, streamFile } from './open-archive.ts'

/** Refuses with `PERSON_NOT_FOUND` and `PERSON_AMBIGUOUS`. */
export async function exportPerson(
  ctx: AccountContext,
  all: readonly PersonalTable[],
  identifier: string,
): Promise<FileReply> {
  const person = orRefuse(await findPerson(ctx, all, readPerson(identifier)), 'PERSON_AMBIGUOUS')
  const parts = all.flatMap((table) => partsOf(ctx, table, person))
  if (!(await hasRecords(parts))) throw new Refusal('PERSON_NOT_FOUND')
  const archive = openArchive()
  writeParts(ctx, parts, person, archive).catch((error) => archive.fail(error))
  const headers = {
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="person.zip"',
    'cache-control': 'private, no-store',
  }
  return new FileReply(200, headers, archive.output)
}

async function hasRecords(parts: readonly ExportPart[]): Promise<boolean> {
  for (const { records } of parts) if (records) for await (const _ of records()) return true
  return false
}

type Archive = ReturnType<typeof openArchive>

/** Parts and files are read one after another, as fast as the client reads the archive. */
async function writeParts(
  ctx: AccountContext,
  parts: readonly ExportPart[],
  person: Person,
  archive: Archive,
): Promise<void> {
  const counts: Record<string, number> = {}
  for (const { name, records, files } of parts) {
    const count = () => {
      counts[name] = (counts[name] ?? 0) + 1
    }
    // Several features can have files.
    counts[name] ??= 0
    if (records) await archive.add(`${name}.jsonl`, Readable.from(linesOf(records(), count)), { compress: true })
    else
      for await (const file of files()) {
        // It may have been deleted in the meantime.
        const content = await streamFile(ctx.files, file.key)
        if (!content) continue
        count()
        await archive.add(`${name}/${file.name}`, content, { compress: false })
      }
  }
  const manifest = JSON.stringify(manifestOf(ctx, person, counts), null, 2)
  await archive.add('manifest.json', Readable.from([manifest]), { compress: true })
  archive.end()
}

async function* linesOf(records: AsyncIterable<object>, count: () => void): AsyncGenerator<string> {
  for await (const record of records) {
    count()
    yield `${JSON.stringify(snakeCased(record))}\n`
  }
}

/** The API and the archive write names with underscores. */
const snakeCased = (record: object): object =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  )

function manifestOf({ now }: AccountContext, { phoneNumbers, identifiers }: Person, counts: Record<string, number>) {
  return snakeCased({
    createdAt: now().toISOString(),
    phoneNumbers,
    identifiers,
    counts,
    syntheticVoice: { files: 'recordings/*.wav', channel: 'right', source: sourceOfSyntheticVoice },
    generatedTexts: { calls: 'speaker: assistant', conversation_messages: 'author: assistant' },
  })
}
