// Which carrier's words the inbox holds.

export const provider = 'twilio'
