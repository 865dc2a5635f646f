import { createContext, type RouterContextProvider } from 'react-router'
import type { Lang } from '#contract/localized.ts'
import { getBrowserApi, type PublicApi } from './public-api.ts'

/** The language, direction and site of a page, and the time zone of the site. */
export type PageInfo = { lang: Lang; dir: 'ltr' | 'rtl'; siteUrl: string; siteName: string; timeZone: string }

export const apiContext = createContext<PublicApi>()
export const pageContext = createContext<PageInfo>()

/** Returns the API client of a loader: in-process on the server, `window.fetch` in the browser. */
export const getLoaderApi = (context: Readonly<RouterContextProvider> | undefined): PublicApi =>
  typeof window === 'undefined' && context ? context.get(apiContext) : getBrowserApi()
