// Field schemas that all areas share.
import { z } from 'zod'
import { personal } from './personal.ts'

export const id = z.int().positive()

/** Path parameters; a malformed value is answered like a missing record. */
export const idParam = z.object({ id })
export const uuidParam = z.object({ uuid: personal('conversation', z.uuid()) })

/** The id or the UUID of an assistant of the account; handlers receive the id. */
export const assistantId = z.union([id, z.uuid({ abort: true })]).meta({
  description: 'The integer id of an assistant, or its UUID.',
  'x-reference': 'assistant',
}) as unknown as z.ZodType<number, number | string>

export const assistantIdParam = z.object({ id: assistantId })

/** Counts Unicode characters as JSON Schema does, not the UTF-16 code units of JavaScript. */
const maxCharacters =
  (max: number): z.core.CheckFn<string> =>
  ({ value, issues }) => {
    if (value.length <= max || (value.length <= max * 2 && lengthOf(value) <= max)) return
    issues.push({ code: 'too_big', origin: 'string', maximum: max, inclusive: true, input: value, continue: true })
  }

const lengthOf = (value: string): number => value.length - (value.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0)

export const text = (max: number) => z.string().check(maxCharacters(max)).meta({ maxLength: max })
export const requiredText = (max: number) => z.string().min(1).check(maxCharacters(max)).meta({ maxLength: max })

/** A range whose error message is `must be between a and b`. */
export const between = (min: number, max: number) =>
  z
    .number()
    .min(min)
    .max(max)
    .meta({ 'x-between': [min, max] })
export const intBetween = (min: number, max: number) =>
  z
    .int()
    .min(min)
    .max(max)
    .meta({ 'x-between': [min, max] })

/** An existing day as `YYYY-MM-DD`. PostgreSQL has no year 0. */
export const day = z.iso.date().refine((value) => !value.startsWith('0000'), 'The :attribute is not a valid date.')

/** Inclusive days in the time zone of the account. */
export const dayFilters = { date_from: day.optional(), date_to: day.optional() }

/** A URL whose credentials were masked in a reply must not replace the URL. */
export const webUrl = z
  .url({ protocol: /^https?$/ })
  .max(2048)
  .refine((url) => !url.includes('********'), 'The :attribute is masked: give it in full.')

const variableName = text(64).meta({ minLength: 1, maxLength: 64 })

/** `characters` counts names and values together. */
export const variableLimits = { names: 50, characters: 16_000 }

export const tooManyVariables = `The :attribute may not have more than ${variableLimits.names} items.`
export const tooLongVariables = `The :attribute may not be greater than ${variableLimits.characters} characters.`

const variablesOf = <V extends z.ZodType<string>>(value: V) =>
  z
    .record(variableName, value)
    .refine(
      (values) => Object.keys(values).every((name) => name.trim() !== ''),
      'The :attribute may not have an empty name.',
    )
    .refine((values) => Object.keys(values).length <= variableLimits.names, tooManyVariables)
    .refine((values) => totalLength(values) <= variableLimits.characters, tooLongVariables)
    .meta({ maxProperties: variableLimits.names })

const totalLength = (values: Record<string, string>): number =>
  Object.entries(values).reduce((sum, [name, value]) => sum + name.length + value.length, 0)

export const variables = variablesOf(z.string())

/** For replies. An integer that a number cannot hold exactly is a BigInt. */
export const exactNumber = z
  .unknown()
  .refine((value) => typeof value === 'number' || typeof value === 'bigint')
  .meta({ type: 'number', description: 'Integers have all their digits.' }) as z.ZodType<number | bigint>

/** The variables of a conversation in requests; numbers and booleans become strings. */
export const variablesInput = variablesOf(
  z
    .preprocess(
      (value: string | number | bigint | boolean): unknown =>
        typeof value === 'boolean' || typeof value === 'bigint' || Number.isFinite(value) ? String(value) : value,
      z.string(),
    )
    .meta({ type: ['string', 'number', 'boolean'] }),
)

/**
 * The UUID of an assistant at endpoints for visitors. Accepts any value: one that is not a UUID is an unknown assistant, not
 * a validation error.
 */
export const assistantUuid = z
  .preprocess(
    (value: string): unknown => (typeof value === 'string' || value === null ? value : JSON.stringify(value)),
    z.string().min(1),
  )
  .meta({ format: 'uuid' })

/** Accepts `whatsapp` for `chatapp`, as existing clients send it. */
export const channelInput = <Words extends z.core.util.EnumLike>(words: z.ZodEnum<Words>) =>
  z
    .enum([...(words.options as string[]), 'whatsapp'])
    .transform((word) => (word === 'whatsapp' ? 'chatapp' : word) as z.output<z.ZodEnum<Words>>)
    .meta({ description: '`whatsapp` is an alias of `chatapp`.' })

export const isoMicros = z.string().meta({ example: '2026-01-31T09:30:00.000000Z', format: 'date-time' })
export const timestamps = { created_at: isoMicros, updated_at: isoMicros }
export const localTime = z
  .string()
  .meta({ example: '2026-01-31 09:30:00', description: 'In the time zone of the account.' })

export const pageQuery = (perPage: { default: number; max: number }) => ({
  per_page: z.int().min(1).max(perPage.max).default(perPage.default),
  page: z.int().min(1).max(1_000_000).default(1),
})

/** Of stored credentials. */
export const unreadable = z.boolean().meta({
  description:
    'Whether the secret was encrypted with another master key. Then it is not used until it is entered again.',
})

/** A page of rows in the format of Laravel's paginator. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({
    current_page: z.int(),
    data: z.array(item),
    first_page_url: z.string(),
    from: z.int().nullable(),
    last_page: z.int(),
    last_page_url: z.string(),
    links: z.array(z.object({ url: z.string().nullable(), label: z.string(), active: z.boolean() })),
    next_page_url: z.string().nullable(),
    path: z.string(),
    per_page: z.int(),
    prev_page_url: z.string().nullable(),
    to: z.int().nullable(),
    total: z.int(),
  })

/** For lists that have cursors besides pages. */
export const cursorQuery = {
  cursor: text(512).optional().meta({
    description: 'The `next_cursor` or `prev_cursor` of an earlier reply. Takes precedence over `page`.',
  }),
}
export const cursorPage = <T extends z.ZodType>(item: T) =>
  page(item).extend({
    next_cursor: z.string().nullable().meta({ description: 'Null on the last page.' }),
    prev_cursor: z.string().nullable().meta({ description: 'Null on the first page.' }),
  })

export const message = z.object({ message: z.string() })

/** A reply that is a file instead of JSON. */
export const fileReply = (contentType: string) =>
  z.custom<Uint8Array>((value) => value instanceof Uint8Array).meta({ 'x-file': contentType })

/** A file that the server has received and stored until the handler returns. In JSON it has neither its path nor its content. */
export class UploadedFile {
  /** A temporary file. */
  readonly path: string
  /** As the client calls it, without folders and control characters; at most 255 characters, may be empty. */
  readonly name: string
  /** As the client states it, which proves nothing. */
  readonly contentType: string
  readonly sizeBytes: number
  /** In hexadecimal digits. */
  readonly sha256: string
  /** The first `uploadHeadBytes` bytes. */
  readonly head: Uint8Array

  constructor(file: Omit<UploadedFile, 'toJSON'>) {
    this.path = file.path
    this.name = file.name
    this.contentType = file.contentType
    this.sizeBytes = file.sizeBytes
    this.sha256 = file.sha256
    this.head = file.head
  }

  toJSON() {
    const { name, contentType, sizeBytes, sha256 } = this
    return { name, contentType, sizeBytes, sha256 }
  }
}

export const uploadHeadBytes = 4_100

/** What a client of the SDK passes for a file. */
export type UploadInput = Blob | { name: string; data: Uint8Array }

/** A file in a `multipart/form-data` body; an endpoint has at most one such field. */
export const uploadedFile = ({ maxBytes }: { maxBytes: number }) =>
  z
    .custom<UploadedFile>((value) => value instanceof UploadedFile, {
      error: ({ input }) =>
        input === undefined || input === null
          ? 'The :attribute field is required.'
          : 'The :attribute field must be a file.',
    })
    .meta({
      type: 'string',
      format: 'binary',
      description: `A file of at most ${maxBytes / 2 ** 20} MB.`,
      'x-upload': { maxBytes },
    }) as unknown as z.ZodType<UploadedFile, UploadInput>

/** A file that arrives while the handler reads it. It can be read once. */
export class StreamedFile {
  /** Fails if the body is malformed, ends too early, is too large, or is sent too slowly. */
  readonly read: () => AsyncIterable<Uint8Array>

  constructor(read: StreamedFile['read']) {
    this.read = read
  }
}

/** A file that is the body of the request, with the content type `type`, or in a `multipart/form-data` body. */
export const streamedFile = ({ maxBytes, type }: { maxBytes: number; type: string }) =>
  z
    .custom<StreamedFile>((value) => value instanceof StreamedFile, {
      error: 'The :attribute field must be a file.',
    })
    .meta({
      type: 'string',
      format: 'binary',
      description: `A file of at most ${maxBytes / 2 ** 20} MB.`,
      'x-upload': { maxBytes, streamedType: type },
    }) as unknown as z.ZodType<StreamedFile, UploadInput>
