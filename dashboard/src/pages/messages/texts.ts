// Texts that several parts of the page have: channels, filters and SMS.
import { textsOf } from '../../i18n/locale.tsx'

export const channelTexts = textsOf(
  { channel: 'Channel', chatapp: 'Chat app', sms: 'SMS' },
  { channel: 'Kanal', chatapp: 'Chat-App', sms: 'SMS' },
)
export const filterTexts = textsOf(
  {
    phone: 'Number of the customer',
    from: 'From day',
    to: 'To day',
    reset: 'Reset filters',
    none: 'Nothing matches these filters',
  },
  {
    phone: 'Nummer des Kunden',
    from: 'Vom Tag',
    to: 'Bis zum Tag',
    reset: 'Filter zurücksetzen',
    none: 'Nichts entspricht diesen Filtern',
  },
)

export const smsTexts = textsOf(
  {
    inbound: 'Received',
    outbound: 'Sent',
    price: 'Price',
    at: 'Time',
    empty: 'No SMS yet',
    emptyText: 'SMS that are sent and received are listed here with their status.',
  },
  {
    inbound: 'Empfangen',
    outbound: 'Gesendet',
    price: 'Preis',
    at: 'Zeit',
    empty: 'Noch keine SMS',
    emptyText: 'Hier sehen Sie gesendete und empfangene SMS mit ihrem Status.',
  },
)
