// Reports that the member has the conversation open, and says who else has.
import { useEffect, useRef, useState } from 'react'
import { client } from '../../api/client.ts'
import { useLiveEvents } from '../../api/live.ts'
import type { ReplyFrom } from '../../api/query.ts'
import { useSession } from '../../session/session.tsx'

export type OtherMember = ReplyFrom<'conversations', 'reportActivity'>['data'][number]
type Activity = 'reading' | 'writing' | 'left'

const repeatMs = 15_000
const pauseMs = 150

/** Only the tab that is looked at reports. Errors are left alone: the next report follows soon. */
export function useOthers(uuid: string, isWriting: boolean): readonly OtherMember[] {
  const { user } = useSession()
  const [others, setOthers] = useState<readonly OtherMember[]>([])
  const writing = useRef(isWriting)
  writing.current = isWriting
  const report = useRef((_: Activity): void => {})
  useEffect(() => {
    let isCurrent = true
    const send = (activity: Activity) =>
      client.conversations.reportActivity({ uuid, activity }).then(
        ({ data }) => isCurrent && setOthers(data),
        () => {},
      )
    const activity = (): Activity => (writing.current ? 'writing' : 'reading')
    const sendIfVisible = () => {
      if (document.visibilityState === 'visible') void send(activity())
    }
    const onVisibility = () => void send(document.visibilityState === 'visible' ? activity() : 'left')
    report.current = sendIfVisible
    sendIfVisible()
    const timer = setInterval(sendIfVisible, repeatMs)
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      isCurrent = false
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisibility)
      setOthers([])
      void send('left')
    }
  }, [uuid])
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported when the member begins or stops writing
  useEffect(() => {
    if (!isFirst.current) report.current('reading')
    isFirst.current = false
  }, [isWriting])
  useLiveEvents((event) => {
    if (event.event !== 'conversation.activity') return
    if (event.data.conversation_uuid !== uuid || event.data.member_id === user.id) return
    setTimeout(() => report.current('reading'), pauseMs)
  })
  return others
}
