const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Formats a number of bytes in the largest fitting unit: `340 MB`. */
export const formatBytes = (bytes: number, locale: string): string => {
  const exponent = bytes < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** exponent
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[exponent] ?? 'byte',
    maximumFractionDigits: value < 10 && exponent > 0 ? 1 : 0,
  }).format(value)
}
