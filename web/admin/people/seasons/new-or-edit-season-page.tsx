import { Text, TextInput } from '@mantine/core'
import { useNavigate, useRevalidator } from 'react-router'
import { cleanNumberOrDateToWesternDigits } from '#contract/accounts/identity.ts'
import type { SeasonYearRecord } from '#contract/people/seasons/season-year.schema.ts'
import { seasonYearLimits as limits } from '#contract/people/seasons/season-year.ts'
import type { Localized } from '#contract/platform/localized.ts'
import { listTextDifferencesByLabel } from '#web/admin/shared/edit-conflict-dialog.tsx'
import { FormSection, RecordFormPage } from '#web/admin/shared/form-page.tsx'
import { LocalizedField } from '#web/admin/shared/text-fields.tsx'
import { type FieldErrors, useRecordForm } from '#web/admin/shared/use-record-form.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/new-or-edit-season-page.ts'

type SeasonValues = { year: string; name: Localized }

const toValues = ({ year, name }: Pick<SeasonYearRecord, 'year' | 'name'>): SeasonValues => ({
  year: String(year),
  name,
})
const toYear = (text: string) => Number(cleanNumberOrDateToWesternDigits(text))

/** Shows the form of a new or stored season. */
function SeasonForm({
  season,
  onSaved,
}: {
  season?: SeasonYearRecord
  onSaved: (season: SeasonYearRecord) => void
}) {
  const { t } = useTranslation()
  const validate = (values: SeasonValues): Record<string, string> => {
    const year = toYear(values.year)
    return {
      ...(values.year.trim() === ''
        ? { year: t('fieldErrors.required') }
        : Number.isInteger(year) && year >= limits.minYear && year <= limits.maxYear
          ? {}
          : { year: t('fieldErrors.bad-number') }),
      ...(values.name.en.trim() === '' ? { 'name.en': t('fieldErrors.required') } : {}),
      ...(values.name.ar.trim() === '' ? { 'name.ar': t('fieldErrors.required') } : {}),
    }
  }
  const form = useRecordForm<SeasonValues, SeasonYearRecord>({
    initialValues: season ? toValues(season) : { year: '', name: { en: '', ar: '' } },
    validate: (values) => validate(values) as FieldErrors<SeasonValues>,
    save: (values, version) =>
      adminApi.seasons.save({
        ...(season ? { id: season.id, version: version ?? season.version } : {}),
        year: toYear(values.year),
        name: values.name,
      }),
    toFieldErrors: (error) => adminApi.seasons.fields(error) as FieldErrors<SeasonValues>,
    readCurrent: (error) => {
      const current = adminApi.seasons.current(error)
      return current && { values: toValues(current), version: current.version }
    },
    toSavedState: (saved) => ({ values: toValues(saved), version: saved.version }),
    onSaved,
  })
  const { values, set } = form
  const errors = form.errors as Record<string, string | undefined>
  const describe = ({ year, name }: SeasonValues) => ({
    [t('adminSeasons.year')]: year,
    [t('adminSeasons.name')]: `${name.en}\n${name.ar}`,
  })
  return (
    <RecordFormPage
      title={t(season ? 'adminEntities.season-year.edit' : 'adminEntities.season-year.new')}
      backTo="/admin/seasons"
      form={form}
      differences={(theirs, mine) => listTextDifferencesByLabel(describe(theirs), describe(mine))}
    >
      <FormSection title={t('adminSeasons.section')}>
        <TextInput
          label={t('adminSeasons.year')}
          inputMode="numeric"
          dir="ltr"
          required
          maw={160}
          value={values.year}
          error={errors.year}
          onChange={(event) => set('year', event.currentTarget.value)}
        />
        <LocalizedField
          label={t('adminSeasons.name')}
          limit={limits.name}
          required
          value={values.name}
          errors={{ en: errors['name.en'], ar: errors['name.ar'] }}
          onChange={(name) => set('name', name)}
        />
        <Text size="sm" c="dimmed">
          {t('adminSeasons.activeHint')}
        </Text>
      </FormSection>
    </RecordFormPage>
  )
}

/** Loads the season in the path, none for a new one. */
export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const { id } = params as { id?: string }
  return { season: id ? await adminApi.seasons.one(id) : undefined }
}

export default function SeasonFormPage({ loaderData: { season } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  return (
    <>
      <title>{`${t(season ? 'adminEntities.season-year.edit' : 'adminEntities.season-year.new')} · ${t('name')}`}</title>
      <SeasonForm
        key={season ? season.id : 'new'}
        {...(season ? { season } : {})}
        onSaved={() => void (season ? revalidate() : navigate('/admin/seasons'))}
      />
    </>
  )
}
