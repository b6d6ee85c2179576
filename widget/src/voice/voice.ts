// A visitor's call with the assistant: asks for the microphone, starts the call, and shows its words in the log.
import { durationText } from '@parley/rules'
import { canUseAudio, openWebCall, type WebCall, type WebCallEnd } from '@parley/telephone/browser'
import { createBar } from './bar.ts'
import { type VoiceTexts, voiceTextsIn } from './texts.ts'
import { createTranscript, type Transcript } from './transcript.ts'

export interface VoiceOptions {
  root: ShadowRoot
  log: HTMLElement
  form: HTMLElement
  /** The origin of Parley. */
  baseUrl: string
  language: string
  start(): Promise<Ticket>
  /** A call has begun or ended. */
  onChange(): void
}

interface Ticket {
  url: string
  token: string
  max_duration: number
  recorded: boolean
}

export interface Voice {
  /** Call it after a click or a key. Does nothing during a call. */
  start(): void
  isActive(): boolean
  /** The controls of the call that has ended had the focus. */
  hadFocus(): boolean
  /** Returns false if there is no call. */
  say(text: string): boolean
  end(): void
  /** Ends the call and removes the words of all calls. */
  clear(): void
}

interface Current {
  call: WebCall
  transcript: Transcript
  ticket?: Ticket
  startedAtMs?: number
  isMuted: boolean
  isSuspended: boolean
  hasMicrophone: boolean
  timers: ReturnType<typeof setTimeout>[]
}

type Ending = 'ended' | 'assistantEnded' | 'limit' | 'lost' | Problem
type Problem = 'refused' | 'missing' | 'insecure' | 'busy' | 'unavailable'

/** From the permission for the microphone until the assistant can be heard. */
const connectedWithinMs = 20_000
const checkMs = 1_000
/** The server ends a call this much before or after its longest duration. */
const limitMarginSeconds = 2

export function openVoice({ root, log, form, baseUrl, language, start: requestCall, onChange }: VoiceOptions): Voice {
  const texts = voiceTextsIn(language)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(voiceStyle)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  const transcripts: Transcript[] = []
  const bar = createBar(texts, { onMute: toggleMute, onEnd: end })
  let current: Current | undefined
  let hadFocus = false

  function start(): void {
    if (current) return
    // Earlier attempts without a word are no longer of use.
    for (const earlier of transcripts) if (earlier.isEmpty()) earlier.remove()
    const transcript = createTranscript(log, texts)
    transcripts.push(transcript)
    if (canUseAudio()) open(transcript)
    else transcript.note(texts.insecure)
  }

  function open(transcript: Transcript): void {
    const call = openWebCall({
      baseUrl,
      hasMicrophone: true,
      onCaptions: (from, captions) => transcript.replace(from, captions),
      onLevels: bar.levels,
      onMicrophone(state) {
        opened.hasMicrophone = state === 'on'
        showStatus()
      },
      onSuspended(isSuspended) {
        opened.isSuspended = isSuspended
        showStatus()
      },
      onStart: () => begin(opened),
      onEnd: (reason) => current === opened && finish(endingOf(opened, reason)),
    })
    const opened: Current = { call, transcript, isMuted: false, isSuspended: false, hasMicrophone: true, timers: [] }
    current = opened
    bar.mute(false)
    bar.elapsed(undefined)
    bar.status(texts.asking)
    transcript.keepAtEnd(() => form.before(bar.node))
    bar.focus()
    // The website can remove the widget, and with it the only control that ends the call.
    opened.timers.push(setInterval(() => root.host.isConnected || end(), checkMs))
    addEventListener('pagehide', end)
    document.addEventListener('securitypolicyviolation', forbid)
    onChange()
    void connect(opened)
  }

  async function connect(opened: Current): Promise<void> {
    const microphone = await opened.call.microphone
    if (current !== opened) return
    if (microphone !== 'on') return finish(microphone === 'refused' ? 'refused' : 'missing')
    bar.status(texts.connecting)
    opened.timers.push(setTimeout(() => opened.startedAtMs === undefined && finish('lost'), connectedWithinMs))
    try {
      const ticket = await requestCall()
      if (current !== opened) return
      opened.ticket = ticket
      opened.call.connect(ticket)
    } catch (error) {
      if (current === opened) finish(problemOf(error))
    }
  }

  function begin(opened: Current): void {
    opened.startedAtMs = Date.now()
    // The visitor hears the words, which a screen reader would read at the same time.
    log.setAttribute('aria-live', 'off')
    opened.transcript.note(opened.ticket?.recorded ? `${texts.withAi} ${texts.recorded}` : texts.withAi)
    showStatus()
    bar.elapsed(0)
    opened.timers.push(setInterval(() => bar.elapsed(secondsOf(opened)), 1_000))
  }

  function showStatus(): void {
    if (current?.startedAtMs === undefined) return
    const { isSuspended, hasMicrophone, isMuted } = current
    if (isSuspended) bar.status(texts.suspended)
    else if (!hasMicrophone) bar.status(texts.lostMicrophone)
    else bar.status(isMuted ? texts.muted : texts.open)
  }

  function toggleMute(): void {
    if (!current) return
    current.isMuted = !current.isMuted
    current.call.mute(current.isMuted)
    bar.mute(current.isMuted)
    showStatus()
  }

  function end(): void {
    if (!current) return
    current.call.hangUp()
    finish('ended')
  }

  /** The website does not allow the connection, so another attempt is of no use. */
  function forbid({ blockedURI }: SecurityPolicyViolationEvent): void {
    if (URL.canParse(blockedURI) && new URL(blockedURI).host === new URL(baseUrl).host) finish('unavailable')
  }

  function finish(ending: Ending): void {
    const ended = current
    if (!ended) return
    current = undefined
    for (const timer of ended.timers) clearTimeout(timer)
    ended.call.close()
    removeEventListener('pagehide', end)
    document.removeEventListener('securitypolicyviolation', forbid)
    hadFocus = bar.node.contains(root.activeElement)
    bar.node.remove()
    log.removeAttribute('aria-live')
    const note = noteOf(texts, ending, ended)
    if (note !== undefined) ended.transcript.note(note)
    onChange()
  }

  return {
    start,
    isActive: () => current !== undefined,
    hadFocus: () => hadFocus,
    say(text) {
      if (current?.startedAtMs === undefined) return false
      current.call.say(text)
      return true
    },
    end,
    clear() {
      end()
      for (const transcript of transcripts.splice(0)) transcript.remove()
    },
  }
}

const secondsOf = ({ startedAtMs }: Current): number =>
  startedAtMs === undefined ? 0 : Math.floor((Date.now() - startedAtMs) / 1_000)

/** The visitor has not ended the call. */
function endingOf(call: Current, reason: WebCallEnd): Ending {
  if (reason === 'refused') return 'unavailable'
  if (reason === 'lost') return 'lost'
  const longest = call.ticket?.max_duration ?? Number.POSITIVE_INFINITY
  return secondsOf(call) >= longest - limitMarginSeconds ? 'limit' : 'assistantEnded'
}

function problemOf(error: unknown): Ending {
  const status = (error as { status?: number }).status
  return status === undefined ? 'lost' : status === 429 ? 'busy' : 'unavailable'
}

/** Undefined if the visitor has given up before the call. */
function noteOf(texts: VoiceTexts, ending: Ending, call: Current): string | undefined {
  if (ending === 'ended' && call.startedAtMs === undefined) return undefined
  const note = texts[ending]
  return typeof note === 'string' ? note : note(durationText(Math.floor(secondsOf(call))))
}

const voiceStyle = `
.bar { display: flex; align-items: center; gap: .6rem; padding: .6rem .75rem; border-top: 1px solid var(--line); }
.bar p { flex: 1; min-width: 0; margin: 0; font-size: .9rem; line-height: 1.3; }
.bar time { color: var(--soft); font-size: .9rem; font-variant-numeric: tabular-nums; }
.bar button { display: grid; place-items: center; flex: none; width: 2.6rem; height: 2.6rem; border-radius: 50%; background: var(--bubble); color: var(--ink); }
.bar button[aria-pressed=true] { background: var(--ink); color: var(--card); }
.bar button.hang-up { background: var(--bad); color: var(--card); }
.meter { display: flex; flex: none; align-items: center; gap: 3px; width: 1.75rem; height: 1.5rem; }
.meter i { flex: 1; height: 100%; border-radius: 2px; background: var(--soft); transform: scaleY(.18); }
.meter.speaking i { background: var(--ink); }
@media (prefers-reduced-motion: no-preference) {
  .meter i { transform: scaleY(calc(.18 + .82 * var(--level, 0))); transition: transform .1s linear; }
  .meter i:nth-child(odd) { transform: scaleY(calc(.18 + .5 * var(--level, 0))); }
}
@media (prefers-reduced-motion: reduce) { .meter.speaking i { transform: scaleY(.7); } }
.voice { display: flex; flex-direction: column; gap: .6rem; }
.voice .note { margin: 0; }
`
