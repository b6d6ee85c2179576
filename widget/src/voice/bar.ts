// The controls of a call above the field for messages: what happens, how long it lasts, mute and end.
import { durationText } from '@parley/rules'
import type { Levels } from '@parley/telephone/browser'
import { element, icon, icons } from '../dom.ts'
import type { VoiceTexts } from './texts.ts'

export interface VoiceBar {
  node: HTMLElement
  /** Announces what happens. */
  status(text: string): void
  /** The duration in seconds; undefined hides it. */
  elapsed(seconds: number | undefined): void
  levels(levels: Levels): void
  mute(isMuted: boolean): void
  focus(): void
}

const paths = {
  muted:
    'M3.4 2 22 20.6 20.6 22l-4.7-4.7a7 7 0 0 1-2.9.6V22h-2v-4.1A7 7 0 0 1 5 11h2a5 5 0 0 0 7.3 4.4l-1.5-1.5a3.5 3.5 0 0 1-4.3-3.4v-1L2 3.4zM12 2a3.5 3.5 0 0 1 3.5 3.5v5.8L8.9 4.3A3.5 3.5 0 0 1 12 2zm5 9h2c0 1.2-.3 2.3-.8 3.3l-1.5-1.5c.2-.6.3-1.2.3-1.8z',
  end: 'M12 8c4 0 7.5 1.2 10 3.5a1 1 0 0 1 0 1.4l-2.6 2.6a1 1 0 0 1-1.3.1l-2.6-1.8a1 1 0 0 1-.4-.8v-2.4a13 13 0 0 0-6.2 0V13a1 1 0 0 1-.4.8l-2.6 1.8a1 1 0 0 1-1.3-.1L2 12.9a1 1 0 0 1 0-1.4C4.5 9.2 8 8 12 8z',
}
const meterBars = 5
/** Below, a side is silent. */
const audible = 0.02

interface Handlers {
  onMute(): void
  onEnd(): void
}

export function createBar(texts: VoiceTexts, { onMute, onEnd }: Handlers): VoiceBar {
  const meter = element(
    'span',
    { class: 'meter', 'aria-hidden': 'true' },
    ...Array.from({ length: meterBars }, () => element('i')),
  )
  const said = element('span', { class: 'hidden', role: 'status' })
  const shown = element('span', { 'aria-hidden': 'true' })
  const time = element('time', { role: 'timer', 'aria-label': texts.duration })
  const mute = button(texts.mute, icons.microphone)
  const end = button(texts.end, paths.end)
  end.classList.add('hang-up')
  mute.addEventListener('click', onMute)
  end.addEventListener('click', onEnd)
  const node = element(
    'div',
    { class: 'bar', role: 'group', 'aria-label': texts.bar },
    meter,
    element('p', {}, said, shown),
    time,
    mute,
    end,
  )
  let isTalking = false
  let activity = ''

  function showActivity(next: string): void {
    if (!isTalking || next === activity) return
    activity = next
    shown.textContent = next
  }

  return {
    node,
    status(text) {
      isTalking = text === texts.open
      activity = ''
      said.textContent = text
      shown.textContent = isTalking ? texts.listening : text
    },
    elapsed(seconds) {
      time.hidden = seconds === undefined
      mute.hidden = seconds === undefined
      if (seconds !== undefined) time.textContent = durationText(Math.floor(seconds))
    },
    levels({ microphone, speaker }) {
      const isSpeaking = speaker > audible
      meter.classList.toggle('speaking', isSpeaking)
      meter.style.setProperty('--level', String(Math.min(1, Math.max(microphone, speaker) * 4)))
      showActivity(isSpeaking ? texts.speaking : texts.listening)
    },
    mute(isMuted) {
      mute.setAttribute('aria-pressed', String(isMuted))
      mute.replaceChildren(icon(isMuted ? paths.muted : icons.microphone))
    },
    focus: () => end.focus(),
  }
}

const button = (label: string, path: string): HTMLButtonElement =>
  element('button', { type: 'button', 'aria-label': label, title: label }, icon(path))
