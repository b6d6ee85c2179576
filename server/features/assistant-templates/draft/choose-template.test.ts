// Tests which template is the nearest to a description, in three languages.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { chooseTemplate } from './choose-template.ts'

const expected = {
  receptionist: [
    'Answer the phone of our bookshop and say when we are open.',
    'Take messages for a bookkeeping office.',
    'Return calls that we have missed.',
    'Tell callers where our terminal is.',
    'We sell flowers. Say what they cost.',
    'Nimm Anrufe für unsere Buchhandlung an.',
    'Für eine Tischlerei Anrufe annehmen und Nachrichten notieren.',
    'Anrufern erklären, wo unser Verkaufsraum ist.',
    'Répondre au téléphone d’une boutique du centre commercial.',
    'Prendre des messages pour un cabinet d’avocats.',
  ],
  booking: [
    'Book tables for our restaurant.',
    'Make appointments for a dental practice.',
    'Take reservations of rooms.',
    'Termine für einen Friseur vereinbaren.',
    'Tischreservierungen entgegennehmen.',
    'Buchungen für unser Hotel annehmen und umbuchen.',
    'Prendre des rendez-vous pour un salon de coiffure.',
    'Réserver une table ou un créneau.',
  ],
  reminder: [
    'Remind patients of their appointments.',
    'Patienten an ihre Termine erinnern.',
    'Terminerinnerungen für die Werkstatt.',
    'Rappeler leurs rendez-vous aux patients.',
  ],
  survey: [
    'Ask our guests for feedback.',
    'Kunden nach ihrer Zufriedenheit fragen.',
    'Eine Kundenbefragung nach dem Kauf.',
    'Mener une enquête auprès de nos clients.',
  ],
  lead: [
    'Qualify leads from our website.',
    'Call people who are interested in solar panels.',
    'Interessenten anrufen und qualifizieren.',
    'Neukunden für den Vertrieb gewinnen.',
    'Appeler des prospects intéressés pour notre équipe commerciale.',
  ],
  support: [
    'Help customers who want a refund or have a problem.',
    'Customers return items that do not fit.',
    'Reklamationen und Störungen aufnehmen.',
    'Garantiefälle für den Kundendienst erfassen.',
    'Répondre aux réclamations et aux demandes de remboursement.',
  ],
}

for (const [template, descriptions] of Object.entries(expected))
  for (const description of descriptions)
    it(`“${description}” becomes an assistant of the kind ${template}`, () => {
      assert.equal(chooseTemplate(description), template)
    })
