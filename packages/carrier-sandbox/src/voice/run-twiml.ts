// Runs the TwiML of a call, verb by verb.

import { isSuccess, type OutgoingWebhook } from '../core/activity-log.ts'
import type { RecordingOptions } from '../core/call-recordings.ts'
import { type HttpMethod, type Instructions, isOver } from '../core/calls.ts'
import { TwimlError } from '../webhooks/twiml.ts'
import { callFields } from './call-callbacks.ts'
import { joinConference } from './conference.ts'
import { dialNumber } from './dial-number.ts'
import type { LiveCall, VoiceEnvironment } from './environment.ts'
import { gatherKeys } from './gather-keys.ts'
import { connectStream, startStream, stopStream } from './media-stream.ts'
import { say, wait } from './play-audio.ts'
import { playFile } from './play-file.ts'
import { pressKeys } from './press-keys.ts'
import { recordMessage } from './record-message.ts'
import type { StreamNoun } from './stream-twiml.ts'
import type { Action } from './twiml-attributes.ts'
import { parseVoiceTwiml, type VoiceVerb } from './voice-twiml.ts'

/** Ends documents that redirect to each other. */
const maxDocuments = 100
const apology = 'We are sorry, an application error has occurred. Goodbye.'

/** What a verb leads to: another document, the end of the call, or the next verb. */
type Continuation = Action | 'end' | undefined

/** Replaces the TwiML that the call runs. The call ends after the last verb. */
export function runTwiml(env: VoiceEnvironment, live: LiveCall, instructions: Instructions): void {
  live.stopTwiml()
  const stopping = new AbortController()
  live.stopTwiml = () => stopping.abort()
  const run = { env, live, signal: stopping.signal, url: 'url' in instructions ? instructions.url : undefined }
  runDocuments(run, instructions)
    .catch(async (error: unknown) => {
      if (stopping.signal.aborted) return
      if (error instanceof TwimlError)
        env.context.activityLog.raiseAlarm(error.code, `${live.call.sid}: ${error.message}`)
      else if (!(error instanceof WebhookFailure)) throw error
      live.answer()
      await say(env, live, apology, stopping.signal)
    })
    .catch((error: unknown) => env.context.log.error({ error }, 'the sandbox carrier failed'))
    .finally(() => {
      if (!stopping.signal.aborted) live.end('completed', 200)
    })
}

interface Run {
  env: VoiceEnvironment
  live: LiveCall
  signal: AbortSignal
  /** The document's own URL, which relative URLs refer to. */
  url: string | undefined
}

async function runDocuments(run: Run, instructions: Instructions): Promise<void> {
  let document = 'twiml' in instructions ? instructions.twiml : await fetchFirst(run, instructions)
  for (let count = 1; !run.signal.aborted; count++) {
    const next = await runDocument(run, document)
    if (next === 'end' || run.signal.aborted) return
    if (count >= maxDocuments) throw new TwimlError(12200, `More than ${maxDocuments} redirects.`)
    run.url = resolveUrl(run, next.url)
    document = await fetchTwiml(run, run.url, next.method, next.fields)
  }
}

/** Returns the document that follows. */
async function runDocument(
  run: Run,
  document: string,
): Promise<'end' | (Action & { fields?: Record<string, string> })> {
  const verbs = document.trim() === '' ? [] : parseVoiceTwiml(document)
  for (const [index, verb] of verbs.entries()) {
    if (index > 0 && verb.verb === 'reject') throw new TwimlError(12200, '<Reject> must be the first verb.')
    const next = await perform(run, verb)
    if (next !== undefined || run.signal.aborted) return next ?? 'end'
  }
  return 'end'
}

async function perform(
  run: Run,
  verb: VoiceVerb,
): Promise<Continuation | (Action & { fields: Record<string, string> })> {
  const { env, live, signal } = run
  if (verb.verb === 'redirect') return { url: verb.url, method: verb.method }
  if (verb.verb === 'reject') {
    live.end(verb.reason === 'busy' ? 'busy' : 'no-answer', verb.reason === 'busy' ? 486 : 603)
    return 'end'
  }
  // A pause at the start lets the call ring on.
  if (verb.verb === 'pause') return wait(env, verb.seconds * 1_000, signal)
  live.answer()
  if (verb.verb === 'hang-up') return 'end'
  if (verb.verb === 'press') {
    await pressKeys(env, live, verb.keys, signal)
    return undefined
  }
  if (verb.verb === 'say') {
    for (let time = 0; time < verb.times && !signal.aborted; time++) await say(env, live, verb.text, signal)
    return undefined
  }
  if (verb.verb === 'connect') {
    await connectStream(env, live, resolveStream(run, verb.stream), signal)
    return verb.action ?? undefined
  }
  if (verb.verb === 'start') {
    startStream(env, live, resolveStream(run, verb.stream))
    return undefined
  }
  if (verb.verb === 'stop') {
    stopStream(live, verb.name)
    return undefined
  }
  if (verb.verb === 'gather') {
    const keys = await gatherKeys(
      env,
      live,
      { ...verb, prompts: verb.prompts.map((prompt) => resolvePlay(run, prompt)) },
      signal,
    )
    return keys === '' ? undefined : { ...actionOf(run, verb.action, 'Gather'), fields: { Digits: keys } }
  }
  if (verb.verb === 'play') {
    await playFile(env, live, resolvePlay(run, verb), signal)
    return undefined
  }
  if (verb.verb === 'record') {
    const fields = await recordMessage(env, live, withRecording(run, verb), signal)
    if (!fields) return undefined
    const { url, method } = actionOf(run, verb.action, 'Record')
    if (!isOver(live.call)) return { url, method, fields }
    await fetchTwiml(run, url, method, fields)
    return 'end'
  }
  const fields =
    verb.verb === 'conference'
      ? await joinConference(env, live, verb, signal)
      : await dialNumber(env, live, withRecording(run, verb), signal)
  return verb.action ? { ...verb.action, fields } : undefined
}

/** The URLs of a stream may be relative to the document. */
function resolveStream(run: Run, stream: StreamNoun): StreamNoun {
  const url = resolveUrl(run, stream.url).replace(/^http/, 'ws')
  return { ...stream, url, callback: resolveCallback(run, stream.callback) }
}

/** The webhook failed, and so did its fallback; the alarm has been raised. */
class WebhookFailure extends Error {}

async function fetchFirst(run: Run, instructions: Exclude<Instructions, { twiml: string }>): Promise<string> {
  try {
    return await fetchTwiml(run, instructions.url, instructions.method)
  } catch (error) {
    if (!(error instanceof WebhookFailure) || instructions.fallbackUrl === null || run.signal.aborted) throw error
    const fields = { ErrorCode: '11200', ErrorUrl: instructions.url }
    return fetchTwiml(run, instructions.fallbackUrl, instructions.fallbackMethod, fields, 'fallback')
  }
}

async function fetchTwiml(
  { env, live }: Run,
  url: string,
  method: HttpMethod,
  fields: Record<string, string> = {},
  kind: OutgoingWebhook['kind'] = 'voice',
): Promise<string> {
  const { context } = env
  const { call } = live
  const form = {
    ...callFields(context, call),
    ...(call.answeredBy !== null && { AnsweredBy: call.answeredBy }),
    ...fields,
  }
  const reply = await context.sendWebhook({ kind, url, method, form, callSid: call.sid }).done
  if (!isSuccess(reply)) {
    context.activityLog.raiseAlarm(11200, `The webhook of ${call.sid} ended with ${reply.outcome}.`)
    throw new WebhookFailure()
  }
  const type = reply.contentType.split(';')[0]!.trim().toLowerCase()
  if (reply.body.trim() !== '' && !/^(?:text|application)\/xml$|^text\/html$/.test(type))
    throw new TwimlError(12300, `The response has the content type ${type || 'none'}.`)
  return reply.body
}

function resolveUrl({ url: base }: Run, url: string): string {
  // Alarms must not show credentials.
  if (!URL.canParse(url, base)) throw new TwimlError(12100, `The URL ${url.replace(/\/\/[^/]*@/, '//')} is not valid.`)
  return new URL(url, base).href
}

/** Without an action, the document itself is requested again. */
function actionOf(run: Run, action: Action | null, verb: string): Action {
  const url = action?.url ?? run.url
  if (url === undefined) throw new TwimlError(12100, `<${verb}> has no action.`)
  return { url: resolveUrl(run, url), method: action?.method ?? 'POST' }
}

/** The URL of a file may be relative to the document. */
function resolvePlay<Verb extends { verb: string; url?: string }>(run: Run, verb: Verb): Verb {
  return verb.url === undefined ? verb : { ...verb, url: resolveUrl(run, verb.url) }
}

/** The URL of the status callback may be relative to the document. */
function withRecording<Verb extends { recording: RecordingOptions | null }>(run: Run, verb: Verb): Verb {
  const { recording } = verb
  return recording ? { ...verb, recording: { ...recording, callback: resolveCallback(run, recording.callback) } } : verb
}

function resolveCallback<Callback extends { url: string }>(run: Run, callback: Callback | null): Callback | null {
  return callback && { ...callback, url: resolveUrl(run, callback.url) }
}
