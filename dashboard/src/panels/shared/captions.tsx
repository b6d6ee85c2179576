// Shows the words of a call while they are spoken, and scrolls along.
import type { Caption } from '@parley/telephone/browser'
import type { ReactNode } from 'react'
import { VisuallyHidden } from 'react-aria-components'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { classes } from '../../ui/classes.ts'
import { noteText } from './note-text.ts'
import { useStickToEnd } from './use-stick-to-end.ts'

const texts = textsOf('panels', 'captions')
const noteTexts = textsOf('panels', 'notes')

const looks: Record<Caption['speaker'], string> = {
  customer: 'text-customer',
  assistant: 'text-accent',
  agent: 'text-person',
  whisper: 'text-warn',
}

export interface CaptionListProps {
  captions: readonly Caption[]
  /** Other names than the usual ones. */
  names?: Partial<Record<Caption['speaker'], string>>
  /** Screen readers say new words. Not while the call can be heard. */
  isAnnounced?: boolean
  /** Shown instead of captions while there are none. */
  empty: ReactNode
  className?: string
}

export function CaptionList({ captions, names, isAnnounced = false, empty, className }: CaptionListProps) {
  const t = useTexts(texts)
  const notes = useTexts(noteTexts)
  const scroller = useStickToEnd<HTMLDivElement>(captions)
  return (
    <div
      ref={scroller}
      role="log"
      aria-label={t.label}
      aria-live={isAnnounced ? 'polite' : 'off'}
      tabIndex={0}
      className={classes('min-h-24 overflow-y-auto rounded-lg border bg-sunken px-3.5 py-3', className)}
    >
      {captions.length === 0 ? (
        <p className="text-soft">{empty}</p>
      ) : (
        captions.map(({ speaker, text, interrupted, unspoken }, index) => {
          const isContinued = index > 0 && captions[index - 1]!.speaker === speaker
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the position is what identifies a caption
            <div key={index} className={isContinued ? 'mt-1' : 'mt-2.5 first:mt-0'}>
              {!isContinued && (
                <p className={classes('text-xs font-semibold', looks[speaker])}>{names?.[speaker] ?? t[speaker]}</p>
              )}
              <p dir="auto" className={classes('break-words', speaker === 'whisper' && 'italic')}>
                {noteText(text, notes)}
                {unspoken != null && (
                  <>
                    {' '}
                    <Unspoken text={unspoken} />
                  </>
                )}
                {interrupted && <span className="text-sm text-soft"> ({t.interrupted})</span>}
              </p>
            </div>
          )
        })
      )}
    </div>
  )
}

const unspokenTexts = textsOf('panels', 'unspoken')

/** The words of an interrupted answer that the customer did not hear, struck through. */
export function Unspoken({ text }: { text: string }) {
  const t = useTexts(unspokenTexts)
  return (
    <span className="text-soft">
      <VisuallyHidden>{t.unspoken} </VisuallyHidden>
      <s>{text}</s>
    </span>
  )
}
