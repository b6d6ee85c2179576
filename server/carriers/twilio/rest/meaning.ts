// What Twilio's error codes mean; see https://www.twilio.com/docs/api/errors.
import type { CarrierFault, FailureReason } from '#server/ports/carrier.ts'

const codes: Readonly<Partial<Record<FailureReason, readonly number[]>>> = {
  opted_out: [21610, 63014],
  opted_out_of_marketing: [63033],
  malformed_number: [21211],
  invalid_number: [13223, 13224, 13225, 13226, 13227, 21214, 21217, 21614, 30005, 30006, 63003, 63024],
  unreachable: [21215, 21216, 21408, 21612, 30004, 63013],
  outside_window: [63016],
  template_unavailable: [63040, 63041, 63042],
  unknown_template: [21655],
  wrong_variables: [21656],
  sender_unavailable: [30002, 63001, 63020, 63051, 63112],
  unauthorised: [20003],
  account_restricted: [20005, 20006],
  overloaded: [14107, 20429, 20500, 20503, 21611, 30001, 30022, 63018, 63038],
  not_found: [20404],
}

const meanings = new Map(
  Object.entries(codes).flatMap(([reason, ofReason]) => ofReason.map((code) => [code, reason as FailureReason])),
)

export const reasonOf = (code: number): FailureReason => meanings.get(code) ?? 'other'

export const faultOf = (code: number | undefined, message: string | null): CarrierFault => ({
  failureReason: code === undefined ? null : reasonOf(code),
  errorCode: code ?? null,
  errorMessage: message,
})
