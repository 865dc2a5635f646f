import { createContext, type RouterContextProvider } from 'react-router'
import type { Lang } from '#contract/localized.ts'
import { type Api, browserApi } from './public-api.ts'

export type PageInfo = { lang: Lang; dir: 'ltr' | 'rtl'; siteUrl: string; siteName: string }

export const apiContext = createContext<Api>()
export const pageContext = createContext<PageInfo>()

/** The API of a loader: in-process on the server, `window.fetch` in the browser. */
export const apiOf = (context: Readonly<RouterContextProvider> | undefined): Api =>
  typeof window === 'undefined' && context ? context.get(apiContext) : browserApi()
