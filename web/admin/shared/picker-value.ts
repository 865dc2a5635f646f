const day = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})/

/** Converts the value of a date picker (`YYYY-MM-DD HH:mm:ss`, in UTC) to ISO 8601; null stays null. */
export const pickerValueToIso = (value: string | null): string | null => {
  const parts = value ? day.exec(value) : null
  return parts ? `${parts[1]}T${parts[2]}:00.000Z` : null
}

/** Converts ISO 8601 to the value of a date picker. */
export const isoToPickerValue = (iso: string | null): string | null => (iso ? `${iso.slice(0, 10)} ${iso.slice(11, 19)}` : null)
