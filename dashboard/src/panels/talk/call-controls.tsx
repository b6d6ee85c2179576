// The controls of a web call: its state, the microphone, keys, typing and hanging up.
import { Grid3x3, Mic, MicOff, PhoneOff } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useSignal } from '../../loading/signal.ts'
import { Button, Notice } from '../../ui/page.tsx'
import { Elapsed } from '../shared/elapsed.tsx'
import { Level } from '../shared/level.tsx'
import { LineField } from '../shared/line-field.tsx'
import { microphoneTexts } from '../shared/microphone-texts.ts'
import type { Talk } from './talk.ts'

const texts = textsOf('panels', 'callControls')

const doubleClickMs = 500

/** The connection ends if a text is longer. */
const maxTextLength = 1_000

export function CallControls({ talk }: { talk: Talk }) {
  const t = useTexts(texts)
  const microphoneText = useTexts(microphoneTexts)
  const { phase, calledAtMs, startedAtMs, isMuted, microphone, isSuspended } = useSignal(talk.state)
  const [hasKeypad, setKeypad] = useState(false)
  const isOpen = phase === 'open'
  // The second click of a double click on “Call” can be on this button.
  const hangUp = (isByKey: boolean) => {
    if (isByKey || performance.now() - calledAtMs > doubleClickMs) talk.hangUp()
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="flex min-w-0 grow items-center gap-2 font-medium">
          <span
            aria-hidden
            className={
              isOpen ? 'size-2.5 rounded-full bg-good' : 'size-2.5 rounded-full bg-warn motion-safe:animate-pulse'
            }
          />
          {isOpen ? t.open : phase === 'asking' ? t.asking : t.connecting}
        </p>
        {startedAtMs !== undefined && <Elapsed sinceMs={startedAtMs} />}
      </div>
      {isOpen && (
        <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1.5 text-sm">
          <span className="text-soft">{t.assistant}</span>
          <Level label={t.assistantLevel} levels={talk.levels} of={speaker} />
          {microphone !== 'off' && (
            <>
              <span className="text-soft">{t.you}</span>
              <Level label={t.ownLevel} levels={talk.levels} of={ownMicrophone} />
            </>
          )}
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {isOpen && microphone !== 'off' && (
          <Button aria-pressed={isMuted} onPress={() => talk.mute(!isMuted)}>
            {isMuted ? <MicOff aria-hidden size={16} className="text-bad" /> : <Mic aria-hidden size={16} />}
            {t.mute}
          </Button>
        )}
        {isOpen && (
          <Button icon={Grid3x3} aria-expanded={hasKeypad} onPress={() => setKeypad(!hasKeypad)}>
            {t.keypad}
          </Button>
        )}
        <Button
          icon={PhoneOff}
          autoFocus
          look="danger"
          onPress={({ pointerType }) => hangUp(pointerType === 'keyboard')}
        >
          {isOpen ? t.hangUp : t.cancel}
        </Button>
      </div>
      {isMuted && <Notice look="warn">{t.muted}</Notice>}
      {microphone === 'lost' && <Notice look="warn">{microphoneText.lost}</Notice>}
      {isSuspended && isOpen && <Notice look="warn">{microphoneText.suspended}</Notice>}
      {hasKeypad && isOpen && <Keypad onPress={talk.press} />}
      {isOpen && <LineField label={t.type} action={t.say} onSubmit={talk.say} maxLength={maxTextLength} />}
    </>
  )
}

const speaker = ({ speaker: level }: { speaker: number }): number => level
const ownMicrophone = ({ microphone: level }: { microphone: number }): number => level

const keypadTexts = textsOf('panels', 'keypad')

const keys = '123456789*0#'

/** The keys of a telephone, by pointer and by keyboard. */
function Keypad({ onPress }: { onPress(key: string): void }) {
  const t = useTexts(keypadTexts)
  return (
    <div
      role="group"
      aria-label={t.keypad}
      dir="ltr"
      className="mx-auto grid w-48 grid-cols-3 gap-1.5"
      onKeyDown={({ key, ctrlKey, metaKey, altKey }) => {
        if (key.length === 1 && keys.includes(key) && !ctrlKey && !metaKey && !altKey) onPress(key)
      }}
    >
      {[...keys].map((key) => (
        <Button key={key} aria-label={t.key(key)} onPress={() => onPress(key)} className="text-lg tabular-nums">
          {key}
        </Button>
      ))}
    </div>
  )
}
