// The state of a call with an assistant through the browser, and what a person can do in it.
import {
  type Captions,
  canUseAudio,
  type Levels,
  type MicrophoneState,
  noCaptions,
  openWebCall,
  replaceCaptions,
  type WebCall,
  type WebCallEnd,
} from '@parley/telephone/browser'
import { client } from '../../api/client.ts'
import { createSignal } from '../../loading/signal.ts'
import { changesOf, type Draft } from '../shared/draft.ts'

/** `asking`: the browser asks for the microphone. */
export type Phase = 'idle' | 'asking' | 'connecting' | 'open' | 'ended'

export interface TalkState {
  phase: Phase
  /** Why no call was made. */
  problem: 'refused' | 'missing' | 'insecure' | Error | undefined
  callId: number | undefined
  /** Identifies the settings of the call, if they can be edited beside it. */
  used: string | undefined
  /** When the person made the call, by `performance.now`. */
  calledAtMs: number
  startedAtMs: number | undefined
  captions: Captions
  microphone: MicrophoneState | 'off'
  isMuted: boolean
  isSuspended: boolean
  /** Set when the call has ended. */
  end: WebCallEnd | undefined
}

const idle: TalkState = {
  phase: 'idle',
  problem: undefined,
  callId: undefined,
  used: undefined,
  calledAtMs: 0,
  startedAtMs: undefined,
  captions: noCaptions,
  microphone: 'off',
  isMuted: false,
  isSuspended: false,
  end: undefined,
}

export const isInCall = (phase: Phase): boolean => phase !== 'idle' && phase !== 'ended'

export interface CallOrder {
  assistantId: number
  draft: Draft | undefined
  variables: Record<string, string>
  /** The person types instead of speaking. */
  isTyped: boolean
}

export type Talk = ReturnType<typeof createTalk>

export interface TalkOptions {
  /** The call was ended because nothing shows it any longer. */
  onLeft(): void
}

export function createTalk({ onLeft }: TalkOptions) {
  const state = createSignal(idle)
  const levels = createSignal<Levels>({ microphone: 0, speaker: 0 })
  let call: WebCall | undefined
  const change = (changed: Partial<TalkState>): void => state.set({ ...state.get(), ...changed })

  function fail(problem: TalkState['problem']): void {
    stop()
    state.set({ ...idle, problem })
  }

  function open(isTyped: boolean): WebCall {
    levels.set({ microphone: 0, speaker: 0 })
    return openWebCall({
      hasMicrophone: !isTyped,
      onCaptions: (from, changed) => change({ captions: replaceCaptions(state.get().captions, from, changed) }),
      onLevels: (next) => levels.set({ ...next }),
      onMicrophone: (microphone) => change({ microphone }),
      onSuspended: (isSuspended) => change({ isSuspended }),
      onStart: () => change({ phase: 'open', startedAtMs: Date.now() }),
      onEnd(end) {
        call = undefined
        change({ phase: 'ended', end })
      },
    })
  }

  /** Call it in the handler of a click or a key. */
  async function start({ assistantId, draft, variables, isTyped }: CallOrder): Promise<void> {
    if (call) return
    if (!canUseAudio()) return fail('insecure')
    const opened = open(isTyped)
    call = opened
    const calledAtMs = performance.now()
    state.set({ ...idle, phase: isTyped ? 'connecting' : 'asking', used: draft?.current, calledAtMs })
    const microphone = (await opened.microphone) ?? 'off'
    if (call !== opened) return
    if (microphone === 'refused' || microphone === 'missing') return fail(microphone)
    change({ phase: 'connecting', microphone })
    try {
      const order = { assistant_id: assistantId, variables, ...changesOf(draft) }
      const { call_id: callId, url, token } = await client.calls.makeWebCall(order)
      if (call !== opened) return
      change({ callId })
      opened.connect({ url, token })
    } catch (error) {
      if (call === opened) fail(error as Error)
    }
  }

  function reset(): void {
    stop()
    state.set(idle)
  }

  /** Releases the microphone and the connection. */
  function stop(): void {
    call?.close()
    call = undefined
  }

  return {
    state,
    levels,
    start: (order: CallOrder): void => void start(order),
    /** With the microphone, unless this call is without one. */
    restart(order: Omit<CallOrder, 'isTyped'>): void {
      const { microphone, phase } = state.get()
      // While the browser asks for the microphone, it is not known yet.
      const isTyped = microphone === 'off' && phase !== 'asking'
      stop()
      void start({ ...order, isTyped })
    },
    /** Before the call is connected, nothing is left of it. */
    hangUp: () => (state.get().phase === 'open' ? call?.hangUp() : reset()),
    press: (key: string) => call?.press(key),
    say: (text: string) => call?.say(text),
    mute(isMuted: boolean) {
      call?.mute(isMuted)
      change({ isMuted })
    },
    close(): void {
      const { phase } = state.get()
      reset()
      if (isInCall(phase)) onLeft()
    },
  }
}
