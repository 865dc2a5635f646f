/**
 * Resolves when the page has been painted. A page in the background is not painted, and waits for nothing.
 */
const waitForPaint =
  'if (!document.hidden) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));'

/**
 * Creates a first date format while the browser waits for the scripts. Browsers load their data for dates then,
 * which takes about 25 ms and would delay the first reaction of the page.
 */
const prepareDateFormats = 'setTimeout(() => Intl.DateTimeFormat());'

/**
 * Changes the HTML of React Router's `<Scripts>` so that the browser requests the scripts after the first
 * paint. A page is readable without its scripts; requested earlier they would take bandwidth from its styles,
 * fonts and first image. `textsUrl` is the script that the entry module imports after its start.
 */
export const deferScriptsUntilPaintInHtml = (html: string, textsUrl: string): string => {
  const scripts: string[] = []
  const withoutPreloads = html.replace(
    /<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>/g,
    (_, href: string) => {
      scripts.push(href)
      return ''
    },
  )
  const preload = `for (const href of ${JSON.stringify([...scripts, textsUrl])}) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));`
  return withoutPreloads.replace(
    /(<script[^>]* type="module"[^>]*>)([\s\S]*?)<\/script>/,
    (_, tag: string, code: string) =>
      `${tag}${waitForPaint}${preload}${prepareDateFormats}${code
        .replace(/import \* as (\w+) from ("[^"]+");/g, 'const $1 = await import($2);')
        // the manifest of the routes is indented
        .replace(/\n\s*/g, '')}</script>`,
  )
}

/**
 * Puts the data of the page, which React Router writes as a JavaScript string, in single quotes: the many
 * double quotes of JSON then need no backslash.
 */
export const singleQuotePageDataInHtml = (html: string): string =>
  html.replace(/(streamController\.enqueue\()"((?:[^"\\]|\\.)*)"\)/g, (_, call: string, text: string) => {
    const shorter = text.replace(/\\(.)|'/g, (found, escaped?: string) =>
      found === "'" ? "\\'" : escaped === '"' ? '"' : found,
    )
    return `${call}'${shorter}')`
  })
