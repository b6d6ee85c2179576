// The error of requests while no process serves SIP.
import { CarrierError } from '#server/platform/carriers/carrier-error.ts'

export const noServer = (): CarrierError =>
  new CarrierError('not_sent', 'No process with the role voice serves SIP at the moment.', {
    code: 'no_server',
    retryable: true,
  })
