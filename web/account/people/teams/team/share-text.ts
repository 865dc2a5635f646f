/** What became of a text: `cancelled` when the user closed the dialog of the device, `failed` without clipboard. */
export type SharedTextResult = 'shared' | 'cancelled' | 'copied' | 'failed'

/** The parts of `navigator` that share and copy; browsers have them only with TLS. */
type SharingBrowser = {
  share?: (data: { text: string }) => Promise<void>
  clipboard?: { writeText: (text: string) => Promise<void> }
}

/** Copies a text. Resolves to `failed` without TLS, and when the user forbids it. */
export const copyText = async (
  text: string,
  browser: SharingBrowser = navigator,
): Promise<SharedTextResult> => {
  try {
    if (!browser.clipboard) return 'failed'
    await browser.clipboard.writeText(text)
    return 'copied'
  } catch {
    return 'failed'
  }
}

/** Opens the dialog of the device that shares a text; where there is none, copies the text. */
export const shareOrCopyText = async (
  text: string,
  browser: SharingBrowser = navigator,
): Promise<SharedTextResult> => {
  if (!browser.share) return copyText(text, browser)
  try {
    await browser.share({ text })
    return 'shared'
  } catch (error) {
    return error instanceof Error && error.name === 'AbortError' ? 'cancelled' : copyText(text, browser)
  }
}
