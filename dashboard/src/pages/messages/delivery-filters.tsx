// The filters that both channels have, in the address: the customer and the days.
import { type ReactNode, useEffect, useState } from 'react'
import { useTexts } from '../../i18n/locale.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { useMessagesAddress } from './address.ts'
import { filterTexts } from './texts.ts'

const typingMs = 400

export function useDeliveryFilters() {
  const [{ phone, from, to, status, direction }, change] = useMessagesAddress()
  const isFiltered = [phone, from, to, status, direction].some((value) => value !== undefined)
  const reset = () =>
    change({ phone: undefined, from: undefined, to: undefined, status: undefined, direction: undefined })
  const input = {
    ...(from !== undefined && { date_from: from }),
    ...(to !== undefined && { date_to: to }),
  }
  return { input, phone, isFiltered, reset }
}

export function DeliveryFilters({ children }: { children: ReactNode }) {
  const t = useTexts(filterTexts)
  const [{ phone = '', from = '', to = '' }, change] = useMessagesAddress()
  const { isFiltered, reset } = useDeliveryFilters()
  const [typed, setTyped] = useState(phone)
  useEffect(() => setTyped(phone), [phone])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing changes the address
  useEffect(() => {
    if (typed === phone) return
    const timer = setTimeout(() => change({ phone: typed || undefined }, true), typingMs)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <div className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
      {children}
      <TextField label={t.phone} type="tel" value={typed} onChange={setTyped} className="min-w-0 sm:w-48" />
      <TextField
        label={t.from}
        type="date"
        value={from}
        onChange={(value) => change({ from: value || undefined }, true)}
        className="min-w-0 sm:w-40"
      />
      <TextField
        label={t.to}
        type="date"
        value={to}
        onChange={(value) => change({ to: value || undefined }, true)}
        className="min-w-0 sm:w-40"
      />
      {isFiltered && (
        <Button look="quiet" onPress={reset}>
          {t.reset}
        </Button>
      )}
    </div>
  )
}
