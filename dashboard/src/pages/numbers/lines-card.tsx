// The telephone lines of the account, with what is known about each: whether it works, its last call and its errors.
import { Link } from '@tanstack/react-router'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { loadOnIntent } from '../../loading/part.tsx'
import { useMay } from '../../session/session.tsx'
import { Button, Card } from '../../ui/page.tsx'
import { useNumbersAddress } from './address.ts'
import { LineBadge, LineTrouble, TestButton, useLineTest } from './line-state.tsx'
import { type Line, lineTexts } from './lines.ts'
import { EditLine } from './parts.ts'

export function LinesCard({ lines }: { lines: readonly Line[] }) {
  const t = useTexts(lineTexts)
  return (
    <Card title={t.lines} isFlush>
      <ul className="divide-y">
        {lines.map((line) => (
          <LineRow key={line.id} line={line} />
        ))}
      </ul>
    </Card>
  )
}

function LineRow({ line }: { line: Line }) {
  const t = useTexts(lineTexts)
  const format = useFormats()
  const may = useMay()
  const [, change] = useNumbersAddress()
  const test = useLineTest()
  const { id, phone_number, nickname, sip_address, state, last_call_at } = line
  const isSettled = state.status !== 'unchecked' && state.status !== 'registering'
  const facts = [
    sip_address,
    isSettled && t.since(format.dateTime(state.since)),
    state.round_trip_ms !== null && t.roundTrip(format.milliseconds(state.round_trip_ms)),
    last_call_at === null ? t.noCall : t.lastCall(format.relative(last_call_at)),
  ]
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
      <div className="flex min-w-0 flex-[1_1_18rem] flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Link to="/numbers" search={{ number: id }} className="font-medium tabular-nums hover:underline">
            {phone_number}
          </Link>
          {nickname && <span className="min-w-0 break-words text-soft">{nickname}</span>}
          <LineBadge line={line} />
        </p>
        <p className="text-sm break-words text-soft tabular-nums">{facts.filter(Boolean).join(' · ')}</p>
        <LineTrouble line={line} test={test} />
      </div>
      <div className="flex gap-2">
        <TestButton line={line} test={test} size="small" />
        {may('sipTrunks', 'update') && (
          <Button
            {...loadOnIntent(EditLine)}
            size="small"
            aria-label={t.editNamed(phone_number)}
            onPress={() => change({ line: id })}
          >
            {t.edit}
          </Button>
        )}
      </div>
    </li>
  )
}
