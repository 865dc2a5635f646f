/** Gives a file to the person at the browser. */
export const downloadFile = (content: Blob, name: string) => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // the browser has taken it over by then
  window.setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
