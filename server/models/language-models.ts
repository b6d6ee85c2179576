// Combines all configured language models in one port: selects the vendor that answers, retries and falls back.
import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '#server/platform/observability/log.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import type { ChatMessage, Generation, GenerationEvent, ModelRef } from '#server/ports/language-model.ts'
import { boundOutput } from './ai-sdk/bounded-output.ts'
import { askWithinContext } from './ai-sdk/context-limit.ts'
import { inSeconds, ModelFailure, timeoutFailure } from './ai-sdk/failure.ts'
import { hasPictures, withoutPictures } from './ai-sdk/file-parts.ts'
import { createVendors, type Vendor, type VendorOptions } from './ai-sdk/vendors.ts'
import { createOfflineModel, offlineRef } from './offline/offline-model.ts'
import { answersOffline } from './offline/phrases/index.ts'

interface TurnOptions {
  /** The time limit until the first event of an answer, and between two events. Default: 15,000. */
  firstTokenTimeoutMs?: number
  /** The time limit of a turn with its retry and fallback. Default: 60,000, and at least 30,000 more than the first event. */
  totalTimeoutMs?: number
  log: Log
}

export type LanguageModelOptions = VendorOptions & TurnOptions

type Asks = NonNullable<Generation['asks']>
type Attempt = {
  ref: ModelRef
  run(signal: AbortSignal, asks: Asks, messages: ChatMessage[]): AsyncIterable<GenerationEvent>
}

/**
 * For a vendor that is not configured, OpenAI, Anthropic or Google answers with its default model, whichever is
 * configured; without any, the offline model answers. `finish.model` is the model that answered.
 * A request with pictures that the vendor refuses is repeated without them, because a picture can be damaged.
 * A request that is too long for the model is repeated with less history.
 * A failure before the first output is retried once if useful, and then the fallback model is asked.
 * If the signal of the caller aborts, its reason is thrown. If vendors in `own` are configured, only they are used.
 */
export function createLanguageModels(options: LanguageModelOptions, own: ReadonlySet<string> = new Set()) {
  const vendors = createVendors(options, options.log)
  const ownVendors = vendors.filter(({ vendor }) => own.has(vendor))
  return answerThrough(ownVendors.length > 0 ? ownVendors : vendors, options)
}

/** The first vendor replaces missing ones. */
export function answerThrough(vendors: Vendor[], options: TurnOptions) {
  const { firstTokenTimeoutMs = 15_000, log } = options
  const { totalTimeoutMs = Math.max(60_000, firstTokenTimeoutMs + 30_000) } = options
  const offline = createOfflineModel()

  function attempt(requested: ModelRef, generation: Generation, stallTimeoutMs = firstTokenTimeoutMs): Attempt {
    const configured = vendors.find(({ vendor }) => vendor === requested.vendor)
    const vendor: Vendor | undefined = requested.vendor === offlineRef.vendor ? undefined : (configured ?? vendors[0])
    if (!vendor)
      return { ref: offlineRef, run: (signal, _asks, messages) => offline.stream({ ...generation, messages, signal }) }
    const code = vendor.onlyCode ?? (configured ? requested.code : vendor.defaultCode)
    const ref = { vendor: vendor.vendor, code }
    const openAndReport = async (signal: AbortSignal, asks: Asks) => {
      const model = await vendor.open(code, signal)
      asks(model.ref)
      return model
    }
    const limits = { stallTimeoutMs: Math.min(stallTimeoutMs, firstTokenTimeoutMs) }
    return {
      ref,
      run: (signal, asks, messages) =>
        askWithinContext(
          (modelSignal) => openAndReport(modelSignal, asks),
          { ...generation, messages },
          { ...limits, signal },
        ),
    }
  }

  async function* stream(generation: Generation): AsyncGenerator<GenerationEvent> {
    const first = attempt(generation.model, generation, generation.fallback && generation.fallbackAfterMs)
    const other = generation.fallback && attempt(generation.fallback, generation)
    const fallback = other && !isSame(first.ref, other.ref) ? other : undefined
    const timeout = new AbortController()
    using _timer = setTimeout(
      () => timeout.abort(timeoutFailure(`took longer than ${inSeconds(totalTimeoutMs)}`)),
      totalTimeoutMs,
    )
    const signal = AbortSignal.any([timeout.signal, generation.signal].filter((source) => source !== undefined))

    const failures: { error: OutsideError; ref: ModelRef }[] = []
    let next: Attempt | undefined = first
    let { messages } = generation
    let askedModel = first.ref
    const asks = (ref: ModelRef) => {
      askedModel = ref
      generation.asks?.(ref)
    }
    while (next) {
      let hasOutput = false
      asks(next.ref)
      try {
        for await (const event of boundOutput(next.run(signal, asks, messages))) {
          hasOutput = true
          yield event
        }
        return
      } catch (error) {
        signal.throwIfAborted()
        if (hasOutput || !(error instanceof OutsideError)) throw error
        if (error.code === 'bad_request' && hasPictures(messages)) {
          log.warn({ model: askedModel }, 'a language model refused a request with pictures, asking without them')
          messages = withoutPictures(messages)
          continue
        }
        failures.push({ error, ref: askedModel })
        const pauseMs = error instanceof ModelFailure ? error.retryAfterMs : undefined
        const retries = failures.length === 1 && pauseMs !== undefined
        if (retries) await wait(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted())
        else next = next === first ? fallback : undefined
        if (next) log.warn({ failure: error.code, next: next.ref, retries }, 'language model failed, asking again')
      }
    }
    // A retryable failure takes precedence, because a fallback without a valid key must not make a short outage permanent.
    const reported = failures.find(({ error }) => error.retryable) ?? failures[0]!
    asks(reported.ref)
    throw reported.error
  }

  return {
    stream,
    answersIn: (language: string): boolean => vendors.length > 0 || answersOffline(language),
    /** The vendors that are configured. */
    vendors: vendors.map(({ vendor }): string => vendor),
    /** What answers for a model whose vendor is not configured. The code is undefined if the server decides. */
    usual: vendors[0] ? { vendor: vendors[0].vendor as string, code: vendors[0].usualCode } : offlineRef,
    /** Describes the models for the operator, without secrets. */
    describe() {
      const live = vendors.map(({ vendor, detail }) => ({ vendor, mode: 'live' as const, detail }))
      const detail =
        live.length > 0
          ? 'built in, and answers for its own catalogue entry only'
          : 'built in, and answers for every vendor'
      return [...live, { vendor: offlineRef.vendor, mode: 'offline' as const, detail }]
    },
  }
}

function isSame(a: ModelRef, b: ModelRef): boolean {
  return a.vendor === b.vendor && a.code === b.code
}
