// What the offline model says and hears when it books.
import type { Language } from './phrases/index.ts'

export interface BookingPhrases {
  /** In plain text: the customer wants to book. */
  wants: RegExp
  name: string
  email: string
  phone: string
  day: string
  time: string
  people: string
  other: string
  slots: string
  noSlots: string
  readBack: string
  booked: string
  /** The host must confirm it. */
  requested: string
  notBooked: string
  failed: string
  /** The result does not say whether it is booked. */
  unsure: string
  /** With a number. */
  peopleValue: string
}

/** The customer speaks about a booking, but does not want a new one now. */
export const isOtherwise =
  /\b(?:i|we)(?: ve| already)? (?:already )?(?:have|had|got|have got|ve|made|booked) (?:already |got )?(?:an?|the|my|our) (?:booking|reservation|appointment|table|slot|consultation|viewing)\b|\b(?:don t|dont|do not|didn t|did not) (?:want|need|like|wish|book)\b|\b(?:my|our) (?:booking|reservation|appointment|table)\b|\b(?:habe|haben|hatten) (?:(?:schon|bereits|heute|morgen|um \w+) ){0,3}(?:einen|eine) (?:termin|tisch|reservierung|buchung)\b|\bkeinen? (?:termin|tisch|reservierung)\b|\bnicht\b.{0,20}\b(?:buchen|reservieren)\b|\bj ai (?:deja )?(?:une reservation|un rendez vous|reserve|une table)\b|\bne (?:veux|souhaite) (?:pas|plus)\b|\btengo (?:ya )?una (?:cita|reserva|mesa)\b|\bno quiero\b|\bho (?:gia )?(?:un appuntamento|una prenotazione|un tavolo|prenotato)\b|\bnon voglio\b|\btenho (?:ja )?uma (?:consulta|reserva|marcacao|mesa)\b|\bnao quero\b|\bcancel|\bchange\b|\bmove\b|\bdo i (?:need|have)\b|\bdo you (?:take|need)\b|^(?:when|what|how|where|why|is|are)\b|absagen|stornier|verschieb|\bbrauche ich\b|\bmuss (?:ich|man)\b|\bannul|\bdeplacer\b|\bfaut il\b|\bcambiar\b|\bspostare\b|\bdisdire\b|\bdesmarcar\b|\bhace falta\b|\bserve (?:un|l)\b|\be preciso\b/

export const bookingPhrases: Record<Language, BookingPhrases> = {
  en: {
    wants:
      /\b(?:book|reserve|schedule|make|get|have|need|want|like|arrange)\b.{0,40}\b(?:appointment|booking|reservation|table|slot|consultation|viewing)\b|\b(?:i|we)\b.{0,20}\b(?:book|reserve|schedule)\b|^(?:hi |hello |hey )?(?:an? )?(?:table|appointment|reservation|booking) for\b/,
    name: 'What is your name, please?',
    email: 'What is your email address?',
    phone: 'What is your phone number?',
    day: 'For which day would you like it?',
    time: 'At what time?',
    people: 'For how many people?',
    other: 'What is the {name}, please?',
    slots: 'On {day} you can have {value}. Which time suits you?',
    noSlots: 'Nothing is free on {day}. Which other day suits you?',
    readBack: 'So that is {value}. Shall I book it?',
    booked: 'It is booked: {value}.',
    requested: 'I have requested it: {value}. It still has to be confirmed.',
    notBooked: 'All right, I have not booked anything. What else can I do for you?',
    failed: 'I’m sorry, I could not book that. What else can I do for you?',
    unsure: 'I’m sorry, I do not know whether that was booked. Please ask us to check it. What else can I do for you?',
    peopleValue: 'for {value}',
  },
  de: {
    wants:
      /\b(?:termin|tisch|reservierung|buchung)\b.{0,40}\b(?:buchen|vereinbaren|ausmachen|machen|reservieren|haben|bekommen)\b|\b(?:mochte|will|wurde gern|brauche|hatte gern|kann ich)\b.{0,40}\b(?:termin|tisch|buchen|reservieren|reservierung)\b/,
    name: 'Wie ist Ihr Name, bitte?',
    email: 'Wie lautet Ihre E-Mail-Adresse?',
    phone: 'Wie lautet Ihre Telefonnummer?',
    day: 'Für welchen Tag?',
    time: 'Um wie viel Uhr?',
    people: 'Für wie viele Personen?',
    other: 'Ich brauche noch eine Angabe: {name}. Was darf ich eintragen?',
    slots: 'Am {day} ist frei: {value}. Welche Zeit passt Ihnen?',
    noSlots: 'Am {day} ist nichts frei. Welcher andere Tag passt Ihnen?',
    readBack: 'Das wäre also {value}. Soll ich das buchen?',
    booked: 'Das ist gebucht: {value}.',
    requested: 'Ich habe es angefragt: {value}. Es muss noch bestätigt werden.',
    notBooked: 'Gut, ich habe nichts gebucht. Was kann ich sonst für Sie tun?',
    failed: 'Das konnte ich leider nicht buchen. Was kann ich sonst für Sie tun?',
    unsure: 'Leider weiß ich nicht, ob das gebucht wurde. Bitte lassen Sie es prüfen. Was kann ich sonst für Sie tun?',
    peopleValue: 'für {value}',
  },
  fr: {
    wants:
      /\b(?:voudrais|aimerais|veux|souhaite|peux|puis|besoin)\b.{0,40}\b(?:rendez vous|reserver|reservation|table)\b|\bprendre (?:un )?rendez vous\b/,
    name: 'Quel est votre nom, s’il vous plaît\u202f?',
    email: 'Quelle est votre adresse e-mail\u202f?',
    phone: 'Quel est votre numéro de téléphone\u202f?',
    day: 'Pour quel jour\u202f?',
    time: 'À quelle heure\u202f?',
    people: 'Pour combien de personnes\u202f?',
    other: 'Il me manque une information\u00a0: {name}. Que dois-je noter\u202f?',
    slots: 'Le {day}, il y a de la place à {value}. Quelle heure vous convient\u202f?',
    noSlots: 'Il n’y a plus de place le {day}. Quel autre jour vous convient\u202f?',
    readBack: 'Ce serait donc {value}. Dois-je réserver\u202f?',
    booked: 'C’est réservé\u00a0: {value}.',
    requested: 'J’ai fait la demande\u00a0: {value}. Elle doit encore être confirmée.',
    notBooked: 'Très bien, je n’ai rien réservé. Que puis-je faire d’autre pour vous\u202f?',
    failed: 'Je suis désolé, je n’ai pas pu réserver. Que puis-je faire d’autre pour vous\u202f?',
    unsure:
      'Je suis désolé, je ne sais pas si la réservation a abouti. Faites-la vérifier, s’il vous plaît. Que puis-je faire d’autre pour vous\u202f?',
    peopleValue: 'pour {value}',
  },
  es: {
    wants: /\b(?:quiero|quisiera|me gustaria|puedo|necesito)\b.{0,40}\b(?:cita|reservar|reserva|mesa)\b/,
    name: '¿Cuál es su nombre, por favor?',
    email: '¿Cuál es su correo electrónico?',
    phone: '¿Cuál es su número de teléfono?',
    day: '¿Para qué día?',
    time: '¿A qué hora?',
    people: '¿Para cuántas personas?',
    other: 'Me falta un dato: {name}. ¿Qué debo anotar?',
    slots: 'El {day} hay sitio a estas horas: {value}. ¿Qué hora le viene bien?',
    noSlots: 'El {day} no queda nada libre. ¿Qué otro día le viene bien?',
    readBack: 'Entonces sería {value}. ¿Lo reservo?',
    booked: 'Está reservado: {value}.',
    requested: 'He enviado la solicitud: {value}. Aún tiene que confirmarse.',
    notBooked: 'De acuerdo, no he reservado nada. ¿Qué más puedo hacer por usted?',
    failed: 'Lo siento, no he podido reservarlo. ¿Qué más puedo hacer por usted?',
    unsure:
      'Lo siento, no sé si la reserva se ha hecho. Pida que la comprueben, por favor. ¿Qué más puedo hacer por usted?',
    peopleValue: 'para {value}',
  },
  it: {
    wants: /\b(?:vorrei|voglio|posso|ho bisogno)\b.{0,40}\b(?:appuntamento|prenotare|prenotazione|tavolo)\b/,
    name: 'Qual è il suo nome, per favore?',
    email: 'Qual è il suo indirizzo e-mail?',
    phone: 'Qual è il suo numero di telefono?',
    day: 'Per quale giorno?',
    time: 'A che ora?',
    people: 'Per quante persone?',
    other: 'Mi manca un dato: {name}. Che cosa devo annotare?',
    slots: '{day} è libero a queste ore: {value}. Quale ora le va bene?',
    noSlots: '{day} non c’è posto. Quale altro giorno le va bene?',
    readBack: 'Quindi sarebbe {value}. Devo prenotare?',
    booked: 'È prenotato: {value}.',
    requested: 'Ho inviato la richiesta: {value}. Deve ancora essere confermata.',
    notBooked: 'Va bene, non ho prenotato nulla. Che cos’altro posso fare per lei?',
    failed: 'Mi dispiace, non sono riuscito a prenotare. Che cos’altro posso fare per lei?',
    unsure:
      'Mi dispiace, non so se la prenotazione è riuscita. La faccia verificare, per favore. Che cos’altro posso fare per lei?',
    peopleValue: 'per {value}',
  },
  pt: {
    wants: /\b(?:quero|queria|gostaria|posso|preciso)\b.{0,40}\b(?:consulta|marcar|marcacao|reservar|reserva|mesa)\b/,
    name: 'Qual é o seu nome, por favor?',
    email: 'Qual é o seu e-mail?',
    phone: 'Qual é o seu número de telefone?',
    day: 'Para que dia?',
    time: 'A que horas?',
    people: 'Para quantas pessoas?',
    other: 'Falta-me uma informação: {name}. O que devo anotar?',
    slots: '{day} há lugar às {value}. Que hora lhe convém?',
    noSlots: '{day} não há nada livre. Que outro dia lhe convém?',
    readBack: 'Então seria {value}. Posso marcar?',
    booked: 'Está marcado: {value}.',
    requested: 'Enviei o pedido: {value}. Ainda tem de ser confirmado.',
    notBooked: 'Muito bem, não marquei nada. Que mais posso fazer por si?',
    failed: 'Peço desculpa, não consegui marcar. Que mais posso fazer por si?',
    unsure:
      'Peço desculpa, não sei se a marcação foi feita. Peça que a verifiquem, por favor. Que mais posso fazer por si?',
    peopleValue: 'para {value}',
  },
}
