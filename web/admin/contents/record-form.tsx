import { NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { type Continent, contentLimits } from '#contract/content.ts'
import type { Localized } from '#contract/localized.ts'
import { countries } from '#contract/rules/countries.ts'
import type { Language } from '#i18n/languages.ts'
import { FormPage, Section } from '#web/admin/shared/form-page.tsx'
import { LocalizedField } from '#web/admin/shared/localized-field.tsx'
import { type Picked, PictureField } from '#web/admin/shared/picture-field.tsx'
import { useForm } from '#web/admin/shared/use-form.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { type FieldSpec, type FieldValue, type KindName, kinds, type Record_, type Values } from './kinds.ts'

type Props = { name: KindName; record?: Record_; continents: Continent[]; onSaved: (record: Record_) => void }

const isEmpty = (value: FieldValue) => value === undefined || value === null || String(value).trim() === ''

/** The form of a kind of record, for a new one and for an edit. */
export function RecordForm({ name, record, continents, onSaved }: Props) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language as Language
  const kind = kinds[name]
  const all = useMemo(() => countries(lang), [lang])
  const places = (code = false) => all.map((each) => ({ value: code ? each.code.toLowerCase() : each.slug, label: each.name }))
  const form = useForm<Values, Record_>({
    start: record?.values ?? kind.start,
    check: (values) => {
      const missing = kind.fields.flatMap((field): string[] => {
        if (!field.required) return []
        const value = values[field.key]
        if (field.kind === 'localized')
          return (['en', 'ar'] as const).filter((each) => !(value as Localized)[each].trim()).map((each) => `${field.key}.${each}`)
        if (field.kind === 'picture') return value === null || (value === undefined && !record?.picture) ? [field.key] : []
        return isEmpty(value) ? [field.key] : []
      })
      return Object.fromEntries(missing.map((key) => [key, t('fieldErrors.required')]))
    },
    save: (values, version) => kind.save(values, record && { id: record.id, version: version ?? record.version }),
    fieldsOf: kind.fields_,
    currentOf: (error) => {
      const current = kind.current(error)
      return current && { values: current.values, version: current.version }
    },
    savedAs: (saved) => ({ values: saved.values, version: saved.version }),
    onSaved,
  })
  const { values, set } = form
  const errors = form.errors as Record<string, string | undefined>
  const words = (field: FieldSpec, value: FieldValue): string => {
    if (field.kind === 'localized') return `${(value as Localized).en}\n${(value as Localized).ar}`
    if (field.kind === 'continent') return continents.find(({ id }) => id === value)?.name[lang] ?? ''
    if (field.kind === 'country') return places(field.code).find((each) => each.value === value)?.label ?? String(value ?? '')
    return field.kind === 'picture' ? '' : String(value ?? '')
  }
  const control = (field: FieldSpec) => {
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
      case 'picture':
        return (
          <PictureField
            label={label}
            width={field.width}
            height={field.height}
            kept={record?.picture ?? null}
            value={value as Picked}
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
            max={contentLimits.position}
            allowDecimal={false}
            value={value as number | string}
            onChange={(next) => set(key, next)}
          />
        )
      default:
        return (
          <Switch
            label={label}
            description={t('adminContent.activeHint')}
            checked={value === true}
            onChange={(event) => set(key, event.currentTarget.checked)}
          />
        )
    }
  }
  const differences = (theirs: Values, mine: Values) =>
    kind.fields.flatMap((field) => {
      const [other, own] = [words(field, theirs[field.key]), words(field, mine[field.key])]
      return other === own ? [] : [{ label: t(`adminContent.${field.label}`), theirs: other, mine: own }]
    })
  return (
    <FormPage
      title={t(record ? `adminContent.${name}.edit` : `adminContent.${name}.new`)}
      backTo={`/admin/${name}`}
      form={form}
      differences={differences}
    >
      <Section title={t('adminContent.section')}>
        {kind.fields.map((field) => (
          <div key={field.key}>{control(field)}</div>
        ))}
      </Section>
    </FormPage>
  )
}
