// The words of a call in progress, from its transcript and the live events after it.
import { type Caption, replaceWords } from '@parley/telephone/browser'
import { useEffect, useRef, useState } from 'react'
import { useLiveEvents } from '../../api/live.ts'
import { type ReplyFrom, useRead } from '../../api/query.ts'

type TranscriptEntry = ReplyFrom<'calls', 'get'>['transcript'][number]

const speakers = { bot: 'assistant', human: 'customer', agent: 'agent' } as const

const captionOf = ({ type, sender, text, unspoken }: TranscriptEntry): Caption => ({
  speaker: type === 'whisper' ? 'whisper' : speakers[sender],
  text,
  interrupted: unspoken !== undefined,
  unspoken,
})

/** The transcript is some seconds behind, so it is read again after a gap, but not all the time. */
const readAgainMs = 2_000

/** For one call as long as the component is shown. */
export function useLiveWords(callId: number) {
  const call = useRead('calls', 'get', { id: callId })
  const [words, setWords] = useState<readonly Caption[]>([])
  /** The next transcript replaces what is shown: there were no events yet, or words are missing. */
  const isOutdated = useRef(true)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (call.data && isOutdated.current) setWords(call.data.transcript.map(captionOf))
  }, [call.data])
  useLiveEvents((event) => {
    if (event.event === 'reset') isOutdated.current = true
    if (event.event !== 'call.transcript' || event.data.call_id !== callId) return
    const next = replaceWords(words, event.data.position, event.data.entries)
    isOutdated.current = next === undefined
    if (next) return setWords(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void call.refetch(), readAgainMs)
  })
  return {
    call,
    words,
    /** Shows a whisper before it is part of the transcript. */
    addWhisper: (text: string): void =>
      setWords((known) => [...known, { speaker: 'whisper', text, interrupted: false }]),
  }
}
