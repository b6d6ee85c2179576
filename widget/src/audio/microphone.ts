// Opens the microphone, replaces one that was unplugged, and releases it for certain.
import type { MicrophoneState } from './telephone.ts'

export interface Microphone {
  /** Resolves when the person has answered; never rejects. */
  readonly opened: Promise<MicrophoneState>
  close(): void
}

export interface MicrophoneOptions {
  /** Receives the first stream and those that replace it; undefined while there is none. */
  onStream(stream: MediaStream | undefined): void
  /** Called when it was lost, and when another one is used. */
  onChange?(state: MicrophoneState): void
}

const audio = { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true }

/** Asks the person for the microphone, which can take a while. */
export function openMicrophone({ onStream, onChange = () => {} }: MicrophoneOptions): Microphone {
  let current: MediaStream | undefined
  let isClosed = false

  async function open(): Promise<MicrophoneState> {
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio })
      // Another attempt may have been faster.
      if (isClosed || current) {
        stopTracks(stream)
        return 'missing'
      }
      current = stream
      for (const track of stream.getTracks()) track.addEventListener('ended', () => lose(stream), { once: true })
      onStream(stream)
      return 'on'
    } catch (error) {
      const { name } = error as Error
      return name === 'NotAllowedError' || name === 'SecurityError' ? 'refused' : 'missing'
    }
  }

  function lose(stream: MediaStream): void {
    if (isClosed || current !== stream) return
    current = undefined
    onStream(undefined)
    onChange('lost')
    void replace()
  }

  async function replace(): Promise<void> {
    if (isClosed || current) return
    const state = await open()
    if (state === 'on' && !isClosed) onChange('on')
  }

  const onDevices = (): void => void (wasOpened && replace())
  let wasOpened = false
  navigator.mediaDevices?.addEventListener('devicechange', onDevices)
  const opened = open()
  void opened.then((state) => {
    wasOpened = state === 'on'
  })
  return {
    opened,
    close() {
      if (isClosed) return
      isClosed = true
      navigator.mediaDevices?.removeEventListener('devicechange', onDevices)
      if (current) stopTracks(current)
      current = undefined
      onStream(undefined)
    },
  }
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
