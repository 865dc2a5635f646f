import { expect } from '@playwright/test'

/** A tab of a browser, which a journey uses in the same way in every engine. Elements are found by XPath. */
export type Tab = {
  open: (address: string) => Promise<void>
  reload: () => Promise<void>
  /** Tells whether one of the elements is visible. */
  isVisible: (path: string) => Promise<boolean>
  /** Clicks the first element as soon as it is visible and enabled. */
  click: (path: string) => Promise<void>
  /** Types a text into the first field, in place of what it has. */
  fill: (path: string, text: string) => Promise<void>
  /** Calls a function in the page. */
  evaluate: <A, R>(call: (argument: A) => R, argument: A) => Promise<Awaited<R>>
  /** Closes the tab. Returns the errors of its pages, and what their content security policy rejected. */
  close: () => Promise<string[]>
}

/** A browser whose tabs share nothing. */
export type Browser = { openTab: () => Promise<Tab>; close: () => Promise<void> }

/** The size of a tablet. */
export const tabSize = { width: 820, height: 1180 }

/** How many milliseconds a tab waits for an element. */
export const patience = 60_000

/** Repeats a check until it holds. A check of a page that is being replaced may throw. */
export const waitUntil = (check: () => Promise<void>) =>
  expect(check).toPass({ timeout: patience, intervals: [50, 100, 200] })

export const expectVisible = (tab: Tab, path: string) =>
  waitUntil(async () => expect(await tab.isVisible(path), path).toBe(true))
export const expectHidden = (tab: Tab, path: string) =>
  waitUntil(async () => expect(await tab.isVisible(path), path).toBe(false))

/** Waits until the page is hydrated, because a click before is lost. */
const expectHydrated = (tab: Tab) => expectVisible(tab, '//html[@data-hydrated]')
export const openPage = async (tab: Tab, address: string) => {
  await tab.open(address)
  await expectHydrated(tab)
}
export const reloadPage = async (tab: Tab) => {
  await tab.reload()
  await expectHydrated(tab)
}

const quote = (text: string) => (text.includes('"') ? `'${text}'` : `"${text}"`)
const isText = (text: string) => `normalize-space(.)=${quote(text)}`

/** The XPath of a button by its text or its label. */
export const button = (name: string) => `//button[${isText(name)} or @aria-label=${quote(name)}]`
/** The XPath of a button that contains a text. */
export const buttonWith = (text: string) => `//button[contains(normalize-space(.), ${quote(text)})]`
/** The XPath of a field by its label. */
export const field = (label: string) => `//*[@id=//label[${isText(label)}]/@for]`
export const heading = (text: string) => `//*[self::h1 or self::h2 or self::h3][${isText(text)}]`
export const link = (text: string) => `//a[${isText(text)}]`
/** The XPath of an element with a role, such as `status`, that contains a text. */
export const withRole = (role: string, text: string) =>
  `//*[@role=${quote(role)}][contains(normalize-space(.), ${quote(text)})]`
/** The XPath of an element whose own text is this one. */
export const text = (content: string) => `//*[text()[${isText(content)}]]`
/** The XPath of elements in the open dialog. */
export const inDialog = (path: string) => `//*[self::dialog[@open] or @role="dialog"]${path}`
