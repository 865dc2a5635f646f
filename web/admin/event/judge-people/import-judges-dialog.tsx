import type { TFunction } from 'i18next'
import { getLanguageName } from '#contract/event/judging/judge-person.ts'
import type { Language } from '#i18n/languages.ts'
import { ImportDialog } from '#web/admin/shared/import-dialog.tsx'
import { buildImportExampleTable, type ImportExample } from '#web/admin/shared/import-example.ts'
import { BreakableEmailAddress } from '#web/admin/shared/table-cells.tsx'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import type { JudgePersonFormats } from './use-judge-person-formats.ts'

const exampleNames = { en: ['Huda Nasser', 'Omar Saleh'], ar: ['هدى ناصر', 'عمر صالح'] } as const

/** Builds an example of a file of people who judge. `competition` is the name of one. */
export const buildJudgeImportExampleTable = (
  t: TFunction,
  lang: Language,
  competition: string,
): ImportExample => {
  const [first, second] = exampleNames[lang]
  const [arabic, english] = [getLanguageName('ar', lang), getLanguageName('en', lang)]
  return buildImportExampleTable([
    [t('adminJudgePeople.fields.name'), first, second],
    [t('adminJudgePeople.fields.email'), 'huda@school.example', ''],
    [t('adminJudgePeople.fields.languages'), `${arabic}; ${english}`, arabic],
    [t('adminJudgePeople.fields.competitionIds'), competition, ''],
  ])
}

type Props = { formats: JudgePersonFormats; onClose: () => void; onSaved: () => void }

/** Shows a dialog that previews and imports a CSV file of people who judge, all or nothing. */
export function ImportJudgesDialog({ formats, onClose, onSaved }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  return (
    <ImportDialog
      title={t('adminJudgePeople.importJudges.title')}
      intro={t('adminJudgePeople.importJudges.intro')}
      example={buildJudgeImportExampleTable(t, lang, formats.competitionOptions[0]?.label ?? '')}
      kind="judges"
      describe={({ count }) => t('adminJudgePeople.importJudges.count', { count })}
      rowColumns={[
        { title: t('adminJudgePeople.fields.name'), render: ({ name }) => <Bdi>{name}</Bdi> },
        {
          title: t('adminJudgePeople.fields.email'),
          render: ({ email }) =>
            email === null ? '–' : <BreakableEmailAddress>{email}</BreakableEmailAddress>,
        },
        {
          title: t('adminJudgePeople.fields.languages'),
          render: ({ languages }) => formats.formatLanguages(languages) || '–',
        },
        {
          title: t('adminJudgePeople.fields.competitionIds'),
          render: ({ competitionIds }) => formats.formatCompetitions(competitionIds) || '–',
        },
      ]}
      onClose={onClose}
      onSaved={onSaved}
    />
  )
}
