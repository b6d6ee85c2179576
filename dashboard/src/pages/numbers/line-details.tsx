// A telephone line beside the list: its state, its numbers and its limits.
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { loadOnIntent } from '../../loading/part.tsx'
import { useMay } from '../../session/session.tsx'
import { Button } from '../../ui/page.tsx'
import { Facts, Time } from '../../ui/values.tsx'
import { useNumbersAddress } from './address.ts'
import { LineBadge, LineTrouble, TestButton, useLineTest } from './line-state.tsx'
import { type Line, lineFormTexts, lineTexts } from './lines.ts'
import { EditLine } from './parts.ts'

export const lineDetailsTexts = textsOf('lines', 'lineDetails')

export function LineDetails({ line, number }: { line: Line; number: string }) {
  const t = useTexts(lineDetailsTexts)
  const names = useTexts(lineTexts)
  const formNames = useTexts(lineFormTexts)
  const format = useFormats()
  const may = useMay()
  const [, change] = useNumbersAddress()
  const test = useLineTest()
  const { state, sip_address, sip_port, sip_transport, additional_phone_numbers: others } = line
  const address = [sip_port === null ? sip_address : `${sip_address}:${sip_port}`, sip_transport?.toUpperCase()]
  return (
    <section aria-label={names.line} className="flex flex-col gap-3">
      <h3 className="font-semibold">{names.line}</h3>
      <Facts
        facts={[
          [
            t.state,
            <span key="state" className="flex flex-wrap items-center gap-2">
              <LineBadge line={line} />
              {names.since(format.dateTime(state.since))}
            </span>,
          ],
          [t.address, address.filter(Boolean).join(' · ')],
          state.round_trip_ms !== null && [t.roundTrip, format.milliseconds(state.round_trip_ms)],
          [t.lastCall, line.last_call_at === null ? t.never : <Time key="call" at={line.last_call_at} />],
          number !== line.phone_number && [t.ofLine, line.phone_number],
          others.length > 0 && [t.others, <Numbers key="others" numbers={others} />],
          [t.maxCalls, line.max_calls === null ? t.unlimited : format.number(line.max_calls)],
          [t.encryption, formNames.encryptions[line.srtp]],
        ]}
      />
      <LineTrouble line={line} test={test} />
      <div className="flex flex-wrap gap-2">
        <TestButton line={line} test={test} />
        {may('sipTrunks', 'update') && (
          <Button {...loadOnIntent(EditLine)} onPress={() => change({ number: undefined, line: line.id })}>
            {t.editLine}
          </Button>
        )}
      </div>
    </section>
  )
}

const Numbers = ({ numbers }: { numbers: readonly string[] }) => (
  <ul className="tabular-nums">
    {numbers.map((number) => (
      <li key={number}>{number}</li>
    ))}
  </ul>
)
