// The button that starts a call. The script with everything else about calls is loaded when a visitor uses it.
import { createClient } from '#sdk/index.ts'
import { element, icon, icons } from './dom.ts'
import { newKey } from './new-key.ts'
import type { Options } from './options.ts'
import type { WidgetTexts } from './texts.ts'
import type { openVoice, Voice } from './voice/voice.ts'

export interface VoiceButton {
  button: HTMLButtonElement
  /** Whether the assistant can be called. A call in progress continues. */
  allow(isAllowed: boolean): void
  /** Says the text in the call, as if it were spoken. Returns false if there is no call. */
  say(text: string): boolean
  end(): void
  /** Ends the call and removes what was said. */
  clear(): void
}

interface Place {
  root: ShadowRoot
  log: HTMLElement
  /** The controls of a call are shown above it. */
  form: HTMLElement
}

export function createVoiceButton({
  options,
  texts,
  ...place
}: Place & { options: Options; texts: WidgetTexts }): VoiceButton {
  const { baseUrl, assistant, variables, language } = options
  const client = createClient({ baseUrl })
  const button = element(
    'button',
    { type: 'button', class: 'call', 'aria-label': texts.call, title: texts.call },
    icon(icons.microphone),
  )
  button.hidden = true
  const problem = element('p', { class: 'note', role: 'status' }, texts.callUnavailable)
  let voice: Voice | undefined
  let isAllowed = false
  let isLoading = false
  /** The chat was closed while the script was being loaded. */
  let isCancelled = false

  function show(): void {
    button.hidden = !isAllowed || voice?.isActive() === true
  }

  async function start(): Promise<void> {
    if (isLoading || voice?.isActive()) return
    isLoading = true
    isCancelled = false
    problem.remove()
    button.setAttribute('aria-busy', 'true')
    try {
      // Policies of websites allow modules of Parley's origin, as they allow the widget.
      const url = `${baseUrl}/widget-voice.js`
      const module: { openVoice: typeof openVoice } = await import(/* @vite-ignore */ url)
      if (isCancelled) return
      voice ??= module.openVoice({
        ...place,
        baseUrl,
        language,
        start: () => client.calls.startAsVisitor({ assistant_id: assistant, variables }, { idempotencyKey: newKey() }),
        onChange() {
          show()
          if (!voice?.isActive() && voice?.hadFocus()) button.focus()
        },
      })
      voice.start()
    } catch {
      place.log.append(problem)
    } finally {
      isLoading = false
      button.removeAttribute('aria-busy')
    }
  }

  function end(): void {
    isCancelled = true
    voice?.end()
  }

  button.addEventListener('click', () => void start())
  return {
    button,
    allow(next) {
      isAllowed = next
      show()
    },
    say: (text) => voice?.say(text) ?? false,
    end,
    clear() {
      end()
      problem.remove()
      voice?.clear()
    },
  }
}
