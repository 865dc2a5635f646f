import { expect, it } from 'vitest'
import { shareOrCopyText } from '#web/account/people/teams/team/share-text.ts'

/** Creates the sharing parts of a browser, which record what they get. */
const createBrowser = (shareError?: Error) => {
  const shared: string[] = []
  const copied: string[] = []
  const share = async ({ text }: { text: string }) => {
    if (shareError) throw shareError
    shared.push(text)
  }
  const clipboard = { writeText: async (text: string) => void copied.push(text) }
  return { shared, copied, share, clipboard }
}

it('a text is shared by the device, and nothing is copied', async () => {
  const browser = createBrowser()
  expect(await shareOrCopyText('text', browser)).toBe('shared')
  expect([browser.shared, browser.copied]).toEqual([['text'], []])
})

it('a text is copied where the device cannot share it', async () => {
  const { copied, clipboard } = createBrowser()
  expect(await shareOrCopyText('text', { clipboard })).toBe('copied')
  const failing = createBrowser(new DOMException('not allowed', 'NotAllowedError'))
  expect(await shareOrCopyText('text', failing)).toBe('copied')
  expect([copied, failing.copied]).toEqual([['text'], ['text']])
  expect(await shareOrCopyText('text', {})).toBe('failed')
})

it('a dialog that the user closes copies nothing', async () => {
  const browser = createBrowser(new DOMException('closed', 'AbortError'))
  expect(await shareOrCopyText('text', browser)).toBe('cancelled')
  expect(browser.copied).toEqual([])
})
