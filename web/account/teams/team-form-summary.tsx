import { formatTeamFee } from '#web/shared/competitions/format-competition.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Fact } from '#web/shared/ui/fact.tsx'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from './form.module.css'
import type { TeamForm } from './use-team-form.ts'

/** Shows a summary of the form before it is sent, with the number of missing fields. */
export function TeamFormSummary({ form }: { form: TeamForm }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  const { values, competition, frame, problems } = form
  const named = (people: { name: string }[]) => people.map(({ name }) => name.trim()).filter(Boolean)
  const lines = [
    { label: t('accountTeams.form.competition'), values: competition && frame ? [competition.name[lang]] : [] },
    { label: t('accountTeams.form.team'), values: [values.name, values.schoolName].map((text) => text.trim()).filter(Boolean) },
    { label: t('accountTeams.form.coaches'), values: named(values.coaches) },
    { label: t('accountTeams.form.members'), values: named(values.members) },
    ...(competition && frame
      ? [
          { label: t('competitions.fee'), values: [formatTeamFee(t, competition, lang)] },
          {
            label: t('competitions.closes'),
            values: [competition.closesAt === null ? t('competitions.noEnd') : formatDateTime(competition.closesAt)],
          },
        ]
      : []),
  ]
  return (
    <>
      <dl className={styles.summary}>
        {lines.map(({ label, values }) => (
          <Fact key={label} label={label}>
            {values.length === 0 ? '–' : null}
            {values.map((value, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name
              <bdi key={at}>{value}</bdi>
            ))}
          </Fact>
        ))}
      </dl>
      <p className={problems.length > 0 ? styles.hint : styles.ready}>
        {problems.length > 0 ? t('accountTeams.form.summary.missing', { count: problems.length }) : t('accountTeams.form.summary.ready')}
      </p>
    </>
  )
}
