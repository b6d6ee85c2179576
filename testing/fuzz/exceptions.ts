// The endpoints that never succeed in the fuzz, and why.

/** Endpoints that cannot succeed, and why. */
export const exceptions: Record<string, string> = {
  'assistantTemplates.draft': 'The scripted model answers with words, and not with a draft.',
  'senders.setCarrier': 'The sandbox carrier has no account but that of the installation, which is refused.',
  'session.requestEmailChange': 'There is no mail server.',
  'session.confirmEmail': 'Without a mail server, there is no link.',
  'widgets.setPicture': 'Its file must be a picture, and generated files are texts.',
}
