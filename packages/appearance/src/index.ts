// The appearance of Parley's pages, and the sample shop that shows the widget.
export { type AppearanceFile, appearanceFiles } from './appearance-files.ts'
export { shopFiles, shopPage } from './sample-shop.ts'
export type { ShopLanguage } from './shop-texts.ts'
