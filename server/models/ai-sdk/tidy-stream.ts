// Corrects the answers of servers with OpenAI's protocol before the AI SDK reads them, because it refuses small faults.
import { tryParseJson } from '@parley/rules'
import { createChoiceReader } from './choice-reader.ts'
import { fieldsOf } from './fields.ts'

/** After its finish reason, an answer is complete, and only its token counts can follow. */
const afterFinishMs = 1_000
const textEncoder = new TextEncoder()

type Json = Record<string, unknown>

/** A failed response is passed on as it is. */
export function tidied(response: Response): Response {
  const { body, ok, status } = response
  if (!body || !ok) return response
  const events = tidyEvents(body)
  const bytes = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await events.next()
      if (done) controller.close()
      else controller.enqueue(textEncoder.encode(value))
    },
    async cancel() {
      await events.return(undefined)
    },
  })
  return new Response(bytes, { status, headers: { 'content-type': 'text/event-stream' } })
}

/** Yields the events of each part of the response that arrives. */
async function* tidyEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const lines = createLineReader()
  const answer = createAnswer()
  let isRead = false
  try {
    while (!answer.isOver()) {
      const read = reader.read()
      const { done, value } = await (answer.isComplete() ? unlessSilent(read) : read)
      isRead = done
      let events = ''
      for (const line of done ? lines.end() : lines.push(value!)) {
        for (const data of answer.addLine(line)) events += eventOf(data)
        if (answer.isOver()) break
      }
      if (events !== '') yield events
      if (done) break
    }
  } catch (error) {
    if (!answer.isComplete()) throw error
  } finally {
    if (!isRead) release(reader, answer.isComplete())
  }
  for (const data of answer.end()) yield eventOf(data)
}

const eventOf = (data: string): string => `data: ${data}\n\n`

const over = { done: true as const, value: undefined }

async function unlessSilent<T>(read: Promise<T>): Promise<T | typeof over> {
  const { promise, resolve } = Promise.withResolvers<typeof over>()
  using _timer = setTimeout(() => resolve(over), afterFinishMs)
  return await Promise.race([read, promise])
}

/** The end of a complete answer is read, so that the connection can be used again. */
function release(reader: ReadableStreamDefaultReader<Uint8Array>, isComplete: boolean): void {
  const cancel = () => void reader.cancel().catch(() => {})
  if (!isComplete) {
    cancel()
    return
  }
  const timer = setTimeout(cancel, afterFinishMs).unref()
  const drain = async (): Promise<void> => {
    while (!(await reader.read()).done);
  }
  drain()
    .catch(() => {})
    .finally(() => clearTimeout(timer))
}

function createLineReader() {
  const decoder = new TextDecoder()
  let rest = ''

  function split(text: string): string[] {
    // Only the new text can contain the end of the line.
    if (!/[\r\n]/.test(text)) {
      rest += text
      return []
    }
    const found = (rest + text).split(/\r\n|\n|\r/)
    rest = found.pop()!
    return found
  }

  return {
    push: (bytes: Uint8Array): string[] => split(decoder.decode(bytes, { stream: true })),
    /** An empty line ends the last event. */
    end: (): string[] => [...split(`${decoder.decode()}\n`), ''],
  }
}

const eventField = /^(?:data|event|id|retry)?:/

function createAnswer() {
  const choices = createChoiceReader()
  let pending = ''
  let event = ''
  let isJson = false
  let hasBegun = false
  let isDone = false
  let isOver = false
  let hasFailed = false

  function* add(value: unknown): Generator<string> {
    const error = errorIn(value, event)
    if (error && !choices.isFinished()) {
      isOver = true
      hasFailed = true
      // What was said before the error belongs to the answer.
      if (Array.isArray(fieldsOf(value).choices)) yield JSON.stringify(choices.read(fieldsOf(value), false))
      yield JSON.stringify({ error })
    } else if (!error) {
      const chunk = choices.read(fieldsOf(value), isJson)
      // What cannot be corrected is reported by the SDK.
      if (chunk || !choices.isFinished()) yield JSON.stringify(chunk ?? value)
    }
  }

  function* addData(data: string): Generator<string> {
    if (data.trim() === '[DONE]') {
      isDone = true
      isOver = true
      return
    }
    // Only a part that can be complete is parsed, so a long event is not parsed again and again.
    const value = /[}\]]\s*$/.test(data) && pending.length < 100_000 ? tryParseJson(pending + data) : undefined
    if (value === undefined) pending += `${data}\n`
    else {
      pending = ''
      yield* add(value)
    }
  }

  function* flush(): Generator<string> {
    const data = pending
    pending = ''
    if (data.trim() === '') return
    const value = tryParseJson(data)
    if (value !== undefined) yield* add(value)
    else if (!choices.isFinished()) yield data.slice(0, 1_000).replaceAll('\n', ' ')
  }

  return {
    *addLine(line: string): Generator<string> {
      if (!hasBegun && line.trim() !== '') {
        hasBegun = true
        isJson = !eventField.test(line)
      }
      if (line.startsWith('data:')) yield* addData(line.slice(5))
      else if (line.startsWith('event:')) event = line.slice(6).trim()
      else if (isJson) yield* addData(line)
      else if (line.startsWith('{')) yield* addData(line)
      else if (line.trim() === '') {
        yield* flush()
        event = ''
      }
    },
    isComplete: () => isDone || choices.isFinished(),
    isOver: () => isOver,
    *end(): Generator<string> {
      if (!isOver) yield* flush()
      // Text without an end marker was interrupted. Whether a tool call is complete shows in its arguments.
      const isWhole = ((isDone || isJson) && choices.hasAnswer()) || choices.hasCalls()
      if (!hasFailed && isWhole && !choices.hasFinish()) yield JSON.stringify(choices.finish())
      yield '[DONE]'
    },
  }
}

/** Servers have several forms of errors. Returns the form of OpenAI. */
function errorIn(value: unknown, event: string): Json | undefined {
  const chunk = fieldsOf(value)
  const choice = fieldsOf(Array.isArray(chunk.choices) ? chunk.choices[0] : undefined)
  const given = chunk.error || choice.error
  const isError =
    given || event === 'error' || chunk.object === 'error' || chunk.type === 'error' || choice.finish_reason === 'error'
  const isBare = chunk.choices === undefined && (chunk.detail !== undefined || typeof chunk.message === 'string')
  if (!isError && !isBare) return undefined
  const fields = typeof given === 'object' && given !== null ? (given as Json) : {}
  const told = [fields.message, given, chunk.message, chunk.detail, fields.detail, 'The answer ended with an error.']
  const message = told.find((text) => typeof text === 'string' && text !== '')
  const code = [fields.code, fields.status, chunk.code].find(
    (code) => typeof code === 'string' || Number.isFinite(code),
  )
  const type = [fields.type, chunk.type].find((type) => typeof type === 'string')
  return { message, ...(code !== undefined && { code }), ...(type !== undefined && { type }) }
}
