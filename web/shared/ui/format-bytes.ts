const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Formats a number of bytes in the largest fitting unit (of 1,024 each): `340 MB`. */
export const formatBytes = (bytes: number, locale: string): string => {
  const exponent = bytes < 1 ? 0 : Math.min(3, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** exponent
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[exponent] ?? 'byte',
    maximumFractionDigits: value < 10 && exponent > 0 ? 1 : 0,
  }).format(value)
}
