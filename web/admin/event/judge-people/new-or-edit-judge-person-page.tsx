import { MultiSelect, TextInput } from '@mantine/core'
import { useNavigate, useRevalidator } from 'react-router'
import type { JudgePerson } from '#contract/event/judging/judge-person.schema.ts'
import { judgePersonLimits } from '#contract/event/judging/judge-person.ts'
import { FormSection, RecordFormPage } from '#web/admin/shared/form-page.tsx'
import { useRecordForm } from '#web/admin/shared/use-record-form.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/new-or-edit-judge-person-page.ts'
import { useJudgePersonOptionsAndFormats } from './use-judge-person-formats.ts'

type Values = { name: string; email: string; languages: string[]; competitionIds: string[] }

const toValues = (person?: JudgePerson): Values => ({
  name: person?.name ?? '',
  email: person?.email ?? '',
  languages: person?.languages ?? [],
  competitionIds: person?.competitionIds ?? [],
})

type FormProps = { person?: JudgePerson | undefined; onSaved: () => void }

/** Shows the form of a new or stored person who judges. */
function JudgePersonForm({ person, onSaved }: FormProps) {
  const { t } = useTranslation()
  const { judges } = adminApi
  const { languageOptions, competitionOptions, formatLanguages, formatCompetitions } =
    useJudgePersonOptionsAndFormats()
  const form = useRecordForm<Values, JudgePerson>({
    initialValues: toValues(person),
    validate: ({ name }) => (name.trim() === '' ? { name: t('fieldErrors.required') } : {}),
    save: ({ email, ...values }, version) =>
      judges.save({
        ...values,
        email: email.trim() || null,
        ...(person ? { id: person.id, version: version ?? person.version } : {}),
      }),
    toFieldErrors: judges.fields,
    readCurrent: (error) => {
      const current = judges.current(error)
      return current && { values: toValues(current), version: current.version }
    },
    toSavedState: (saved) => ({ values: toValues(saved), version: saved.version }),
    onSaved,
  })
  const { values, errors, set } = form
  const describe = {
    name: ({ name }: Values) => name,
    email: ({ email }: Values) => email,
    languages: ({ languages }: Values) => formatLanguages(languages),
    competitionIds: ({ competitionIds }: Values) => formatCompetitions(competitionIds),
  }
  const differences = (theirs: Values, mine: Values) =>
    (['name', 'email', 'languages', 'competitionIds'] as const).flatMap((field) => {
      const [other, own] = [describe[field](theirs), describe[field](mine)]
      return other === own ? [] : [{ label: t(`adminJudgePeople.fields.${field}`), theirs: other, mine: own }]
    })
  // competitions that visitors do not see stay as they are
  const shownIds = new Set(competitionOptions.map(({ value }) => value))
  const hiddenIds = values.competitionIds.filter((id) => !shownIds.has(id))
  return (
    <RecordFormPage
      title={t(`adminEntities.judge-person.${person ? 'edit' : 'new'}`)}
      backTo="/admin/judges"
      form={form}
      differences={differences}
    >
      <FormSection title={t('adminJudgePeople.section')}>
        <TextInput
          label={t('adminJudgePeople.fields.name')}
          withAsterisk
          dir="auto"
          maxLength={judgePersonLimits.name}
          value={values.name}
          error={errors.name}
          onChange={(event) => set('name', event.currentTarget.value)}
        />
        <TextInput
          label={t('adminJudgePeople.fields.email')}
          description={t('adminJudgePeople.emailHint')}
          type="email"
          dir="ltr"
          maxLength={judgePersonLimits.email}
          value={values.email}
          error={errors.email}
          onChange={(event) => set('email', event.currentTarget.value)}
        />
        <MultiSelect
          label={t('adminJudgePeople.fields.languages')}
          description={t('adminJudgePeople.languagesHint')}
          searchable
          nothingFoundMessage={t('admin.list.nothingFound')}
          data={languageOptions}
          maxValues={judgePersonLimits.languages}
          value={values.languages}
          error={errors.languages}
          onChange={(next) => set('languages', next)}
        />
        <MultiSelect
          label={t('adminJudgePeople.fields.competitionIds')}
          description={t('adminJudgePeople.competitionsHint')}
          searchable
          nothingFoundMessage={t('admin.list.nothingFound')}
          data={competitionOptions}
          maxValues={judgePersonLimits.competitions}
          value={values.competitionIds.filter((id) => shownIds.has(id))}
          error={errors.competitionIds}
          onChange={(next) => set('competitionIds', [...hiddenIds, ...next])}
        />
      </FormSection>
    </RecordFormPage>
  )
}

/** Loads the person in the path, none for a new one. */
export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const { id } = params as { id?: string }
  return { person: id ? await adminApi.judges.one(id) : undefined }
}

export default function NewOrEditJudgePersonPage({ loaderData: { person } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  return (
    <>
      <title>{`${t(`adminEntities.judge-person.${person ? 'edit' : 'new'}`)} · ${t('name')}`}</title>
      <JudgePersonForm
        key={person?.id ?? 'new'}
        person={person}
        onSaved={() => void (person ? revalidate() : navigate('/admin/judges'))}
      />
    </>
  )
}
