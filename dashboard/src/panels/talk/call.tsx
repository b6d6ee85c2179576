// A call from its beginning on: its controls, its words, and how it has ended.
import type { ReactNode } from 'react'
import { useRead } from '../../api/query.ts'
import { useFormats, useOwnTexts, useTexts } from '../../i18n/locale.tsx'
import { textNamed } from '../../i18n/text-named.ts'
import { textsOf } from '../../i18n/texts.ts'
import { useSignal } from '../../loading/signal.ts'
import { LinkButton } from '../../ui/page.tsx'
import { CaptionList } from '../shared/captions.tsx'
import { endedTexts } from '../shared/ended-reason.ts'
import { CallControls } from './call-controls.tsx'
import { isInCall, type Talk, type TalkState } from './talk.ts'

const texts = textsOf('panels', 'talk')

export interface CallProps {
  talk: Talk
  /** The longest duration of the call. */
  maxSeconds: number
  /** What begins another call, when this one has ended. */
  children: ReactNode
}

export function Call({ talk, maxSeconds, children }: CallProps) {
  const t = useTexts(texts)
  const state = useSignal(talk.state)
  const { phase, captions, callId } = state
  const isOver = !isInCall(phase)
  return (
    <>
      {isOver ? (
        <>
          <Ended state={state} />
          {children}
        </>
      ) : (
        <>
          <CallControls talk={talk} />
          <Reserved callId={callId} maxSeconds={maxSeconds} />
        </>
      )}
      {(!isOver || captions.entries.length > 0) && (
        <CaptionList
          captions={captions.entries}
          names={{ customer: t.you }}
          empty={t.empty}
          className="max-h-[50vh] flex-1"
        />
      )}
    </>
  )
}

/** What the call can cost at most, which is reserved until it has ended. */
function Reserved({ callId, maxSeconds }: { callId: number | undefined; maxSeconds: number }) {
  const t = useTexts(texts)
  const format = useFormats()
  const explanation = useRead('calls', 'explain', { id: callId ?? 0 }, { isEnabled: callId !== undefined })
  if (callId === undefined || !explanation.data) return null
  const cost = (explanation.data.cost.price_per_minute * maxSeconds) / 60
  return <p className="text-sm text-soft">{t.reserved(format.money(cost), format.duration(maxSeconds))}</p>
}

function Ended({ state: { end, callId } }: { state: TalkState }) {
  const t = useTexts(texts)
  const reasons = useOwnTexts(endedTexts)
  const format = useFormats()
  const call = useRead('calls', 'get', { id: callId ?? 0 }, { isEnabled: callId !== undefined })
  const { ended_reason: reason, duration, total_cost: cost } = call.data ?? {}
  const known = reason === 'caller_hung_up' ? t.hungUp : reason == null ? undefined : textNamed(reasons, reason)
  return (
    <div role="status" className="rounded-lg border px-3.5 py-3">
      <p className="font-medium">{t.ended}</p>
      <p className="text-soft">{end === 'refused' ? t.refused : (known ?? (end === 'lost' ? t.lost : ''))}</p>
      {callId !== undefined && (
        <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
          <LinkButton size="small" to="/calls/$id" params={{ id: String(callId) }}>
            {t.open}
          </LinkButton>
          {reason != null && (
            <>
              <span>
                <span className="text-soft">{t.duration}</span> {format.duration(duration ?? 0)}
              </span>
              <span>
                <span className="text-soft">{t.cost}</span> {format.money(cost ?? 0)}
              </span>
            </>
          )}
        </p>
      )}
    </div>
  )
}
