import type { TFunction } from 'i18next'

// the first match counts, because user agents also contain the names of other browsers
const browsers = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const systems = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
] as const

/** Reads browser and operating system from a user agent; undefined for unknown ones. */
const parseUserAgent = (userAgent: string): { browser: string | undefined; system: string | undefined } => ({
  browser: browsers.find(([pattern]) => pattern.test(userAgent))?.[1],
  system: systems.find(([pattern]) => pattern.test(userAgent))?.[1],
})

/** Formats the user agent of a session as the name of a device, such as 'Firefox on Linux'. */
export const formatDeviceName = (t: TFunction, userAgent: string): string => {
  const { browser, system } = parseUserAgent(userAgent)
  if (browser && system)
    return t('accountForms.sessions.deviceName', {
      browser,
      system,
    })
  return (browser ?? system ?? userAgent.slice(0, 60)) || t('accountForms.sessions.unknownDevice')
}
