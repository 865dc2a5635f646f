import type { Localized } from '#contract/platform/localized.ts'

type FormText = Partial<Localized<string | undefined>>
type FormValue = string | number | boolean | Blob | readonly string[] | FormText | null | undefined

const isText = (value: object): value is FormText => !(value instanceof Blob) && !Array.isArray(value)

/**
 * Returns a multipart form of these fields. Undefined fields are left out, null is sent as an empty text, a list
 * with commas between its values, and a text in both languages as `name.en` and `name.ar`.
 */
export const toFormData = (fields: { [name: string]: FormValue }): FormData => {
  const form = new FormData()
  const append = (name: string, value: FormValue) => {
    if (value === undefined) return
    if (value === null) form.append(name, '')
    else if (typeof value !== 'object') form.append(name, String(value))
    else if (isText(value)) for (const [lang, text] of Object.entries(value)) append(`${name}.${lang}`, text)
    else form.append(name, value instanceof Blob ? value : value.join(','))
  }
  for (const [name, value] of Object.entries(fields)) append(name, value)
  return form
}
