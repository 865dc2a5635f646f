import type { AdminEvent, AdminEventRow, EventFlag, EventInput, EventUpdate } from '#contract/event.ts'
import { eventCardFromWire, eventCardToWire, eventFromWire, eventToWire } from './event.ts'
import type { WireAdminEvent, WireAdminEventRow, WireEventForm } from './event-admin.schema.ts'

/** The published names of the switches. */
export const switchToWire = { trending: 'trending', live: 'liveStatus', active: 'status' } as const satisfies Record<EventFlag, string>
export const switchFromWire = { trending: 'trending', liveStatus: 'live', status: 'active' } as const

/** The published name of a refused field of an event: `title.en` → `title_en`. */
export const eventFieldToWire = (field: string): string => field.replace('.', '_')

const ownNames: Record<string, string> = {
  datetime_info: 'datesInfo',
  howplay_info: 'howToPlay',
  rules_info: 'rules',
  coverImage: 'cover',
  bannerImage: 'banner',
}

/** Our own name of a refused field: `title_en` → `title.en`, `howplay_info_ar` → `howToPlay.ar`. */
export const eventFieldFromWire = (field: string): string => {
  const [, name = field, lang] = /^(.*?)(?:_(en|ar))?$/.exec(field) ?? []
  const own = ownNames[name] ?? name
  return lang ? `${own}.${lang}` : own
}

export const adminEventRowToWire = (event: AdminEventRow): WireAdminEventRow => ({
  ...eventCardToWire(event),
  eventCode: event.eventCode,
  status: event.active,
  version: event.version,
  entryCount: event.entryCount,
  createdAt: event.createdAt,
  updatedAt: event.updatedAt,
  deletedAt: event.deletedAt,
})

export const adminEventRowFromWire = (wire: WireAdminEventRow): AdminEventRow => ({
  ...eventCardFromWire(wire),
  eventCode: wire.eventCode,
  active: wire.status,
  version: wire.version,
  entryCount: wire.entryCount,
  createdAt: wire.createdAt,
  updatedAt: wire.updatedAt,
  deletedAt: wire.deletedAt,
})

export const adminEventToWire = (event: AdminEvent): WireAdminEvent => ({
  ...eventToWire(event),
  totalRule: event.totalRule,
  version: event.version,
  entryCount: event.entryCount,
  createdAt: event.createdAt,
  updatedAt: event.updatedAt,
  deletedAt: event.deletedAt,
})

export const adminEventFromWire = (wire: WireAdminEvent): AdminEvent => ({
  ...eventFromWire(wire),
  totalRule: wire.totalRule,
  version: wire.version,
  entryCount: wire.entryCount,
  createdAt: wire.createdAt,
  updatedAt: wire.updatedAt,
  deletedAt: wire.deletedAt,
})

/** The form as it goes over the wire. A picture that is null is taken away, one that is undefined stays as it is. */
export const eventDraftToForm = (draft: EventInput, pictures: { cover?: Blob | null; banner?: Blob | null }): FormData => {
  const form = new FormData()
  const texts: Record<string, string | undefined> = {
    id: draft.id,
    version: draft.version === undefined ? undefined : String(draft.version),
    title_en: draft.title.en,
    title_ar: draft.title.ar,
    description_en: draft.description.en,
    description_ar: draft.description.ar,
    startDate: draft.startDate ?? '',
    endDate: draft.endDate ?? '',
    eventCode: draft.eventCode,
    missionType: String(draft.missionType),
    datetime_info_en: draft.datesInfo.en,
    datetime_info_ar: draft.datesInfo.ar,
    howplay_info_en: draft.howToPlay.en,
    howplay_info_ar: draft.howToPlay.ar,
    rules_info_en: draft.rules.en,
    rules_info_ar: draft.rules.ar,
    tags: JSON.stringify(draft.tags),
    region: draft.region ?? '',
    totalRule: draft.totalRule,
    removeCover: pictures.cover === null ? 'true' : undefined,
    removeBanner: pictures.banner === null ? 'true' : undefined,
  }
  for (const [name, value] of Object.entries(texts)) if (value !== undefined) form.append(name, value)
  if (pictures.cover) form.append('coverImage', pictures.cover)
  if (pictures.banner) form.append('bannerImage', pictures.banner)
  return form
}

/** A text in two languages of which only some was sent; undefined where none was. */
const sent = (en: string | undefined, ar: string | undefined) =>
  en === undefined && ar === undefined ? undefined : { ...(en === undefined ? {} : { en }), ...(ar === undefined ? {} : { ar }) }

/** The edit that a form means; what the form does not have is not in it. */
export const eventEditFromForm = (form: WireEventForm): EventUpdate => {
  const edit: EventUpdate = {
    title: { en: form.title_en, ar: form.title_ar },
    description: { en: form.description_en, ar: form.description_ar },
  }
  if (form.id !== undefined) edit.id = form.id
  if (form.version !== undefined) edit.version = form.version
  if (form.startDate !== undefined) edit.startDate = form.startDate
  if (form.endDate !== undefined) edit.endDate = form.endDate
  if (form.eventCode !== undefined) edit.eventCode = form.eventCode
  if (form.missionType !== undefined) edit.missionType = form.missionType
  if (form.tags !== undefined) edit.tags = form.tags
  if (form.region !== undefined) edit.region = form.region
  if (form.totalRule !== undefined) edit.totalRule = form.totalRule
  const datesInfo = sent(form.datetime_info_en, form.datetime_info_ar)
  const howToPlay = sent(form.howplay_info_en, form.howplay_info_ar)
  const rules = sent(form.rules_info_en, form.rules_info_ar)
  if (datesInfo) edit.datesInfo = datesInfo
  if (howToPlay) edit.howToPlay = howToPlay
  if (rules) edit.rules = rules
  return edit
}
