// The environment variables that limit anonymous visitors of websites.
import { amount, wholeNumber } from './platform/validation/settings.ts'

export const visitorLimits = {
  VISITOR_CONVERSATIONS_PER_MINUTE: wholeNumber(1, 60),
  VISITOR_MESSAGES_PER_MINUTE: wholeNumber(1, 120),
  VISITOR_READS_PER_MINUTE: wholeNumber(1, 300),
  VISITOR_MESSAGES_PER_CONVERSATION: wholeNumber(1, 200),
  VISITOR_MESSAGES_PER_DAY: wholeNumber(0, 5000),
  VISITOR_MESSAGES_PER_DAY_PER_ADDRESS: wholeNumber(0, 500),
  VISITOR_SPEND_PER_DAY_USD: amount(50),
  VISITOR_CALLS_PER_MINUTE: wholeNumber(1, 10),
  VISITOR_CALLS_PER_DAY_PER_ADDRESS: wholeNumber(0, 50),
  VISITOR_CALLS_AT_ONCE: wholeNumber(1, 3),
  VISITOR_CALL_MINUTES: wholeNumber(1, 10, 60),
  VISITOR_FILES_PER_MINUTE: wholeNumber(1, 30),
  VISITOR_FILE_MB_PER_DAY: wholeNumber(0, 2_000, 1_000_000),
  VISITOR_FILE_MB_PER_DAY_PER_ADDRESS: wholeNumber(0, 200, 1_000_000),
}
