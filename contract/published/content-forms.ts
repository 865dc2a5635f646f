import type { ContinentDraft, FaqDraft, OrganizerDraft, PartnerDraft, RegionDraft } from '#contract/content.ts'

type Fields = Record<string, string | Blob | undefined>

const formOf = (draft: { id?: string; version?: number; position?: number }, fields: Fields): FormData => {
  const number = (value: number | undefined) => (value === undefined ? undefined : String(value))
  const form = new FormData()
  const all: Fields = { id: draft.id, version: number(draft.version), position: number(draft.position), ...fields }
  for (const [name, value] of Object.entries(all)) if (value !== undefined) form.append(name, value)
  return form
}

/** Drafts as they go over the wire. A picture that is null is taken away, one that is undefined stays as it is. */
export const faqToForm = (draft: FaqDraft): FormData =>
  formOf(draft, {
    name: draft.question.ar,
    name_en: draft.question.en,
    description: draft.answer.ar,
    description_en: draft.answer.en,
    status: String(draft.active),
  })

export const partnerToForm = (draft: PartnerDraft, picture?: Blob | null): FormData =>
  formOf(draft, { name: draft.name, link: draft.link ?? '', status: String(draft.active), file: picture ?? undefined })

export const organizerToForm = (draft: OrganizerDraft, picture?: Blob | null): FormData =>
  formOf(draft, {
    companyName_en: draft.name.en,
    companyName_ar: draft.name.ar,
    link: draft.link ?? '',
    country: draft.country ?? '',
    continent: draft.continentId,
    status: String(draft.active),
    flag: picture ?? undefined,
    removeFlag: picture === null ? 'true' : undefined,
  })

export const continentToForm = (draft: ContinentDraft): FormData => formOf(draft, { name_en: draft.name.en, name_ar: draft.name.ar })

export const regionToForm = (draft: RegionDraft): FormData =>
  formOf(draft, {
    en_name: draft.name.en,
    ar_name: draft.name.ar,
    country: draft.country,
    email: draft.email ?? '',
    phone: draft.phone ?? '',
    status: String(draft.active),
  })
