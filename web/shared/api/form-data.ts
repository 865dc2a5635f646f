type FormValue = string | number | boolean | Blob | null | undefined

/** A multipart form. A field that is undefined is left out, one that is null is sent empty. */
export const toFormData = (fields: Record<string, FormValue>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) form.append(name, value instanceof Blob ? value : String(value ?? ''))
  return form
}
