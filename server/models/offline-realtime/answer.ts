// Generates one answer of the offline realtime model, and delivers it in writing or in speech.
import type { GenerationEvent, LanguageModel, ModelRef, ToolCall } from '#server/ports/language-model.ts'
import type { RealtimeListener, RealtimeSettings } from '#server/ports/realtime-model.ts'
import type { SpeechFailure } from '#server/ports/speech-to-text.ts'
import type { Speaker } from '#server/ports/text-to-speech.ts'
import type { AssistantEntry, Conversation } from './conversation.ts'
import { createOrderedSpeech } from './ordered-speech.ts'

const maxOutputTokens = 1_024
/** More than the tokens have, and about six minutes of speech. A model that continues is cut off. */
const maxAnswerCharacters = 6_000

/** Cuts streamed text into chunks in spoken form. */
export interface SpokenChunker {
  add(delta: string): string[]
  /** Returns the rest of the text. */
  flush(): string[]
}

export interface AnswerOptions {
  languageModel: LanguageModel
  model: ModelRef
  settings: RealtimeSettings
  listener: RealtimeListener
  conversation: Conversation
  /** Undefined with text output. */
  speaker: Speaker | undefined
  createChunker(): SpokenChunker
  newItem(): string
}

interface Run {
  delivery: Delivery
  /** Aborts when the answer is canceled, and on `fail`, so that the language model stops when the speech fails. */
  signal: AbortSignal
  fail(failure: SpeechFailure): void
}

interface Output {
  write(delta: string): void
  end(): Promise<void>
}

/** The functions never reject; failures are reported to the listener. */
export function createAnswers(options: AnswerOptions) {
  const { listener, conversation, settings, speaker, newItem } = options

  async function run(generation: number, canceled: AbortSignal, work: (run: Run) => Promise<void>): Promise<void> {
    const delivery = createDelivery({ entry: conversation.startAnswer(generation), listener, newItem, canceled })
    const failing = new AbortController()
    const signal = AbortSignal.any([canceled, failing.signal])
    try {
      await work({ delivery, signal, fail: (failure) => failing.abort(failure) })
    } catch (error) {
      if (!failing.signal.aborted) failing.abort(error)
    }
    if (failing.signal.aborted) delivery.failed(asFailure(failing.signal.reason))
  }

  /** One item with the text as the model writes it. */
  function writtenOutput({ delivery }: Run): Output {
    return {
      write(delta) {
        if (delivery.hasOpenItem()) delivery.addText(delta)
        else if (delta.trim() !== '') delivery.startItem(delta)
      },
      async end() {
        delivery.finishItem()
      },
    }
  }

  /** One item for each chunk, so that the words of each audio are known. */
  function spokenOutput({ delivery, signal, fail }: Run, by: Speaker): Output {
    const chunker = options.createChunker()
    const speech = createOrderedSpeech(by, signal, fail)
    const speak = (chunks: readonly string[]): void => {
      for (const text of chunks)
        speech.add({
          text,
          started: () => delivery.startItem(text),
          audio: delivery.audio,
          done: delivery.finishItem,
        })
    }
    return {
      write: (delta) => speak(chunker.add(delta)),
      end() {
        speak(chunker.flush())
        return speech.end()
      },
    }
  }

  function stream(mayCallTools: boolean, signal: AbortSignal): AsyncIterable<GenerationEvent> {
    const { tools, temperature, facts, instructions } = settings
    return options.languageModel.stream({
      model: options.model,
      messages: [{ role: 'system', content: instructions }, ...conversation.messages()],
      ...(tools.length > 0 && { tools: [...tools], toolChoice: mayCallTools ? 'auto' : 'none' }),
      temperature,
      maxOutputTokens,
      signal,
      facts,
      isSpoken: true,
    })
  }

  async function generate(mayCallTools: boolean, current: Run): Promise<void> {
    const output = speaker ? spokenOutput(current, speaker) : writtenOutput(current)
    const toolCalls: ToolCall[] = []
    let usage = { inputTokens: 0, outputTokens: maxOutputTokens }
    let length = 0
    for await (const event of stream(mayCallTools, current.signal)) {
      if (current.signal.aborted) return
      if (event.type === 'finish') usage = event.usage
      else if (event.type === 'tool-call') toolCalls.push(event.call)
      else {
        output.write(event.delta)
        length += event.delta.length
        if (length > maxAnswerCharacters) break
      }
    }
    await output.end()
    if (!current.signal.aborted) current.delivery.answered(toolCalls, usage)
  }

  /** One item, whose audio starts with its first chunk. */
  async function speakExactly(text: string, by: Speaker, { delivery, signal, fail }: Run): Promise<void> {
    const chunker = options.createChunker()
    const speech = createOrderedSpeech(by, signal, fail)
    const nothing = (): void => {}
    delivery.startItem(text)
    for (const chunk of [...chunker.add(text), ...chunker.flush()])
      speech.add({ text: chunk, started: nothing, audio: delivery.audio, done: nothing })
    await speech.end()
    if (signal.aborted) return
    delivery.finishItem()
    delivery.answered([], { inputTokens: 0, outputTokens: 0 })
  }

  return {
    answer: (generation: number, mayCallTools: boolean, canceled: AbortSignal): Promise<void> =>
      run(generation, canceled, (current) => generate(mayCallTools, current)),
    speak: (generation: number, text: string, canceled: AbortSignal): Promise<void> =>
      run(generation, canceled, async (current) => {
        if (!speaker) throw new Error('A session with text output cannot speak.')
        await speakExactly(text, speaker, current)
      }),
  }
}

function asFailure(error: unknown): SpeechFailure {
  const { code, retryable } = error as Partial<SpeechFailure>
  const message = error instanceof Error ? error.message : String(error)
  return Object.assign(new Error(message), { code: code ?? 'internal_error', retryable: retryable ?? false })
}

type Delivery = ReturnType<typeof createDelivery>

interface Options {
  entry: AssistantEntry
  listener: RealtimeListener
  newItem(): string
  /** The listener can cancel an answer while it is called; then nothing more is reported. */
  canceled: AbortSignal
}

/** One item is open at a time. */
function createDelivery({ entry, listener, newItem, canceled }: Options) {
  const { generation } = entry
  let open: AssistantEntry['items'][number] | undefined

  function finishItem(): void {
    const done = open
    open = undefined
    if (done && !canceled.aborted) listener.itemDone(generation, done.id)
  }

  return {
    startItem(text: string): void {
      if (canceled.aborted) return
      open = { id: newItem(), text }
      entry.items.push(open)
      listener.itemStarted(generation, open.id)
      if (!canceled.aborted) listener.itemText(generation, open.id, text)
    },
    addText(delta: string): void {
      if (!open || canceled.aborted) return
      open.text += delta
      listener.itemText(generation, open.id, delta)
    },
    audio(chunk: Uint8Array): void {
      if (open && !canceled.aborted) listener.itemAudio(generation, open.id, chunk)
    },
    finishItem,
    hasOpenItem: (): boolean => open !== undefined,
    answered(toolCalls: readonly ToolCall[], usage: { inputTokens: number; outputTokens: number }): void {
      if (canceled.aborted) return
      entry.isComplete = true
      entry.calls = toolCalls.map((call) => ({ call, result: undefined }))
      listener.answered(generation, { toolCalls, usage })
    },
    failed(failure: SpeechFailure): void {
      finishItem()
      if (canceled.aborted) return
      entry.isComplete = true
      listener.answerFailed(generation, failure)
    },
  }
}
