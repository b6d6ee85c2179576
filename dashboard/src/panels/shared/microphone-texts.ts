// What to do when a page cannot use the microphone.
import { textsOf } from '../../i18n/locale.tsx'

export const microphoneTexts = textsOf(
  {
    refused: 'The browser blocked the microphone. Allow it for this page next to the address, and try again.',
    missing: 'No microphone was found. Connect one, check that no other program uses it, and try again.',
    lost: 'The microphone was disconnected. Connect it or another one to continue.',
    insecure:
      'Browsers allow calls only over HTTPS or on this computer. Open Parley at its HTTPS address or at http://localhost.',
    suspended: 'The browser paused the sound. Press a key or click on the page to hear it.',
  },
  {
    refused:
      'Der Browser hat das Mikrofon blockiert. Erlauben Sie es für diese Seite neben der Adresse, und versuchen Sie es erneut.',
    missing:
      'Es wurde kein Mikrofon gefunden. Schließen Sie eines an, prüfen Sie, dass kein anderes Programm es verwendet, und versuchen Sie es erneut.',
    lost: 'Das Mikrofon wurde getrennt. Schließen Sie es oder ein anderes an, um fortzufahren.',
    insecure:
      'Browser erlauben Anrufe nur über HTTPS oder auf diesem Computer. Öffnen Sie Parley unter der HTTPS-Adresse oder unter http://localhost.',
    suspended:
      'Der Browser hat den Ton angehalten. Drücken Sie eine Taste oder klicken Sie auf die Seite, um ihn zu hören.',
  },
)
