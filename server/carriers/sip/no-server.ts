// The error of requests while no process serves SIP.
import { CarrierError } from '#server/platform/carriers/carrier-error.ts'
import { lineSentences } from './explain.ts'

export const noServer = (): CarrierError =>
  new CarrierError('not_sent', lineSentences.notServed, { code: 'no_server', retryable: true })
