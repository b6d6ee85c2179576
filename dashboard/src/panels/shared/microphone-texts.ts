// What to do when a page cannot use the microphone.
import { textsOf } from '../../i18n/locale.tsx'

export const microphoneTexts = textsOf(
  {
    refused:
      'The browser has refused the microphone. Allow it for this page, in the browser beside the address, and try again.',
    missing: 'No microphone was found. Connect one, check that no other program uses it, and try again.',
    lost: 'The microphone was disconnected. Connect it again, or another one; it is used at once.',
    insecure:
      'Browsers allow calls only on pages with HTTPS and on this computer. Open Parley by its HTTPS address, or as http://localhost.',
    suspended: 'The browser has paused the sound. Press any key or click on the page to hear it.',
  },
  {
    refused:
      'Der Browser hat das Mikrofon abgelehnt. Erlauben Sie es für diese Seite, im Browser neben der Adresse, und versuchen Sie es erneut.',
    missing:
      'Es wurde kein Mikrofon gefunden. Schließen Sie eines an, prüfen Sie, dass kein anderes Programm es verwendet, und versuchen Sie es erneut.',
    lost: 'Das Mikrofon wurde getrennt. Schließen Sie es wieder an oder ein anderes; es wird sofort verwendet.',
    insecure:
      'Browser erlauben Anrufe nur auf Seiten mit HTTPS und auf diesem Computer. Öffnen Sie Parley unter der HTTPS-Adresse oder als http://localhost.',
    suspended:
      'Der Browser hat den Ton angehalten. Drücken Sie eine Taste oder klicken Sie auf die Seite, um ihn zu hören.',
  },
)
