import { useState } from 'react'
import type { CompetitionWithPlaces } from '#contract/competition.ts'
import type { TeamDraft } from '#contract/team.ts'
import { accountTeamApi } from '#web/shared/api/account-team-api.ts'
import { ConfirmDialog } from '#web/shared/forms/confirm-dialog.tsx'
import { useLang, useRootData } from '#web/shared/language.ts'
import { storedDrafts } from '#web/shared/session/stored-drafts.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { SiteLink } from '#web/shared/ui/site-link.tsx'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { parseTeamDraft } from './form-values.ts'
import styles from './page.module.css'

type Props = { drafts: TeamDraft[]; competitions: CompetitionWithPlaces[]; onDropped: (id: string) => void }

/** Shows the drafts of registrations, to continue while registration is on, or to delete. */
export function DraftCards({ drafts, competitions, onDropped }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const { isRegistrationEnabled } = useRootData()
  const { formatDateTime } = useDateFormat()
  const [asked, setAsked] = useState<string>()
  const drop = async (id: string) => {
    await accountTeamApi.removeDraft(id)
    storedDrafts.remove(id)
    setAsked(undefined)
    toast.success(t('accountTeams.drafts.dropped'))
    onDropped(id)
  }
  return (
    <section className={styles.part} aria-labelledby="drafts">
      <h2 id="drafts" tabIndex={-1} className={styles.partTitle}>
        {t('accountTeams.drafts.title')}
      </h2>
      <ul className={styles.cards}>
        {drafts.map(({ id, data, updatedAt }) => {
          const values = parseTeamDraft(data)?.values
          const competition = competitions.find((each) => each.id === values?.competitionId)
          const name = values?.name.trim() || t('accountTeams.drafts.unnamed')
          return (
            <li key={id}>
              <article className={styles.card} aria-labelledby={`draft-${id}`}>
                <div>
                  <h3 className={styles.cardName} id={`draft-${id}`}>
                    <bdi>{name}</bdi>
                  </h3>
                  <p className={styles.quiet}>
                    {competition ? <bdi>{competition.name[lang]} · </bdi> : null}
                    {t('accountTeams.drafts.changed', { date: formatDateTime(updatedAt) })}
                  </p>
                </div>
                <div className={styles.actions}>
                  {isRegistrationEnabled ? (
                    <SiteLink
                      to={`/account/teams/new?draft=${id}`}
                      className={`${page.button} ${page.small}`}
                      aria-describedby={`draft-${id}`}
                    >
                      {t('accountTeams.drafts.go')}
                    </SiteLink>
                  ) : null}
                  <button
                    type="button"
                    className={`${page.ghost} ${page.small}`}
                    aria-describedby={`draft-${id}`}
                    onClick={() => setAsked(id)}
                  >
                    {t('accountTeams.drafts.drop')}
                  </button>
                </div>
              </article>
            </li>
          )
        })}
      </ul>
      {asked === undefined ? null : (
        <ConfirmDialog
          title={t('accountTeams.drafts.dropQuestion')}
          text={t('accountTeams.drafts.dropText')}
          action={t('accountTeams.drafts.drop')}
          onConfirm={() => drop(asked)}
          onClose={() => setAsked(undefined)}
          cancel={t('accountTeams.view.cancel')}
          offline={t('accountTeams.offline')}
        />
      )}
    </section>
  )
}
