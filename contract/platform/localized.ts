/** The languages of the product; the first is the default. */
export const langs = ['en', 'ar'] as const
export type Lang = (typeof langs)[number]

/** A text in every language. */
export type Localized<T = string> = { readonly [L in Lang]: T }
