// The 24-hour window of the chat app, and the time that is left.
import { useEffect, useState } from 'react'
import { useRead } from '../../api/query.ts'
import { useMay } from '../../session/session.tsx'
import type { Detail } from './records.ts'

export interface ChatWindow {
  senderId: number
  phone: string
  /** Undefined until it is known. */
  isOpen: boolean | undefined
  /** Why free messages are refused although the window is open. */
  obstacle: string | undefined
  /** Undefined while the window is closed. */
  minutesLeft: number | undefined
}

const tickMs = 20_000

/** Undefined for conversations without a window. */
export function useChatWindow({ type, sender, customer_phone: phone }: Detail): ChatWindow | undefined {
  const may = useMay()
  const isNeeded = type === 'chatapp' && sender?.id != null && phone !== null && may('messages', 'sessionStatus')
  const input = { sender_id: sender?.id ?? 0, recipient_phone: phone ?? '' }
  const query = useRead('messages', 'sessionStatus', input, { isEnabled: isNeeded })
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isNeeded) return
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [isNeeded])
  const status = query.isPlaceholderData ? undefined : query.data?.session_status
  // The clock of the browser can differ from that of the server.
  const endsAt =
    status?.minutes_remaining === undefined ? undefined : query.dataUpdatedAt + status.minutes_remaining * 60_000
  const minutesLeft =
    endsAt === undefined ? undefined : Math.max(0, Math.floor((endsAt - Math.max(now, query.dataUpdatedAt)) / 60_000))
  const hasEnded = minutesLeft === 0
  const { refetch } = query
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again with every tick until the window is closed
  useEffect(() => {
    if (hasEnded) void refetch()
  }, [hasEnded, now, refetch])
  if (!isNeeded) return undefined
  return {
    senderId: sender!.id!,
    phone: phone!,
    isOpen: status?.is_open,
    obstacle: status?.is_open && !status.can_send_freeform ? status.message : undefined,
    minutesLeft,
  }
}
