// The texts of the sample shop. Its prices and hours are those that the demonstration's assistant knows.

export type ShopLanguage = 'en' | 'de'

interface ShopTexts {
  name: string
  navigation: string
  pages: { home: string; courses: string; visit: string }
  title: string
  welcome: readonly string[]
  storefront: string
  products: string
  /** In the order of the pictures. */
  articles: readonly (readonly [name: string, price: string])[]
  hours: string
  days: readonly (readonly [days: string, hours: string])[]
  address: string
  note: string
}

/** `{courses}` and `{visit}` are links with the words that follow. */
export const shopTexts: Record<ShopLanguage, ShopTexts> = {
  en: {
    name: 'Harbour Street Bakery',
    navigation: 'Pages of the bakery',
    pages: { home: 'Home', courses: 'Courses', visit: 'Visit us' },
    title: 'Harbour Street Bakery',
    welcome: [
      'We have baked in the old harbour since 1974. All dough rests overnight, and our oven is heated with beech wood.',
      'On Saturdays you can learn how to bake in our {courses|courses}, and {visit|visit us} on any day but Monday.',
    ],
    storefront: 'Our bakery at the harbour, with a lighthouse behind it',
    products: 'Fresh from the oven',
    articles: [
      ['Rye sourdough', '6.20 euros'],
      ['Spelt loaf', '5.40 euros'],
      ['Cinnamon bun', '2.80 euros'],
      ['Almond croissant', '3.10 euros'],
    ],
    hours: 'Opening hours',
    days: [
      ['Tuesday to Sunday', '7 am to 6 pm'],
      ['Monday', 'closed'],
    ],
    address: 'Harbour Street Bakery, 12 Harbour Street',
    note: 'A sample website.',
  },
  de: {
    name: 'Bäckerei Hafenstraße',
    navigation: 'Seiten der Bäckerei',
    pages: { home: 'Startseite', courses: 'Kurse', visit: 'Besuch' },
    title: 'Bäckerei Hafenstraße',
    welcome: [
      'Seit 1974 backen wir im alten Hafen. Jeder Teig ruht über Nacht, und unser Ofen wird mit Buchenholz geheizt.',
      'Samstags lernen Sie in unseren {courses|Kursen}, wie man backt. {visit|Besuchen Sie uns} an jedem Tag außer Montag.',
    ],
    storefront: 'Unsere Bäckerei am Hafen, dahinter ein Leuchtturm',
    products: 'Frisch aus dem Ofen',
    articles: [
      ['Roggensauerteigbrot', '6,20 €'],
      ['Dinkelbrot', '5,40 €'],
      ['Zimtschnecke', '2,80 €'],
      ['Mandelcroissant', '3,10 €'],
    ],
    hours: 'Öffnungszeiten',
    days: [
      ['Dienstag bis Sonntag', '7 bis 18 Uhr'],
      ['Montag', 'geschlossen'],
    ],
    address: 'Bäckerei Hafenstraße, Hafenstraße 12',
    note: 'Eine Beispiel-Website.',
  },
}
