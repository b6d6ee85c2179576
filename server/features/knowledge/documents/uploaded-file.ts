// Checks an uploaded file against the type of its document.
import { type FileFormat, looksLike } from '@parley/documents'
import type { UploadedFile } from '#contract/wire/fields.ts'
import { InvalidInput } from '#server/platform/refusal.ts'

const nouns: Record<FileFormat, string> = { pdf: 'PDF', docx: 'DOCX document', txt: 'text file' }

/** Throws `InvalidInput`. A file can look right and still be damaged, which is found when it is processed. */
export function checkUploadedFile(type: FileFormat, file: UploadedFile): void {
  if (file.sizeBytes === 0) throw new InvalidInput({ file: ['The file is empty.'] })
  if (!looksLike(type, file.head)) throw new InvalidInput({ file: [`The file is not a ${nouns[type]}.`] })
}
