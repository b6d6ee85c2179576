// English for the server's sentences that are written for programs.
const sentences: Readonly<Record<string, string>> = {
  'The flow sends, spends or changes something. Confirm this with confirm_side_effects.':
    'The flow sends, spends or changes something, which has to be confirmed.',
  'A step is referenced by its name, such as `steps.lookup`.':
    'A step is referenced by its name, such as steps.lookup.',
  '`{{` has no closing `}}`.': '{{ has no closing }}.',
  'bind_webhook needs an assistant.': 'Choose an assistant for the webhook.',
  'The carrier cannot reach the address of this installation. Its operator has to set PUBLIC_URL.':
    'The carrier cannot reach the address of this installation. The operator has to set its public address.',
  'Only function_call mode is available for multimodal assistants.':
    'With this kind of model, the assistant searches the knowledge base only when needed.',
  'Interruptions cannot be disabled in multimodal or dualplex mode.':
    'With this kind of model, interruptions cannot be switched off.',
  'Fillers are available in pipeline mode only.': 'Filler words need the kind of model “Standard”.',
  'The selected voice is not compatible with the chosen engine type.': 'The voice does not fit the kind of model.',
  'The selected voice is not compatible with the chosen synthesizer provider.':
    'The voice does not fit the vendor of the speech synthesis.',
  'The selected synthesizer provider is not compatible with the voice of the assistant.':
    'The vendor of the speech synthesis does not fit the voice of the assistant.',
  'The selected synthesizer provider does not support the chosen language.':
    'The vendor of the speech synthesis does not support this language.',
  'The selected transcriber provider does not support the chosen language.':
    'The vendor of the speech recognition does not support this language.',
  'A voicemail answered. The customer is still on the line.':
    'An answering machine answered. The customer is still on the line.',
  'This API key lacks the scope calls:read.': 'The API key cannot read calls.',
  "Invalid action. Must be either 'start' or 'stop'.": 'A campaign can only be started or stopped.',
  'Invalid to phone number': 'Enter a phone number that can receive SMS, with its country code.',
  'Server Error': 'Something went wrong on the server. Try again.',
  'Too Many Attempts.': 'Too many attempts. Wait a moment and try again.',
  'Unauthenticated.': 'Sign in again to continue.',
  'The trunk did not answer.': 'The provider did not answer.',
  'The connection to the trunk was lost.': 'The connection to the provider was lost.',
  'SIP trunk not found': 'This line no longer exists.',
  'SIP telephone not found': 'This telephone no longer exists.',
}

export const texts = { sentences }
