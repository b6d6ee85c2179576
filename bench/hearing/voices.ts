// Measures how many words of the offline voices the offline recognizer gets wrong on a telephone.
import { fliteVoices, openFlite } from '@parley/speech'
import { wordErrors, wordsOf } from '@parley/speech/word-errors'
import { progress } from '../shared/progress.ts'
import type { Ears } from './heard-call.ts'

/** What assistants say on the telephone. */
const sentences = `
Good morning, this is Fjord Bikes, my name is Mia. How can I help you?
We are open Monday to Friday from nine to six, and on Saturday from ten to two.
Our shop is at fourteen Harbor Street, next to the library.
A full service costs eighty nine dollars and takes two days.
I have an appointment on Tuesday at half past three. Does that work for you?
Could you please tell me your name and your telephone number?
Thank you, Anna. I have booked a table for four people at seven o'clock.
I am sorry, I do not know that. Would you like to talk to a colleague?
Your order was shipped yesterday and arrives on Thursday.
The last four digits of your number are two seven one nine. Is that right?
We are closed on Sundays and on public holidays.
You can cancel your booking for free until the day before.
One moment please, I will check that for you.
A child seat costs twenty five dollars for the whole weekend.
Please bring your insurance card and a list of your medicines.
Thank you for calling. Have a nice day, and goodbye.
The doctor is available on Wednesday morning or on Friday afternoon.
Breakfast is served from half past six until ten in the morning.
We repair all brands, and we also sell used bicycles.
You will receive a confirmation by email in a few minutes.
Parking is free for our guests, and the bus stops right outside.
What is the reason for your visit?
Would you prefer a window seat or a table on the terrace?
The invoice is due at the end of the month.
I can offer you a discount of ten percent on your next purchase.
Please hold the line while I connect you with the workshop.
Dogs are welcome, as long as they are on a leash.
Our cinnamon buns are baked fresh every morning at five.
Is there anything else that I can do for you today?
I have changed your appointment from the third to the tenth of March.
Hello and welcome to the Harbor Hotel. What can I do for you?
Check in starts at three in the afternoon, and check out is at eleven.
A double room with breakfast costs one hundred and twenty dollars per night.
The nearest train station is ten minutes away on foot.
I have noted your request, and a colleague will call you back tomorrow.
Can you spell your last name for me, please?
Your appointment is confirmed for the twelfth of May at a quarter to nine.
Unfortunately we have no free tables on Saturday evening.
We accept cash and all major credit cards.
The warranty covers repairs for two years after the purchase.
May I ask who is calling?
I will send the documents to your email address right away.
Our technicians work from seven in the morning until five in the evening.
The first visit is free, and every other visit costs thirty dollars.
Children under six years travel free of charge.
If you would like to speak with a person, just tell me.
There is a swimming pool on the roof and a gym in the basement.
We can deliver your furniture on Monday or on Wednesday next week.
Did I understand you correctly, you want to cancel the contract?
The haircut takes about forty five minutes.
You find us in the old town, opposite the post office.
Please bring the receipt, so that we can refund your money.
I am afraid the size medium is sold out in blue.
The password was changed on the last day of June.
We speak English, German and French.
The meeting room has space for up to sixteen people.
I can offer you a later flight at no extra cost.
Your balance is four hundred and seven dollars.
The kitchen closes at half past nine, but the bar is open until midnight.
Thank you for your patience, I am back with you now.`
  .trim()
  .split('\n')

/** The recognizer of a call also gets the 300 ms before the speech. */
const lineBefore = new Uint8Array(8 * 300).fill(0xff)

/** Rows of a table: what was measured, the result and the goal. */
export async function benchVoices({ moonshine, recordings }: Ears): Promise<string[][]> {
  await using flite = openFlite()
  const rows: string[][] = []
  for (const voice of fliteVoices) {
    progress(`the voice ${voice}`)
    let errors = 0
    let words = 0
    for (const sentence of sentences.slice(0, recordings)) {
      const audio = await flite.synthesize(sentence, { voice })
      const heard = await moonshine.recognize(Buffer.concat([lineBefore, audio]))
      const said = wordsOf(sentence)
      errors += wordErrors(said, wordsOf(heard))
      words += said.length
    }
    const isDefault = voice === 'slt' || voice === 'rms'
    rows.push([
      `words that are wrong, ${voice}`,
      `${((100 * errors) / words).toFixed(1)} % of ${words}`,
      isDefault ? '6 %' : 'none',
    ])
  }
  return rows
}
