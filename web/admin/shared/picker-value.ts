const day = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})/

/** What a date picker holds (`YYYY-MM-DD HH:mm:ss`, taken as UTC) as ISO 8601; null for nothing. */
export const pickerValueToIso = (picked: string | null): string | null => {
  const parts = picked ? day.exec(picked) : null
  return parts ? `${parts[1]}T${parts[2]}:00.000Z` : null
}

/** ISO 8601 as a date picker holds it. */
export const isoToPickerValue = (iso: string | null): string | null => (iso ? `${iso.slice(0, 10)} ${iso.slice(11, 19)}` : null)
