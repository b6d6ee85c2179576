// The messages between the process that extracts documents and its parent.
import type { DocumentErrorCode } from '../document-error.ts'
import type { FileFormat } from '../file-format.ts'
import type { WebPage, WebResponse } from '../html/web-page.ts'
import type { Passage } from '../split/passage.ts'

export type Task =
  /** Inputs are pieces of the file, outputs are batches of passages. */
  | { kind: 'file'; format: FileFormat; bytes: number }
  /** The only output is the page. */
  | ({ kind: 'page' } & WebResponse)
  /** Inputs are pages, outputs are batches of passages with addresses. */
  | { kind: 'site' }

/** Every message of the child except `done` and `failed` waits for exactly one reply. */
export type ChildMessage =
  | { type: 'ready' }
  | { type: 'input' }
  | { type: 'passages'; passages: (Passage & { url?: string })[]; done: number; known: number }
  /** The numbers of pages of a PDF. */
  | { type: 'pages_without_text'; pages: number[] }
  /** More than half of the text of a file is hidden. */
  | { type: 'hidden_text' }
  | { type: 'page'; page: WebPage }
  | { type: 'done' }
  /** The stack of an unexpected error, without its message, which can contain text of the document. */
  | { type: 'failed'; code: DocumentErrorCode; message: string; stack?: string }

/** The replies to `ready`, to `input` (null behind the last one), and to an output. */
export type ParentMessage = { type: 'task'; task: Task } | { type: 'input'; value: unknown } | { type: 'next' }

export const maxBatchPassages = 200
/** Bounds a file before its format is known. */
export const maxFileBytes = 100 * 2 ** 20
