// The phrases and patterns of the offline model in Italian.
import type { Phrases } from './english.ts'

export const italian: Phrases = {
  greeting: 'Buongiorno! Come posso aiutarla?',
  again: 'Salve di nuovo! Che cosa posso fare per lei?',
  thanks: 'Prego. C’è altro?',
  goodbye: 'Arrivederci e buona giornata.',
  noted: 'Va bene, annotato. C’è altro?',
  acknowledged: 'Grazie mille.',
  name: 'Mi chiamo {value}.',
  fact: '{name}: {value}.',
  told: 'Mi ha detto: {value}.',
  pleased: 'Grazie, {value}. Che cosa posso fare per lei?',
  tool: '{name} ha risposto: {value}',
  source: '(Fonte: {name})',
  sourcePage: '(Fonte: {name}, pagina {page})',
  sourceSpoken: 'Secondo il documento {name}: {value}',
  notInDocuments: 'I documenti non dicono nulla al riguardo.',
  searchFailed: 'Al momento non posso cercare nei documenti.',
  honest:
    'Sono il modello offline integrato in Parley e conosco solo schemi semplici; il gestore collega un vero modello con OPENAI_API_KEY o OPENAI_BASE_URL.',
  honestSpoken: 'Sono il modello offline di Parley e conosco solo risposte semplici.',
  limits: [
    'È più di quanto questo modello offline sappia rispondere. Posso cercare qualcosa di più semplice?',
    'Senza un vero modello non ho una risposta. Che cos’altro vuole sapere?',
    'Non ho capito. Può dirlo in poche parole semplici?',
  ],
  hears: {
    hello: /^(ciao|buongiorno|buonasera|salve|pronto)\b/,
    thanks: /\b(grazie)\b/,
    goodbye: /\b(arrivederci|addio|a presto|buona (giornata|notte))\b/,
    optOut:
      /\bnon (mi|ci) (chiami|chiamate|richiami|richiamate|telefoni|contatti|contattate) (piu|mai piu)\b|\b(smetta|smettete|smettila|smettetela) di (chiamar|telefonar|contattar)(mi|ci)\b|\b(mi|ci) (tolga|cancelli|rimuova) (dalla|dalle|dal) (vostra |sua )?(lista|liste|elenco)\b|\bnon voglio piu (essere chiamat[oa]|chiamate)\b|\bbasta chiamate\b/,
    thisTopic: /\b(per|su|di) questo\b|\ba riguardo\b|\bquesta offerta\b/,
    yes: /^(si|certo|va bene|esatto|giusto|d accordo)\b/,
    no: /^(no|niente|nulla|nessuno)\b/,
    question: /\?|^(che|quale|qual|quando|dove|chi|come|mi dica|dimmi)\b/,
    myNature:
      /\b(sei|e lei) (un |una )?(persona|umano|umana|robot|macchina|bot|ia|chatgpt|reale)\b|\bche modello\b|^chi (sei|e lei)/,
    yourName: /\b(tuo|suo) nome\b|\bcome (ti chiami|si chiama)\b/,
    introduces: /\b(?:mi chiamo|il mio nome [eè])\s+/i,
    words: {
      name: ['nome', 'chiamo'],
      phone: ['telefono', 'numero'],
      email: ['mail', 'posta'],
      date: ['data'],
      appointment: ['appuntamento'],
      order: ['ordine'],
      price: ['prezzo'],
      address: ['indirizzo'],
      time: ['ora'],
      hours: ['orari', 'orario'],
      company: ['azienda', 'ditta'],
      city: ['citta'],
      status: ['stato'],
    },
  },
}
