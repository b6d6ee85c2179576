// The Twilio error codes that the sandbox produces, and where Twilio reports each.
// https://www.twilio.com/docs/api/errors

export interface RequestCode {
  at: 'request'
  status: number
  message: string
}

/** The request succeeds; the message later becomes `failed` (before `sent`) or `undelivered` (after `sent`). */
export interface CallbackCode {
  at: 'callback'
  ends: 'failed' | 'undelivered'
  message: string
}

export type ErrorCode = RequestCode | CallbackCode

const rejected = (message: string, status = 400): RequestCode => ({ at: 'request', status, message })
const failed = (message: string): CallbackCode => ({ at: 'callback', ends: 'failed', message })
const undelivered = (message: string): CallbackCode => ({ at: 'callback', ends: 'undelivered', message })

export const errorCodes: Readonly<Record<number, ErrorCode>> = {
  20001: rejected('Invalid or missing parameter'),
  20003: rejected('Authenticate', 401),
  20004: rejected('Method not allowed', 405),
  20008: rejected('Resource not accessible with Test Account Credentials', 403),
  20009: rejected('Cannot delete this resource before it is completed', 409),
  20404: rejected('The requested resource was not found', 404),
  20429: rejected('Too Many Requests', 429),
  20500: rejected('An internal server error has occurred', 500),
  21201: rejected("No 'To' number is specified"),
  21205: rejected('The Url is not a valid URL'),
  21210: rejected("The 'From' phone number is not verified and not a number of the account"),
  21211: rejected("The 'To' number is not a valid phone number."),
  21212: rejected("The 'From' number is not a valid phone number, shortcode, or alphanumeric sender ID."),
  21213: rejected("The 'From' phone number is required."),
  21214: rejected("The 'To' phone number cannot be reached."),
  21215: rejected('Account not authorized to call this number (Geo Permissions).'),
  21216: rejected("Account not allowed to call this 'To' phone number."),
  21217: rejected("The 'To' phone number does not seem to be valid."),
  21218: rejected('Invalid ApplicationSid'),
  21220: rejected('Invalid call state: the call is not in progress.'),
  21408: rejected("Permission to send an SMS has not been enabled for the region indicated by the 'To' number."),
  21421: rejected('PhoneNumber is invalid'),
  21422: rejected('PhoneNumber is not available'),
  21602: rejected('Message body is required.'),
  21603: rejected("A 'From' phone number is required."),
  21604: rejected("A 'To' phone number is required."),
  21606: rejected("The 'From' phone number provided is not a valid message-capable phone number for this destination."),
  21608: rejected('The number is unverified. Trial accounts cannot send messages to unverified numbers.'),
  21609: rejected("The 'StatusCallback' URL is not a valid URL."),
  21610: rejected('Attempt to send to unsubscribed recipient'),
  21611: rejected("This 'From' number has exceeded the maximum number of queued messages", 429),
  21612: rejected("Message cannot be sent with the current combination of 'To' and 'From' parameters"),
  21614: rejected("'To' number is not a valid mobile number"),
  21617: rejected('The concatenated message body exceeds the 1600 character limit'),
  21619: rejected('A text message body or media urls must be specified.'),
  21620: rejected('Invalid media URL(s)'),
  21623: rejected('Number of media files exceeds allowed limit'),
  21654: rejected('ContentSid Required'),
  21655: rejected('The ContentSid is Invalid'),
  21656: rejected('The ContentVariables Parameter is invalid'),
  21658: rejected('A Content Variable exceeds the allowed length'),
  21659: rejected("The 'From' number is not a Twilio phone number or Short Code country mismatch"),
  21660: rejected("Mismatch between the 'From' number and the account"),
  21661: rejected("The 'From' number is not SMS-capable"),
  21701: rejected('The Messaging Service does not exist', 404),
  21703: rejected('The Messaging Service does not contain a set of phone numbers'),
  21910: rejected("Invalid 'From' and 'To' pair. 'From' and 'To' should be of the same channel"),
  30409: rejected('This message cannot be canceled', 409),
  35114: rejected('Scheduling does not support this timestamp'),
  63007: rejected('Twilio could not find a Channel with the specified From address'),
  90007: rejected('Invalid validity period value'),
  92002: rejected('More than 100 variables'),
  92007: rejected('Variables is not a valid JSON object of strings'),
  92009: rejected('This template has been submitted already'),

  30001: failed('Queue overflow'),
  30002: failed('Account suspended'),
  30003: undelivered('Unreachable destination handset'),
  30004: undelivered('Message blocked'),
  30005: undelivered('Unknown destination handset'),
  30006: undelivered('Landline or unreachable carrier'),
  30007: undelivered('Carrier violation'),
  30008: undelivered('Unknown error'),
  30036: failed('Validity Period Expired'),
  63001: failed('Channel could not authenticate the request'),
  63003: failed('Channel could not find To address'),
  63005: undelivered('Channel did not accept given content'),
  63012: failed('Channel provider returned an internal service error'),
  63013: undelivered('This message send failed because it violates Channel provider’s policy'),
  63014: undelivered('This message failed to be delivered because it was blocked by a user action'),
  63015: failed('Channel Sandbox can only send messages to phone numbers that have joined the Sandbox'),
  63016: failed('Failed to send freeform message because you are outside the allowed window'),
  63018: failed('Rate limit exceeded for Channel'),
  63019: failed('Media failed to download'),
  63020: failed('Twilio encountered a Business Manager account error'),
  63021: failed('Channel invalid content error'),
  63024: undelivered('Invalid message recipient'),
  63030: failed('Unsupported parameter for type of channels message'),
  63032: undelivered('User is part of a Meta experiment'),
  63033: undelivered('User stopped marketing messages'),
  63040: failed('Template rejected'),
  63041: failed('Template paused'),
  63042: failed('Template disabled'),
  63049: undelivered('Meta chose not to deliver this marketing message'),
  63051: failed('WhatsApp sender is locked'),
  63112: failed('The Meta Business account was disabled'),
}
