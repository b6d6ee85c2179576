// Texts that several parts of the page have: channels, filters and SMS.
import { textsOf } from '../../i18n/texts.ts'

export const channelTexts = textsOf('messages', 'channel')
export const filterTexts = textsOf('messages', 'filter')

export const smsTexts = textsOf('messages', 'sms')
