// Searches for numbers that the carrier offers, and buys one after a confirmation.
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { type InputOf, type ReplyFrom, useRead, useSendOnce } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { ComboBox, TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { Dialog, say } from '../../ui/overlays.tsx'
import { Badge, Button, Empty, Loaded, Notice } from '../../ui/page.tsx'
import { useNumbersAddress } from './address.ts'
import { useCountries } from './countries.ts'
import { numberTexts } from './texts.ts'

type Offer = ReplyFrom<'phoneNumbers', 'search'>['data'][number]

const texts = textsOf('numbers', 'purchaseNumber')

export function PurchaseNumber({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const t = useTexts(numberTexts)
  return (
    <Dialog title={t.purchase} look="drawer" isOpen={isOpen} onClose={onClose}>
      <Steps />
    </Dialog>
  )
}

const own = 'own'

function Steps() {
  const t = useTexts(texts)
  const { all } = useCountries()
  const [country, setCountry] = useState(own)
  const [digits, setDigits] = useState('')
  const [wanted, setWanted] = useState<InputOf<'phoneNumbers', 'search'>>()
  const [chosen, setChosen] = useState<Offer>()
  const query = useRead('phoneNumbers', 'search', wanted ?? {}, { isEnabled: wanted !== undefined })
  if (chosen) return <Purchase offer={chosen} onBack={() => setChosen(undefined)} />
  const search = () =>
    setWanted({
      ...(country !== own && { country_code: country }),
      ...(digits.trim() !== '' && { contains: digits.replace(/[\s+()-]/g, '') }),
    })
  return (
    <div className="flex flex-col gap-5">
      <Form onSubmit={search} error={query.data ? null : query.error}>
        <ComboBox
          label={t.country}
          name="country_code"
          options={[
            { value: own, label: t.own },
            ...all.map(({ code, name }) => ({ value: code, label: name, detail: code })),
          ]}
          value={country}
          onChange={(value) => setCountry(String(value))}
        />
        <TextField label={t.contains} name="contains" inputMode="numeric" value={digits} onChange={setDigits} />
        <Button type="submit" look="primary" className="self-start" isPending={query.isFetching}>
          {t.search}
        </Button>
      </Form>
      {wanted && !query.error && (
        <Loaded query={query}>{({ data }) => <Offers offers={data} onChoose={setChosen} />}</Loaded>
      )}
    </div>
  )
}

function Offers({ offers, onChoose }: { offers: readonly Offer[]; onChoose(offer: Offer): void }) {
  const t = useTexts(texts)
  const names = useTexts(numberTexts)
  const { nameOf } = useCountries()
  if (offers.length === 0) return <Empty title={t.none} text={t.noneText} />
  return (
    <ul aria-label={t.offers} className="flex flex-col divide-y rounded-lg border">
      {offers.map((offer) => (
        <li key={offer.phone_number} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
          <span className="grow">
            <span className="font-medium tabular-nums">{offer.phone_number}</span>
            <span className="ms-2 text-sm text-soft">
              {[offer.region, nameOf(offer.country_code)].filter(Boolean).join(', ')}
            </span>
          </span>
          {offer.sms_capable && <Badge look="good">{names.sms}</Badge>}
          <Button size="small" aria-label={t.choose(offer.phone_number)} onPress={() => onChoose(offer)}>
            {t.chooseShort}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function Purchase({ offer, onBack }: { offer: Offer; onBack(): void }) {
  const t = useTexts(texts)
  const [, change] = useNumbersAddress()
  const [nickname, setNickname] = useState('')
  const purchase = useSendOnce(
    (input: InputOf<'phoneNumbers', 'purchase'>, options) => client.phoneNumbers.purchase(input, options),
    ['phoneNumbers'],
  )
  const submit = () => {
    purchase.mutate(
      { phone_number: offer.phone_number, nickname: nickname || null },
      {
        onSuccess: ({ data }) => {
          change({ adding: undefined, number: data.id })
          say(t.bought(data.phone_number))
        },
      },
    )
  }
  return (
    <Form onSubmit={submit} action={purchase}>
      <Button
        icon={ArrowLeft}
        iconSize={16}
        iconClass="rtl:-scale-x-100"
        look="quiet"
        size="small"
        className="self-start"
        onPress={onBack}
      >
        {t.back}
      </Button>
      <p className="text-2xl font-semibold tabular-nums">{offer.phone_number}</p>
      <Notice look="warn">{t.price}</Notice>
      <TextField label={t.nickname} name="nickname" value={nickname} onChange={setNickname} autoFocus />
      <Button type="submit" look="primary" className="self-start" isPending={purchase.isPending}>
        {t.buy(offer.phone_number)}
      </Button>
    </Form>
  )
}
