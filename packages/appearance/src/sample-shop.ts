// The website of a small bakery, on which pages of Parley and of the sandbox carrier show the widget.
import { readFileSync } from 'node:fs'
import { type ShopLanguage, shopTexts } from './shop-texts.ts'

export interface ShopPageOptions {
  language: ShopLanguage
  /** The address of the style sheet with the palette. */
  appearance: string
  /** The folder of the files of the shop: empty, or with a slash at the end. */
  folder: string
  /** HTML in the head, such as scripts. */
  head?: string
  /** The title of a page other than the first one. */
  title?: string
  /** HTML of a page other than the first one. */
  main?: string
  /** The last sentence of each page. */
  note?: string
  /** The shop is a picture behind the widget: it can neither be used nor read aloud. */
  isPicture?: boolean
}

const pictures = ['rye.svg', 'spelt.svg', 'bun.svg', 'croissant.svg']

export const shopFiles = ['shop.css', 'storefront.svg', ...pictures].map((name) => ({
  name,
  contentType: name.endsWith('.css') ? 'text/css' : 'image/svg+xml',
  text: readFileSync(new URL(`../shop/${name}`, import.meta.url), 'utf8'),
}))

/** HTML of a page of the shop, by default the first one. */
export function shopPage(options: ShopPageOptions): string {
  const { language, appearance, folder, head = '', isPicture = false } = options
  const texts = shopTexts[language]
  const { main = homeOf(options), title = texts.title, note = texts.note } = options
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" href="${folder}bun.svg">
    <link rel="stylesheet" href="${appearance}">
    <link rel="stylesheet" href="${folder}shop.css">
    ${head}
  </head>
  <body>
    <header${isPicture ? ' inert' : ''}>
      <div>
        <p class="name">${texts.name}</p>
        <nav aria-label="${texts.navigation}">
          ${Object.entries(texts.pages)
            .map(([page, name]) => `<a href="${hrefOf(page)}">${name}</a>`)
            .join('\n          ')}
        </nav>
      </div>
    </header>
    <main${isPicture ? ' inert' : ''}>
${main}    </main>
    <footer${isPicture ? ' inert' : ''}>
      <div><p>${texts.address}</p><p>${note}</p></div>
    </footer>
  </body>
</html>
`
}

const hrefOf = (page: string): string => (page === 'home' ? 'index.html' : `${page}.html`)

function homeOf({ language, folder }: ShopPageOptions): string {
  const texts = shopTexts[language]
  const paragraphs = texts.welcome.map((text) =>
    text.replace(
      /\{(courses|visit)\|([^{}|]+)\}/g,
      (_, page: string, words: string) => `<a href="${hrefOf(page)}">${words}</a>`,
    ),
  )
  const products = texts.articles.map(
    ([name, price], index) =>
      `<li><img src="${folder}${pictures[index]}" alt="" width="160" height="120"><p>${name}</p><p class="price">${price}</p></li>`,
  )
  const days = texts.days.map(([name, hours]) => `<dt>${name}</dt><dd>${hours}</dd>`)
  return `      <section class="welcome">
        <div>
          <h1>${texts.title}</h1>
          ${paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n          ')}
        </div>
        <img src="${folder}storefront.svg" alt="${texts.storefront}" width="480" height="320">
      </section>
      <section>
        <h2>${texts.products}</h2>
        <ul class="products">
          ${products.join('\n          ')}
        </ul>
      </section>
      <section class="hours">
        <h2>${texts.hours}</h2>
        <dl>
          ${days.join('\n          ')}
        </dl>
      </section>
`
}
