// The state of a person's connection to a live call, and what the person can do in it.
import {
  type Captions,
  canUseAudio,
  type LineState,
  type Listening,
  type ListeningEnd,
  type MicrophoneState,
  noCaptions,
  openListening,
  replaceCaptions,
  type SideLevels,
} from '@parley/telephone/browser'
import { ParleyError } from '#sdk/index.ts'
import { client } from '../../api/client.ts'
import { createSignal } from '../../loading/signal.ts'

export interface LiveLineState {
  /** `again`: the connection was lost, and is opened again. */
  connection: 'off' | 'connecting' | 'open' | 'again'
  line: LineState | undefined
  captions: Captions
  /** Undefined unless the person takes the call over. */
  microphone: MicrophoneState | undefined
  isTakingOver: boolean
  isSuspended: boolean
  /** The name of another person who has the call; null if it cannot be taken over at the moment. */
  takeoverRefused: { agent: string | null } | undefined
  /** Why the last connection has ended. */
  end: ListeningEnd | 'insecure' | undefined
  error: Error | undefined
}

const off: LiveLineState = {
  connection: 'off',
  line: undefined,
  captions: noCaptions,
  microphone: undefined,
  isTakingOver: false,
  isSuspended: false,
  takeoverRefused: undefined,
  end: undefined,
  error: undefined,
}

export type LiveLine = ReturnType<typeof createLiveLine>

export function createLiveLine() {
  const state = createSignal(off)
  const levels = createSignal<SideLevels>({ customer: 0, assistant: 0 })
  const volume = createSignal(1)
  let listening: Listening | undefined
  const change = (changed: Partial<LiveLineState>): void => state.set({ ...state.get(), ...changed })

  function open(callId: number): Listening {
    state.set({ ...off, connection: 'connecting' })
    const opened = openListening({
      admit: () => client.liveCalls.listen({ id: callId, may_intervene: true }),
      isFinal: (error) => error instanceof ParleyError && error.status < 500 && error.status !== 429,
      onConnected(isConnected) {
        change(isConnected ? { connection: 'open', captions: noCaptions } : { connection: 'again', line: undefined })
      },
      onState(line) {
        const hadCall = state.get().line?.has_call === true
        change({
          line,
          ...(line.has_call && { isTakingOver: false, takeoverRefused: undefined }),
          ...(hadCall && !line.has_call && { microphone: undefined }),
        })
      },
      onCaptions: (from, changed) => change({ captions: replaceCaptions(state.get().captions, from, changed) }),
      onLevels: (next) => levels.set(next),
      onMicrophone: (microphone) => change({ microphone, ...(microphone !== 'on' && { isTakingOver: false }) }),
      onSuspended: (isSuspended) => change({ isSuspended }),
      onTakeoverRefused: (agent) => change({ takeoverRefused: { agent }, isTakingOver: false, microphone: undefined }),
      onEnd(end, error) {
        listening = undefined
        state.set({ ...off, captions: state.get().captions, end, error: error as Error | undefined })
      },
    })
    opened.setVolume(volume.get())
    return opened
  }

  /** Call it in the handler of a click or a key. */
  function listen(callId: number): boolean {
    if (!canUseAudio()) {
      state.set({ ...off, end: 'insecure' })
      return false
    }
    listening ??= open(callId)
    return true
  }

  return {
    state,
    levels,
    volume,
    listen: (callId: number): void => void listen(callId),
    takeOver(callId: number) {
      if (state.get().isTakingOver || !listen(callId)) return
      change({ isTakingOver: true, takeoverRefused: undefined, microphone: undefined })
      listening?.takeOver()
    },
    handBack: () => listening?.handBack(),
    leave: () => listening?.leave(),
    setVolume(next: number) {
      volume.set(next)
      listening?.setVolume(next)
    },
    /** The panel is closed. */
    close() {
      listening?.close()
      listening = undefined
      state.set(off)
    },
  }
}
