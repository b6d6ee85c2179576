// Who speaks in a live call and how loud, and the volume of what is heard.
import type { SideLevels } from '@parley/telephone/browser'
import { Volume2 } from 'lucide-react'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useSignal } from '../../loading/signal.ts'
import { classes } from '../../ui/classes.ts'
import { Level } from '../shared/level.tsx'
import type { LiveLine } from './live-line.ts'

const texts = textsOf('panels', 'sides')

const volumeSteps = 20

export function Sides({ live }: { live: LiveLine }) {
  const t = useTexts(texts)
  const { line } = useSignal(live.state)
  const volume = useSignal(live.volume)
  const answering = line?.has_call ? t.you : (line?.agent ?? t.assistant)
  return (
    <div className="flex flex-col gap-2 text-sm">
      <div className="grid grid-cols-[minmax(0,auto)_auto_minmax(4rem,1fr)] items-center gap-x-3 gap-y-1">
        <Side
          name={t.customer}
          isSpeaking={line?.customer === 'speaking'}
          live={live}
          of={customer}
          look="text-customer"
        />
        <Side
          name={answering}
          isSpeaking={line?.assistant === 'speaking'}
          live={live}
          of={assistant}
          look={line?.agent == null ? 'text-accent' : 'text-person'}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <label className="flex items-center gap-2">
          <Volume2 aria-hidden size={16} className="text-soft" />
          <span className="sr-only">{t.volume}</span>
          <input
            type="range"
            min={0}
            max={volumeSteps}
            value={Math.round(volume * volumeSteps)}
            onChange={(event) => live.setVolume(Number(event.target.value) / volumeSteps)}
            className="w-32 cursor-pointer accent-accent"
          />
        </label>
        {line && <span className="text-soft">{t.listeners(line.listeners)}</span>}
      </div>
    </div>
  )
}

interface SideProps {
  name: string
  isSpeaking: boolean
  live: LiveLine
  of(levels: SideLevels): number
  look: string
}

function Side({ name, isSpeaking, live, of, look }: SideProps) {
  const t = useTexts(texts)
  return (
    <>
      <span className={classes('truncate font-medium', look)}>{name}</span>
      <span className="w-14 text-soft">{isSpeaking && t.speaking}</span>
      <Level label={t.level(name)} levels={live.levels} of={of} />
    </>
  )
}

const customer = (levels: SideLevels): number => levels.customer
const assistant = (levels: SideLevels): number => levels.assistant
