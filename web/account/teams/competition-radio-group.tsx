import type { OpenCompetition } from '#contract/competition.ts'
import { CompetitionDetails } from '#web/shared/competitions/competition-details.tsx'
import { canRegisterTeam, formatClosedReason } from '#web/shared/competitions/format-competition.ts'
import fields from '#web/shared/forms/field.module.css'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { toFieldId } from './field-id.ts'
import styles from './form.module.css'

type Props = {
  competitions: OpenCompetition[]
  chosen: string
  error: string | undefined
  onChoose: (competition: OpenCompetition) => void
}

/** The choice of the competition. Closed competitions are disabled and show the reason. */
export function CompetitionRadioGroup({ competitions, chosen, error, onChoose }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  const id = toFieldId('competitionId')
  const first = competitions.find((each) => each.id === chosen && canRegisterTeam(each)) ?? competitions.find(canRegisterTeam)
  return (
    <fieldset className={styles.choices}>
      <legend className={hidden.visuallyHidden}>{t('accountTeams.form.competition')}</legend>
      {error ? (
        <p id={`${id}-error`} className={fields.error}>
          {error}
        </p>
      ) : null}
      {competitions.map((competition) => {
        const free = canRegisterTeam(competition)
        return (
          <label key={competition.id} className={styles.choice} data-closed={free ? undefined : true}>
            <input
              type="radio"
              name="competition"
              id={competition === first ? id : undefined}
              value={competition.id}
              checked={competition.id === chosen && free}
              disabled={!free}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${id}-error` : undefined}
              onChange={() => onChoose(competition)}
            />
            <span className={styles.choiceBody}>
              <span className={styles.choiceName}>
                <bdi>{competition.name[lang]}</bdi>
                {free ? null : <span className={styles.reason}>{formatClosedReason(t, competition, formatDateTime)}</span>}
              </span>
              {free ? <CompetitionDetails competition={competition} /> : null}
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
