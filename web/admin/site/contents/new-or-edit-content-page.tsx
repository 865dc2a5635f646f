import { NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { listCountries } from '#contract/platform/countries.ts'
import { maxPosition } from '#contract/platform/crud.ts'
import type { Localized } from '#contract/platform/localized.ts'
import type { Continent } from '#contract/site/contents.schema.ts'
import { type ContentName, contentEntities } from '#contract/site/contents.ts'
import { FormSection, RecordFormPage } from '#web/admin/shared/form-page.tsx'
import { type ImageChange, ImagePickerField } from '#web/admin/shared/image-field.tsx'
import { LocalizedField } from '#web/admin/shared/text-fields.tsx'
import { useRecordForm } from '#web/admin/shared/use-record-form.ts'
import { getBrowserApi } from '#web/shared/api/public-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/new-or-edit-content-page.ts'
import {
  type ContentField,
  type ContentFieldValue,
  type ContentRecord,
  type ContentValues,
  contentTypes,
  findContentImageChange,
  getContentNameInUrlOr404,
  toContentFormValues,
  toSaveContentRequest,
} from './content-types.ts'

type Props = {
  name: ContentName
  record?: ContentRecord
  continents: Continent[]
  onSaved: (record: ContentRecord) => void
}

const isEmpty = (value: ContentFieldValue) =>
  value === undefined || value === null || String(value).trim() === ''

/** Shows the form of a new or stored record of a content type. */
function ContentRecordForm({ name, record, continents, onSaved }: Props) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const { fields, calls } = contentTypes[name]
  const all = useMemo(() => listCountries(lang), [lang])
  const places = (code = false) =>
    all.map((each) => ({ value: code ? each.code.toLowerCase() : each.slug, label: each.name }))
  const form = useRecordForm<ContentValues, ContentRecord>({
    initialValues: toContentFormValues(fields, record),
    validate: (values) => {
      const missing = fields.flatMap((field): string[] => {
        if (!field.required) return []
        const value = values[field.key]
        if (field.kind === 'localized')
          return (['en', 'ar'] as const)
            .filter((each) => !(value as Localized)[each].trim())
            .map((each) => `${field.key}.${each}`)
        if (field.kind === 'image')
          return value === null || (value === undefined && !record?.[field.key]) ? [field.key] : []
        return isEmpty(value) ? [field.key] : []
      })
      return Object.fromEntries(missing.map((key) => [key, t('fieldErrors.required')]))
    },
    save: (values, version) => {
      const edited = record ? { id: record.id, version: version ?? record.version } : {}
      return calls.save(
        { ...toSaveContentRequest(fields, values), ...edited },
        findContentImageChange(fields, values),
      )
    },
    toFieldErrors: calls.fields,
    readCurrent: (error) => {
      const current = calls.current(error)
      return current && { values: toContentFormValues(fields, current), version: current.version }
    },
    toSavedState: (saved) => ({ values: toContentFormValues(fields, saved), version: saved.version }),
    onSaved,
  })
  const { values, set } = form
  const errors = form.errors as Record<string, string | undefined>
  const textOf = (field: ContentField, value: ContentFieldValue): string => {
    if (field.kind === 'localized') return `${(value as Localized).en}\n${(value as Localized).ar}`
    if (field.kind === 'continent') return continents.find(({ id }) => id === value)?.name[lang] ?? ''
    if (field.kind === 'country')
      return places(field.code).find((each) => each.value === value)?.label ?? String(value ?? '')
    return field.kind === 'image' ? '' : String(value ?? '')
  }
  const control = (field: ContentField) => {
    const { key, label: labelKey, required = false } = field
    const label = t(`adminContent.${labelKey}`)
    const error = errors[key]
    const value = values[key]
    const shared = { label, error, withAsterisk: required }
    switch (field.kind) {
      case 'localized':
        return (
          <LocalizedField
            label={label}
            limit={field.limit}
            long={field.long ?? false}
            required={required}
            value={value as Localized}
            errors={{ en: errors[`${key}.en`], ar: errors[`${key}.ar`] }}
            onChange={(next) => set(key, next)}
          />
        )
      case 'image':
        return (
          <ImagePickerField
            label={label}
            width={field.width}
            height={field.height}
            kept={(record?.[key] as string | null | undefined) ?? null}
            value={value as ImageChange}
            error={error}
            onChange={(next) => set(key, next)}
          />
        )
      case 'text':
        return (
          <TextInput
            {...shared}
            type={field.type ?? 'text'}
            dir={field.type ? 'ltr' : 'auto'}
            maxLength={field.limit}
            {...(field.hint ? { description: t(`adminContent.${field.hint}`) } : {})}
            value={String(value ?? '')}
            onChange={(event) => set(key, event.currentTarget.value)}
          />
        )
      case 'continent':
        return (
          <Select
            {...shared}
            data={continents.map(({ id, name }) => ({ value: id, label: name[lang] }))}
            value={String(value) || null}
            onChange={(next) => set(key, next ?? '')}
          />
        )
      case 'country':
        return (
          <Select
            {...shared}
            searchable
            clearable={!required}
            placeholder={t('adminContent.noCountry')}
            data={places(field.code)}
            value={String(value) || null}
            onChange={(next) => set(key, next ?? '')}
          />
        )
      case 'number':
        return (
          <NumberInput
            {...shared}
            dir="ltr"
            min={0}
            max={maxPosition}
            allowDecimal={false}
            value={value as number | string}
            onChange={(next) => set(key, next)}
          />
        )
      default:
        return (
          <Switch
            label={label}
            description={t(
              name === 'organizers' ? 'adminContent.organizerActiveHint' : 'adminContent.activeHint',
            )}
            checked={value === true}
            onChange={(event) => set(key, event.currentTarget.checked)}
          />
        )
    }
  }
  const differences = (theirs: ContentValues, mine: ContentValues) =>
    fields.flatMap((field) => {
      const [other, own] = [textOf(field, theirs[field.key]), textOf(field, mine[field.key])]
      return other === own ? [] : [{ label: t(`adminContent.${field.label}`), theirs: other, mine: own }]
    })
  return (
    <RecordFormPage
      title={t(`adminEntities.${contentEntities[name]}.${record ? 'edit' : 'new'}`)}
      backTo={`/admin/${name}`}
      form={form}
      differences={differences}
    >
      <FormSection title={t('adminContent.section')}>
        {fields.map((field) => (
          <div key={field.key}>{control(field)}</div>
        ))}
      </FormSection>
    </RecordFormPage>
  )
}

/** Loads the record in the path, none for a new one. */
export const clientLoader = async ({ request, params }: Route.ClientLoaderArgs) => {
  const name = getContentNameInUrlOr404(request.url)
  const { id } = params as { id?: string }
  const [record, continents] = await Promise.all([
    id ? contentTypes[name].calls.one(id) : undefined,
    name === 'organizers' ? getBrowserApi().content.continents() : [],
  ])
  return { name, record, continents }
}

export default function ContentFormPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { name, record, continents } = loaderData
  return (
    <>
      <title>{`${t(`adminEntities.${contentEntities[name]}.${record ? 'edit' : 'new'}`)} · ${t('name')}`}</title>
      <ContentRecordForm
        key={record ? record.id : `new ${name}`}
        name={name}
        {...(record ? { record } : {})}
        continents={continents}
        onSaved={() => void (record ? revalidate() : navigate(`/admin/${name}`))}
      />
    </>
  )
}
