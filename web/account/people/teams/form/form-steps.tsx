import { useTranslation } from '#web/shared/texts.ts'
import { IconCheck } from '#web/shared/ui/icons.ts'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import styles from './form.module.css'
import type { TeamForm } from './use-team-form.ts'

const stepNames = ['competition', 'team', 'coaches', 'members', 'send'] as const
type StepName = (typeof stepNames)[number]

const getStepOfField = (field: string): StepName => {
  const [first] = field.split('.')
  if (first === 'competitionId') return 'competition'
  return first === 'coaches' || first === 'members' ? first : 'team'
}

/** Lists the steps of the form with their completeness. */
export const listFormStepsWithCompletion = ({
  problems,
  frame,
}: TeamForm): { name: StepName; done: boolean }[] => {
  const open = new Set(problems.map(({ field }) => getStepOfField(field)))
  // the limits are unknown without a competition
  const known = frame !== undefined
  return stepNames.map((name) => ({
    name,
    done: name !== 'send' && (known || name === 'team') && !open.has(name),
  }))
}

/** Shows the navigation between the steps of the form, with their completeness. */
export function FormStepNavigation({ steps }: { steps: { name: StepName; done: boolean }[] }) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('accountTeams.form.steps')} className={styles.steps}>
      <ol>
        {steps.map(({ name, done }, at) => (
          <li key={name}>
            <button
              type="button"
              className={styles.stepLink}
              data-done={done || undefined}
              onClick={() => focusStep(name)}
            >
              <span className={styles.number} aria-hidden="true">
                {done ? <IconCheck size={18} stroke={2.4} /> : at + 1}
              </span>
              <span className={hidden.visuallyHiddenWhenNarrow}>
                {t(`accountTeams.form.${name}`)}
                {done ? (
                  <span className={hidden.visuallyHidden}> ({t('accountTeams.form.done')})</span>
                ) : null}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

const focusStep = (name: StepName) => {
  const heading = document.getElementById(`step-${name}`)
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView()
}
