import type { AccountTeam } from '#contract/team.ts'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './page.module.css'

/** Lists the members of a team whose guardian has not confirmed. Renders nothing without one, and for a team without a place. */
export function MissingGuardianList({ team }: { team: Pick<AccountTeam, 'status' | 'members' | 'guardianConfirmations'> }) {
  const { t } = useTranslation()
  const missing = team.guardianConfirmations.filter(({ state }) => state !== 'confirmed')
  if (team.status !== 'registered' || missing.length === 0) return null
  const getName = (id: string) => team.members.find((member) => member.id === id)?.name ?? ''
  return (
    <div>
      <p className={styles.bad}>{t('accountTeams.guardians.unconfirmed', { count: missing.length })}</p>
      <ul className={styles.missing}>
        {missing.map(({ personId, state }) => (
          <li key={personId}>
            {t('accountTeams.guardians.listed', {
              name: `\u2068${getName(personId)}\u2069`,
              state: t(`accountTeams.guardians.states.${state}`),
            })}
          </li>
        ))}
      </ul>
    </div>
  )
}
