import { msPerMinute } from '#contract/rules/time.ts'
/** Downloads a file in the browser. */
export const downloadFile = (content: Blob, name: string) => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // the browser has read the file by then
  window.setTimeout(() => URL.revokeObjectURL(link.href), msPerMinute)
}
