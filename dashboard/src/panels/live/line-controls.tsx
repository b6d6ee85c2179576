// The controls of a live call: listening, taking it over, handing it back, transferring it and ending it.
import { Ear, EarOff, Mic, PhoneOff, Undo2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useAction } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useSignal } from '../../loading/signal.ts'
import { ConfirmButton } from '../../ui/overlays.tsx'
import { Button } from '../../ui/page.tsx'
import type { LiveLine } from './live-line.ts'
import { TransferButton } from './transfer-button.tsx'

const texts = textsOf('panels', 'lineControls')

export function LineControls({ live, callId, isCompact }: { live: LiveLine; callId: number; isCompact: boolean }) {
  const t = useTexts(texts)
  const { connection, line } = useSignal(live.state)
  const end = useAction('liveCalls', 'end', { changes: ['calls'] })
  const size = isCompact ? 'small' : 'normal'
  const hasCall = line?.has_call === true
  const controls = useRef<HTMLDivElement>(null)
  const hadCall = useRef(hasCall)
  useEffect(() => {
    // The button that had the focus is gone.
    if (hadCall.current !== hasCall) controls.current?.querySelector('button')?.focus()
    hadCall.current = hasCall
  }, [hasCall])
  return (
    <div ref={controls} className="flex flex-wrap gap-2">
      {hasCall ? (
        <Button icon={Undo2} iconSize={16} size={size} look="primary" onPress={live.handBack}>
          {t.handBack}
        </Button>
      ) : (
        <>
          {connection === 'off' ? (
            <Button icon={Ear} iconSize={16} size={size} look="primary" onPress={() => live.listen(callId)}>
              {t.listen}
            </Button>
          ) : (
            <Button icon={EarOff} iconSize={16} size={size} onPress={live.leave}>
              {t.stop}
            </Button>
          )}
          <Button icon={Mic} iconSize={16} size={size} onPress={() => live.takeOver(callId)}>
            {t.takeOver}
          </Button>
        </>
      )}
      <TransferButton callId={callId} size={size} />
      <ConfirmButton
        title={t.endTitle}
        text={t.endText}
        action={t.end}
        mutation={end}
        input={{ id: callId }}
        size={size}
      >
        <PhoneOff aria-hidden size={16} />
      </ConfirmButton>
    </div>
  )
}
